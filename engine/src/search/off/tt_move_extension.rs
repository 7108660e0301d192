//! TT moves are not counted, and extend nothing.

use crate::search::Searcher;

#[derive(Clone, Copy, Debug, Default)]
pub(in crate::search) struct TtMoves {}

impl TtMoves {
    #[inline(always)]
    pub(in crate::search) const fn and(self, _: bool) -> Self {
        self
    }
}

impl Searcher<'_> {
    #[inline(always)]
    pub(in crate::search) const fn tt_move_extension(&mut self, _: usize, _: &mut TtMoves) -> i32 {
        0
    }
}
