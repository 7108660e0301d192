//! Piece-square values stay as they are.

use rules::Move;

use crate::{
    position::Position,
    search::{Searcher, order::PieceTo},
};

#[derive(Debug, Default)]
pub(in crate::search) struct PsqtHistory {}

impl PsqtHistory {
    #[inline(always)]
    pub(in crate::search) const fn update(
        &mut self,
        _: &rules::Position,
        _: Move,
        _: &[Move],
        _: i32,
    ) {
    }

    #[inline(always)]
    pub(in crate::search) const fn rating(&self, _: PieceTo) -> i32 {
        0
    }
}

impl Searcher<'_> {
    pub(in crate::search) fn prepare(&mut self, position: &Position) -> Position {
        position.clone()
    }

    pub(in crate::search) fn prepare_iteration(&mut self, position: Position) -> Position {
        position
    }
}
