//! One ply down: the only place where the search enters and leaves a child.

use super::{Searcher, stack::LastMove};
use crate::position::Position;

impl Searcher<'_> {
    /// Runs `search` on `child`, which `last_move` leads to from the node at `ply`. Meanwhile the
    /// stack holds `last_move` and the path the child's key; the key is popped even if the search
    /// was stopped.
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
