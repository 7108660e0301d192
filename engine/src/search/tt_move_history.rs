//! A quiet move of the table whose entry decides a node without a search goes into the histories all the same, as in
//! Stockfish (`History_TtMove`).

use rules::Move;

use super::{Searcher, order::history};
use crate::{position::Position, tt::Entry};

/// Number of a move up to which its node expected it to be good.
const EARLY: usize = 2;

impl Searcher<'_> {
    /// Rewards the table's move if it failed high, and lets it lose if not; it is at `ply`, in a node of this depth.
    pub(super) fn teach_tt_move(
        &mut self,
        position: &Position,
        (ply, depth): (usize, i32),
        entry: Option<Entry>,
        failed_high: bool,
    ) {
        let options = self.options();
        let percent = options.tt_move_history();
        let mv = entry.map_or(Move::NONE, |entry| entry.mv);
        if percent == 0 || !mv.is_some() || !position.rules().is_legal(mv) {
            return;
        }
        // The node is not looked at, and the histories ask.
        self.stack.above_mut(ply).in_check = position.in_check();
        let amount = |depth| history::bonus(depth, options) * percent / 100;
        if mv.is_quiet() {
            self.note_threats(position, ply);
            if failed_high {
                self.note_refuter(ply, mv);
            }
            let sign = if failed_high { 1 } else { -1 };
            self.teach_quiet(position, ply, mv, sign * amount(depth));
        }
        if failed_high && self.stack.parent(ply).move_number <= EARLY {
            self.teach_last_move(ply, -amount(depth + 1));
        }
    }
}
