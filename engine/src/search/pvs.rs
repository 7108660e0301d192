//! The search of one move: extension, reduction, zero window first (PVS-01).
//!
//! Principal variation search is J. Fishburn's and T. Marsland's (1982-83): once a move has set
//! alpha, the others only have to be shown worse, which a zero window does cheaply.

use shakmaty::Move;

use super::{Searched, Searcher, window::Window};
use crate::position::Position;

impl Searcher<'_> {
    /// The score of `mv`, which leads from `position` to `child`, for the side that plays it.
    /// `searched` moves of the node came before.
    #[expect(clippy::too_many_arguments, reason = "what a node knows about a move")]
    pub(super) fn search_move(
        &mut self,
        position: &Position,
        mv: Move,
        child: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        searched: usize,
    ) -> Searched {
        let extension = self.check_extension(mv, child, ply);
        let depth = depth - 1 + extension;
        self.stack.enter(ply + 1, false, extension);
        self.path.push(child.key(), !mv.is_zeroing());
        let reduction = self.late_move_reduction(position, mv, child, depth, searched);
        let score = self.with_windows(child, window, depth, ply, searched > 0, reduction);
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
