//! Reductions: the sum of all ideas that reduce a move, under one cap.

use super::{Searcher, node::Node, pvs::ChildSearch, window::Window};

/// The reduction of a move in plies, and the ideas that asked for it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reduction {
    pub(super) plies: i32,
    /// Plies that the late move reduction asks for.
    pub(super) lmr: i32,
    /// Whether the history reductions ask for one.
    pub(super) by_history: bool,
    /// Whether the move is searched again at full depth if it beats alpha.
    pub(super) researches: bool,
}

impl Searcher<'_> {
    /// The reduction of a move; -1 is a ply more. An idea is not asked if those before it used up the cap.
    pub(super) fn reduction(
        &mut self,
        node: &Node<'_>,
        window: Window,
        searched: &ChildSearch<'_>,
    ) -> Reduction {
        let options = self.options();
        let room = options.max_reduction().min(searched.depth);
        if room <= 0 {
            return Reduction::default();
        }
        let lmr = self.late_move_reduction(node, window, searched);
        let by_history = lmr < room && self.history_reduction(node, window, searched);
        let mut wanted = lmr + i32::from(by_history);
        if wanted >= 0 && wanted < room {
            wanted += self.hanging_reduction(node, window, searched);
        }
        let plies = wanted.min(room);
        self.counters.reduction_capped += u64::from(plies < wanted);
        let researches =
            (lmr == 0 || options.late_moves_research()) && (!by_history || options.hr_research());
        Reduction { plies, lmr, by_history, researches }
    }

    /// Counts the result of a reduced search.
    pub(super) fn count_reduced(&mut self, reduction: Reduction, failed_high: bool) {
        let counters = &mut self.counters;
        if reduction.lmr > 0 {
            if failed_high && reduction.researches {
                counters.lmr_failhigh += 1;
            } else {
                counters.lmr_saved += u64::from(reduction.lmr.unsigned_abs());
            }
        }
        if reduction.by_history {
            let counter =
                if failed_high { &mut counters.hr_fail_high } else { &mut counters.hr_fail_low };
            *counter += 1;
        }
    }
}
