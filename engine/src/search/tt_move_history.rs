//! A quiet move of the table whose entry cuts a node off without a search goes into the histories all the same, as in
//! Stockfish (`History_TtMove`).

use super::{
    Searcher,
    order::{PieceTo, history},
};
use crate::{options::HistoryForm, position::Position, tt::Entry};

impl Searcher<'_> {
    /// Rewards the table's move, if it is quiet and failed high.
    pub(super) fn reward_tt_move(
        &mut self,
        position: &Position,
        ply: usize,
        entry: Option<Entry>,
        failed_high: bool,
    ) {
        let percent = self.options().tt_move_history();
        let Some(Entry { mv, depth, .. }) = entry.filter(|_| percent > 0 && failed_high) else {
            return;
        };
        if !mv.is_some() || !mv.is_quiet() || !position.rules().is_legal(mv) {
            return;
        }
        self.note_threats(position, ply);
        let amount = history::bonus(depth, self.options()) * percent / 100;
        let options = self.options();
        if options.history() && options.history_form() == HistoryForm::Gravity {
            let mover = self.mover(position, ply);
            self.histories.quiet.add(mover, mv, amount);
        }
        if options.continuation_history() {
            let piece_to = PieceTo::of(position.rules(), mv);
            for before in self.quiet_context(ply).before {
                self.histories.continuation.add(before, piece_to, amount);
            }
        }
    }
}
