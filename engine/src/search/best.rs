//! The best that a node has found so far.

use rules::Move;

use super::{Searcher, window::Window};
use crate::score::Score;

/// The best score of a node, for its side to move, and the move that raised alpha to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best {
    pub(super) score: Score,
    /// `Move::NONE` as long as nothing raised alpha.
    pub(super) mv: Move,
}

impl Best {
    /// Before any move was searched.
    pub(super) fn none() -> Self {
        Self { score: -Score::INFINITE, mv: Move::NONE }
    }

    /// Whether there is no score so far.
    pub(super) fn is_none(self) -> bool {
        self.score == -Score::INFINITE
    }
}

impl Searcher<'_> {
    /// Updates best score, alpha and principal variation of the node at `ply` with the score of a
    /// move. Returns whether it raised alpha.
    #[inline(always)]
    pub(super) fn improve(
        &mut self,
        best: &mut Best,
        window: &mut Window,
        ply: usize,
        mv: Move,
        score: Score,
    ) -> bool {
        best.score = best.score.max(score);
        let raises_alpha = score > window.alpha;
        if raises_alpha {
            best.mv = mv;
            window.alpha = score;
            self.stack.prepend(ply, mv);
        }
        raises_alpha
    }
}
