//! The key of a position: Polyglot's, so that one key serves the search and the opening table.
//!
//! The pieces' part is kept up to date move by move; the rest (castling, en passant, side to move)
//! is so small that it is looked up again each time and cannot drift.

use shakmaty::{CastlingSide, Chess, Color, Position as _, Role, Square};
use tables::zobrist;

use crate::vocabulary::{PIECES, piece_index};

const PIECE_KEYS: [[u64; 64]; PIECES] = {
    let mut keys = [[0; 64]; PIECES];
    let mut piece = 0;
    while piece < PIECES {
        let mut square = 0;
        while square < 64 {
            if let Some(on) = tables::Square::new(square) {
                keys[piece][square as usize] = zobrist::piece(tables::Piece::from_index(piece), on);
            }
            square += 1;
        }
        piece += 1;
    }
    keys
};

/// The key of a piece on a square.
pub(crate) fn piece(color: Color, role: Role, square: Square) -> u64 {
    PIECE_KEYS[piece_index(color, role)][square.to_usize()]
}

/// The part of the key that is not pieces.
pub(crate) fn state(chess: &Chess) -> u64 {
    let mut key = if chess.turn().is_white() { zobrist::WHITE_TO_MOVE } else { 0 };
    let castles = chess.castles();
    if castles.any() {
        for (color, table_color) in
            [(Color::White, tables::Color::White), (Color::Black, tables::Color::Black)]
        {
            for (side, king_side) in
                [(CastlingSide::KingSide, true), (CastlingSide::QueenSide, false)]
            {
                if castles.has(color, side) {
                    key ^= zobrist::castling(table_color, king_side);
                }
            }
        }
    }
    if let Some(square) = chess.pseudo_legal_ep_square() {
        key ^= zobrist::en_passant(square.file().to_u32() as u8);
    }
    key
}

/// The whole key, from scratch.
pub(crate) fn key(chess: &Chess) -> u64 {
    let board = chess.board();
    let pieces = board.iter().map(|(square, on)| piece(on.color, on.role, square));
    pieces.fold(state(chess), |key, piece| key ^ piece)
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

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
            assert_eq!(key(&chess), expected);
        }
    }
}
