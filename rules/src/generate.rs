//! The legal moves of a position, generated legal: pins and checks narrow the destinations, and only
//! kings, castling and en passant are looked at one by one.

use arrayvec::ArrayVec;

use crate::{
    Checks, Color, Move, Position, Role, Square, Squares, attacks,
    moves::{castled_king, castled_rook},
    squares::{self, each, east, first, forward, relative_rank, square, west},
};

/// Room for the moves of any position; 218 is the most that a game can have.
pub type MoveList = ArrayVec<Move, 256>;

/// Which moves are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All of them.
    All,
    /// Captures and promotions.
    Noisy,
    /// All others.
    Quiet,
    /// Those of the others that give check.
    QuietChecks,
}

impl Which {
    const fn noisy(self) -> bool {
        matches!(self, Self::All | Self::Noisy)
    }

    const fn quiet(self) -> bool {
        matches!(self, Self::All | Self::Quiet)
    }
}

impl Position {
    /// All legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(Which::All, &mut moves);
        moves
    }

    /// Appends the legal moves of one kind.
    // One copy: a loop over moves that holds several hardly fits the cache for code.
    #[inline(never)]
    pub fn generate(&self, which: Which, moves: &mut MoveList) {
        let generator = Generator::new(self);
        match which {
            Which::QuietChecks => generator.quiet_checks(moves),
            _ => generator.all(which, moves),
        }
    }

    /// Whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        // The king first: it nearly always has one when it matters.
        let generator = Generator::new(self);
        let mut moves = MoveList::new();
        generator.king(!generator.own, &mut moves);
        if moves.is_empty() {
            generator.all(Which::All, &mut moves);
        }
        !moves.is_empty()
    }
}

struct Generator<'a> {
    position: &'a Position,
    us: Color,
    king: Square,
    own: Squares,
    enemy: Squares,
    pinned: Squares,
    /// Where a piece other than the king must go to answer the checks.
    answers: Squares,
}

impl<'a> Generator<'a> {
    #[inline(always)]
    fn new(position: &'a Position) -> Self {
        let us = position.turn;
        let board = &position.board;
        let own = board.side(us);
        let king = board.king(us);
        let checkers = position.checkers;
        let answers = if checkers == 0 {
            !0
        } else if squares::several(checkers) {
            0
        } else {
            checkers | attacks::between(king, first(checkers))
        };
        Self {
            position,
            us,
            king,
            own,
            enemy: board.occupied & !own,
            pinned: board.blockers(king, !us) & own,
            answers,
        }
    }

    fn all(&self, which: Which, moves: &mut MoveList) {
        let mut wanted = 0;
        if which.noisy() {
            wanted |= self.enemy;
        }
        if which.quiet() {
            wanted |= !self.position.board.occupied;
        }
        if self.answers != 0 {
            if which.quiet() {
                self.pawn_pushes(!0, moves);
            }
            if which.noisy() {
                self.noisy_pawns(moves);
            }
            let targets = wanted & self.answers;
            // Written out, so that each role has code of its own.
            self.pieces(Role::Knight, targets, moves);
            self.pieces(Role::Bishop, targets, moves);
            self.pieces(Role::Rook, targets, moves);
            self.pieces(Role::Queen, targets, moves);
        }
        self.king(wanted, moves);
        if which.quiet() && self.position.checkers == 0 {
            self.castling(moves);
        }
    }

    /// In the order of all quiet moves. Only what may give check is looked at.
    fn quiet_checks(&self, moves: &mut MoveList) {
        let board = &self.position.board;
        let us = self.us;
        let checks = Checks::of(self.position);
        let empty = !board.occupied;
        // They check by going elsewhere.
        let hiding = checks.hiding();
        let mut candidates = MoveList::new();
        if self.answers != 0 {
            let pushed = forward(us, hiding);
            self.pawn_pushes(
                checks.direct(Role::Pawn) | pushed | forward(us, pushed),
                &mut candidates,
            );
            let targets = empty & self.answers;
            for role in Role::PIECES {
                let direct = checks.direct(role) & targets;
                for from in each(board.of(us, role)) {
                    let targets = if squares::contains(hiding, from) { targets } else { direct };
                    if targets != 0 {
                        self.piece(role, from, targets, &mut candidates);
                    }
                }
            }
        }
        if squares::contains(hiding, self.king) {
            self.king(empty, &mut candidates);
        }
        if self.position.checkers == 0 {
            self.castling(&mut candidates);
        }
        moves.extend(candidates.into_iter().filter(|&mv| checks.contains(mv)));
    }

    /// The squares where a piece on `from` does not open a line to its king.
    #[inline(always)]
    fn unpinned(&self, from: Square) -> Squares {
        if squares::contains(self.pinned, from) { attacks::line(self.king, from) } else { !0 }
    }

    #[inline(always)]
    fn push_each(&self, from: Square, targets: Squares, moves: &mut MoveList) {
        for to in each(targets & self.enemy) {
            moves.push(Move::plain(from, to, true));
        }
        for to in each(targets & !self.enemy) {
            moves.push(Move::plain(from, to, false));
        }
    }

    #[inline(always)]
    fn piece(&self, role: Role, from: Square, targets: Squares, moves: &mut MoveList) {
        let reach = attacks::of(self.us, role, from, self.position.board.occupied) & targets;
        if reach != 0 {
            self.push_each(from, reach & self.unpinned(from), moves);
        }
    }

