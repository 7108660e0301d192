//! Piece squares by where a king stands: what each piece on each square adds to the score of the side whose
//! king it is.
//!
//! For each bucket of a king ([`KingPlace`]) there is a value of every other piece, own or
//! enemy, on every square, seen from that king's side and mirrored with it. Such tables come
//! from shogi: K. Hoki's Bonanza (2006) has one value for each two pieces and a king.
//!
//! Positions keep a sum for each king. It is counted anew when that king leaves its place, which few moves do.

use rules::{Board, Color, PieceCode, Role, Square, squares};
use tables::KingPlace;

use crate::tapered::Tapered;

/// How many buckets there are.
const BUCKETS: usize = KingPlace::BUCKETS;

/// The roles that are counted: all but the king.
const ROLES: usize = 5;

/// How many values there are: for each bucket, own and enemy pieces of five roles on 64 squares.
pub(crate) const COUNT: usize = BUCKETS * 2 * ROLES * 64;

/// Rows of a bucket; those of no piece and of the kings are worth nothing.
const ROWS: usize = 16;

/// Buckets that there is room for, so that a mask keeps within it.
const ROOM: usize = BUCKETS.next_power_of_two();

/// The number of the value of a piece that is no king, to a side whose king stands at this place; `None` of a king.
pub(crate) fn number(
    us: Color,
    place: KingPlace,
    code: PieceCode,
    square: Square,
) -> Option<usize> {
    let (role, theirs) = (usize::from(code >> 1), usize::from(code & 1) ^ us as usize);
    (role < ROLES).then(|| ((place.bucket() * 2 + theirs) * ROLES + role) * 64 + place.seen(square))
}

/// What pieces on squares add to the score of a king's side, by bucket, piece and square.
#[derive(Clone, Debug)]
pub(crate) struct KingSquares(Box<[[[Tapered; 64]; ROWS]; ROOM]>);

impl KingSquares {
    /// The table of these values, in the order of [`number`].
    pub(crate) fn new(value: impl Fn(usize) -> Tapered) -> Self {
        let mut table = Box::new([[[Tapered::ZERO; 64]; ROWS]; ROOM]);
        for number in 0..COUNT {
            let (row, square) = (number / 64, number % 64);
            let (bucket, theirs, role) = (row / ROLES / 2, row / ROLES % 2, row % ROLES);
            table[bucket][2 * role + theirs][square] = value(number);
        }
        Self(table)
    }

    /// What a piece is worth to a side, whose king stands at this place.
    #[inline(always)]
    pub(crate) const fn get(
        &self,
        us: Color,
        place: KingPlace,
        code: PieceCode,
        square: Square,
    ) -> Tapered {
        let row = (code as usize ^ us as usize) & (ROWS - 1);
        self.0[place.bucket() & (ROOM - 1)][row][place.seen(square) & 63]
    }

    /// The sum over all pieces for a side, whose king stands at this place.
    #[inline(never)]
    pub(crate) fn sum(&self, board: &Board, us: Color, place: KingPlace) -> Tapered {
        let others = board.occupied & !board.both(Role::King);
        squares::each(others).fold(Tapered::ZERO, |sum, square| {
            sum + self.get(us, place, board.codes[square.index()], square)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_each_value_once() {
        let table = KingSquares::new(|number| Tapered::new(number as i32, -(number as i32)));
        let mut seen = vec![false; COUNT];
        for king in (0..64).step_by(4) {
            let us = if king % 8 == 0 { Color::White } else { Color::Black };
            let place = KingPlace::of(us, squares::square(king));
            for code in 0..12 {
                for square in Square::all() {
                    let value = table.get(us, place, code, square);
                    let number = super::number(us, place, code, square);
                    let expected = number.map_or(0, |number| number as i32);
                    assert_eq!(value, Tapered::new(expected, -expected));
                    number.into_iter().for_each(|number| seen[number] = true);
                }
            }
        }
        for king in Square::all() {
            let place = KingPlace::of(Color::White, king);
            for code in 0..10 {
                for square in Square::all() {
                    seen[super::number(Color::White, place, code, square).expect("no king")] = true;
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}
