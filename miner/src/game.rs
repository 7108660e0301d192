//! A game that was replayed: what collectors count.
//!
//! Collectors see whole, legal games only, as a start position and what each ply did to the
//! board. They need no rules of chess and no text.

use std::fmt;

use rules::{Color, Outcome, Piece, Role, Square};
pub(crate) use rules::{NO_PIECE, PieceCode, piece_code, piece_of};
use tables::Material;
use xxhash_rust::xxh3::Xxh3Default;

use crate::remarks::Remarks;

/// Pieces by square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board([PieceCode; Square::COUNT]);

impl Board {
    /// No pieces.
    pub const EMPTY: Self = Self([NO_PIECE; Square::COUNT]);

    /// The piece on a square.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<Piece> {
        piece_of(self.0[square.index()])
    }

    /// Puts a piece, or none, on a square.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.0[square.index()] = piece.map_or(NO_PIECE, piece_code);
    }

    /// All pieces with their squares, a1 first.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| Some((square, self.get(square)?)))
    }

    /// The codes of the pieces by square.
    pub(crate) const fn codes(&self) -> &[PieceCode; Square::COUNT] {
        &self.0
    }

    /// How many pieces of each role each side has.
    #[must_use]
    pub fn material(&self) -> Material {
        let mut material = Material::BARE;
        for (_, Piece { color, role }) in self.pieces() {
            material.set(color, role, material.count(color, role) + 1);
        }
        material
    }

    /// Makes the changes of a ply.
    pub fn play(&mut self, ply: Ply) {
        self.0[ply.captured_on().index()] = NO_PIECE;
        self.0[ply.from().index()] = NO_PIECE;
        self.0[ply.to().index()] = ply.placed_code();
        if let Some((from, to)) = ply.castling_rook() {
            self.0[to.index()] = self.0[from.index()];
            self.0[from.index()] = NO_PIECE;
        }
    }
}

/// The rights to castle of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CastlingRights(u8);

impl CastlingRights {
    /// All four rights.
    pub const ALL: Self = Self(15);

    /// No right.
    pub const NONE: Self = Self(0);

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
    #[inline(always)]
    pub const fn after_touching(self, square: Square) -> Self {
        Self(self.0 & Self::KEPT[square.index()])
    }

    /// The rights that a piece which moves from or to a square leaves.
    const KEPT: [u8; Square::COUNT] = {
        let mut kept = [15; Square::COUNT];
        let mut color = 0;
        while color < 2 {
            let (home, side) = (56 * color, Color::ALL[color]);
            let (king_side, queen_side) =
                (1 << Self::place(side, true), 1 << Self::place(side, false));
            kept[home] &= !queen_side;
            kept[home + 4] &= !(queen_side | king_side);
            kept[home + 7] &= !king_side;
            color += 1;
        }
        kept
    };

    /// The four rights as a number below 16.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize & 15
    }

    const fn place(color: Color, king_side: bool) -> u8 {
        2 * color as u8 + !king_side as u8
    }
}

/// A position that a game starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Where the pieces stand.
    pub board: Board,
    /// How many there are.
    pub material: Material,
    /// Who moves first.
    pub side_to_move: Color,
    /// Who may castle where.
    pub castling: CastlingRights,
    /// Where the pawn stands that has just moved two squares.
    pub double_push: Option<Square>,
}

/// What one ply did to the board, in 32 bits.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Ply(u32);

impl Ply {
    const TO: u32 = 6;
    const PIECE: u32 = 12;
    const CAPTURED: u32 = 16;
    const PROMOTION: u32 = 20;
    /// Whether the captured pawn stood beside the origin, not on the destination.
    const EN_PASSANT: u32 = 1 << 24;
    /// Whether the king castles.
    const CASTLING: u32 = 1 << 25;

