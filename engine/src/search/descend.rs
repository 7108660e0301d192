//! One ply down: every child, whatever the idea that asks for it, is entered and left in here.

use super::{Searcher, stack::LastMove};
use crate::position::Position;

impl Searcher<'_> {
    /// What `search` finds in `child`, which `last_move` leads to from the node at `ply`. While it
    /// runs the stack holds `last_move` and the path the child's key; the key is taken back even if
    /// the search was stopped.
    #[inline(always)]
    pub(super) fn descend<T>(
        &mut self,
        ply: usize,
        last_move: LastMove,
        child: &Position,
        search: impl FnOnce(&mut Self) -> T,
    ) -> T {
        // Nothing before a capture, a pawn move or a null move can recur.
        let reversible = child.rules().halfmoves() > 0 && !last_move.piece_to.is_null_move();
        self.stack.enter(ply + 1, last_move);
        self.path.push(child.key(), reversible);
        let found = search(self);
        self.path.pop();
        found
    }
}
