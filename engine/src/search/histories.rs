//! What a thread learns in one search and keeps for the next of the same game.

use tables::PriorValues;

use super::{
    correction_history::CorrectionHistory,
    history_reductions::ReductionCounters,
    move_priors,
    order::{CaptureHistory, ContinuationHistory, CounterMoves, History, PawnHistory},
    psqt_update::PsqtHistory,
};
use crate::options::{HistoryForm, SearchOptions};

/// The histories of one thread. A new game begins with a new one.
#[derive(Debug, Default)]
pub(crate) struct Histories {
    pub(super) quiet: History,
    pub(super) continuation: ContinuationHistory,
    pub(super) pawns: PawnHistory,
    pub(super) capture: CaptureHistory,
    pub(super) counter_moves: CounterMoves,
    pub(super) correction: CorrectionHistory,
    pub(super) psqt: PsqtHistory,
    /// Of the last search alone.
    pub(crate) reduction: ReductionCounters,
}

impl Histories {
    /// Those of a new game.
    pub(crate) fn new(priors: Option<&PriorValues>, options: &SearchOptions) -> Self {
        let mut new = Self::default();
        if let Some(priors) = priors {
            move_priors::begin(&mut new.quiet, &mut new.continuation, priors, options);
        }
        new
    }

    /// Halves the counts at the start of a search. History with gravity ages by itself.
    pub(super) fn age(&mut self, options: &SearchOptions) {
        self.reduction.begin(options);
        if options.history_form() != HistoryForm::Gravity {
            self.quiet.halve();
        }
    }
}
