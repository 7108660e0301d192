//! Options of the engine as a whole: memory, threads, the clock, the opening table, UCI.

use super::declare;

declare::options! {
    /// Memory, threads, the clock, the opening table, UCI.
    PlayOptions;
    hash_mb: Spin(16, 0, 16_384), "Hash", "TT-01", "Megabytes of the transposition table; 0 searches without one.";
    threads: Spin(1, 1, 1), "Threads", "-", "Search threads; one for now.";
    move_overhead_ms: Spin(30, 0, 5_000), "MoveOverhead", "-", "Milliseconds that a move costs outside of the engine.";
    chess960: Check(false), "UCI_Chess960", "-", "Castling moves are written king takes rook.";
    opening: Check(true), "OpeningTune", "OPT-01", "Give root moves that stand in the opening table a bonus.";
    opening_bonus: Spin(20, -100, 100), "OpeningTune_Bonus", "OPT-01", "Centipawns for a root move that is played in most games of the table.";
    opening_min_games: Spin(10, 1, 1_000_000), "OpeningTune_MinGames", "OPT-01", "Games that a move must have to be believed.";
    opening_cap: Spin(40, 0, 500), "OpeningTune_Cap", "OPT-01", "The most that the opening table may say, in centipawns.";
    stop_half: Spin(50, 0, 100), "StopHalf", "TIM-01", "Percent of the allotted time after which no iteration is begun; 0 is off.";
}
