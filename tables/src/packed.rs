//! A position in 26 bytes.

use std::fmt;

use rules::{Color, Piece, Position, Role, Square};

use crate::TableError;

/// The pieces, the side to move, castling rights and the en passant file of a position.
///
/// | bytes | what |
/// |---|---|
/// | 0-7 | the occupied squares, little-endian, a1 the lowest bit |
/// | 8-23 | a half-byte for each of them from a1 on, the lower half first: the piece's place in `PNBRQKpnbrqk`; the rest is 0 |
/// | 24 | bit 0 for Black to move; bits 1 to 4 for White's and Black's castling, king's side before queen's |
/// | 25 | the file on which a pawn may be taken en passant, 0 to 7, or 8 |
///
/// Equal positions have equal bytes. There is one king of each colour; nothing else is known of the
/// rules here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedPosition([u8; Self::BYTES]);

const PIECES: usize = 8;
const STATE: usize = 24;
const EN_PASSANT: usize = 25;
const NO_FILE: u8 = 8;
const MOST_PIECES: u32 = 32;
/// The letters of the castling bits, from bit 1 on.
const CASTLING: [u8; 4] = *b"KQkq";

impl PackedPosition {
    /// How many bytes there are.
    pub const BYTES: usize = 26;

    /// A position. `may_castle` is asked for a colour, and whether towards the king's side.
    ///
    /// # Errors
    /// If there are more than 32 pieces, or not one king of each colour.
    pub fn new(
        piece_on: impl Fn(Square) -> Option<Piece>,
        turn: Color,
        may_castle: impl Fn(Color, bool) -> bool,
        en_passant_file: Option<u8>,
    ) -> Result<Self, TableError> {
        let mut bytes = [0; Self::BYTES];
        let mut occupied = 0_u64;
        let mut count = 0;
        for square in Square::all() {
            let Some(piece) = piece_on(square) else { continue };
            if count == MOST_PIECES as usize {
                return Err(TableError::Invalid("a position has more than 32 pieces"));
            }
            occupied |= 1 << square.index();
            bytes[PIECES + count / 2] |= (piece.index() as u8) << (4 * (count % 2));
            count += 1;
        }
        bytes[..PIECES].copy_from_slice(&occupied.to_le_bytes());
        bytes[STATE] = turn as u8;
        for color in Color::ALL {
            for (place, king_side) in [(0, true), (1, false)] {
                let bit = 1 + 2 * color as u8 + place;
                bytes[STATE] |= u8::from(may_castle(color, king_side)) << bit;
            }
        }
        bytes[EN_PASSANT] = en_passant_file.filter(|file| *file < NO_FILE).unwrap_or(NO_FILE);
        Self::from_bytes(bytes)
    }

    /// A position of the rules.
    ///
    /// # Errors
    /// If there are more than 32 pieces.
    pub fn of(position: &Position) -> Result<Self, TableError> {
        let board = position.board();
        let may_castle = |color, king_side| position.may_castle(color, king_side);
        let file = position.en_passant().map(Square::file);
        Self::new(|square| board.get(square), position.turn(), may_castle, file)
    }

    /// Reads 26 bytes.
    ///
    /// # Errors
    /// If they are no position.
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Result<Self, TableError> {
        let packed = Self(bytes);
        let wrong = || TableError::Invalid("a packed position is impossible");
        let pieces = packed.occupied().count_ones();
        if pieces > MOST_PIECES || bytes[STATE] >> 5 != 0 || bytes[EN_PASSANT] > NO_FILE {
            return Err(wrong());
        }
        let mut kings = [0; 2];
        for place in 0..MOST_PIECES {
            let code = packed.code(place as usize);
            let fits = if place < pieces { usize::from(code) < Piece::COUNT } else { code == 0 };
            if !fits {
                return Err(wrong());
            }
            if place < pieces && Piece::from_index(code.into()).role == Role::King {
                kings[Piece::from_index(code.into()).color as usize] += 1;
            }
        }
        if kings == [1, 1] { Ok(packed) } else { Err(wrong()) }
    }

    /// The packed form, as files hold it.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }

    fn occupied(&self) -> u64 {
        let bytes = self.0.first_chunk().expect("invariant: there are 26 bytes");
        u64::from_le_bytes(*bytes)
    }

