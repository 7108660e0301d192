//! Which moves of a position give check: looked up once, asked of many moves.

use crate::{
    Move, Position, Role, Square, attacks,
    squares::{self, Squares},
};

/// Where the pieces of the side to move give check.
#[derive(Clone, Copy, Debug)]
pub struct Checks<'a> {
    position: &'a Position,
    king: Square,
    /// The squares from which each role attacks the king: none for kings, and two more, so that half a piece's code
    /// finds them without a comparison.
    direct: [Squares; 8],
    /// The pieces that hide a slider from the king.
    hiding: Squares,
}

impl<'a> Checks<'a> {
    /// Those of the side to move.
    #[must_use]
    #[inline(always)]
    pub fn of(position: &'a Position) -> Self {
        let (us, board) = (position.turn(), position.board());
        let king = board.king(!us);
        let [bishop, rook] =
            [attacks::bishop(king, board.occupied), attacks::rook(king, board.occupied)];
        let direct =
            [attacks::pawn(!us, king), attacks::knight(king), bishop, rook, bishop | rook, 0, 0, 0];
        Self { position, king, direct, hiding: board.blockers(king, us) & board.side(us) }
    }

    /// The squares from which a role attacks the king.
    #[must_use]
    #[inline(always)]
    pub fn direct(&self, role: Role) -> Squares {
        self.direct[role as usize]
    }

    /// The squares from which a piece of this half of a code attacks the king.
    #[must_use]
    #[inline(always)]
    pub fn direct_of(&self, role: usize) -> Squares {
        self.direct[role % self.direct.len()]
    }

    /// The pieces that hide a slider of their own from the king.
    #[must_use]
    #[inline(always)]
    pub fn hiding(&self) -> Squares {
        self.hiding
    }

    /// Whether a legal move gives check.
    #[must_use]
    #[inline(always)]
    pub fn contains(&self, mv: Move) -> bool {
        if mv.is_castling() || mv.is_en_passant() || mv.is_promotion() {
            return self.position.gives_check(mv);
        }
        let from = mv.from();
        // By the piece's code, as there is a piece.
        let role = usize::from(self.position.board().codes[from.index()] >> 1);
        squares::contains(self.direct_of(role), mv.to())
            || squares::contains(self.hiding, from)
                && !squares::contains(attacks::line(self.king, from), mv.to())
    }
}
