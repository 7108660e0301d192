//! Pruning in the move loop: moves that are not searched near the leaves, once a move is known that does not lose by
//! force. How near is told by the depth that late move reductions would leave (Stockfish). Which moves, `late_move_pruning`,
//! `history_pruning`, `futility` and `see_pruning` say.

use rules::Checks;

use super::{Searcher, candidate::MoveCandidate, node::Node, order::MovePicker, window::Window};
use crate::score::Score;

impl Searcher<'_> {
    /// Whether a move is pruned. By futility, `best`, the node's score so far, is raised to what the move may
    /// be worth at most: a lower score would be stored as an upper bound that does not hold.
    pub(super) fn prunes_move(
        &mut self,
        node: &Node<'_>,
        window: Window,
        best: &mut Score,
        (candidate, checks): (&MoveCandidate, &Checks<'_>),
        picker: &mut MovePicker,
    ) -> bool {
        let is_lost = best.is_mate() && *best < Score::DRAW;
        if is_lost
            || node.is_pv() && !self.options().pruning_pv()
            || !node.position.has_pieces(node.position.turn())
        {
            return false;
        }
        if self.is_past_move_count(node, candidate) {
            picker.skip_quiets();
            if candidate.mv.is_quiet() {
                self.counters.lmp_pruned += 1;
                return true;
            }
        }
        let depth = self.late_depth(node, candidate.move_count, window);
        let checks = checks.contains(candidate.mv);
        if candidate.mv.is_quiet() && !checks {
            let Some(depth) = self.depth_by_history(node, candidate, depth) else { return true };
            return self.is_futile(node, window, depth, best)
                || self.fails_see(node, (candidate, checks), depth);
        }
        !checks && self.is_futile_capture(node, window, (candidate, depth), best)
            || self.fails_see(node, (candidate, checks), depth)
    }
}
