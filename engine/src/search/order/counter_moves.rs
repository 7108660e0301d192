//! Counter moves (J. Uiterwijk, 1992): the quiet move that refuted the same move of the other side
//! elsewhere.

use rules::Move;

use super::continuation::PieceTo;

/// One reply to each move.
#[derive(Debug)]
pub(crate) struct CounterMoves {
    replies: Box<[Move; PieceTo::INDICES]>,
}

impl Default for CounterMoves {
    fn default() -> Self {
        Self { replies: Box::new([Move::NONE; PieceTo::INDICES]) }
    }
}

impl CounterMoves {
    /// The reply to a move; no move if there is none.
    #[inline(always)]
    pub(crate) fn get(&self, last_move: PieceTo) -> Move {
        self.replies[last_move.index()]
    }

    pub(crate) fn set(&mut self, last_move: PieceTo, reply: Move) {
        if last_move.is_move() {
            self.replies[last_move.index()] = reply;
        }
    }
}
