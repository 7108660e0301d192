//! History pruning (Stockfish 3, 2013): quiet moves that seldom cut off are not searched near the leaves. What near is for the
//! other pruning of moves depends on their history as well.

use super::{Searcher, candidate::MoveCandidate, node::Node};

/// No move is pruned by its history at a greater depth, less the late move reduction.
const MOST_DEPTH: i32 = 5;
/// However bad a move's history is, the depth is no less.
const LEAST_DEPTH: i32 = -2;

impl Searcher<'_> {
    /// The depth of a quiet move, more or less for its history; `None` if that is too bad for it.
    pub(super) fn depth_by_history(
        &mut self,
        node: &Node<'_>,
        candidate: &MoveCandidate,
        depth: i32,
    ) -> Option<i32> {
        let options = self.options();
        let (least, divisor) = (options.history_pruning(), options.pruning_history());
        if least == 0 && divisor == 0 {
            return Some(depth);
        }
        let after = candidate.history.continuation;
        if least > 0 && depth <= MOST_DEPTH && after < -least * node.depth {
            self.counters.history_pruned += 1;
            return None;
        }
        let by = if divisor > 0 { candidate.history.sum() / divisor } else { 0 };
        Some((depth + by).max(LEAST_DEPTH))
    }
}
