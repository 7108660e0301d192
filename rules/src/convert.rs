//! From and to shakmaty, which reads and writes FEN, Chess960 too, and says what is legal to set up.

use shakmaty::{CastlingMode, Chess, Position as _};

use crate::{Board, Color, Move, Piece, Position, Role, Square, piece_code, squares};

const fn color(color: shakmaty::Color) -> Color {
    Color::ALL[color.is_black() as usize]
}

const fn role(role: shakmaty::Role) -> Role {
    Role::ALL[role as usize - 1]
}

const fn square(square: shakmaty::Square) -> Square {
    squares::square(square.to_u32())
}

impl From<&Chess> for Position {
    fn from(chess: &Chess) -> Self {
        let mut board = Board::EMPTY;
        for (on, piece) in chess.board() {
            let piece = Piece { color: color(piece.color), role: role(piece.role) };
            board.put(piece_code(piece), square(on));
        }
        Self::of_parts(
            board,
            color(chess.turn()),
            chess.castles().castling_rights().0,
            chess.pseudo_legal_ep_square().map(square),
            chess.halfmoves().min(u32::from(u16::MAX)) as u16,
        )
    }
}

impl From<shakmaty::Move> for Move {
    fn from(mv: shakmaty::Move) -> Self {
        match mv {
            shakmaty::Move::Normal { from, to, capture, promotion: Some(promoted), .. } => {
                Self::promotion(square(from), square(to), capture.is_some(), role(promoted))
            }
            shakmaty::Move::Normal { role: moved, from, to, capture, .. } => {
                let is_pawn = matches!(moved, shakmaty::Role::Pawn);
                if is_pawn && from.to_u32().abs_diff(to.to_u32()) == 16 {
                    Self::double_push(square(from), square(to))
                } else {
                    Self::plain(square(from), square(to), capture.is_some())
                }
            }
            shakmaty::Move::EnPassant { from, to } => Self::en_passant(square(from), square(to)),
            shakmaty::Move::Castle { king, rook } => Self::castling(square(king), square(rook)),
            shakmaty::Move::Put { .. } => Self::NONE,
        }
    }
}

impl Position {
    /// The position in shakmaty's words; `None` if shakmaty will not have it.
    #[must_use]
    pub fn to_shakmaty(&self, mode: CastlingMode) -> Option<Chess> {
        let mut setup = shakmaty::Setup::empty();
        for on in squares::each(self.board.occupied) {
            let piece = self.board.get(on)?;
            let role = shakmaty::Role::ALL[piece.role as usize];
            let side = shakmaty::Color::ALL[piece.color as usize];
            setup.board.set_piece_at(theirs(on), role.of(side));
        }
        setup.turn = shakmaty::Color::ALL[self.turn as usize];
        setup.castling_rights = shakmaty::Bitboard(self.castling_rooks);
        setup.ep_square = self.en_passant.map(theirs);
        setup.halfmoves = u32::from(self.halfmoves);
        setup.position::<Chess>(mode).or_else(shakmaty::PositionError::ignore_impossible_check).ok()
    }
}

const fn theirs(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

/// The start position.
impl Default for Position {
    fn default() -> Self {
        Self::from(&Chess::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_goes_there_and_back() {
        let position = Position::default();
        let chess = position.to_shakmaty(CastlingMode::Standard).expect("legal");
        assert_eq!(chess, Chess::default());
        assert!(
            position.may_castle(Color::White, true) && position.may_castle(Color::Black, false)
        );
    }

    #[test]
    fn positions_are_handed_over_as_they_are() {
        for text in ["8/8/8/3pP3/8/8/8/4K2k w - d6 0 2", "7k/8/8/8/8/8/8/R3K3 b - - 7 9"] {
            let fen: shakmaty::fen::Fen = text.parse().expect("a FEN");
            let chess: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
            let back = Position::from(&chess).to_shakmaty(CastlingMode::Standard).expect("legal");
            assert_eq!(back, chess, "{text}");
            assert_eq!(back.halfmoves(), chess.halfmoves(), "{text}");
        }
    }
}
