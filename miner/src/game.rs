//! A game that was replayed: what collectors count.
//!
//! Collectors see whole, legal games only, as a start position and what each ply did to the
//! board. They need no rules of chess and no text.

use tables::{Color, Outcome, Piece, Role, Square};

/// A square without a piece, in boards and plies.
const EMPTY: u8 = Piece::COUNT as u8;

/// Pieces by square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board([u8; Square::COUNT]);

impl Board {
    /// No pieces.
    pub const EMPTY: Self = Self([EMPTY; Square::COUNT]);

    /// The piece on a square.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<Piece> {
        piece(self.0[square.index()])
    }

    /// Puts a piece, or none, on a square.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.0[square.index()] = code(piece);
    }

    /// All pieces with their squares, a1 first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| Some((square, self.get(square)?)))
    }

    /// Makes the changes of a ply.
    pub fn play(&mut self, ply: Ply) {
        self.0[usize::from(ply.captured_on)] = EMPTY;
        self.0[usize::from(ply.from)] = EMPTY;
        self.0[usize::from(ply.to)] = ply.placed;
        if let Some((from, to)) = ply.castling_rook() {
            self.0[to.index()] = self.0[from.index()];
            self.0[from.index()] = EMPTY;
        }
    }
}

fn piece(code: u8) -> Option<Piece> {
    (code < EMPTY).then(|| Piece::from_index(usize::from(code)))
}

fn code(piece: Option<Piece>) -> u8 {
    piece.map_or(EMPTY, |piece| piece.index() as u8)
}

/// The rights to castle of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// All four rights.
    pub const ALL: Self = Self(15);

    /// Gives a right.
    pub const fn add(&mut self, color: Color, king_side: bool) {
        self.0 |= 1 << Self::place(color, king_side);
    }

    /// Whether there is a right.
    #[must_use]
    pub const fn has(self, color: Color, king_side: bool) -> bool {
        self.0 >> Self::place(color, king_side) & 1 == 1
    }

    /// What is left of the rights after something moved from or to a square.
    #[must_use]
    pub const fn after_touching(self, square: Square) -> Self {
        let lost = match square.index() {
            0 => 1 << Self::place(Color::White, false),
            4 => 3,
            7 => 1 << Self::place(Color::White, true),
            56 => 1 << Self::place(Color::Black, false),
            60 => 3 << 2,
            63 => 1 << Self::place(Color::Black, true),
            _ => 0,
        };
        Self(self.0 & !lost)
    }

    const fn place(color: Color, king_side: bool) -> u8 {
        2 * color as u8 + !king_side as u8
    }
}

/// A position that a game starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The pieces.
    pub board: Board,
    /// Who moves first.
    pub side_to_move: Color,
    /// Who may castle where.
    pub castling: CastlingRights,
    /// Where the pawn stands that has just moved two squares.
    pub double_push: Option<Square>,
}

/// What one ply did to the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    piece: u8,
    placed: u8,
    captured: u8,
    captured_on: u8,
    from: u8,
    to: u8,
}

impl Ply {
    /// A move of `piece`, which becomes `promotion` if given, taking what `captured` names where
    /// it stands. Castling is the king's move, and takes its rook along.
    #[must_use]
    pub fn new(
        piece: Piece,
        from: Square,
        to: Square,
        captured: Option<(Piece, Square)>,
        promotion: Option<Role>,
    ) -> Self {
        let placed = Piece { role: promotion.unwrap_or(piece.role), ..piece };
        Self {
            piece: code(Some(piece)),
            placed: code(Some(placed)),
            captured: code(captured.map(|(piece, _)| piece)),
            captured_on: captured.map_or(to, |(_, square)| square).index() as u8,
            from: from.index() as u8,
            to: to.index() as u8,
        }
    }

    /// The piece that moved, before a promotion.
    #[must_use]
    pub fn piece(self) -> Piece {
        Piece::from_index(usize::from(self.piece))
    }

    /// The piece that stands on the destination afterwards.
    #[must_use]
    pub fn placed(self) -> Piece {
        Piece::from_index(usize::from(self.placed))
    }

    /// The captured piece and its square.
    #[must_use]
    pub fn captured(self) -> Option<(Piece, Square)> {
        Some((piece(self.captured)?, square(self.captured_on)))
    }

    /// The origin.
    #[must_use]
    pub fn from(self) -> Square {
        square(self.from)
    }

    /// The destination.
    #[must_use]
    pub fn to(self) -> Square {
        square(self.to)
    }

    /// The new role of a promoted pawn.
    #[must_use]
    pub fn promotion(self) -> Option<Role> {
        (self.piece != self.placed).then(|| self.placed().role)
    }

    /// Whether material changes: a capture or a promotion.
    #[must_use]
    pub const fn changes_material(self) -> bool {
        self.captured != EMPTY || self.piece != self.placed
    }

    /// Whether a pawn moved two squares.
    #[must_use]
    pub fn is_double_push(self) -> bool {
        self.piece().role == Role::Pawn && self.from.abs_diff(self.to) == 16
    }

    /// Whether the position before can never come back: a pawn's move or a capture.
    #[must_use]
    pub fn is_irreversible(self) -> bool {
        self.captured != EMPTY || self.piece().role == Role::Pawn
    }

    /// Where the rook comes from and goes to if this is castling.
    #[must_use]
    pub fn castling_rook(self) -> Option<(Square, Square)> {
        if self.piece().role != Role::King || self.from.abs_diff(self.to) != 2 {
            return None;
        }
        let (corner, beside) = if self.to > self.from { (3, 1) } else { (-4, -1) };
        let rook = |offset: i8| square(self.from.wrapping_add_signed(offset) & 63);
        Some((rook(corner), rook(beside)))
    }
}

fn square(index: u8) -> Square {
    Square::new(index).expect("invariant: plies are made of squares")
}

/// A legal game that counts.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// How it ended.
    pub outcome: Outcome,
    /// Elo of White and Black, if both are known.
    pub elo: Option<[u16; 2]>,
    /// Where it started.
    pub start: &'a Start,
    /// The main line.
    pub plies: &'a [Ply],
}
