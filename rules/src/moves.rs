//! A move in 16 bits.

use std::fmt;

use crate::{Role, Square, squares::square};

/// From, to, and what kind of move it is. Castling is written as the king that goes to its rook, so
/// that no two legal moves of a position are the same, in Chess960 neither. It does not name the
/// pieces: the position does.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

/// Bit 14 of a move: it captures. Bit 15: it promotes, to the role of bits 12 and 13.
const CAPTURE: u16 = 4 << 12;
const PROMOTION: u16 = 8 << 12;
const KIND: u16 = 15 << 12;
const DOUBLE_PUSH: u16 = 1 << 12;
const CASTLING: u16 = 2 << 12;
const EN_PASSANT: u16 = 5 << 12;

impl Move {
    /// No move; a1a1 is none.
    pub const NONE: Self = Self(0);

    const fn new(from: Square, to: Square, kind: u16) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 6 | kind)
    }

    /// A move of a piece, with or without a capture.
    #[must_use]
    #[inline(always)]
    pub const fn plain(from: Square, to: Square, captures: bool) -> Self {
        Self::new(from, to, if captures { CAPTURE } else { 0 })
    }

    /// A pawn's first move of two squares.
    #[must_use]
    #[inline(always)]
    pub const fn double_push(from: Square, to: Square) -> Self {
        Self::new(from, to, DOUBLE_PUSH)
    }

    /// A pawn that takes the one beside it.
    #[must_use]
    #[inline(always)]
    pub const fn en_passant(from: Square, to: Square) -> Self {
        Self::new(from, to, EN_PASSANT)
    }

    /// A king that castles with the rook on `rook`.
    #[must_use]
    #[inline(always)]
    pub const fn castling(king: Square, rook: Square) -> Self {
        Self::new(king, rook, CASTLING)
    }

    /// A pawn that becomes a knight, bishop, rook or queen.
    #[must_use]
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, captures: bool, role: Role) -> Self {
        let role = (role as u16 - Role::Knight as u16) & 3;
        Self::new(from, to, PROMOTION | role << 12 | if captures { CAPTURE } else { 0 })
    }

    /// The move of these bits, which need not be legal anywhere.
    #[must_use]
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Its bits; 0 is no move.
    #[must_use]
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether it is a move at all.
    #[must_use]
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Where the piece comes from.
    #[must_use]
    #[inline(always)]
    pub const fn from(self) -> Square {
        square(self.0 as u32)
    }

    /// Where it goes; of castling, where the rook stands.
    #[must_use]
    #[inline(always)]
    pub const fn to(self) -> Square {
        square(self.0 as u32 >> 6)
    }

    /// Whether it takes something, en passant too.
    #[must_use]
    #[inline(always)]
    pub const fn is_capture(self) -> bool {
        self.0 & CAPTURE != 0
    }

    /// Whether a pawn takes the one beside it.
    #[must_use]
    #[inline(always)]
    pub const fn is_en_passant(self) -> bool {
        self.0 & KIND == EN_PASSANT
    }

    /// Where the piece stands that it takes, if it takes one: where it goes, but for en passant.
    #[must_use]
    #[inline(always)]
    pub const fn captured_on(self) -> Square {
        if self.is_en_passant() { self.to().en_passant_twin() } else { self.to() }
    }

    /// Whether it is castling.
    #[must_use]
    #[inline(always)]
    pub const fn is_castling(self) -> bool {
        self.0 & KIND == CASTLING
    }

    /// Where the moved piece stands afterwards: where the move goes, but for the king that castles.
    #[must_use]
    pub const fn lands_on(self) -> Square {
        if self.is_castling() { castled_king(self.from(), self.to()) } else { self.to() }
    }

    /// Whether a pawn goes two squares.
    #[must_use]
    #[inline(always)]
    pub const fn is_double_push(self) -> bool {
        self.0 & KIND == DOUBLE_PUSH
    }

    /// Whether a pawn becomes another piece.
    #[must_use]
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTION != 0
    }

    /// What the pawn becomes.
    #[must_use]
    #[inline(always)]
    pub const fn promoted(self) -> Option<Role> {
        if !self.is_promotion() {
            return None;
        }
        Some([Role::Knight, Role::Bishop, Role::Rook, Role::Queen][(self.0 >> 12 & 3) as usize])
    }

    /// Neither a capture nor a promotion.
    #[must_use]
    #[inline(always)]
    pub const fn is_quiet(self) -> bool {
        self.0 & (CAPTURE | PROMOTION) == 0
    }

    /// As UCI writes it. Castling is the king to the g- or c-file, or to its rook in Chess960.
    #[must_use]
    pub const fn uci(self, chess960: bool) -> Uci {
        Uci { mv: self, chess960 }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.uci(true), f)
    }
}

/// See [`Move::uci`].
#[derive(Clone, Copy, Debug)]
pub struct Uci {
    mv: Move,
    chess960: bool,
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mv, chess960 } = *self;
        if !mv.is_some() {
            return f.write_str("0000");
        }
        let to = if chess960 { mv.to() } else { mv.lands_on() };
        write!(f, "{}{to}", mv.from())?;
        match mv.promoted() {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// Where a king on `king` stands after castling with the rook on `rook`.
pub(crate) const fn castled_king(king: Square, rook: Square) -> Square {
    let file = if rook.file() > king.file() { 6 } else { 2 };
    square(8 * king.rank() as u32 + file)
}

/// Where the rook stands then.
pub(crate) const fn castled_rook(king: Square, rook: Square) -> Square {
    let file = if rook.file() > king.file() { 5 } else { 3 };
    square(8 * king.rank() as u32 + file)
}
