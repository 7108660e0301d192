//! Whether a move that comes from elsewhere - a table, a sibling node - is legal here.

use crate::{
    Move, Piece, Position, Role, attacks,
    squares::{self, contains, forward, relative_rank},
};

impl Position {
    /// Whether any 16 bits are a legal move here.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let Some(Piece { color, role }) = self.board.get(from) else { return false };
        if color != us || !mv.is_some() {
            return false;
        }
        if mv.is_castling() {
            return role == Role::King && self.is_legal_castling(to);
        }
        let is_shaped = if role == Role::Pawn {
            self.is_pawn_move(mv)
        } else {
            !mv.is_promotion()
                && !mv.is_double_push()
                && !mv.is_en_passant()
                && contains(attacks::of(us, role, from, self.board.occupied), to)
                && self.takes_what_stands_there(mv)
                && mv == Move::plain(from, to, mv.is_capture())
        };
        is_shaped && self.is_safe(from, to, mv.captured_on())
    }

    /// Whether a move captures if and only if an enemy stands on its destination.
    fn takes_what_stands_there(&self, mv: Move) -> bool {
        match self.board.get(mv.to()) {
            Some(piece) => piece.color != self.turn && mv.is_capture(),
            None => !mv.is_capture(),
        }
    }

    fn is_pawn_move(&self, mv: Move) -> bool {
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let attacks = attacks::pawn(us, from);
        if mv.is_en_passant() {
            return self.en_passant == Some(to) && contains(attacks, to);
        }
        let is_last = contains(relative_rank(us, 7), to);
        let empty = !self.board.occupied;
        let one = forward(us, squares::of(from)) & empty;
        if mv.is_double_push() {
            let two = forward(us, one & relative_rank(us, 2)) & empty;
            return contains(two, to);
        }
        let reaches = if mv.is_capture() {
            contains(attacks, to) && self.takes_what_stands_there(mv)
        } else {
            contains(one, to)
        };
        let expected = match mv.promoted() {
            Some(role) => Move::promotion(from, to, mv.is_capture(), role),
            None => Move::plain(from, to, mv.is_capture()),
        };
        reaches && is_last == mv.is_promotion() && mv == expected
    }
}
