//! Squares, a1 = 0, b1 = 1, ... h8 = 63.

use std::{error::Error, fmt, str::FromStr};

use crate::{Color, squares::square};

/// A square of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// How many there are.
    pub const COUNT: usize = 64;

    /// The square at `index`, a1 = 0 to h8 = 63.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// All squares, a1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }

    /// 0 to 63.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for the a-file to 7 for the h-file.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for the first rank to 7 for the eighth.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The square as `color` sees it: Black's board is turned over rank by rank.
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self(self.0 ^ 56),
        }
    }

    /// From the square that a double push has passed to the pawn's own, and back.
    #[must_use]
    #[inline(always)]
    pub const fn en_passant_twin(self) -> Self {
        square(self.0 as u32 ^ 8)
    }

    /// Moves of a king from here to there on an empty board, 0 to 7.
    #[must_use]
    #[inline(always)]
    pub const fn king_distance(self, to: Self) -> u8 {
        KING_DISTANCES[self.index()][to.index()]
    }
}

/// A king's moves from square to square.
const KING_DISTANCES: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut distances = [[0; Square::COUNT]; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT * Square::COUNT {
        let (a, b) = (Square((i / Square::COUNT) as u8), Square((i % Square::COUNT) as u8));
        let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
        distances[a.index()][b.index()] = if files > ranks { files } else { ranks };
        i += 1;
    }
    distances
};

/// Why a text is not a [`Square`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square: a1 to h8")
    }
}

impl Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    /// Reads a square as it is written, in lower case.
    fn from_str(text: &str) -> Result<Self, NotASquare> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self(8 * (rank - b'1') + (file - b'a'))),
            _ => Err(NotASquare),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), char::from(b'1' + self.rank()))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_as_they_are_written() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse::<Square>(), Ok(square));
        }
        for text in ["", "a", "a0", "a9", "i1", "E4", "e44", "4e"] {
            assert_eq!(text.parse::<Square>(), Err(NotASquare), "{text}");
        }
    }

    #[test]
    fn kings_go_the_longer_of_two_ways() {
        let distance = |from: &str, to: &str| {
            let [from, to] = [from, to].map(|name| name.parse::<Square>().expect(name));
            (from.king_distance(to), to.king_distance(from))
        };
        assert_eq!(distance("e4", "e4"), (0, 0));
        assert_eq!(distance("a1", "h8"), (7, 7));
        assert_eq!(distance("b2", "e3"), (3, 3));
        assert_eq!(distance("g1", "f6"), (5, 5));
    }

    #[test]
    fn a_double_push_passes_its_twin() {
        for (passed, pawn) in [("e3", "e4"), ("d6", "d5")] {
            let [passed, pawn] = [passed, pawn].map(|name| name.parse::<Square>().expect(name));
            assert_eq!((passed.en_passant_twin(), pawn.en_passant_twin()), (pawn, passed));
        }
    }
}