    const fn code(&self, place: usize) -> u8 {
        self.0[PIECES + place / 2] >> (4 * (place % 2)) & 15
    }

    /// The pieces with their squares, a1 first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let mut left = self.occupied();
        let squares = std::iter::from_fn(move || {
            let square = Square::new(left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(square)
        });
        squares.enumerate().map(|(i, square)| (square, Piece::from_index(self.code(i).into())))
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        Color::ALL[(self.0[STATE] & 1) as usize]
    }

    /// Whether a side may castle towards the king's side, or the queen's.
    #[must_use]
    pub const fn may_castle(&self, color: Color, king_side: bool) -> bool {
        self.0[STATE] >> (1 + 2 * color as u8 + !king_side as u8) & 1 != 0
    }

    /// The file on which a pawn may be taken en passant.
    #[must_use]
    pub fn en_passant_file(&self) -> Option<u8> {
        Some(self.0[EN_PASSANT]).filter(|file| *file < NO_FILE)
    }
}

/// The first four fields of an EPD.
impl fmt::Display for PackedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Gathered first: millions of them are written, and a call for each letter takes twice as long as all the rest.
        let mut text = ArrayText::default();
        self.write_board(&mut text);
        text.push(b' ');
        text.push(if self.turn() == Color::White { b'w' } else { b'b' });
        text.push(b' ');
        let rights = self.0[STATE] >> 1;
        for (bit, letter) in CASTLING.into_iter().enumerate() {
            if rights >> bit & 1 != 0 {
                text.push(letter);
            }
        }
        if rights == 0 {
            text.push(b'-');
        }
        text.push(b' ');
        match self.en_passant_file() {
            Some(file) => {
                text.push(b'a' + file);
                text.push(if self.turn() == Color::White { b'6' } else { b'3' });
            }
            None => text.push(b'-'),
        }
        f.write_str(text.as_str())
    }
}

impl PackedPosition {
    fn write_board(&self, text: &mut ArrayText) {
        let mut board = [None; Square::COUNT];
        for (square, piece) in self.pieces() {
            board[square.index()] = Some(piece);
        }
        for (number, rank) in board.chunks(8).rev().enumerate() {
            if number > 0 {
                text.push(b'/');
            }
            let mut empty = 0;
            for piece in rank {
                let Some(piece) = piece else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push(b'0' + empty);
                }
                empty = 0;
                text.push(piece.letter() as u8);
            }
            if empty > 0 {
                text.push(b'0' + empty);
            }
        }
    }
}

/// Letters of one position: 64 squares, 7 slashes, 3 blanks, at most 7 for the rest.
struct ArrayText {
    bytes: [u8; 88],
    len: usize,
}

impl Default for ArrayText {
    fn default() -> Self {
        Self { bytes: [0; _], len: 0 }
    }
}

impl ArrayText {
    const fn push(&mut self, letter: u8) {
        self.bytes[self.len] = letter;
        self.len += 1;
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kings() -> PackedPosition {
        let piece = |square: Square| match square.index() {
            4 => Some(Piece { color: Color::White, role: Role::King }),
            7 => Some(Piece { color: Color::White, role: Role::Rook }),
            60 => Some(Piece { color: Color::Black, role: Role::King }),
            _ => None,
        };
        let may_castle = |color, king_side| color == Color::White && king_side;
        PackedPosition::new(piece, Color::Black, may_castle, Some(2)).expect("a position")
    }

    #[test]
    fn a_position_reads_as_epd() {
        assert_eq!(kings().to_string(), "4k3/8/8/8/8/8/8/4K2R b K c3");
        assert_eq!(kings().pieces().count(), 3);
        assert_eq!(PackedPosition::from_bytes(*kings().bytes()).expect("the same"), kings());
    }

    #[test]
    fn impossible_bytes_are_refused() {
        for (place, byte) in [(0, 0x00), (8, 0x00), (8, 0xcc), (10, 0x01), (24, 0x40), (25, 9)] {
            let mut bytes = *kings().bytes();
            bytes[place] = byte;
            PackedPosition::from_bytes(bytes).expect_err("no position");
        }
        let empty = PackedPosition::new(|_| None, Color::White, |_, _| false, None);
        empty.expect_err("there are no kings");
    }
}
