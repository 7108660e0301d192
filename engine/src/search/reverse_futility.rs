//! Reverse futility pruning (static null move; E. Schröder's static reductions and E. A. Heinz's
//! futility, 1998, the other way round): near the leaves, a node far above beta stays there, unless the principal
//! variation was there.

use super::{Searcher, node::Node, window::Window};
use crate::score::Score;

impl Searcher<'_> {
    /// A score of at least beta, if `eval`, see [`Node::eval`], is far above it.
    pub(super) fn reverse_futility(
        &mut self,
        node: &Node<'_>,
        window: Window,
        eval: Score,
    ) -> Option<Score> {
        let options = self.options();
        // What the last move's history promises its side may still come.
        let by_history = match options.reverse_futility_history() {
            0 => 0,
            divisor => self.stack.parent(node.ply).history / divisor,
        };
        let plies = node.depth - i32::from(node.improving);
        let margin = options.reverse_futility_margin() * plies + by_history;
        let cuts = options.reverse_futility()
            && !node.was_pv
            && node.depth <= options.reverse_futility_depth()
            && !window.beta.is_mate()
            && !eval.is_mate()
            && eval >= window.beta
            && eval - margin >= window.beta;
        self.counters.rfp_cut += u64::from(cuts);
        cuts.then_some(eval)
    }
}
