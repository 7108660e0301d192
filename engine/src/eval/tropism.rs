//! Tropism: knights (EV-01, J. Swafford, Prophet) and queens near the enemy king.
//!
//! The feature is the distance, the larger of files and ranks, so weights are negative.

use rules::Color;

use super::{
    attacks::Attacks,
    features::{self, Term},
    tally::Tally,
};

/// Counts the distances of a side's knights and queens to the other king.
#[inline(always)]
pub(super) fn count<T: Tally>(all: &Attacks, us: Color, tally: &mut T) {
    tally.add(features::KNIGHT_TROPISM, all.knight_distances[us as usize]);
    tally.close(Term::KnightTropism, us);
    tally.add(features::QUEEN_TROPISM, all.queen_distances[us as usize]);
    tally.close(Term::QueenTropism, us);
}
