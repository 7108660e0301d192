//! Quiescence: at the leaves only captures and promotions to a queen, until it is quiet (QS-01).
//!
//! L. Harris's idea (1975) in the usual form: the side to move may stand pat, which bounds the
//! score from below, except in check, where all evasions are searched.

use rules::Move;

use super::{
    Searched, Searcher,
    node::{Node, no_move},
    order::{Captures, Picker},
    too_deep,
    window::Window,
};
use crate::{position::Position, score::Score};

impl Searcher<'_> {
    /// The score of a position once the captures are over.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: usize,
    ) -> Searched {
        self.visit(ply)?;
        if self.is_draw(position, ply) {
            return Ok(Score::DRAW);
        }
        let in_check = position.in_check();
        let mut best = -Score::INFINITE;
        if !in_check || too_deep(ply) {
            best = self.shared.evaluator.evaluate(position);
            if best >= window.beta || too_deep(ply) {
                return Ok(best);
            }
            window.alpha = window.alpha.max(best);
        }
        let legal = position.rules().legal_moves();
        if legal.is_empty() {
            return Ok(no_move(position, ply));
        }
        if !self.options().quiescence && !in_check {
            return Ok(best);
        }
        let node = Node { position, depth: 0, ply };
        let which = if in_check { Captures::AndQuiets } else { Captures::Only };
        let mut picker = Picker::new(self, node, &legal, Move::NONE, which);
        while let Some(mv) = picker.next() {
            let child = position.play(mv, self.shared.evaluator.psqt());
            self.path.push(child.key(), !position.rules().is_zeroing(mv));
            let score = self.quiescence(&child, -window, ply + 1);
            self.path.pop();
            let score = -score?;
            if score > best {
                best = score;
                if score > window.alpha {
                    // The line goes on to the end, so that a mate is shown to its last move.
                    window.alpha = score;
                    self.stack.prepend(ply, mv);
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        Ok(best)
    }
}
