//! No move is reduced for its counter, and none has one.

use rules::Move;

use crate::{
    options::SearchOptions,
    score::Score,
    search::{Searcher, candidate::MoveCandidate, node::Node, pvs::ChildSearch, window::Window},
};

#[derive(Debug, Default)]
pub(crate) struct ReductionCounters {}

impl ReductionCounters {
    pub(in crate::search) const fn begin(&mut self, _: &SearchOptions) {}

    pub(crate) const fn dump(&self) -> String {
        String::new()
    }
}

impl Searcher<'_> {
    #[inline(always)]
    pub(in crate::search) const fn history_reduction(
        &mut self,
        _: &Node<'_>,
        _: Window,
        _: &ChildSearch<'_>,
    ) -> bool {
        false
    }

    #[inline(always)]
    pub(in crate::search) const fn reduction_counter_is_low(
        &self,
        _: &rules::Position,
        _: Move,
    ) -> bool {
        false
    }

    #[inline(always)]
    pub(in crate::search) const fn update_reduction_counters(
        &mut self,
        _: &Node<'_>,
        _: Window,
        _: &MoveCandidate,
        _: Score,
    ) {
    }
}
