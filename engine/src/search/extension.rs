//! How much deeper a move is searched: the ideas that extend, one after the other, with one guard
//! on the sum over a line, so that perpetual check ends.

use super::{
    Searcher,
    node::{Attempt, Node},
    order::{Stage, Step},
    stack::Entry,
};
use crate::position::Position;

impl Searcher<'_> {
    /// How the child is entered: by which move, and with how many plies of extension on the way.
    ///
    /// A move is extended by one idea only: for being singular, for check, for promoting, or for
    /// the line of hash moves that it belongs to (PVX-01: "not already extended").
    pub(super) fn extend(&mut self, node: &Node<'_>, attempt: &Attempt, child: &Position) -> Entry {
        let parent = self.stack.entry(node.ply);
        let mut entry = Entry {
            step: Step::of(node.position.rules(), attempt.mv),
            is_null: false,
            is_hash_move: attempt.stage == Stage::Hash,
            ..parent
        };
        if self.has_trail {
            entry.trail = self.trail(node.position, attempt.mv, child, parent.trail);
        }
        let mut plies = attempt.singular.max(0);
        if plies == 0 {
            plies = self.check_extension(node.position, attempt.mv, child);
        }
        if plies == 0 {
            plies = self.promotion_extension(attempt.mv);
        }
        if plies == 0 {
            plies = self.hash_move_extension(parent, &mut entry);
        }
        let most = self.iteration * self.options().max_extension() / 100 - parent.extended;
        let allowed = plies.min(most.max(0));
        self.counters.ext_capped += u64::from(allowed < plies);
        entry.extended = parent.extended + allowed;
        entry
    }
}
