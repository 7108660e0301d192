//! Internal iterative reduction (E. Schröder, Rebel, 2020; plies as in Stockfish, 2023): a node without a TT move has
//! poor move ordering and is rarely important; it is searched shallower, in quiescence if nothing is left.

use super::{Searcher, node::Node};

impl Searcher<'_> {
    /// Plies to take from the node's depth.
    pub(super) fn internal_iterative_reduction(&mut self, node: &Node<'_>) -> i32 {
        let options = self.options();
        let has_move = node.tt_entry.is_some_and(|entry| entry.mv.is_some());
        if !options.internal_iterative() || has_move || node.position.in_check() {
            return 0;
        }
        let is_known = node.tt_entry.is_some_and(|entry| entry.depth >= node.depth);
        let plies = options.internal_iterative_plies();
        let reduction = if node.is_pv() {
            plies + if is_known { plies } else { 0 }
        } else if node.is_cut_node() && node.depth >= options.internal_iterative_depth() {
            plies
        } else {
            0
        };
        self.counters.iir_reduced += u64::from(reduction > 0);
        reduction
    }
}
