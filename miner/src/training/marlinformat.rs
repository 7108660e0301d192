//! Marlinformat, 32 bytes (J. Lee, marlinflow), which viriformat's games begin with, too.
//!
//! | bytes | what |
//! |---|---|
//! | 0-7 | the occupied squares, a1 the lowest bit |
//! | 8-23 | a half-byte for each of them: the role, 0 to 5 from pawn to king, or 6 for a rook that may castle; 8 more for Black's |
//! | 24 | the square behind the pawn that may be taken en passant, or 64; 128 more with Black to move |
//! | 25, 26-27 | half-moves since the last capture or pawn move; the number of the move |
//! | 28-29 | White's score |
//! | 30 | White's half points |
//! | 31 | 0 |

use rules::{Color, Piece, Role, Square};
use tables::PackedPosition;

use super::{Format, Row, Writer, halves};

/// 32 bytes each.
pub(super) static FORMAT: Format = Format {
    name: "marlinformat",
    about: "32 bytes each, White's",
    endings: &["marlin"],
    reader: "marlinflow reads them, bullet-utils converts them",
    has_scores: true,
    needs_scores: true,
    writer: Writer::Rows(write),
};

const ROOK_THAT_MAY_CASTLE: u8 = 6;
const NO_SQUARE: u8 = 64;
const BLACK_TO_MOVE: u8 = 1 << 7;

/// Writes a position.
pub(super) fn write(row: &Row<'_>, to: &mut Vec<u8>) {
    let position = &row.sample.position;
    let mut occupied = 0_u64;
    let codes = position.pieces().map(|(square, Piece { color, role })| {
        occupied |= 1 << square.index();
        let may_castle = role == Role::Rook && is_castling_rook(position, color, square);
        (if may_castle { ROOK_THAT_MAY_CASTLE } else { role as u8 }) | (color as u8) << 3
    });
    let pieces = halves(codes);
    let us = position.turn();
    // Of the pawn that has just moved: on its fourth rank, the square is on the third.
    let behind = position.en_passant_file().map_or(NO_SQUARE, |file| match us {
        Color::White => 40 + file,
        Color::Black => 16 + file,
    });
    let turn = if us == Color::Black { BLACK_TO_MOVE } else { 0 };
    to.extend_from_slice(&occupied.to_le_bytes());
    to.extend_from_slice(&pieces);
    to.extend_from_slice(&[behind | turn, row.sample.halfmoves]);
    to.extend_from_slice(&row.sample.fullmoves.to_le_bytes());
    to.extend_from_slice(&row.score().to_le_bytes());
    to.extend_from_slice(&[row.sample.label.half_points(), 0]);
}

/// Whether the rook on a corner's square may castle.
fn is_castling_rook(position: &PackedPosition, color: Color, square: Square) -> bool {
    let home = square.relative_to(color);
    home.rank() == 0
        && match home.file() {
            0 => position.may_castle(color, false),
            7 => position.may_castle(color, true),
            _ => false,
        }
}
