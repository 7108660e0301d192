//! Moves that are left out near the leaves, outside of the principal variation and once there is a
//! move that does not lose by force:
//!
//! - futility pruning (J. Schaeffer, 1986; E. A. Heinz, 1998): quiet moves without check that
//!   would have to gain too much;
//! - late move pruning (move count pruning, Stockfish 1, 2008): quiet moves after so many others;
//! - exchange pruning (SEE): moves that lose too much material.

use super::{
    Searcher,
    node::{Attempt, Node},
    order::{Picker, Stage},
    window::Window,
};
use crate::score::Score;

/// Beyond this depth nothing is left out.
const MOST_DEPTH: i32 = 10;

impl Searcher<'_> {
    /// Whether a move of a node is not worth being searched. `best` is the score so far.
    pub(super) fn leaves_out(
        &mut self,
        node: &Node<'_>,
        window: Window,
        best: Score,
        attempt: &Attempt,
        picker: &mut Picker,
    ) -> bool {
        let is_lost = best.is_mate() && best < Score::DRAW;
        let is_exempt = is_lost || node.is_pv() || node.depth > MOST_DEPTH;
        if is_exempt || !node.position.has_pieces(node.position.turn()) {
            return false;
        }
        let Some(static_score) = node.static_score else { return false };
        let depth = self.late_depth(node.depth, attempt.searched);
        if attempt.mv.is_quiet() {
            if self.is_too_late(node, attempt) {
                self.counters.lmp_pruned += 1;
                picker.skip_quiets();
                return true;
            }
            let rules = node.position.rules();
            if self.is_futile(static_score, window, depth) && !rules.gives_check(attempt.mv) {
                self.counters.futility_pruned += 1;
                return true;
            }
        }
        self.loses_too_much(node, attempt, depth)
    }

    fn is_too_late(&self, node: &Node<'_>, attempt: &Attempt) -> bool {
        let options = self.options();
        let most = options.late_move_pruning_base + node.depth * node.depth;
        let most = if node.improves { most } else { most / 2 };
        options.late_move_pruning && attempt.searched >= most.unsigned_abs() as usize
    }

    fn is_futile(&self, static_score: Score, window: Window, depth: i32) -> bool {
        let options = self.options();
        options.futility
            && depth <= options.futility_depth
            && !window.alpha.is_mate()
            && static_score.plus(options.futility_base + options.futility_margin * depth)
                <= window.alpha
    }

    fn loses_too_much(&mut self, node: &Node<'_>, attempt: &Attempt, depth: i32) -> bool {
        let options = self.options();
        let threshold = match attempt.stage {
            _ if !options.see_pruning => return false,
            _ if attempt.mv.is_quiet() => -options.see_pruning_quiet * depth * depth,
            Stage::BadNoisy => -options.see_pruning_capture * node.depth,
            // The others lose nothing.
            _ => return false,
        };
        let rules = node.position.rules();
        if !options.see_pruning_checks && rules.gives_check(attempt.mv) {
            return false;
        }
        let loses = !self.exchange.reaches(rules, attempt.mv, threshold);
        self.counters.see_pruned += u64::from(loses);
        loses
    }
}
