//! How much deeper a move is searched: the ideas that extend, one after the other, with one guard
//! on the sum over a line, so that perpetual check ends.

use super::{
    Searcher,
    candidate::MoveCandidate,
    node::Node,
    order::{PieceTo, Stage},
    stack::LastMove,
};
use crate::position::Position;

impl Searcher<'_> {
    /// What a move adds to the line, before it is extended.
    pub(super) fn last_move(
        &mut self,
        node: &Node<'_>,
        candidate: &MoveCandidate,
        child: &Position,
    ) -> LastMove {
        let before = self.stack.last_move(node.ply);
        let piece_to = PieceTo::of(node.position.rules(), candidate.mv);
        let mut last_move = before.followed_by(piece_to);
        last_move.quiet = candidate.mv.is_quiet().then_some(candidate.mv);
        last_move.tt_moves = last_move.tt_moves.and(candidate.stage == Stage::TtMove);
        last_move.trail = self.trail(node.position, candidate.mv, child, node.ply, before.trail);
        last_move
    }

    /// Plies that a move is extended by; negative if it is to be searched shallower. They are noted
    /// in `last_move`.
    ///
    /// A move is extended by one idea only: for being singular, for check, for promoting, or for
    /// the line of TT moves that it belongs to (PVX-01: "not already extended").
    pub(super) fn extension(
        &mut self,
        node: &Node<'_>,
        candidate: &MoveCandidate,
        child: &Position,
        last_move: &mut LastMove,
    ) -> i32 {
        let mut plies = candidate.singular.max(0);
        if plies == 0 && candidate.singular == 0 {
            plies = self.check_extension(node.position, candidate.mv, child, node.depth);
        }
        if plies == 0 {
            plies = self.promotion_extension(candidate.mv);
        }
        if plies == 0 {
            plies = self.tt_move_extension(node.ply, &mut last_move.tt_moves);
        }
        if plies > 0 {
            let most = self.iteration * self.options().max_extension() / 100 - last_move.extended;
            let allowed = plies.min(most.max(0));
            self.counters.ext_capped += u64::from(allowed < plies);
            last_move.extended += allowed;
            plies = allowed;
        }
        plies + candidate.singular.min(0)
    }
}
