//! Pieces on squares, and who attacks a square.

use crate::{
    Color, Piece, Role, Square, Squares, attacks,
    masks::{MASKS, SquareMasks, row},
    squares,
};

/// A piece as a small number: twice its role, and one more for Black. So the sets of one side do
/// not lie beside each other, and are read one by one as they were written; loads that span two of
/// them would have to wait for both.
pub type PieceCode = u8;

/// The code of no piece. It has a set among the others, which captures of nothing write to.
pub const NO_PIECE: PieceCode = 13;

/// The roles by half a piece's code: no comparison is needed to look one up.
const ROLES: [Option<Role>; 8] = [
    Some(Role::Pawn),
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
    Some(Role::King),
    None,
    None,
];

/// The code of a piece.
#[must_use]
#[inline(always)]
pub const fn piece_code(piece: Piece) -> PieceCode {
    2 * piece.role as u8 + piece.color as u8
}

/// The piece of a code.
#[must_use]
#[inline(always)]
pub fn piece_of(code: PieceCode) -> Option<Piece> {
    let role = ROLES[usize::from(code >> 1) % ROLES.len()]?;
    Some(Piece { color: Color::ALL[usize::from(code & 1)], role })
}

/// Pieces on squares, by piece and by square.
#[derive(Clone, Debug)]
pub struct Board {
    /// Where the pieces stand, by their code. The set of [`NO_PIECE`] means nothing.
    pub pieces: [Squares; 16],
    /// Where any piece stands.
    pub occupied: Squares,
    /// What stands on a square: a piece's code or [`NO_PIECE`].
    pub codes: [PieceCode; Square::COUNT],
}

impl Default for Board {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.codes == other.codes
    }
}

impl Eq for Board {}

impl Board {
    /// No pieces.
    pub const EMPTY: Self = Self { pieces: [0; 16], occupied: 0, codes: [NO_PIECE; Square::COUNT] };

    /// The piece on a square.
    #[must_use]
    #[inline(always)]
    pub fn get(&self, square: Square) -> Option<Piece> {
        piece_of(self.codes[square.index()])
    }

    /// The role of the piece on a square.
    #[must_use]
    #[inline(always)]
    pub fn role(&self, square: Square) -> Option<Role> {
        ROLES[usize::from(self.codes[square.index()] >> 1) % ROLES.len()]
    }

    /// Where a side's pieces of a role stand.
    #[must_use]
    #[inline(always)]
    pub const fn of(&self, color: Color, role: Role) -> Squares {
        self.pieces[2 * role as usize + color as usize]
    }

    /// Where both sides' pieces of a role stand.
    #[must_use]
    #[inline(always)]
    pub const fn both(&self, role: Role) -> Squares {
        self.pieces[2 * role as usize] | self.pieces[2 * role as usize + 1]
    }

    /// Where a side's pieces stand.
    #[must_use]
    #[inline(always)]
    pub const fn side(&self, color: Color) -> Squares {
        let side = color as usize;
        self.pieces[side]
            | self.pieces[2 + side]
            | self.pieces[4 + side]
            | self.pieces[6 + side]
            | self.pieces[8 + side]
            | self.pieces[10 + side]
    }

    /// Where a side's king stands; a1 if it has none.
    #[must_use]
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Square {
        squares::square(self.of(color, Role::King).trailing_zeros())
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub const fn put(&mut self, code: PieceCode, square: Square) {
        self.pieces[code as usize & 15] |= squares::of(square);
        self.occupied |= squares::of(square);
        self.codes[square.index()] = code;
    }

    /// Takes the piece of this code from its square.
    #[inline(always)]
    pub const fn take(&mut self, code: PieceCode, square: Square) {
        self.pieces[code as usize & 15] &= !squares::of(square);
        self.occupied &= !squares::of(square);
        self.codes[square.index()] = NO_PIECE;
    }

    /// Whether a square is attacked by the pieces of `them` on `alive`, with these squares occupied.
    ///
    /// Made for squares that few sliders aim at; no look-up but of what lies between.
    #[must_use]
    #[inline(always)]
    pub fn attacked(&self, square: usize, them: usize, occupied: Squares, alive: Squares) -> bool {
        let SquareMasks { reach, between } = &MASKS[square & 63];
        let of = |role: Role| self.pieces[(2 * role as usize + them) & 15];
        let queens = of(Role::Queen);
        let near = reach[row::KNIGHT] & of(Role::Knight)
            | reach[(row::ATTACK + them) & 15] & of(Role::Pawn)
            | reach[row::KING] & of(Role::King);
        let far = reach[row::BISHOP] & (of(Role::Bishop) | queens)
            | reach[row::ROOK] & (of(Role::Rook) | queens);
        // Pieces on a line with the square, seldom more than three of them.
        let mut far = far & alive;
        let mut open = near & alive != 0;
        for _ in 0..3 {
            let from = far.trailing_zeros() as usize;
            open |= between[from.min(64)] & occupied == 0;
            far &= far.wrapping_sub(1);
        }
        while far != 0 {
            let from = far.trailing_zeros() as usize;
            open |= between[from.min(64)] & occupied == 0;
            far &= far - 1;
        }
        open
    }

    /// The pieces of both sides that attack a square, with these squares occupied.
    #[must_use]
    #[inline(always)]
    pub fn attackers(&self, square: Square, occupied: Squares) -> Squares {
        let queens = self.both(Role::Queen);
        attacks::pawn(Color::Black, square) & self.of(Color::White, Role::Pawn)
            | attacks::pawn(Color::White, square) & self.of(Color::Black, Role::Pawn)
            | attacks::knight(square) & self.both(Role::Knight)
            | attacks::king(square) & self.both(Role::King)
            | attacks::bishop(square, occupied) & (self.both(Role::Bishop) | queens)
            | attacks::rook(square, occupied) & (self.both(Role::Rook) | queens)
    }

    /// The pieces on the lines to `square`, behind which a slider of `them` would attack it: those
    /// that stand alone in between.
    #[must_use]
    #[inline(always)]
    pub fn blockers(&self, square: Square, them: Color) -> Squares {
        let SquareMasks { reach, between } = &MASKS[square.index()];
        let queens = self.of(them, Role::Queen);
        let far = reach[row::BISHOP] & (self.of(them, Role::Bishop) | queens)
            | reach[row::ROOK] & (self.of(them, Role::Rook) | queens);
        let mut alone = 0;
        for from in squares::each(far) {
            let in_between = between[from.index()] & self.occupied;
            alone |= if squares::several(in_between) { 0 } else { in_between };
        }
        alone
    }
}
