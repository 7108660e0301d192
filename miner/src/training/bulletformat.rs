//! Bulletformat, the 32 bytes that bullet's loader reads (J. Whiting, crate `bulletformat`).
//!
//! The board is the mover's: with Black to move it is turned over and the colours are swapped.
//!
//! | bytes | what |
//! |---|---|
//! | 0-7 | the occupied squares, a1 the lowest bit |
//! | 8-23 | a half-byte for each of them: the role, 0 to 5 from pawn to king; 8 more for the opponent's |
//! | 24-25 | the mover's score |
//! | 26 | the mover's half points |
//! | 27, 28 | the mover's king; the opponent's, turned over |
//! | 29-31 | 0 |

use rules::{Color, Piece, Role};

use super::{Format, Row, Writer, halves};

/// 32 bytes each.
pub(super) static FORMAT: Format = Format {
    name: "bulletformat",
    about: "32 bytes each, the mover's",
    endings: &["bullet", "data"],
    reader: "bullet trains networks with them; shuffle them first",
    has_scores: true,
    needs_scores: true,
    writer: Writer::Rows(write),
};

fn write(row: &Row<'_>, to: &mut Vec<u8>) {
    let position = &row.sample.position;
    let us = position.turn();
    let mut board = [None; 64];
    let (mut occupied, mut kings) = (0_u64, [0; 2]);
    for (square, Piece { color, role }) in position.pieces() {
        let at = square.relative_to(us).index();
        occupied |= 1 << at;
        board[at] = Some(role as u8 | u8::from(color != us) << 3);
        if role == Role::King {
            kings[usize::from(color != us)] = at as u8;
        }
    }
    let (score, points) = match us {
        Color::White => (row.score(), row.sample.label.half_points()),
        Color::Black => (-row.score(), 2 - row.sample.label.half_points()),
    };
    let [king, opposing_king] = kings;
    to.extend_from_slice(&occupied.to_le_bytes());
    to.extend_from_slice(&halves(board.into_iter().flatten()));
    to.extend_from_slice(&score.to_le_bytes());
    to.extend_from_slice(&[points, king, opposing_king ^ 56, 0, 0, 0]);
}
