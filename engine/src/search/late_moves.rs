//! Late move reductions (LMR-01 to LMR-03; T. Romstad, Glaurung, 2005; J. Petzke, Mediocre, 2007).
//!
//! With good ordering a move that comes late is rarely best: it is searched shallower first, and
//! again at full depth if it beats alpha after all. Captures, promotions and whatever has to do
//! with check are not reduced.

use rules::Move;

use super::{Searcher, node::Node};
use crate::position::Position;

impl Searcher<'_> {
    /// Plies by which `mv` is searched shallower at first.
    pub(super) fn late_move_reduction(
        &self,
        node: Node<'_>,
        mv: Move,
        child: &Position,
        searched: usize,
    ) -> i32 {
        let options = self.options();
        let is_late = searched >= options.late_moves_full.unsigned_abs() as usize;
        if options.late_moves
            && is_late
            && node.depth >= options.late_moves_min_depth
            && mv.is_quiet()
            && !node.position.in_check()
            && !child.in_check()
        {
            options.late_moves_reduction
        } else {
            0
        }
    }
}
