//! What one thread learns in a search and still knows in the next one of the game.

use super::{
    correction::Corrections,
    order::{CaptureHistory, Continuation, CounterMoves, History},
    psqt_update::Places,
};
use crate::options::{HistoryForm, SearchOptions};

/// The histories of one thread. A new game begins with a new one.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub(super) history: History,
    pub(super) continuation: Continuation,
    pub(super) captures: CaptureHistory,
    pub(super) counter_moves: CounterMoves,
    pub(super) corrections: Corrections,
    pub(super) places: Places,
}

impl Memory {
    /// A new search begins: counts of the one before weigh half. Gravity needs no such help.
    pub(super) fn age(&mut self, options: &SearchOptions) {
        if options.history_form() != HistoryForm::Gravity {
            self.history.halve();
        }
    }
}
