//! Where a king stands, as tables by the kings tell it.
//!
//! A king has one of twelve *buckets*: its file with the board mirrored so that it stands on the files a to
//! d, and its first rank, its second, or any beyond, as its owner sees the board.

use rules::{Color, Square};

/// Where a king stands, as far as such tables can tell, and how its side sees the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KingPlace {
    bucket: u8,
    /// What turns a square of the board into one of the tables.
    turn: u8,
}

impl KingPlace {
    /// How many buckets there are.
    pub const BUCKETS: usize = 12;

    /// The place of this side's king.
    #[inline(always)]
    #[must_use]
    pub const fn of(us: Color, king: Square) -> Self {
        let mirror = if king.file() > 3 { 7 } else { 0 };
        let turn = mirror ^ (56 * us as u8);
        let seen = king.index() as u8 ^ turn;
        let rank = if seen / 8 > 2 { 2 } else { seen / 8 };
        Self { bucket: 4 * rank + seen % 8, turn }
    }

    /// The bucket, a1 = 0, b1 = 1, ... d3 = 11; the rank of d3 stands for those beyond it too.
    #[inline(always)]
    #[must_use]
    pub const fn bucket(self) -> usize {
        self.bucket as usize
    }

    /// The index of a square as the king's side sees it, mirrored with its king.
    #[inline(always)]
    #[must_use]
    pub const fn seen(self, square: Square) -> usize {
        square.index() ^ self.turn as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_the_same_for_both_sides_and_both_halves_of_the_board() {
        let square = |index: usize| Square::all().nth(index).expect("a square");
        let mut buckets = [0; KingPlace::BUCKETS];
        for king in 0..64 {
            let white = KingPlace::of(Color::White, square(king));
            buckets[white.bucket()] += 1;
            let mirrored = KingPlace::of(Color::White, square(king ^ 7));
            let black = KingPlace::of(Color::Black, square(king ^ 56));
            assert_eq!((mirrored.bucket(), black.bucket()), (white.bucket(), white.bucket()));
            for at in 0..64 {
                let seen = white.seen(square(at));
                assert_eq!(
                    (mirrored.seen(square(at ^ 7)), black.seen(square(at ^ 56))),
                    (seen, seen)
                );
            }
        }
        assert_eq!(buckets, [2, 2, 2, 2, 2, 2, 2, 2, 12, 12, 12, 12]);
    }
}
