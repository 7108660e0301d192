//! Iterative deepening: the loop around the search.

use rules::Move;

use super::{
    Report, SearchInfo, Searcher,
    root::{Best, Root},
};
use crate::{
    position::Position,
    score::{MAX_PLY, Score},
};

/// A search for a mate gives up at this many plies for each move of it, and some.
const PLIES_PER_MATE_MOVE: i32 = 2;
const MATE_SLACK: i32 = 8;

impl Searcher<'_> {
    /// Searches deeper and deeper until a limit is met. The best move, `None` if there is none.
    pub(crate) fn deepen(
        &mut self,
        position: &Position,
        report: &mut dyn Report,
    ) -> Option<SearchInfo> {
        let mut position = self.prepare(position);
        let mut root = self.root(&position);
        let first = root.moves.first()?.mv;
        // Should not even one iteration end: some move, and what the position looks like.
        let mut info = self.info(0, self.shared.evaluator.evaluate(&position), &[first]);
        let mut reported = false;
        for depth in 1..=self.deepest() {
            self.iteration = depth;
            self.seldepth = 0;
            let mut best: Option<Best> = None;
            let finished =
                self.aspirate(&position, &mut root, depth, info.score, &mut best).is_ok();
            if let Some(Best { score, line }) = best
                && (finished || info.pv.first() != line.first() || !reported)
            {
                info = self.info(depth, score, &line);
                report.line(&info);
                reported = true;
                root.order(line[0]);
            }
            if !finished || self.is_enough(&root, &info) {
                break;
            }
            position = self.prepare_iteration(position);
        }
        info.nodes = self.nodes;
        info.elapsed = self.clock.elapsed();
        info.counters = self.counters();
        if !reported {
            report.line(&info);
        }
        Some(info)
    }

    fn deepest(&self) -> i32 {
        let most = MAX_PLY as i32 - 1;
        let mate = self.limits.mate.map_or(most, |moves| {
            moves.unsigned_abs().min(MAX_PLY as u32) as i32 * PLIES_PER_MATE_MOVE + MATE_SLACK
        });
        self.limits.depth.unwrap_or(most).min(mate).clamp(1, most)
    }

    /// Whether another iteration would be of no use.
    fn is_enough(&self, root: &Root, info: &SearchInfo) -> bool {
        if self.must_stop() || !self.clock.allows_iteration() {
            return true;
        }
        if let Some(wanted) = self.limits.mate {
            return info.score.moves_to_mate().is_some_and(|moves| moves > 0 && moves <= wanted);
        }
        let mate_is_proved =
            info.score.plies_to_mate().is_some_and(|plies| plies as i32 <= info.depth);
        self.clock.saves() && (root.moves.len() == 1 || mate_is_proved)
    }

    fn info(&self, depth: i32, score: Score, line: &[Move]) -> SearchInfo {
        SearchInfo {
            depth,
            seldepth: self.seldepth,
            score,
            nodes: self.nodes,
            elapsed: self.clock.elapsed(),
            hashfull: self.shared.table.permille(),
            pv: line.to_vec(),
            counters: self.counters(),
        }
    }
}
