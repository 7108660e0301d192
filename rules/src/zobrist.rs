//! The key of a position: Polyglot's, so that one key serves the search and the opening table.
//!
//! The pieces' part is kept up to date move by move; the rest (castling, en passant, side to move)
//! is so small that it is looked up again each time and cannot drift.

pub use crate::polyglot::WHITE_TO_MOVE;
use crate::{Board, Color, Piece, PieceCode, Position, Square, piece_code, polyglot, squares};

/// By piece code; the codes beyond the kings' mean no piece and have no key.
static PIECE_KEYS: [[u64; 64]; 16] = {
    let mut keys = [[0; 64]; 16];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::from_index(index);
        let mut square = 0;
        while square < 64 {
            keys[piece_code(piece) as usize][square as usize] =
                polyglot::piece(piece, squares::square(square));
            square += 1;
        }
        index += 1;
    }
    keys
};

/// The key of a piece on a square.
#[must_use]
#[inline(always)]
pub fn piece(code: PieceCode, square: Square) -> u64 {
    PIECE_KEYS[code as usize & 15][square.index()]
}

/// The part of the key that is not pieces.
#[must_use]
#[inline(always)]
pub fn state(position: &Position) -> u64 {
    let mut key = match position.turn() {
        Color::White => polyglot::WHITE_TO_MOVE,
        Color::Black => 0,
    };
    if position.castling_rooks() != 0 {
        for color in Color::ALL {
            for king_side in [true, false] {
                if position.may_castle(color, king_side) {
                    key ^= polyglot::castling(color, king_side);
                }
            }
        }
    }
    if let Some(square) = position.en_passant() {
        key ^= polyglot::en_passant(square.file());
    }
    key
}

/// The whole key, from scratch.
#[must_use]
pub fn key(position: &Position) -> u64 {
    let Board { occupied, codes, .. } = position.board();
    squares::each(*occupied)
        .fold(state(position), |key, square| key ^ piece(codes[square.index()], square))
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    use super::*;

    /// The examples of Polyglot's own documentation.
    #[test]
    fn published_keys() {
        for (fen, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                0x22a4_8b5a_8e47_ff78,
            ),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            (
                "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
                0x3c81_23ea_7b06_7637,
            ),
        ] {
            let fen: Fen = fen.parse().unwrap();
            let chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            assert_eq!(key(&Position::from(&chess)), expected);
        }
    }
}
