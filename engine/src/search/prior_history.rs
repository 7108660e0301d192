//! What a node says of the quiet move that led to it (`PriorHistory`; Stockfish, 2017 to 2023): if nothing that answers
//! the move reaches alpha, it was good, and all the better the more surely it seemed to be bad; if it was the first of its
//! node, or a killer, and is refuted, it was not. The reward goes into the main history, too (`PriorHistory_Main`).

use super::{
    Searcher,
    node::{Node, NodeKind},
    order::{PieceTo, history},
};

/// Depth from which on a fail low says more...
const DEEP: i32 = 6;
/// ...as does one by so many centipawns for each ply...
const FAR_BELOW: i32 = 35;
/// ...and one after so many other moves.
const LATE: usize = 13;

impl Searcher<'_> {
    /// Rewards the move that led to a node which failed low, by so many centipawns.
    pub(super) fn reward_last_move(&mut self, node: &Node<'_>, below: i32) {
        let percent = self.options().prior_history();
        let Some(piece_to) = self.last_quiet(node.ply).filter(|_| percent > 0) else { return };
        let times = i32::from(node.depth >= DEEP)
            + i32::from(node.kind != NodeKind::All)
            + i32::from(below > FAR_BELOW * node.depth)
            + i32::from(self.stack.parent(node.ply).move_number >= LATE);
        let amount = history::bonus(node.depth, self.options()) * percent / 100 * times;
        self.counters.prior_rewarded += u64::from(times > 0);
        self.teach_continuation(node.ply - 1, piece_to, amount);
        if let Some(mv) = self.stack.last_move(node.ply).quiet {
            let options = self.options();
            let share = options.history_percent() * options.prior_history_main() / 100;
            self.teach_main_history(node, mv, amount * share / 100);
        }
    }

    /// Lets the move that led to the node at `ply` lose, if it was expected to be good there.
    pub(super) fn penalise_last_move(&mut self, ply: usize, amount: i32) {
        let parent = self.stack.parent(ply);
        let was_first = parent.move_number == 1 + usize::from(parent.is_known);
        if was_first || parent.is_killer {
            self.teach_last_move(ply, amount);
        }
    }

    /// Teaches the continuation history about the move that led to the node at `ply`, if it is a quiet one.
    pub(super) fn teach_last_move(&mut self, ply: usize, amount: i32) {
        let percent = self.options().prior_history();
        if let Some(piece_to) = self.last_quiet(ply).filter(|_| percent > 0) {
            self.teach_continuation(ply - 1, piece_to, amount * percent / 100);
        }
    }

    /// The move that led to the node at `ply`, if it is a quiet one of the full search.
    fn last_quiet(&self, ply: usize) -> Option<PieceTo> {
        self.stack.last_move(ply).quiet.map(|_| self.stack.piece_to(ply, 1))
    }
}
