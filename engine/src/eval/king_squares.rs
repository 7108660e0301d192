//! Piece squares by where each king stands, see [`crate::king_squares`]. Positions carry the sums.

use rules::{Color, squares};
use tables::KingPlace;

use super::{
    features::{self, Term},
    tally::Tally,
};
use crate::{
    king_squares::{self, KingSquares},
    position::Position,
    tapered::Tapered,
};

/// The table of these weights.
pub(super) fn of(weight: impl Fn(usize) -> Tapered) -> KingSquares {
    KingSquares::new(|number| weight(features::KING_SQUARE + number))
}

/// Counts the pieces around each king.
#[inline(always)]
pub(super) fn count<T: Tally>(position: &Position, tally: &mut T) {
    if T::ONLY_SUMS {
        tally.add_known(position.king_squares());
        return;
    }
    let board = position.board();
    for us in Color::ALL {
        let place = KingPlace::of(us, board.king(us));
        for square in squares::each(board.occupied) {
            let code = board.codes[square.index()];
            if let Some(number) = king_squares::number(us, place, code, square) {
                tally.add(features::KING_SQUARE + number, 1);
            }
        }
        tally.close(Term::KingSquares, us);
    }
}