    /// A move of `piece`, which becomes `promotion` if given, taking what `captured` names where
    /// it stands. Castling is the king's move of two squares, and takes its rook along.
    #[must_use]
    pub fn new(
        piece: Piece,
        from: Square,
        to: Square,
        captured: Option<(Piece, Square)>,
        promotion: Option<Role>,
    ) -> Self {
        let is_en_passant = captured.is_some_and(|(_, square)| square != to);
        let captured = captured.map_or(NO_PIECE, |(piece, _)| piece_code(piece));
        let moved = (to.index() as u32) << Self::TO | u32::from(piece_code(piece)) << Self::PIECE;
        let ply = Self::plain(moved, from.index() as u32, captured.into());
        let promotion = promotion.map_or(0, |role| role as u32) << Self::PROMOTION;
        let en_passant = if is_en_passant { Self::EN_PASSANT } else { 0 };
        let is_castling = piece.role == Role::King && from.index().abs_diff(to.index()) == 2;
        let castling = if is_castling { Self::CASTLING } else { 0 };
        Self(ply.0 | promotion | en_passant | castling)
    }

    /// A plain move: destination from bit 6 on, and the piece's code from bit 12 on; its origin; the
    /// code of what it captures.
    #[inline(always)]
    pub(crate) const fn plain(moved: u32, from: u32, captured: u32) -> Self {
        Self(moved | from | captured << Self::CAPTURED)
    }

    const fn bits(self, shift: u32) -> PieceCode {
        (self.0 >> shift & 15) as u8
    }

    /// Whether it is no castling, no promotion, and takes nothing en passant: what is captured stands
    /// on the destination, and the piece that moved stands there afterwards.
    #[inline(always)]
    pub(crate) const fn is_plain(self) -> bool {
        self.0 >> Self::PROMOTION == 0
    }

    /// Its squares: the origin, and from bit 6 on the destination.
    #[inline(always)]
    pub(crate) const fn squares(self) -> u32 {
        self.0 & 0xfff
    }

    /// The number of the role that a pawn becomes, 0 for none.
    #[inline(always)]
    pub(crate) const fn promotion_bits(self) -> u32 {
        self.0 >> Self::PROMOTION & 7
    }

    /// The code of the piece that moved.
    #[inline(always)]
    pub(crate) const fn piece_code(self) -> PieceCode {
        self.bits(Self::PIECE)
    }

    /// The code of the piece that stands on the destination afterwards.
    #[inline(always)]
    pub(crate) const fn placed_code(self) -> PieceCode {
        let promotion = self.promotion_bits() as u8;
        if promotion == 0 { self.piece_code() } else { 2 * promotion + (self.piece_code() & 1) }
    }

    /// The code of the captured piece, or [`NO_PIECE`].
    #[inline(always)]
    pub(crate) const fn captured_code(self) -> PieceCode {
        self.bits(Self::CAPTURED)
    }

    /// The piece that moved, before a promotion.
    #[must_use]
    pub fn piece(self) -> Piece {
        piece_of(self.bits(Self::PIECE)).expect("invariant: a piece moves")
    }

    /// The piece that stands on the destination afterwards.
    #[must_use]
    pub fn placed(self) -> Piece {
        let piece = self.piece();
        Piece { role: self.promotion().unwrap_or(piece.role), ..piece }
    }

    /// The captured piece and its square.
    #[must_use]
    pub fn captured(self) -> Option<(Piece, Square)> {
        Some((piece_of(self.bits(Self::CAPTURED))?, self.captured_on()))
    }

    /// Where the captured piece stood, if there is one; the destination if not.
    pub(crate) fn captured_on(self) -> Square {
        // The pawn taken en passant stands one rank behind the destination.
        let behind = if self.0 & Self::EN_PASSANT != 0 { 8 } else { 0 };
        square(self.to().index() as u8 ^ behind)
    }

    /// The square that the move starts from.
    #[must_use]
    pub fn from(self) -> Square {
        square((self.0 & 63) as u8)
    }

    /// The square that the move goes to.
    #[must_use]
    pub fn to(self) -> Square {
        square((self.0 >> Self::TO & 63) as u8)
    }

