//! Scores: centipawns for the side to move, with mates at both ends, which the transposition table keeps
//! as distances from the node (TT-03).
//!
//! Invariant: all arithmetic on distances to mate is in this file.

use std::{
    fmt,
    ops::{Add, Neg, Sub},
};

use rules::Color;

/// The deepest distance from the root that the search may reach.
pub const MAX_PLY: usize = 128;

/// 1 for White, -1 for Black: between a side's view and White's.
#[inline(always)]
pub(crate) const fn sign(color: Color) -> i32 {
    1 - 2 * color as i32
}

/// A score in centipawns as the side to move sees it, or a mate.
///
/// A mate in `n` plies from here is `MATE - n`; being mated is the negative of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// What a draw scores, for either side.
    pub const DRAW: Self = Self(0);
    /// Above every score.
    pub const INFINITE: Self = Self(32_001);
    const MATE: i32 = 32_000;
    const LEAST_MATE: i32 = Self::MATE - MAX_PLY as i32;

    /// An evaluation, kept clear of the mates.
    #[must_use]
    pub const fn centipawns(centipawns: i32) -> Self {
        let most = Self::LEAST_MATE - 1;
        if centipawns > most {
            Self(most)
        } else if centipawns < -most {
            Self(-most)
        } else {
            Self(centipawns)
        }
    }

    /// The side to move is mated at `ply`.
    #[must_use]
    pub const fn mated_at(ply: usize) -> Self {
        Self(ply as i32 - Self::MATE)
    }

    /// The side to move gives mate at `ply`.
    #[must_use]
    pub const fn mate_at(ply: usize) -> Self {
        Self(Self::MATE - ply as i32)
    }

    /// The side to move has a position at `ply` that the tablebases say is won: below all mates,
    /// above all evaluations, better when sooner.
    #[must_use]
    pub const fn tablebase_win_at(ply: usize) -> Self {
        Self(Self::LEAST_MATE - 1 - ply as i32)
    }

    /// The plain number.
    #[must_use]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// Whether it is a mate, for either side.
    #[must_use]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::LEAST_MATE
    }

    /// Plies to the mate that it announces.
    #[must_use]
    pub const fn plies_to_mate(self) -> Option<usize> {
        if self.is_mate() { Some((Self::MATE - self.0.abs()) as usize) } else { None }
    }

    /// Moves to the mate, negative if the side to move is mated.
    #[must_use]
    pub const fn moves_to_mate(self) -> Option<i32> {
        match self.plies_to_mate() {
            Some(plies) => Some((plies as i32 + 1) / 2 * self.0.signum()),
            None => None,
        }
    }

    /// Adds centipawns, unless it is a mate: a mate in four stays one.
    #[must_use]
    pub const fn plus(self, centipawns: i32) -> Self {
        if self.is_mate() { self } else { Self::centipawns(self.0 + centipawns) }
    }

    /// As the transposition table keeps it: mates counted from the node, not from the root.
    #[must_use]
    pub(crate) const fn to_stored(self, ply: usize) -> i16 {
        let shift = if self.is_mate() { ply as i32 * self.0.signum() } else { 0 };
        (self.0 + shift) as i16
    }

    /// A score of the transposition table, mates counted from the root again.
    #[must_use]
    pub(crate) const fn from_stored(stored: i16, ply: usize) -> Self {
        let score = Self(stored as i32);
        let shift = if score.is_mate() { ply as i32 * score.0.signum() } else { 0 };
        Self(score.0 - shift)
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    fn add(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    fn sub(self, centipawns: i32) -> Self {
        Self(self.0 - centipawns)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.moves_to_mate() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves() {
        assert_eq!(Score::mate_at(1).to_string(), "mate 1");
        assert_eq!(Score::mate_at(3).to_string(), "mate 2");
        assert_eq!(Score::mated_at(2).to_string(), "mate -1");
        assert_eq!(Score::mated_at(0).to_string(), "mate 0");
        assert_eq!(Score::centipawns(1_000_000).moves_to_mate(), None);
    }

    #[test]
    fn the_table_keeps_distances_from_the_node() {
        for score in [Score::mate_at(9), Score::mated_at(8), Score::centipawns(-37)] {
            assert_eq!(Score::from_stored(score.to_stored(5), 5), score);
        }
        // Found six plies down at ply 3, met again at ply 5: two plies further from the root.
        let stored = Score::mate_at(9).to_stored(3);
        assert_eq!(Score::from_stored(stored, 5), Score::mate_at(11));
    }
}
