//! Options of the search: a switch for each idea, and its parameters.

use super::declare;

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

declare::options! {
    /// The search's ideas.
    SearchOptions;
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
}
