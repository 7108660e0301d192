//! Static exchange evaluation (SEE; MO-02 to MO-04): what a move wins or loses on its square if both
//! sides go on taking there, the least valuable piece first, as long as it pays.
//!
//! The swap algorithm is M. Carlson's and R. Hyatt's (Crafty, 1995 on); the answer by a threshold,
//! which stops early, is J. Ellis's and M. Costalba's (Stockfish). Pins and checks are not seen;
//! a king takes only what is not defended. Only the first move may promote.
//!
//! Knight and bishop are alike when captures are told good from bad (MO-04, `SEE_MinorEqual`); with
//! `SEE_MinorEqualAll`, which is no part of MO-04 and the default, in every other exchange too.

use rules::{Board, Color, Move, Position, Role, Square, Squares, attacks, squares};

use crate::options::SearchOptions;

/// Centipawns of the roles. Fixed: an exchange is about ranks of pieces, not about fine values.
const VALUES: [i32; 6] = [100, 300, 320, 500, 900, 20_000];

/// Piece values for exchanges.
#[derive(Clone, Copy, Debug)]
pub struct Exchange {
    values: [i32; 6],
}

impl Exchange {
    /// With knights and bishops alike or not (MO-04).
    #[must_use]
    pub const fn new(minors_equal: bool) -> Self {
        let mut values = VALUES;
        if minors_equal {
            values[Role::Bishop as usize] = values[Role::Knight as usize];
        }
        Self { values }
    }

    /// For everything but telling good captures from bad.
    #[must_use]
    pub const fn of_search(options: &SearchOptions) -> Self {
        Self::new(options.minors_equal() && options.minors_equal_everywhere())
    }

    /// The value of a piece in exchanges, centipawns.
    #[must_use]
    #[inline(always)]
    pub const fn of(&self, role: Role) -> i32 {
        self.values[role as usize]
    }

    /// The value that a move captures or gains by promotion, in centipawns.
    #[must_use]
    #[inline(always)]
    pub fn gain(&self, position: &Position, mv: Move) -> i32 {
        let taken = position.captured(mv).map_or(0, |role| self.of(role));
        taken + mv.promoted().map_or(0, |role| self.of(role) - self.of(Role::Pawn))
    }

    /// The value of the piece that stands on the square after the move.
    #[inline(always)]
    fn placed(&self, position: &Position, mv: Move) -> i32 {
        self.of(mv.promoted().unwrap_or_else(|| position.moved(mv)))
    }

    /// The SEE value of a legal move: centipawns won by the exchange that it begins, for the mover.
    #[must_use]
    pub fn see(&self, position: &Position, mv: Move) -> i32 {
        if mv.is_castling() {
            return 0;
        }
        let mut takers = Takers::after(position, mv);
        // The gain of each capture if there were no recapture, for the side that captures.
        let mut gains = [0; 34];
        gains[0] = self.gain(position, mv);
        let mut at_stake = self.placed(position, mv);
        let mut last = 0;
        while let Some(role) = takers.next() {
            gains[last + 1] = at_stake - gains[last];
            last += 1;
            at_stake = self.of(role);
        }
        // Each side takes only if it pays.
        for i in (1..=last).rev() {
            gains[i - 1] = gains[i - 1].min(-gains[i]);
        }
        gains[0]
    }

    /// Whether the SEE value of a legal move is at least `threshold` centipawns; cheaper than
    /// [`Exchange::see`].
    // One copy: the loop over moves hardly fits the cache for code.
    #[must_use]
    #[inline(never)]
    pub fn see_ge(&self, position: &Position, mv: Move, threshold: i32) -> bool {
        if mv.is_castling() {
            return threshold <= 0;
        }
        let mut swap = self.gain(position, mv) - threshold;
        if swap < 0 {
            return false;
        }
        swap = self.placed(position, mv) - swap;
        if swap <= 0 {
            return true;
        }
        let mut takers = Takers::after(position, mv);
        let mut reached = true;
        while let Some(role) = takers.next() {
            reached = !reached;
            swap = self.of(role) - swap;
            if swap < i32::from(reached) {
                break;
            }
        }
        reached
    }
}

/// The pieces that take on a square in turn, the least valuable first.
struct Takers<'a> {
    board: &'a Board,
    /// The pieces of each side, by `Color as usize`.
    sides: [Squares; 2],
    square: Square,
    occupied: Squares,
    attackers: Squares,
    turn: Color,
}

impl<'a> Takers<'a> {
    #[inline(always)]
    fn after(position: &'a Position, mv: Move) -> Self {
        let (board, square) = (position.board(), mv.to());
        let mut occupied = board.occupied & !squares::of(mv.from()) | squares::of(square);
        if mv.is_en_passant() {
            occupied &= !squares::of(square.en_passant_twin());
        }
        let attackers = board.attackers(square, occupied) & occupied;
        let sides = Color::ALL.map(|color| board.side(color));
        Self { board, sides, square, occupied, attackers, turn: !position.turn() }
    }

    /// The role of the next piece that takes.
    #[inline(always)]
    fn next(&mut self) -> Option<Role> {
        let own = self.attackers & self.sides[self.turn as usize];
        let (role, from) = Role::ALL.into_iter().find_map(|role| {
            let of_role = own & self.board.of(self.turn, role);
            (of_role != 0).then(|| (role, of_role & of_role.wrapping_neg()))
        })?;
        self.occupied &= !from;
        // Sliders behind it.
        let queens = self.board.both(Role::Queen);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen | Role::King) {
            self.attackers |= attacks::bishop(self.square, self.occupied)
                & (self.board.both(Role::Bishop) | queens);
        }
        if matches!(role, Role::Rook | Role::Queen | Role::King) {
            self.attackers |=
                attacks::rook(self.square, self.occupied) & (self.board.both(Role::Rook) | queens);
        }
        self.attackers &= self.occupied;
        if role == Role::King && self.attackers & self.sides[!self.turn as usize] != 0 {
            return None;
        }
        self.turn = !self.turn;
        Some(role)
    }
}
