//! A board with everything else that a move depends on.

use crate::{
    Board, Color, Move, NO_PIECE, Piece, PieceCode, Role, Square, Squares, attacks,
    board::piece_code,
    moves::{castled_king, castled_rook},
    squares::{self, square},
};

/// Plies without a capture or pawn move after which the game is drawn, unless the last one mates.
pub const FIFTY_MOVES: u16 = 100;

/// A position of chess or Chess960. Positions are values: playing a move changes a copy.
///
/// Invariants: each side has one king, and the side that is not to move is not in check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) board: Board,
    /// The pieces that give check to the side to move.
    pub(crate) checkers: Squares,
    /// Rooks that may still castle with their king.
    pub(crate) castling_rooks: Squares,
    pub(crate) turn: Color,
    /// Where a pawn stands attacked en passant may be taken, if a pawn attacks that square.
    pub(crate) en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub(crate) halfmoves: u16,
}

impl Position {
    /// A position of these parts, which keep its invariants: the rooks stand on their kings' ranks, a pawn of the side
    /// to move attacks the square of `en_passant`, the other side is not in check.
    #[must_use]
    pub fn of_parts(
        board: Board,
        turn: Color,
        castling_rooks: Squares,
        en_passant: Option<Square>,
        halfmoves: u16,
    ) -> Self {
        let mut position = Self { board, checkers: 0, castling_rooks, turn, en_passant, halfmoves };
        position.checkers = position.find_checkers();
        position
    }

    /// Where the pieces stand.
    #[must_use]
    #[inline(always)]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[must_use]
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces that give check to the side to move.
    #[must_use]
    #[inline(always)]
    pub const fn checkers(&self) -> Squares {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[must_use]
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checkers != 0
    }

    /// Rooks of both sides that may still castle.
    #[must_use]
    #[inline(always)]
    pub const fn castling_rooks(&self) -> Squares {
        self.castling_rooks
    }

    /// Whether a side may still castle towards the h-file, or towards the a-file.
    #[must_use]
    #[inline(always)]
    pub const fn may_castle(&self, color: Color, king_side: bool) -> bool {
        let king = self.board.king(color);
        let home = squares::rank(king);
        let east = home & !(squares::of(king) | (squares::of(king) - 1));
        let side = if king_side { east } else { home & (squares::of(king) - 1) };
        self.castling_rooks & self.board.of(color, Role::Rook) & side != 0
    }

    /// The square behind a pawn that has just moved two squares, if a pawn of the side to move
    /// attacks it - pinned or not, which is Polyglot's rule and not FEN's.
    #[must_use]
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half-moves since the last capture or pawn move.
    #[must_use]
    #[inline(always)]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// Whether a move takes something or moves a pawn, so that no earlier position can recur.
    #[must_use]
    #[inline(always)]
    pub const fn is_zeroing(&self, mv: Move) -> bool {
        mv.is_capture() || self.board.codes[mv.from().index()] >> 1 == Role::Pawn as u8
    }

    /// What a move takes.
    #[must_use]
    #[inline(always)]
    pub fn captured(&self, mv: Move) -> Option<Role> {
        if mv.is_en_passant() {
            Some(Role::Pawn)
        } else if mv.is_capture() {
            self.board.role(mv.to())
        } else {
            None
        }
    }

    /// The role of the piece that moves; a pawn's promotion is still a pawn.
    #[must_use]
    #[inline(always)]
    pub fn moved(&self, mv: Move) -> Role {
        self.board.role(mv.from()).unwrap_or(Role::Pawn)
    }

