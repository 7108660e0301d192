//! Options of the engine as a whole: memory, threads, the clock, tables, UCI.

use super::{Group, declare, value};

/// Which entry of the transposition table makes room for a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// The only one there is, whatever it holds.
    Always,
    /// The only one there is, if it is not deeper.
    Depth,
    /// The one of four that is worth least.
    Bucket,
}

value::choice!(Replace { Always = "always", Depth = "depth", Bucket = "bucket" });

/// Where the opening table's bonus is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningWhere {
    /// To moves of the root.
    Root,
    /// To moves of every node that is deep enough.
    Tree,
}

value::choice!(OpeningWhere { Root = "root", Tree = "tree" });

declare::options! {
    /// Memory, threads, the clock, tables, UCI.
    PlayOptions, Group::Play;
    product {
        setting hash_mb: Spin(16, 0, 33_554_432), "Hash", "TT-01", "Megabytes of the transposition table; 0 searches without one.", off("0");
        setting threads: Spin(1, 1, 1_024), "Threads", "-", "Search threads; they share the transposition table (Lazy SMP).";
        setting multi_pv: Spin(1, 1, 256), "MultiPV", "-", "How many best lines are searched and shown.";
        setting ponder: Check(false), "Ponder", "-", "The user interface may let the engine think on the opponent's time.";
        setting move_overhead_ms: Spin(30, 0, 5_000), "Move Overhead", "-", "Milliseconds that a move costs outside of the engine.", alias("MoveOverhead");
        setting syzygy_path: Text(""), "SyzygyPath", "-", "Folders with Syzygy tablebases, separated as in PATH; empty is none.";
        setting syzygy_probe_depth: Spin(1, 1, 100), "SyzygyProbeDepth", "-", "Least depth at which tablebases are probed in the search.";
        setting syzygy_fifty: Check(true), "Syzygy50MoveRule", "-", "Tablebase wins that the fifty-move rule spoils are draws.";
        setting chess960: Check(false), "UCI_Chess960", "-", "Castling moves are written king takes rook.";
        setting show_wdl: Check(false), "UCI_ShowWDL", "-", "Show the chances of a win, a draw and a loss, from the mined outcomes.";
        setting limit_strength: Check(false), "UCI_LimitStrength", "-", "Play as weakly as UCI_Elo says.";
        setting elo: Spin(1_500, 1_300, 2_700), "UCI_Elo", "-", "How strong to play, on the scale of Stockfish's option of this name.";
        setting analyse: Check(false), "UCI_AnalyseMode", "-", "Moves are judged and not played: the opening table is silent, as in `go infinite` and with MultiPV.";
        setting clear_hash: Button(), "Clear Hash", "-", "Forget what earlier searches learnt.";
        setting log_file: Text(""), "Debug Log File", "-", "File that takes the conversation with the user interface; empty is none.";
        setting tables_dir: Text(""), "TablesDir", "-", "Folder with tables in place of those that were built in, weights.bin too; at least one of them, and a table that is not there is neutral.";
        switch opening: Check(false), "OpeningTune", "OPT-01", "Give moves that stand in the opening table a bonus.";
        parameter opening_bonus: Spin(20, -100, 100), "OpeningTune_Bonus", "OPT-01", "Centipawns for a move that is played in most games of the table.", needs("OpeningTune");
        setting stats: Check(false), "Stats", "MET-01", "Print the counters of each search, iteration by iteration and at its end.";
    }
    lab {
        switch tt_replace: Choice(Replace, Bucket), "TT_Replace", "TT-02", "Which entry of the transposition table is replaced: always the only candidate, the only candidate unless it is deeper, or the one of four that is worth least.";
        switch tt_mate_adjust: Check(true), "TT_MateAdjust", "TT-03", "Keep mates in the transposition table as distances from the node.";
        switch tt_age: Check(true), "TT_Age", "TT-04", "Entries of earlier searches make room sooner.", needs("Hash=1"), nodes(10_000);
        switch tt_keep_deep: Check(true), "TT_KeepDeep", "TT-04", "In a bucket, what a much shallower search finds does not replace what is known of the same position, unless it is exact.";
        switch tt_prefetch: Check(true), "TT_Prefetch", "TT-04", "Ask memory for a child's entry before the move is played.", clock();
        switch stop_half: Spin(50, 0, 100), "StopHalf", "TIM-01", "Percent of the allotted time after which no iteration is begun; 0 is off.", off("0"), clock();
        parameter stop_half_share: Spin(2, 1, 4), "StopHalf_Share", "TIM-01", "Moves that a share is meant for with StopHalf: most end early and save theirs.", needs("StopHalf"), clock();
        parameter stop_half_most: Spin(3, 1, 10), "StopHalf_Most", "TIM-01", "Shares that a difficult move may take with StopHalf.", needs("StopHalf"), clock();
        parameter time_moves: Spin(17, 1, 100), "TimeMoves", "-", "How many more moves the game is assumed to last when `go` gives no `movestogo`.", clock();
        switch time_stability: Check(true), "TimeStability", "-", "Think shorter when the best move stays the same, longer when it changes.", clock();
        switch time_nodes: Check(true), "TimeNodes", "-", "Think shorter when most nodes went into the best move, longer when few did.", clock();
        switch time_score: Check(false), "TimeScore", "-", "Think longer when the score falls from one iteration to the next, shorter when it rises.", clock();
        parameter opening_where: Choice(OpeningWhere, Root), "OpeningTune_Where", "OPT-02", "Which moves may get the bonus: those of the root, or of the whole tree, where scores hold it.", needs("OpeningTune");
        parameter opening_min_depth: Spin(4, 1, 64), "OpeningTune_MinDepth", "OPT-02", "Least depth of a node in the tree whose moves may get the bonus.", needs("OpeningTune_Where=tree");
        parameter opening_min_games: Spin(40, 1, 1_000_000), "OpeningTune_MinGames", "OPT-01", "Games that a move must have to be believed.", needs("OpeningTune");
        switch opening_reached: Check(true), "OpeningTune_Reached", "-", "A move that leads back to a position of the table has the games that went on from there.", needs("OpeningTune");
        parameter opening_cap: Spin(40, 0, 500), "OpeningTune_Cap", "OPT-01", "The most that the opening table may say, in centipawns.", needs("OpeningTune");
    }
}