    /// The new role of a promoted pawn.
    #[must_use]
    pub fn promotion(self) -> Option<Role> {
        Role::ALL
            .get(usize::from(self.bits(Self::PROMOTION) & 7))
            .copied()
            .filter(|_| self.is_promotion())
    }

    /// Whether a pawn is promoted.
    #[must_use]
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        self.bits(Self::PROMOTION) & 7 != 0
    }

    /// Whether material changes: a capture or a promotion.
    #[must_use]
    #[inline(always)]
    pub const fn changes_material(self) -> bool {
        // Without a branch: it would be hard to guess.
        (self.bits(Self::CAPTURED) != NO_PIECE) | self.is_promotion()
    }

    /// Whether a pawn moved two squares.
    #[must_use]
    #[inline(always)]
    pub fn is_double_push(self) -> bool {
        // Of a pawn's moves only these have squares that differ in this bit alone. One comparison,
        // because nobody can guess which moves are pawns'.
        let role = (self.0 >> (Self::PIECE + 1)) & 7;
        let steps = (self.0 ^ self.0 >> Self::TO) & 63;
        (role << 6 | steps) == (16 | (Role::Pawn as u32) << 6)
    }

    /// Whether the position before can never come back: a pawn's move or a capture.
    #[must_use]
    #[inline(always)]
    pub const fn is_irreversible(self) -> bool {
        (self.captured_code() != NO_PIECE) | (self.piece_code() >> 1 == Role::Pawn as u8)
    }

    /// Where the rook comes from and goes to if this is castling.
    #[must_use]
    #[inline(always)]
    pub fn castling_rook(self) -> Option<(Square, Square)> {
        if self.0 & Self::CASTLING == 0 {
            return None;
        }
        let (from, to) = (self.from().index() as u8, self.to().index() as u8);
        let (corner, beside) = if to > from { (3, 1) } else { (-4, -1) };
        let rook = |offset: i8| square(from.wrapping_add_signed(offset) & 63);
        Some((rook(corner), rook(beside)))
    }
}

impl fmt::Debug for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.piece().letter(), self.from(), self.to())?;
        if let Some((captured, square)) = self.captured() {
            write!(f, "x{}{square}", captured.letter())?;
        }
        self.promotion().map_or(Ok(()), |role| write!(f, "={}", role.letter()))
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
    /// The event, if the filter [asks for it](crate::filter::Filter::tells_event) and it is known.
    pub event: Option<&'a [u8]>,
    /// Where it started.
    pub start: &'a Start,
    /// The main line.
    pub plies: &'a [Ply],
    /// The indices of the plies that change the material, in order.
    pub changes: &'a [u32],
    /// The position that it was set up from; `None` for the standard one.
    pub fen: Option<&'a [u8]>,
    /// Its text, from the first tag to where the next game may start.
    pub text: &'a [u8],
    /// Where in the text the tag section ends.
    pub movetext: usize,
    /// What its comments say, if the filter [asks for it](crate::filter::Filter::tells_remarks).
    pub remarks: &'a Remarks,
}

impl<'a> Game<'a> {
    /// The text of its tags.
    #[must_use]
    pub fn tag_section(&self) -> &'a [u8] {
        &self.text[..self.movetext]
    }
}

/// 64 bits that tell games apart by start, moves and outcome.
#[must_use]
pub fn digest(outcome: Outcome, start: &Start, plies: &[Ply]) -> u64 {
    let mut digest = Xxh3Default::new();
    digest.update(&[outcome as u8, start.side_to_move as u8]);
    for (square, piece) in start.board.pieces() {
        digest.update(&[square.index() as u8, piece.index() as u8]);
    }
    // Of set-up positions these differ where the pieces do not.
    let en_passant = start.double_push.map_or(u8::MAX, |square| square.index() as u8);
    digest.update(&[start.castling.0, en_passant]);
    for ply in plies {
        let (from, to) = (ply.from().index() as u8, ply.to().index() as u8);
        digest.update(&[from, to, ply.placed().index() as u8]);
    }
    digest.digest()
}
