//! Options of the evaluation: its terms' weights and the reading of the mined tables.

use super::declare;
use crate::eval::imbalance::ImbalanceMode;

declare::choice!(ImbalanceMode { Off = "off", Crude = "crude", Safe = "safe" });

declare::options! {
    /// The evaluation's terms.
    EvalOptions;
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
}
