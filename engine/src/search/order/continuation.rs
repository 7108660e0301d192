//! Continuation history (B. Haworth's and T. Romstad's idea of moves in sequence; the tables are
//! those of Stockfish 7, 2016): how often a quiet move cut off after the move one ply before, and
//! after that of two plies before.
//!
//! A move is the piece that moved, by its code, and where it went.

use rules::{Move, Position};
use tables::Square;

use super::history::MOST;

/// Piece codes, and one more for no move.
const CODES: usize = 13;
const SQUARES: usize = 64;
const MOVES: usize = 12 * SQUARES;

/// A piece and where it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step(u16);

impl Step {
    /// No move, or one that does not count.
    pub(crate) const NONE: Self = Self((12 * SQUARES) as u16);

    /// What a legal move does.
    #[inline(always)]
    pub(crate) fn of(position: &Position, mv: Move) -> Self {
        let code = position.board().codes[mv.from().index()].min(11);
        Self(u16::from(code) * SQUARES as u16 + mv.to().index() as u16)
    }

    /// Where it went; none for no move.
    pub(crate) fn to(self) -> Option<Square> {
        if self == Self::NONE { None } else { Square::new((self.0 % SQUARES as u16) as u8) }
    }

    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The counters; one table serves both distances.
#[derive(Debug)]
pub(crate) struct Continuation {
    counters: Box<[[i16; MOVES]]>,
}

impl Default for Continuation {
    fn default() -> Self {
        Self { counters: vec![[0; MOVES]; CODES * SQUARES].into() }
    }
}

impl Continuation {
    /// How promising `step` is after `before`.
    #[inline(always)]
    pub(crate) fn get(&self, before: Step, step: Step) -> i32 {
        self.counters[before.index()][step.index()].into()
    }

    /// Adds to what is thought of `step` after `before`, with gravity.
    pub(crate) fn add(&mut self, before: Step, step: Step, amount: i32) {
        if before == Step::NONE {
            return;
        }
        let counter = &mut self.counters[before.index()][step.index()];
        let value = i32::from(*counter);
        *counter = (value + amount - value * amount.abs() / MOST) as i16;
    }
}
