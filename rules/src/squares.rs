//! Sets of squares.

use crate::{Color, Square};

/// A set of squares: bit 0 is a1, bit 63 is h8.
pub type Squares = u64;

/// The a-file; the others are shifts of it.
pub const FILE_A: Squares = 0x0101_0101_0101_0101;
/// The h-file.
pub const FILE_H: Squares = FILE_A << 7;
/// The first rank; the others are shifts of it.
pub const RANK_1: Squares = 0xff;
/// The squares of White's bishop on c1.
pub const DARK: Squares = 0xaa55_aa55_aa55_aa55;

/// The set of one square.
#[must_use]
#[inline(always)]
pub const fn of(square: Square) -> Squares {
    1 << square.index()
}

/// Whether a square is in a set.
#[must_use]
#[inline(always)]
pub const fn contains(set: Squares, square: Square) -> bool {
    set >> square.index() & 1 != 0
}

/// The square of an index; only its six low bits count.
#[must_use]
#[inline(always)]
pub const fn square(index: u32) -> Square {
    match Square::new((index & 63) as u8) {
        Some(square) => square,
        None => unreachable!(),
    }
}

/// The lowest square of a set that is not empty.
#[must_use]
#[inline(always)]
pub const fn first(set: Squares) -> Square {
    square(set.trailing_zeros())
}

/// The squares of a set, lowest first.
#[inline(always)]
pub fn each(set: Squares) -> Each {
    Each(set)
}

/// See [`each`].
#[derive(Clone, Debug)]
pub struct Each(Squares);

impl Iterator for Each {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = first(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

/// How many squares there are.
#[must_use]
#[inline(always)]
pub const fn count(set: Squares) -> i32 {
    set.count_ones() as i32
}

/// Whether there are two squares or more.
#[must_use]
#[inline(always)]
pub const fn several(set: Squares) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// The file of a square, all of it.
#[must_use]
#[inline(always)]
pub const fn file(square: Square) -> Squares {
    FILE_A << square.file()
}

/// The files that these squares stand on, all of them.
#[must_use]
#[inline(always)]
pub const fn files(set: Squares) -> Squares {
    let mut all = set | set >> 8;
    all |= all >> 16;
    all |= all >> 32;
    (all & RANK_1) * FILE_A
}

/// The rank of a square, all of it.
#[must_use]
#[inline(always)]
pub const fn rank(square: Square) -> Squares {
    RANK_1 << (8 * square.rank())
}

/// A rank as a side counts them: 0 is its own first.
#[must_use]
#[inline(always)]
pub const fn relative_rank(color: Color, rank: u8) -> Squares {
    match color {
        Color::White => RANK_1 << (8 * rank),
        Color::Black => RANK_1 << (8 * (7 - rank)),
    }
}

/// One step forward, as `color` sees it; off the board is gone.
#[must_use]
#[inline(always)]
pub const fn forward(color: Color, set: Squares) -> Squares {
    match color {
        Color::White => set << 8,
        Color::Black => set >> 8,
    }
}

/// One file towards the h-file.
#[must_use]
#[inline(always)]
pub const fn east(set: Squares) -> Squares {
    (set & !FILE_H) << 1
}

/// One file towards the a-file.
#[must_use]
#[inline(always)]
pub const fn west(set: Squares) -> Squares {
    (set & !FILE_A) >> 1
}

/// All squares in front of these on their files, as `color` sees it, without themselves.
#[must_use]
#[inline(always)]
pub const fn ahead(color: Color, set: Squares) -> Squares {
    let mut all = forward(color, set);
    match color {
        Color::White => {
            all |= all << 8;
            all |= all << 16;
            all | all << 32
        }
        Color::Black => {
            all |= all >> 8;
            all |= all >> 16;
            all | all >> 32
        }
    }
}

/// The set with ranks turned over.
#[must_use]
#[inline(always)]
pub const fn flipped(set: Squares) -> Squares {
    set.swap_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_a_set_are_those_of_its_squares() {
        let mut set: Squares = 0x9e37_79b9_7f4a_7c15;
        for _ in 0..1_000 {
            set = set.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            let sparse = set & set.rotate_left(17) & set.rotate_left(40);
            let one_by_one = each(sparse).fold(0, |files, square| files | file(square));
            assert_eq!(files(sparse), one_by_one, "{sparse:#x}");
        }
    }
}
