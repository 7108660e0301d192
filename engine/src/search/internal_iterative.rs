//! Internal iterative reduction (E. Schröder, Rebel, 2020): a node without a TT move has poor move
//! ordering and is rarely important; it is searched a ply shallower.

use super::{Searcher, node::Node};

/// An entry so many plies shallower than its node is as good as none.
const STALE: i32 = 5;

impl Searcher<'_> {
    /// Plies to take from the node's depth.
    pub(super) fn internal_iterative_reduction(&mut self, node: &Node<'_>) -> i32 {
        let options = self.options();
        let has_move = node.tt_entry.is_some_and(|entry| {
            entry.mv.is_some()
                && !(options.internal_iterative_all() && entry.depth <= node.depth - STALE)
        });
        let is_wanted = if options.internal_iterative_all() {
            !node.position.in_check() && !self.stack.excluded(node.ply).is_some()
        } else {
            node.is_pv() || node.is_cut_node()
        };
        let reduces = options.internal_iterative()
            && !has_move
            && is_wanted
            && node.depth >= options.internal_iterative_depth();
        self.counters.iir_reduced += u64::from(reduces);
        i32::from(reduces)
    }
}
