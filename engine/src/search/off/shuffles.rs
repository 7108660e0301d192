//! Shuffles are not counted: the key is the position's, and nobody is charged.

use rules::Move;

use crate::{eval::anti_shuffle::Shuffles, position::Position, search::Searcher};

#[derive(Clone, Copy, Debug, Default)]
pub(in crate::search) struct Trail {}

impl Trail {
    pub(in crate::search) const fn and_another_move(self) -> Self {
        self
    }
}

impl Searcher<'_> {
    #[inline(always)]
    pub(in crate::search) fn key(&self, position: &Position, _: usize) -> u64 {
        position.key()
    }

    #[inline(always)]
    pub(in crate::search) fn charged(&self, _: &Position, _: usize) -> Shuffles {
        Shuffles {}
    }

    #[inline(always)]
    pub(in crate::search) fn trail(
        &mut self,
        _: &Position,
        _: Move,
        _: &Position,
        _: usize,
        before: Trail,
    ) -> Trail {
        before
    }
}
