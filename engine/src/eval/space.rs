//! Space: squares in the centre that no enemy pawn attacks; those behind own pawns count twice.
//!
//! C- to f-file, second to fourth rank, not occupied by an own pawn (Chess Programming Wiki; Stockfish). The weight is
//! for the middlegame. The more pieces a side has, the more use it has of them.

use rules::{Color, Role, Squares, squares};

use super::{
    attacks::Attacks,
    features::{self, Term},
    tally::Tally,
};
use crate::position::Position;

const FILES: Squares = squares::FILE_A * 0b0011_1100;

/// Squares times pieces for which the weight counts once: it is a whole number, and a fraction of a centipawn for each.
const PER_WEIGHT: i32 = 4;

/// Counts a side's space.
#[inline(always)]
pub(super) fn count<T: Tally>(position: &Position, all: &Attacks, us: Color, tally: &mut T) {
    let pawns = position.board().of(us, Role::Pawn);
    let ranks = squares::relative_rank(us, 1)
        | squares::relative_rank(us, 2)
        | squares::relative_rank(us, 3);
    let safe = FILES & ranks & !pawns & !all.of(!us, Role::Pawn);
    let behind = safe & squares::ahead(!us, pawns);
    let space = (safe.count_ones() + behind.count_ones()) as i32;
    let pieces = (all.sides[us as usize] & !pawns).count_ones() as i32;
    tally.add(features::SPACE, space);
    tally.add(features::SPACE_PIECES, space * pieces / PER_WEIGHT);
    tally.close(Term::Space, us);
}
