//! Colours, roles and pieces: the vocabulary that tables, miner and engine share.

use std::ops::Not;

/// The colour of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first.
    White = 0,
    /// The other one.
    Black = 1,
}

impl Color {
    /// Both, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// What a piece is, without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    /// P
    Pawn = 0,
    /// N
    Knight = 1,
    /// B
    Bishop = 2,
    /// R
    Rook = 3,
    /// Q
    Queen = 4,
    /// K
    King = 5,
}

impl Role {
    /// All roles, in the order of the tables.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];
    /// Those that are neither pawn nor king.
    pub const PIECES: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// The English letter, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// What it is worth in pawns by the classic count: 1, 3, 3, 5 and 9; nothing for the king, which is never traded.
    #[must_use]
    pub const fn classic_value(self) -> i32 {
        match self {
            Self::Pawn => 1,
            Self::Knight | Self::Bishop => 3,
            Self::Rook => 5,
            Self::Queen => 9,
            Self::King => 0,
        }
    }
}

/// A role of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// How many there are.
    pub const COUNT: usize = 12;

    /// The place in tables by piece: `PNBRQKpnbrqk`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.color as usize * 6 + self.role as usize
    }

    /// The piece at a place in tables by piece.
    ///
    /// # Panics
    /// If `index` is 12 or more.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT);
        let color = if index < 6 { Color::White } else { Color::Black };
        Self { color, role: Role::ALL[index % 6] }
    }

    /// The FEN letter: upper case for White, lower case for Black.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }
}
