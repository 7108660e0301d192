//! Tropism: knights (EV-01, J. Swafford, Prophet) and queens near the enemy king.
//!
//! The feature is the distance, the larger of files and ranks, so weights are negative.

use rules::{Color, Role, squares};

use super::{
    attacks::Attacks,
    features::{self, Term},
    passed::distance,
    tally::Tally,
};
use crate::position::Position;

/// Counts the distances of a side's knights and queens to the other king.
#[inline(always)]
pub(super) fn count<T: Tally>(position: &Position, all: &Attacks, us: Color, tally: &mut T) {
    let king = all.kings[us as usize ^ 1];
    let sum = |role| {
        squares::each(position.board().of(us, role))
            .map(|square| distance(square, king) as i32)
            .sum::<i32>()
    };
    let (knights, queens) = (sum(Role::Knight), sum(Role::Queen));
    tally.add(features::KNIGHT_TROPISM, knights);
    tally.close(Term::KnightTropism, us);
    tally.add(features::QUEEN_TROPISM, queens);
    tally.close(Term::QueenTropism, us);
}
