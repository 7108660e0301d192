//! A position on the way through a game.

use rules::{Board, Color, Move, Position, Role, Square, Squares, squares};
use tables::PackedPosition;

use crate::game::{CastlingRights, Game, NO_PIECE, Ply, Start};

/// A position on the way through a game, with the counters of its FEN.
#[derive(Clone, Debug)]
pub struct Walk {
    position: Position,
    /// The number of the move, from 1; Black's replies do not count.
    fullmoves: u16,
}

impl Walk {
    /// The position that a game starts from.
    #[must_use]
    pub fn new(game: &Game<'_>) -> Self {
        let Start { board: codes, side_to_move, castling, double_push, .. } = game.start;
        let mut board = Board::EMPTY;
        for (square, &code) in Square::all().zip(codes.codes()) {
            if code != NO_PIECE {
                board.put(code, square);
            }
        }
        let behind = double_push.map(Square::en_passant_twin);
        let en_passant =
            behind.filter(|&behind| is_attacked_by_pawn(&board, behind, *side_to_move));
        let (halfmoves, fullmoves) = game.fen.map_or((0, 1), counters);
        let rooks = castling_rooks(*castling);
        let position = Position::of_parts(board, *side_to_move, rooks, en_passant, halfmoves);
        Self { position, fullmoves }
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The number of the move, as FEN has it.
    #[must_use]
    pub const fn fullmoves(&self) -> u16 {
        self.fullmoves
    }

    /// Goes on by a ply of the game.
    pub fn play(&mut self, ply: Ply) {
        let is_black = self.position.turn() == Color::Black;
        self.fullmoves = self.fullmoves.saturating_add(u16::from(is_black));
        self.position.play(move_of(ply), |_, _, _| ());
    }
}

/// A ply as a move of `rules`.
pub(crate) fn move_of(ply: Ply) -> Move {
    let (from, to) = (ply.from(), ply.to());
    let captures = ply.captured_code() != NO_PIECE;
    match (ply.promotion(), ply.castling_rook()) {
        (Some(role), _) => Move::promotion(from, to, captures, role),
        (_, Some((rook, _))) => Move::castling(from, rook),
        _ if captures && ply.captured_on() != to => Move::en_passant(from, to),
        _ if ply.is_double_push() => Move::double_push(from, to),
        _ => Move::plain(from, to, captures),
    }
}

/// A position in 26 bytes; `None` where there are more pieces than the form has room for.
#[must_use]
pub fn pack(position: &Position) -> Option<PackedPosition> {
    PackedPosition::of(position).ok()
}

fn castling_rooks(rights: CastlingRights) -> Squares {
    let mut rooks = 0;
    for color in Color::ALL {
        for (king_side, file) in [(true, 7), (false, 0)] {
            let corner = squares::of(squares::square(56 * color as u32 + file));
            rooks |= if rights.has(color, king_side) { corner } else { 0 };
        }
    }
    rooks
}

fn is_attacked_by_pawn(board: &Board, square: Square, side: Color) -> bool {
    rules::attacks::pawn(!side, square) & board.of(side, Role::Pawn) != 0
}

/// The counters of a FEN, the last two of its six fields; those that are missing or no numbers are 0 and 1.
pub(super) fn counters(fen: &[u8]) -> (u16, u16) {
    let mut fields = fen.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).skip(4);
    let mut next = || std::str::from_utf8(fields.next()?).ok()?.parse::<u16>().ok();
    let (halfmoves, fullmoves) = (next(), next());
    (halfmoves.unwrap_or(0), fullmoves.unwrap_or(1).max(1))
}
