//! The window of alpha-beta: scores at or below alpha and at or above beta need no exactness.

use std::ops::Neg;

use crate::{score::Score, tt::Bound};

/// `alpha < beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// Every score.
    pub(super) fn open() -> Self {
        Self { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    /// The zero window that asks whether a score is above alpha.
    pub(super) fn above(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// From `below` centipawns under `score` to `above` centipawns over it.
    pub(super) fn around(score: Score, below: i32, above: i32) -> Self {
        Self { alpha: score - below, beta: score + above }
    }

    /// The zero window that asks whether a score reaches beta.
    pub(super) fn below(beta: Score) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// Whether it is a zero window: no score lies inside.
    pub(super) fn is_null(self) -> bool {
        self.alpha + 1 == self.beta
    }

    /// What a score found with this window says about the true one.
    pub(super) fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// How many scores lie between alpha and beta, and one more.
    pub(super) fn width(self) -> i32 {
        self.beta.get() - self.alpha.get()
    }

    pub(super) fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// The window for the search of a move whose score gets `bonus` added.
    pub(super) fn less(self, bonus: i32) -> Self {
        // Nearly all moves have none.
        if bonus == 0 {
            return self;
        }
        Self { alpha: self.alpha.plus(-bonus), beta: self.beta.plus(-bonus) }
    }
}

/// The window as the other side sees it.
impl Neg for Window {
    type Output = Self;

    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}
