//! Late move reductions (LMR-01 to LMR-03; T. Romstad, Glaurung, 2005; J. Petzke, Mediocre, 2007).
//!
//! With good ordering a move that comes late is rarely best: it is searched shallower first, and
//! again at full depth if it beats alpha after all. Captures, promotions and whatever has to do
//! with check are not reduced.

use shakmaty::Move;

use super::{Searcher, order::is_quiet};
use crate::position::Position;

impl Searcher<'_> {
    /// Plies by which `mv` is searched shallower at first; `depth` is what it would get in full.
    pub(super) fn late_move_reduction(
        &self,
        position: &Position,
        mv: Move,
        child: &Position,
        depth: i32,
        searched: usize,
    ) -> i32 {
        let options = self.options();
        let is_late = searched >= options.late_moves_full.unsigned_abs() as usize;
        if options.late_moves
            && is_late
            && depth + 1 >= options.late_moves_min_depth
            && is_quiet(mv)
            && !position.in_check()
            && !child.in_check()
        {
            options.late_moves_reduction
        } else {
            0
        }
    }
}
