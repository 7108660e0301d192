//! Games by what their comments think of the positions.

use super::Reason;
use crate::remarks::{Remarks, window::Window};

/// An evaluation that must stand for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Where it lies.
    pub window: Window,
    /// For how many positions in a row at least. A position without an evaluation ends the row.
    pub positions: usize,
}

impl Evaluation {
    /// Judges a game of so many plies.
    ///
    /// # Errors
    /// If no position has an evaluation, or too few in a row one within the window.
    pub fn judge(self, plies: usize, remarks: &Remarks) -> Result<(), Reason> {
        let (mut row, mut is_known) = (0, false);
        for score in (0..=plies).map(|position| remarks.score_of(position)) {
            is_known |= score.is_some();
            row = if score.is_some_and(|score| self.window.holds(score)) { row + 1 } else { 0 };
            if row >= self.positions {
                return Ok(());
            }
        }
        Err(if is_known { Reason::Eval } else { Reason::NoEval })
    }
}
