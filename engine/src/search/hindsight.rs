//! Hindsight (Stockfish, 2024): the reduction of a move is looked at again once its child is
//! evaluated. If the move lost nothing by the two static evals, a large reduction gives back a ply;
//! if it lost much, one more goes.

use super::{Searcher, node::Node};

/// Reductions of at least these plies may be taken back...
const LARGE: i32 = 3;
/// ...and this is the least depth that may be taken from.
const LEAST_DEPTH: i32 = 2;

impl Searcher<'_> {
    /// Plies to add to the depth of a node that a reduced move led to.
    pub(super) fn hindsight(&mut self, node: &Node<'_>) -> i32 {
        let margin = self.options().hindsight();
        let reduced = self.stack.reduced(node.ply);
        if margin == 0 || reduced == 0 {
            return 0;
        }
        let parent = node.ply.checked_sub(1).and_then(|ply| self.stack.static_eval(ply));
        let (Some(ours), Some(theirs)) = (node.static_eval, parent) else { return 0 };
        // What the last move lost for its side.
        let sum = ours.get() + theirs.get();
        if reduced >= LARGE && sum <= 0 {
            self.counters.hindsight_more += 1;
            return 1;
        }
        if node.depth >= LEAST_DEPTH && sum > margin {
            self.counters.hindsight_less += 1;
            return -1;
        }
        0
    }
}
