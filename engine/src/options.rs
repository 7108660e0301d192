//! Every parameter of the engine, declared once.
//!
//! A declaration is a name, a kind with default and range, the id of the idea it belongs to, and
//! one line. It makes the field that the search reads, the UCI option, and the line in
//! `OPTIONS.md`; nothing else has to be edited to add one.

mod declare;

use crate::eval::imbalance::ImbalanceMode;
pub use declare::{Declaration, Kind};
use declare::{Value, options};

/// When a check is searched a ply deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckExtension {
    /// Never.
    Off,
    /// Always.
    All,
    /// Only when the check is given by a capture.
    Captures,
}

declare::choice!(CheckExtension { Off = "off", All = "all", Captures = "captures" });
declare::choice!(ImbalanceMode { Off = "off", Crude = "crude", Safe = "safe" });

options! {
    // The engine.
    hash_mb: Spin(16, 0, 16_384), "Hash", "TT-01", "Megabytes of the transposition table; 0 searches without one.";
    threads: Spin(1, 1, 1), "Threads", "-", "Search threads; one for now.";
    move_overhead_ms: Spin(30, 0, 5_000), "MoveOverhead", "-", "Milliseconds that a move costs outside of the engine.";
    chess960: Check(false), "UCI_Chess960", "-", "Castling moves are written king takes rook.";
    // Evaluation.
    pawn_value: Spin(100, 0, 2_000), "PawnValue", "-", "A pawn in centipawns.";
    knight_value: Spin(320, 0, 2_000), "KnightValue", "-", "A knight in centipawns.";
    bishop_value: Spin(330, 0, 2_000), "BishopValue", "-", "A bishop in centipawns.";
    rook_value: Spin(500, 0, 2_000), "RookValue", "-", "A rook in centipawns.";
    queen_value: Spin(900, 0, 2_000), "QueenValue", "-", "A queen in centipawns.";
    psqt_weight: Spin(100, 0, 400), "PST_Eval", "PST-03", "Percent of the mined piece-square values in the evaluation; 0 is off.";
    imbalance: Choice(ImbalanceMode, Safe), "MIT", "MIT-07", "How the imbalance table is read: crude is score - 50 %, safe only cells that one side always won.";
    imbalance_fold: Check(true), "MIT_Fold", "MIT-07", "Read a cell together with its colour-swapped cell, so that White and Black are judged alike.";
    imbalance_min_games: Spin(10, 1, 1_000_000), "MIT_MinGames", "MIT-U2", "Games that a cell must have to be believed in the safe mode.";
    imbalance_safe_scale: Spin(8, 0, 200), "MIT_SafeScale", "MIT-U2", "Centipawns for each doubling of a safe cell's games.";
    imbalance_cap: Spin(100, 0, 2_000), "MIT_Cap", "MIT-U2", "The most that the imbalance table may say, in centipawns.";
    // Opening table.
    opening: Check(true), "OpeningTune", "OPT-01", "Give root moves that stand in the opening table a bonus.";
    opening_bonus: Spin(20, -100, 100), "OpeningTune_Bonus", "OPT-01", "Centipawns for a root move that is played in most games of the table.";
    opening_min_games: Spin(10, 1, 1_000_000), "OpeningTune_MinGames", "OPT-01", "Games that a move must have to be believed.";
    opening_cap: Spin(40, 0, 500), "OpeningTune_Cap", "OPT-01", "The most that the opening table may say, in centipawns.";
    // Search.
    pvs: Check(true), "PVS", "PVS-01", "Search moves after the first with a zero window first.";
    quiescence: Check(true), "QS", "QS-01", "Search captures to the end at the leaves.";
    check_extension: Choice(CheckExtension, All), "CheckExt", "EXT-01", "Search a ply deeper after a check.";
    null_move: Check(true), "NMP", "NMP-01", "Prune where even passing the move keeps the score at beta.";
    null_move_reduction: Spin(3, 1, 6), "NMP_R", "NMP-01", "Plies that the search after a null move is shallower.";
    null_move_min_depth: Spin(3, 1, 20), "NMP_MinDepth", "NMP-01", "Least depth at which a null move is tried.";
    late_moves: Check(true), "LMR", "LMR-01", "Search late quiet moves with reduced depth first.";
    late_moves_full: Spin(4, 1, 64), "LMR_FullMoves", "LMR-01", "Moves of a node that are searched at full depth.";
    late_moves_min_depth: Spin(3, 1, 20), "LMR_MinDepth", "LMR-01", "Least depth at which late moves are reduced.";
    late_moves_reduction: Spin(1, 1, 6), "LMR_Reduction", "LMR-01", "Plies that a late move is reduced by.";
    killers: Check(true), "Killers", "MO-05", "Try quiet moves that refuted a sibling early.";
    history: Check(true), "History", "RH-01", "Order quiet moves by how often they cut off.";
    repetition_fold: Spin(2, 2, 3), "RepFold", "REP-01", "Occurrences inside the search that make a repetition a draw.";
    stop_half: Spin(50, 0, 100), "StopHalf", "TIM-01", "Percent of the allotted time after which no iteration is begun; 0 is off.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_defaults_in_range() {
        for (i, one) in Options::DECLARATIONS.iter().enumerate() {
            for other in &Options::DECLARATIONS[..i] {
                assert!(!one.name.eq_ignore_ascii_case(other.name), "{}", one.name);
            }
            let mut options = Options::default();
            let shown = options.get(one.name).unwrap();
            options.set(one.name, &shown).unwrap();
            assert_eq!(options, Options::default(), "{}", one.name);
            assert!(one.about.ends_with('.'), "{}", one.name);
        }
    }

    #[test]
    fn values_are_set_or_refused() {
        let mut options = Options::default();
        options.set("hash", "64").unwrap();
        options.set("mit", "crude").unwrap();
        options.set("NMP", "false").unwrap();
        assert_eq!(options.hash_mb, 64);
        assert_eq!(options.imbalance, ImbalanceMode::Crude);
        assert!(!options.null_move);
        let before = options.clone();
        for (name, value) in
            [("Hash", "-1"), ("Hash", "x"), ("MIT", "maybe"), ("NMP", "2"), ("?", "1")]
        {
            options.set(name, value).unwrap_err();
            assert_eq!(options, before);
        }
    }
}
