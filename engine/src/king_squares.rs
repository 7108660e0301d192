//! Piece squares by where a king stands: what each piece on each square adds to the score of the side whose
//! king it is.
//!
//! A king has one of twelve *buckets*: its file with the board mirrored so that it stands on the files a to
//! d, and its first rank, its second, or any beyond. For each bucket there is a value of every other piece, own or
//! enemy, on every square, seen from that king's side and mirrored with it. Such tables come
//! from shogi: K. Hoki's Bonanza (2006) has one value for each two pieces and a king.
//!
//! Positions keep a sum for each king. It is counted anew when that king leaves its place, which few moves do.

use rules::{Board, Color, PieceCode, Role, Square, squares};

use crate::tapered::Tapered;

/// How many buckets there are.
pub(crate) const BUCKETS: usize = 12;

/// The roles that are counted: all but the king.
const ROLES: usize = 5;

/// How many values there are: for each bucket, own and enemy pieces of five roles on 64 squares.
pub(crate) const COUNT: usize = BUCKETS * 2 * ROLES * 64;

/// Rows of a bucket; those of no piece and of the kings are worth nothing.
const ROWS: usize = 16;

/// Where a king stands, as far as the table can tell, and how its side sees the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    bucket: u8,
    /// What turns a square of the board into one of the table.
    turn: u8,
}

impl Place {
    /// The place of this side's king.
    #[inline(always)]
    pub(crate) const fn of(us: Color, king: Square) -> Self {
        let mirror = if king.file() > 3 { 7 } else { 0 };
        let turn = mirror ^ (56 * us as u8);
        let seen = king.index() as u8 ^ turn;
        let rank = if seen / 8 > 2 { 2 } else { seen / 8 };
        Self { bucket: 4 * rank + seen % 8, turn }
    }

    /// The number of the value of a piece that is no king; `None` of a king.
    pub(crate) fn value(self, us: Color, code: PieceCode, square: Square) -> Option<usize> {
        let (role, theirs) = (usize::from(code >> 1), usize::from(code & 1) ^ us as usize);
        let square = square.index() ^ usize::from(self.turn);
        (role < ROLES)
            .then(|| ((usize::from(self.bucket) * 2 + theirs) * ROLES + role) * 64 + square)
    }
}

/// What pieces on squares add to the score of a king's side, by bucket, piece and square.
#[derive(Clone, Debug)]
pub(crate) struct KingSquares(Box<[[[Tapered; 64]; ROWS]; BUCKETS]>);

impl KingSquares {
    /// The table of these values, in the order of [`Place::value`].
    pub(crate) fn new(value: impl Fn(usize) -> Tapered) -> Self {
        let mut table = Box::new([[[Tapered::ZERO; 64]; ROWS]; BUCKETS]);
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
        place: Place,
        code: PieceCode,
        square: Square,
    ) -> Tapered {
        let row = (code as usize ^ us as usize) & (ROWS - 1);
        self.0[place.bucket as usize % BUCKETS][row][(square.index() ^ place.turn as usize) & 63]
    }

    /// The sum over all pieces for a side, whose king stands at this place.
    #[inline(never)]
    pub(crate) fn sum(&self, board: &Board, us: Color, place: Place) -> Tapered {
        let others = board.occupied & !board.both(Role::King);
        squares::each(others).fold(Tapered::ZERO, |sum, square| {
            sum + self.get(us, place, board.codes[square.index()], square)
        })
    }
}

#[cfg(test)]
mod tests {
    use rules::{Piece, piece_code};

    use super::*;

    #[test]
    fn places_are_the_same_for_both_sides_and_both_halves_of_the_board() {
        let square = |index: usize| squares::square(index as u32);
        let mut buckets = [0; BUCKETS];
        for king in 0..64 {
            let white = Place::of(Color::White, square(king));
            buckets[usize::from(white.bucket)] += 1;
            let mirrored = Place::of(Color::White, square(king ^ 7));
            let black = Place::of(Color::Black, square(king ^ 56));
            assert_eq!((mirrored.bucket, black.bucket), (white.bucket, white.bucket));
            for at in 0..64 {
                let pawn = |color| piece_code(Piece { color, role: Role::Pawn });
                let seen = white.value(Color::White, pawn(Color::White), square(at));
                let same = mirrored.value(Color::White, pawn(Color::White), square(at ^ 7));
                let flipped = black.value(Color::Black, pawn(Color::Black), square(at ^ 56));
                assert_eq!((same, flipped), (seen, seen));
                assert_ne!(white.value(Color::White, pawn(Color::Black), square(at)), seen);
            }
        }
        assert_eq!(buckets, [2, 2, 2, 2, 2, 2, 2, 2, 12, 12, 12, 12]);
    }

    #[test]
    fn the_table_holds_each_value_once() {
        let table = KingSquares::new(|number| Tapered::new(number as i32, -(number as i32)));
        let mut seen = vec![false; COUNT];
        for king in (0..64).step_by(4) {
            let us = if king % 8 == 0 { Color::White } else { Color::Black };
            let place = Place::of(us, squares::square(king));
            for code in 0..12 {
                for square in Square::all() {
                    let value = table.get(us, place, code, square);
                    let number = place.value(us, code, square);
                    let expected = number.map_or(0, |number| number as i32);
                    assert_eq!(value, Tapered::new(expected, -expected));
                    number.into_iter().for_each(|number| seen[number] = true);
                }
            }
        }
        for king in Square::all() {
            let place = Place::of(Color::White, king);
            for code in 0..10 {
                for square in Square::all() {
                    seen[place.value(Color::White, code, square).expect("no king")] = true;
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}
