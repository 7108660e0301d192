//! ProbCut (M. Buro, 1994, for Othello; in the form of Stockfish, 2010 on): a capture that reaches beta
//! and a margin in a search several plies shallower will very likely reach beta in the full one.
//!
//! Only captures whose exchange wins what is missing are tried, in quiescence first.

use rules::Move;

use super::{
    Searcher, Stopped,
    node::Node,
    order::{MoveFilter, MovePicker, PieceTo},
    window::Window,
};
use crate::{
    score::Score,
    tt::{self, Bound},
};

/// Plies that the search of a capture is shallower than the node's.
const PLIES: i32 = 4;

impl Searcher<'_> {
    /// A score of at least beta, if a capture makes it very likely.
    pub(super) fn probcut(
        &mut self,
        node: &Node<'_>,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        let options = self.options();
        let margin =
            options.probcut_margin() - if node.improving { options.probcut_improving() } else { 0 };
        let Some(static_eval) = node.static_eval else { return Ok(None) };
        let is_wanted = options.probcut() && node.depth >= options.probcut_depth() && !node.is_pv();
        if !is_wanted || window.beta.is_mate() {
            return Ok(None);
        }
        let beta = window.beta.plus(margin);
        let is_known_below = node
            .tt_entry
            .is_some_and(|entry| entry.depth > node.depth - PLIES && entry.score < beta);
        if is_known_below {
            return Ok(None);
        }
        let missing = beta.get() - static_eval.get();
        let tt_move = node.tt_entry.map_or(Move::NONE, |entry| entry.mv);
        let mut picker =
            MovePicker::new(self, node.position, node.ply, tt_move, MoveFilter::GoodNoisy);
        while let Some((mv, _)) = picker.next(self, node.position, node.ply) {
            if mv == self.stack.excluded(node.ply)
                || !self.exchange.see_ge(node.position.rules(), mv, missing)
            {
                continue;
            }
            self.counters.probcut_tried += 1;
            let score = self.probcut_score(node, mv, beta)?;
            if score >= beta {
                self.counters.probcut_cut += 1;
                let entry = tt::Entry {
                    mv,
                    score,
                    depth: node.depth - PLIES + 1,
                    bound: Bound::Lower,
                    raw_eval: node.raw_eval,
                    was_pv: node.was_pv,
                };
                self.keep(node.position, node.ply, entry);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// The score of a capture: by quiescence and, if that reaches `beta`, by a shallow search.
    fn probcut_score(&mut self, node: &Node<'_>, mv: Move, beta: Score) -> Result<Score, Stopped> {
        let child = node.position.play(mv, &self.psqt);
        self.shared.table.prefetch(child.key());
        let piece_to = PieceTo::of(node.position.rules(), mv);
        let last_move = self.stack.last_move(node.ply).followed_by(piece_to);
        let (window, ply) = (-Window::below(beta), node.ply + 1);
        let score = self.descend(node.ply, last_move, &child, |searcher| {
            let score = searcher.quiescence(&child, window, ply, false)?;
            if -score < beta {
                return Ok(score);
            }
            searcher.alpha_beta(&child, window, node.depth - PLIES, ply, node.kind.opposite())
        })?;
        Ok(-score)
    }
}