    #[inline(always)]
    fn pieces(&self, role: Role, targets: Squares, moves: &mut MoveList) {
        for from in each(self.position.board.of(self.us, role)) {
            self.piece(role, from, targets, moves);
        }
    }

    #[inline(always)]
    fn king(&self, wanted: Squares, moves: &mut MoveList) {
        let board = &self.position.board;
        // The king does not hide behind itself.
        let occupied = board.occupied & !squares::of(self.king);
        for to in each(attacks::king(self.king) & wanted & !self.own) {
            if !self.is_attacked(to, occupied) {
                moves.push(Move::plain(self.king, to, squares::contains(self.enemy, to)));
            }
        }
    }

    #[inline(always)]
    fn is_attacked(&self, square: Square, occupied: Squares) -> bool {
        let them = !self.us;
        self.position.board.attacked(square.index(), them as usize, occupied, !0)
    }

    fn castling(&self, moves: &mut MoveList) {
        let rooks = self.position.castling_rooks & relative_rank(self.us, 0);
        for rook in each(rooks) {
            if self.may_castle(rook) {
                moves.push(Move::castling(self.king, rook));
            }
        }
    }

    /// Whether nothing stands in the way of castling with this rook, which has the right to.
    fn may_castle(&self, rook: Square) -> bool {
        let king = self.king;
        let (king_to, rook_to) = (castled_king(king, rook), castled_rook(king, rook));
        let both = squares::of(king) | squares::of(rook);
        let occupied = self.position.board.occupied & !both;
        let king_path = attacks::between(king, king_to) | squares::of(king_to);
        let rook_path = attacks::between(rook, rook_to) | squares::of(rook_to);
        (king_path | rook_path) & occupied == 0
            // The rook may have hidden the king, in Chess960.
            && !each(king_path & !squares::of(king_to))
                .any(|on| self.is_attacked(on, occupied | squares::of(rook)))
            && !self.is_attacked(king_to, occupied | squares::of(rook_to))
    }

    /// Whether a pawn may go there as far as pins go, and where it comes from.
    #[inline(always)]
    fn pawn_to(&self, to: Square, step: i32) -> Option<Square> {
        let from = square((to.index() as i32 - step) as u32);
        squares::contains(self.unpinned(from), to).then_some(from)
    }

    /// What a step ahead adds to the index of a square.
    #[inline(always)]
    const fn up(&self) -> i32 {
        match self.us {
            Color::White => 8,
            Color::Black => -8,
        }
    }

    /// Steps of pawns to squares of `targets`, without promotions.
    #[inline(always)]
    fn pawn_pushes(&self, targets: Squares, moves: &mut MoveList) {
        let us = self.us;
        let board = &self.position.board;
        let empty = !board.occupied;
        let targets = targets & self.answers;
        let single = forward(us, board.of(us, Role::Pawn)) & empty & !relative_rank(us, 7);
        for to in each(single & targets) {
            if let Some(from) = self.pawn_to(to, self.up()) {
                moves.push(Move::plain(from, to, false));
            }
        }
        let double = forward(us, single & relative_rank(us, 2)) & empty;
        for to in each(double & targets) {
            if let Some(from) = self.pawn_to(to, 2 * self.up()) {
                moves.push(Move::double_push(from, to));
            }
        }
    }

    #[inline(always)]
    fn noisy_pawns(&self, moves: &mut MoveList) {
        let us = self.us;
        let board = &self.position.board;
        let pawns = board.of(us, Role::Pawn);
        let last = relative_rank(us, 7);
        let up = self.up();
        let ahead = forward(us, pawns);
        for to in each(ahead & !board.occupied & last & self.answers) {
            if let Some(from) = self.pawn_to(to, up) {
                promotions(from, to, false, moves);
            }
        }
        for (taken, step) in [(east(ahead), up + 1), (west(ahead), up - 1)] {
            let taken = taken & self.enemy & self.answers;
            for to in each(taken & !last) {
                if let Some(from) = self.pawn_to(to, step) {
                    moves.push(Move::plain(from, to, true));
                }
            }
            for to in each(taken & last) {
                if let Some(from) = self.pawn_to(to, step) {
                    promotions(from, to, true, moves);
                }
            }
        }
        if let Some(to) = self.position.en_passant {
            for from in each(attacks::pawn(!us, to) & pawns) {
                if self.position.is_safe(from, to, to.en_passant_twin()) {
                    moves.push(Move::en_passant(from, to));
                }
            }
        }
    }
}

fn promotions(from: Square, to: Square, captures: bool, moves: &mut MoveList) {
    for role in [Role::Queen, Role::Knight, Role::Rook, Role::Bishop] {
        moves.push(Move::promotion(from, to, captures, role));
    }
}

impl Position {
    /// Whether the mover's king is safe after a piece went from `from` to `to` and what stood on
    /// `captured_on` is gone.
    pub(crate) fn is_safe(&self, from: Square, to: Square, captured_on: Square) -> bool {
        let board = &self.board;
        let alive = !squares::of(captured_on);
        let occupied = board.occupied & alive & !squares::of(from) | squares::of(to);
        let king = board.king(self.turn);
        let king = if king == from { to } else { king };
        !board.attacked(king.index(), !self.turn as usize, occupied, alive)
    }

    /// Whether castling with the rook on `rook` is legal.
    pub(crate) fn is_legal_castling(&self, rook: Square) -> bool {
        let generator = Generator::new(self);
        let own_rooks = self.castling_rooks & relative_rank(self.turn, 0);
        !self.in_check() && squares::contains(own_rooks, rook) && generator.may_castle(rook)
    }
}