    /// Whether the two sides together have too little to mate: king alone, or with one minor piece,
    /// or bishops that all stand on one colour.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        let board = &self.board;
        let mating = board.both(Role::Pawn) | board.both(Role::Rook) | board.both(Role::Queen);
        if mating != 0 {
            return false;
        }
        let (knights, bishops) = (board.both(Role::Knight), board.both(Role::Bishop));
        if knights == 0 {
            return bishops & squares::DARK == 0 || bishops & !squares::DARK == 0;
        }
        bishops == 0 && !squares::several(knights)
    }

    /// The position after a legal move. Tells `change` of each piece that goes (false) or comes
    /// (true), with its code and square, in the order in which it happens.
    #[must_use]
    #[inline(always)]
    pub fn after(&self, mv: Move, change: impl FnMut(PieceCode, Square, bool)) -> Self {
        let mut next = self.clone();
        next.play(mv, change);
        next
    }

    /// The position after a legal move, without listening to its changes.
    #[must_use]
    #[inline(always)]
    pub fn played(&self, mv: Move) -> Self {
        self.after(mv, |_, _, _| ())
    }

    /// Plays a legal move, see [`Position::after`].
    #[inline(always)]
    pub fn play(&mut self, mv: Move, mut change: impl FnMut(PieceCode, Square, bool)) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let code = self.board.codes[from.index()];
        self.halfmoves = if self.is_zeroing(mv) { 0 } else { self.halfmoves.saturating_add(1) };
        self.en_passant = None;
        let board = &mut self.board;
        let mut take = |board: &mut Board, code, square| {
            board.take(code, square);
            change(code, square, false);
        };
        take(board, code, from);
        if mv.is_castling() {
            let rook = piece_code(Piece { color: us, role: Role::Rook });
            take(board, rook, to);
            let (king_to, rook_to) = (castled_king(from, to), castled_rook(from, to));
            board.put(code, king_to);
            change(code, king_to, true);
            board.put(rook, rook_to);
            change(rook, rook_to, true);
        } else {
            if mv.is_capture() {
                let on = mv.captured_on();
                take(board, board.codes[on.index()], on);
            }
            let placed = mv.promoted().map_or(code, |role| piece_code(Piece { color: us, role }));
            board.put(placed, to);
            change(placed, to, true);
            if mv.is_double_push() {
                let behind = square(from.index().midpoint(to.index()) as u32);
                let takers = attacks::pawn(us, behind) & board.of(!us, Role::Pawn);
                self.en_passant = (takers != 0).then_some(behind);
            }
        }
        if self.castling_rooks != 0 {
            self.castling_rooks &= !(squares::of(from) | squares::of(to));
            if code >> 1 == Role::King as u8 {
                self.castling_rooks &= !squares::relative_rank(us, 0);
            }
        }
        self.turn = !us;
        self.checkers = self.find_checkers();
    }

    /// The position with the other side to move, which must not be in check and gives up its right
    /// to take en passant.
    #[must_use]
    pub fn pass(&self) -> Self {
        debug_assert!(!self.in_check(), "nobody passes in check");
        Self {
            turn: !self.turn,
            en_passant: None,
            halfmoves: self.halfmoves.saturating_add(1),
            checkers: 0,
            ..self.clone()
        }
    }

    /// Whether a legal move will give check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (us, from, to) = (self.turn, mv.from(), mv.to());
        let board = &self.board;
        let king = board.king(!us);
        if mv.is_castling() || mv.is_en_passant() {
            return self.played(mv).in_check();
        }
        let occupied = board.occupied & !squares::of(from) | squares::of(to);
        let role = mv.promoted().or_else(|| board.role(from)).unwrap_or(Role::Pawn);
        if squares::contains(attacks::of(us, role, to, occupied), king) {
            return true;
        }
        // A piece that leaves the line of a slider behind it.
        let line = attacks::line(king, from);
        line != 0
            && !squares::contains(line, to)
            && squares::contains(board.blockers(king, us), from)
    }

    #[inline]
    pub(crate) fn find_checkers(&self) -> Squares {
        let king = self.board.king(self.turn);
        let board = &self.board;
        let them = !self.turn;
        let queens = board.of(them, Role::Queen);
        attacks::pawn(self.turn, king) & board.of(them, Role::Pawn)
            | attacks::knight(king) & board.of(them, Role::Knight)
            | attacks::bishop(king, board.occupied) & (board.of(them, Role::Bishop) | queens)
            | attacks::rook(king, board.occupied) & (board.of(them, Role::Rook) | queens)
    }
}

const _: () = assert!(NO_PIECE as usize > 2 * Role::King as usize + 1);
