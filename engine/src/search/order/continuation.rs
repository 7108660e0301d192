//! Continuation history (Stockfish 7, 2016; after the counter move history of B. Haworth and T.
//! Romstad): how often a quiet move failed high after the move one ply before, and after that two
//! plies before, and, with `ContHistory4` and `ContHistory6`, four and six.
//!
//! A move is the piece that moved and its destination, [`PieceTo`].

use rules::{Move, Piece, Position, Square};

use super::history::{MOST, add_with_gravity};

const SQUARES: usize = Square::COUNT;
const MOVES: usize = Piece::COUNT * SQUARES;
/// Indices of moves: a power of two, so that a counter is found without a comparison.
const INDICES: usize = MOVES.next_power_of_two();
/// A cache line more, so that the rows of a table do not fall on one another in the cache.
const ROW: usize = INDICES + 32;

/// The piece that moved, by its code, and its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// How many pieces and destinations there are.
    pub(crate) const COUNT: usize = MOVES;
    /// All indices are less.
    pub(crate) const INDICES: usize = INDICES;
    /// No move, as before the root.
    pub(crate) const NONE: Self = Self(MOVES as u16);
    /// A null move.
    pub(crate) const NULL_MOVE: Self = Self(MOVES as u16 + 1);

    /// Piece and destination of a legal move.
    #[inline(always)]
    pub(crate) fn of(position: &Position, mv: Move) -> Self {
        let code = position.board().codes[mv.from().index()];
        Self(u16::from(code) * SQUARES as u16 + mv.to().index() as u16)
    }

    /// A piece that moves to a square.
    pub(crate) fn new(piece: Piece, to: Square) -> Self {
        Self(u16::from(rules::piece_code(piece)) * SQUARES as u16 + to.index() as u16)
    }

    #[cfg(test)]
    pub(crate) const fn from_index(index: u16) -> Self {
        Self(index)
    }

    /// Whether a piece moved.
    #[inline(always)]
    pub(crate) const fn is_move(self) -> bool {
        self.index() < MOVES
    }

    #[inline(always)]
    pub(crate) fn is_null_move(self) -> bool {
        self == Self::NULL_MOVE
    }

    /// The destination; none if no piece moved.
    pub(crate) fn to(self) -> Option<Square> {
        if self.is_move() { Square::new((self.0 % SQUARES as u16) as u8) } else { None }
    }

    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize % INDICES
    }
}

/// One counter for each index of a move, and a few that nobody asks for.
pub(crate) type MoveCounters = [i16; ROW];

/// Counters that say nothing.
pub(crate) const NO_COUNTS: MoveCounters = [0; ROW];

/// Counters by previous move and move; one table serves all distances.
#[derive(Debug)]
pub(crate) struct ContinuationHistory {
    counters: Box<[MoveCounters; INDICES]>,
}

impl Default for ContinuationHistory {
    fn default() -> Self {
        let counters = vec![NO_COUNTS; INDICES];
        Self { counters: counters.try_into().expect("invariant: as many rows") }
    }
}

impl ContinuationHistory {
    /// The counters of all moves after `before`.
    #[inline(always)]
    pub(crate) fn after(&self, before: PieceTo) -> &MoveCounters {
        &self.counters[before.index()]
    }

    /// How promising `piece_to` is after `before`.
    #[cfg(test)]
    pub(crate) fn get(&self, before: PieceTo, piece_to: PieceTo) -> i32 {
        self.after(before)[piece_to.index()].into()
    }

    /// Lets a counter begin at a value, or at the bound that it is beyond.
    pub(crate) fn begin(&mut self, before: PieceTo, piece_to: PieceTo, value: i32) {
        self.counters[before.index()][piece_to.index()] = value.clamp(-MOST, MOST) as i16;
    }

    /// Updates the counter of `piece_to` after `before`, with gravity.
    pub(crate) fn add(&mut self, before: PieceTo, piece_to: PieceTo, amount: i32) {
        if !before.is_move() {
            return;
        }
        let counter = &mut self.counters[before.index()][piece_to.index()];
        add_with_gravity(counter, amount);
    }
}
