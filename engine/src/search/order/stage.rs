//! The stages of the move picker, and how many moves come from each (MO-01, MO-02).

use crate::search::SearchCounters;

/// The stage that a move comes from, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// The move that the transposition table knows.
    TtMove,
    GenerateNoisy,
    /// Captures that lose nothing, and promotions to a queen; to less with `MO_AllPromotions`.
    GoodNoisy,
    Killer1,
    Killer2,
    CounterMove,
    GenerateQuiet,
    /// Neither captures nor promotions.
    Quiet,
    /// Captures that lose material, and promotions that are not good.
    BadNoisy,
    Done,
}

impl Stage {
    const COUNT: usize = Self::Done as usize + 1;
}

/// Moves searched and fail highs, by the stage that the move comes from; counted once a move, and so without a
/// branch.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StageCounts {
    tried: [u64; Stage::COUNT],
    cut: [u64; Stage::COUNT],
}

impl StageCounts {
    /// Counts a move that is searched.
    pub(crate) const fn count_try(&mut self, stage: Stage) {
        self.tried[stage as usize] += 1;
    }

    /// Counts a move that cuts off.
    pub(crate) const fn count_cut(&mut self, stage: Stage) {
        self.cut[stage as usize] += 1;
    }

    /// Adds the stages' counts to counters.
    pub(crate) const fn add_to(&self, counters: &mut SearchCounters) {
        let (tried, cut) = (&self.tried, &self.cut);
        counters.tried_tt += tried[Stage::TtMove as usize];
        counters.tried_goodcap += tried[Stage::GoodNoisy as usize];
        counters.tried_k1 += tried[Stage::Killer1 as usize];
        counters.tried_k2 += tried[Stage::Killer2 as usize];
        counters.tried_counter += tried[Stage::CounterMove as usize];
        counters.tried_quiet += tried[Stage::Quiet as usize];
        counters.tried_badcap += tried[Stage::BadNoisy as usize];
        counters.cut_tt += cut[Stage::TtMove as usize];
        counters.cut_goodcap += cut[Stage::GoodNoisy as usize];
        counters.cut_k1 += cut[Stage::Killer1 as usize];
        counters.cut_k2 += cut[Stage::Killer2 as usize];
        counters.cut_counter += cut[Stage::CounterMove as usize];
        counters.cut_quiet += cut[Stage::Quiet as usize];
        counters.cut_badcap += cut[Stage::BadNoisy as usize];
    }
}
