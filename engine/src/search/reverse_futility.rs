//! Reverse futility pruning (static null move; E. Schröder's static reductions and E. A. Heinz's
//! futility, 1998, the other way round): near the leaves, a node far above beta stays there.

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
        let margin = match options.reverse_futility_improving() {
            0 => options.reverse_futility_margin() * (node.depth - i32::from(node.improving)),
            less if node.improving => less * node.depth,
            _ => options.reverse_futility_margin() * node.depth,
        };
        let cuts = options.reverse_futility()
            && node.depth <= options.reverse_futility_depth()
            && !window.beta.is_mate()
            && !eval.is_mate()
            && eval - margin >= window.beta;
        self.counters.rfp_cut += u64::from(cuts);
        // Between the two, as the margin may be lost after all.
        cuts.then(|| Score::centipawns((eval.get() + 2 * window.beta.get()) / 3))
    }
}
