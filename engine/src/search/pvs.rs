//! The search of one move: extension, reduction, zero window first (PVS-01).
//!
//! Principal variation search is J. Fishburn's and T. Marsland's (1982-83): once a move has set
//! alpha, the others only have to be shown worse, which a zero window does cheaply.

use rules::Move;

use super::{Searched, Searcher, node::Node, window::Window};
use crate::position::Position;

impl Searcher<'_> {
    /// The score of `mv`, which leads from `node` to `child`, for the side that plays it.
    /// `searched` moves of the node came before.
    pub(super) fn search_move(
        &mut self,
        node: Node<'_>,
        window: Window,
        mv: Move,
        child: &Position,
        searched: usize,
    ) -> Searched {
        self.shared.table.prefetch(child.key());
        let extension = self.check_extension(node, mv, child);
        let reduction = self.late_move_reduction(node, mv, child, searched);
        let depth = node.depth - 1 + extension;
        self.stack.enter(node.ply + 1, false, extension);
        self.path.push(child.key(), !node.position.rules().is_zeroing(mv));
        let score = self.with_windows(child, window, depth, node.ply, searched > 0, reduction);
        self.path.pop();
        score
    }

    fn with_windows(
        &mut self,
        child: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        is_late: bool,
        reduction: i32,
    ) -> Searched {
        let zero = Window::above(window.alpha);
        if reduction > 0 {
            let score = -self.node(child, -zero, depth - reduction, ply + 1)?;
            if score <= window.alpha {
                return Ok(score);
            }
        }
        if is_late && self.options().pvs && !window.is_null() {
            let score = -self.node(child, -zero, depth, ply + 1)?;
            if !window.contains(score) {
                return Ok(score);
            }
        }
        Ok(-self.node(child, -window, depth, ply + 1)?)
    }
}
