//! What a node says of the quiet move that led to it (Stockfish, 2020 and 2022).
//!
//! If nothing that answers the move reaches alpha, it was good (`PriorHistory`). Before any move is
//! searched, what it gained or lost by the two static evals tells as well (`EvalHistory`). Both go
//! into the histories that order it elsewhere.

use super::{
    Searcher,
    node::Node,
    order::{
        Mover,
        history::{self, MOST},
    },
};
use crate::options::HistoryForm;

/// The most that the static evals add or take.
const MOST_BY_EVAL: i32 = MOST / 12;

impl Searcher<'_> {
    /// Rewards the move that led to a node that failed low.
    pub(super) fn reward_last_move(&mut self, node: &Node<'_>) {
        let percent = self.options().prior_history();
        if percent == 0 {
            return;
        }
        let Some(mv) = self.stack.last_move(node.ply).quiet else { return };
        let amount = history::bonus(node.depth, self.options()) * percent / 100;
        self.counters.prior_rewarded += 1;
        self.teach(node, mv, amount);
        if self.options().continuation_history() {
            let [piece_to, before] = self.stack.moves_before(node.ply);
            self.histories.continuation.add(before, piece_to, amount);
        }
    }

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
        self.teach(node, mv, (-factor * lost).clamp(-MOST_BY_EVAL, MOST_BY_EVAL));
    }

    fn teach(&mut self, node: &Node<'_>, mv: rules::Move, amount: i32) {
        let options = self.options();
        if options.history() && options.history_form() == HistoryForm::Gravity {
            let threatened = node.ply.checked_sub(1).map_or(0, |ply| self.stack.threatened(ply));
            let mover = Mover { us: !node.position.turn(), threatened };
            self.histories.quiet.add(mover, mv, amount);
        }
    }
}
