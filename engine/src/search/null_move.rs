//! Null move pruning (NMP-01 to NMP-03; D. Beal, 1989; C. Donninger, 1993).
//!
//! If the side to move may pass and a shallower search still reaches beta, a real move will too.
//! Not in check, not twice in a row, not with mates about, and not where passing may be the best
//! move there is: when a side has nothing but king and pawns (zugzwang).

use tables::Color;

use super::{Searcher, Stopped, node::Node, window::Window};
use crate::score::Score;

impl Searcher<'_> {
    /// A score of at least beta if passing holds it.
    pub(super) fn null_move(
        &mut self,
        node: Node<'_>,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        if !self.may_pass(node, window) {
            return Ok(None);
        }
        let Some(child) = node.position.pass() else { return Ok(None) };
        self.stack.enter(node.ply + 1, true, 0);
        self.path.push(child.key(), false);
        let depth = reduced(node.depth, self.options().null_move_reduction);
        let score = self.node(&child, -Window::below(window.beta), depth, node.ply + 1);
        self.path.pop();
        let score = -score?;
        // A mate found after a pass is no mate.
        Ok((score >= window.beta).then(|| if score.is_mate() { window.beta } else { score }))
    }

    fn may_pass(&self, node: Node<'_>, window: Window) -> bool {
        let Node { position, depth, ply } = node;
        self.options().null_move
            && depth >= self.options().null_move_min_depth
            && window.is_null()
            && !position.in_check()
            && !self.stack.after_null(ply)
            && !window.beta.is_mate()
            && Color::ALL.into_iter().all(|color| position.has_pieces(color))
            && self.shared.evaluator.evaluate(position) >= window.beta
    }
}

/// The depth after a null move: at least one ply before quiescence (NMP-02).
fn reduced(depth: i32, reduction: i32) -> i32 {
    (depth - 1 - reduction).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_full_ply_remains() {
        let depths = [3, 4, 5, 6, 7].map(|depth| reduced(depth, 3));
        assert_eq!(depths, [1, 1, 1, 2, 3]);
    }
}
