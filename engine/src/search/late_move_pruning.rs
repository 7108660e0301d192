//! Late move pruning (move count pruning, Stockfish 1, 2008): quiet moves that come late are not searched near the leaves.

use super::{Searcher, candidate::MoveCandidate, node::Node};

impl Searcher<'_> {
    /// Whether enough moves were searched before a quiet one.
    pub(super) fn is_past_move_count(&self, node: &Node<'_>, candidate: &MoveCandidate) -> bool {
        let options = self.options();
        let (base, percent) = if node.improving {
            (options.late_move_pruning_base(), options.late_move_pruning_percent())
        } else {
            (options.late_move_pruning_base() / 2, options.late_move_pruning_worse())
        };
        let most = base + node.depth * node.depth * percent / 100;
        options.late_move_pruning() && candidate.move_count >= most.unsigned_abs() as usize
    }
}
