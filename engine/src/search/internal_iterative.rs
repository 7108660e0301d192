//! Internal iterative reduction (E. Schröder, Rebel, 2020): a node without a TT move is not ordered
//! well, and was not thought important before; it is searched a ply shallower.

use super::{Searcher, node::Node};

impl Searcher<'_> {
    /// Plies that the node is searched shallower.
    pub(super) fn internal_iterative_reduction(&mut self, node: &Node<'_>) -> i32 {
        let options = self.options();
        let has_move = node.tt_entry.is_some_and(|entry| entry.mv.is_some());
        let reduces = options.internal_iterative()
            && !has_move
            && (node.is_pv() || node.is_cut_node())
            && node.depth >= options.internal_iterative_depth();
        self.counters.iir_reduced += u64::from(reduces);
        i32::from(reduces)
    }
}
