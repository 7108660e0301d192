//! Anti-shuffle: in the middlegame, a side that only moves its pieces about is worth less (SHF-01,
//! E. Schröder, Pro Deo; off by default, as it lost a little in fast games there).
//!
//! The penalty depends on how many *shuffles* a side made on the way from the root: moves of pieces,
//! not captures, that did not answer a threat. The evaluation sees positions only, so the search
//! counts them (`search/shuffles.rs`, with `AntiShuffle`) and hands them to
//! [`Evaluator::assess_after`](super::Evaluator::assess_after). Readings: more than sixteen count as
//! sixteen; the penalty is in centipawns and fades with the phase, which is Schröder's "middlegame
//! only" without a step.
//!
//! *With the transposition table:* a score with penalties is only right for paths with the same
//! counts, so the search folds them into the key that it probes and stores with.

use rules::Color;

use crate::score::sign;

/// Centipawns by the number of shuffles; E. Schröder's numbers.
const PENALTY: [i32; 17] = [0, 0, 0, 8, 16, 32, 36, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40];

/// The penalty stays the same from this number of shuffles on.
pub(crate) const MOST_THAT_MATTER: u8 = 7;

/// Shuffles of each side on the path from the root, by `Color as usize`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shuffles(pub [u8; 2]);

impl Shuffles {
    /// A number of sixteen bits, 0 without shuffles.
    #[inline(always)]
    pub(super) fn to_bits(self) -> u64 {
        u64::from(u16::from_le_bytes(self.0))
    }

    /// What they cost White in centipawns, negative, less what they cost Black.
    pub(super) fn score(self, phase: i32, percent: i32) -> i32 {
        let most = i32::from(tables::MAX_PHASE_WEIGHT);
        let cost = |color: Color| {
            penalty(self.0[color as usize]) * phase.min(most) / most * percent / 100 * sign(color)
        };
        -(cost(Color::White) + cost(Color::Black))
    }
}

/// Centipawns for this many shuffles.
#[must_use]
pub fn penalty(shuffles: u8) -> i32 {
    PENALTY[usize::from(shuffles).min(PENALTY.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_prodeo() {
        let wanted = [(2, 0), (3, 8), (5, 32), (6, 36), (7, 40), (16, 40), (20, 40)];
        for (count, cost) in wanted {
            assert_eq!(penalty(count), cost);
        }
        assert_eq!(Shuffles([3, 0]).score(24, 100), -8);
        assert_eq!(Shuffles([0, 3]).score(24, 100), 8);
        assert_eq!(Shuffles([9, 0]).score(0, 100), 0);
    }
}
