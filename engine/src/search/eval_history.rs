//! What the move that led to a node gained or lost by the two static evals teaches the history, before any move of the node
//! is searched (`EvalHistory`; Stockfish, between 2017 and 2023).

use rules::Move;

use super::{
    Searcher,
    node::Node,
    order::{Mover, history::MOST},
};
use crate::options::HistoryForm;

/// The most that the static evals add or take.
const MOST_BY_EVAL: i32 = MOST / 4;

impl Searcher<'_> {
    /// Learns from what the move that led to a node made of the static eval.
    pub(super) fn learn_from_eval(&mut self, node: &Node<'_>) {
        let factor = self.options().eval_history();
        if factor == 0 || node.ply == 0 {
            return;
        }
        let Some(mv) = self.stack.last_move(node.ply).quiet else { return };
        let Some(theirs) = self.stack.static_eval(node.ply - 1) else { return };
        let Some(ours) = node.static_eval else { return };
        let lost = ours.get() + theirs.get();
        self.teach_main_history(node, mv, (-factor * lost).clamp(-MOST_BY_EVAL, MOST_BY_EVAL));
    }

    /// Teaches the history of side, origin and destination about the quiet move that led to a node.
    pub(super) fn teach_main_history(&mut self, node: &Node<'_>, mv: Move, amount: i32) {
        let options = self.options();
        if options.history() && options.history_form() == HistoryForm::Gravity {
            let threatened = node.ply.checked_sub(1).map_or(0, |ply| self.threatened(ply));
            let mover = Mover { us: !node.position.turn(), threatened };
            self.histories.quiet.add(mover, mv, amount);
        }
    }
}
