//! Evaluations in the search, computed once per position: the transposition table keeps the score,
//! the stack the last evaluation at each ply, for ideas that look at a child before it is searched
//! (LMR-07, LMR-08, HR-05).

use super::Searcher;
use crate::{eval::Assessment, position::Position, score::Score, tt::Entry};

/// An evaluation and the position that it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assessed {
    key: u64,
    assessment: Option<Assessment>,
}

impl Assessed {
    /// No evaluation.
    pub(super) const NONE: Self = Self { key: 0, assessment: None };
}

impl Searcher<'_> {
    /// The evaluation of a position at `ply`.
    pub(super) fn assess(&mut self, position: &Position, ply: usize) -> Assessment {
        let key = self.key(position, ply);
        let known = self.stack.assessed(ply);
        if known.key == key
            && let Some(assessment) = known.assessment
        {
            return assessment;
        }
        self.counters.evals += 1;
        let shuffles = self.charged(position, ply);
        let assessment = self.shared.evaluator.assess_after(position, shuffles);
        *self.stack.assessed_mut(ply) = Assessed { key, assessment: Some(assessment) };
        assessment
    }

    /// The evaluation's score, from the transposition table if it is there.
    pub(super) fn raw_eval(
        &mut self,
        position: &Position,
        ply: usize,
        known: Option<&Entry>,
    ) -> Score {
        known.and_then(|entry| entry.raw_eval).unwrap_or_else(|| self.assess(position, ply).score)
    }
}
