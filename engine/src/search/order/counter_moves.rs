//! Counter moves (J. Uiterwijk, 1992): the quiet move that refuted the same move of the other side
//! elsewhere.

use rules::Move;

use super::continuation::Step;

/// One reply to each move.
#[derive(Debug)]
pub(crate) struct CounterMoves {
    replies: Box<[Move]>,
}

impl Default for CounterMoves {
    fn default() -> Self {
        Self { replies: vec![Move::NONE; 13 * 64].into() }
    }
}

impl CounterMoves {
    /// The reply to `step`; no move if there is none.
    #[inline(always)]
    pub(crate) fn get(&self, step: Step) -> Move {
        self.replies[step.index()]
    }

    pub(crate) fn set(&mut self, step: Step, reply: Move) {
        if step != Step::NONE {
            self.replies[step.index()] = reply;
        }
    }
}
