//! Tablebases in the search.
//!
//! In the tree a position with few enough men, just after a capture or a pawn move and without
//! castling rights, is asked for win, draw or loss (R. de Man, 2013). At the root the moves that
//! keep the result are kept, of winning moves those that are nearest to the next capture, pawn move
//! or mate (distance to zeroing), so that the engine makes progress.

use rules::Move;

use super::Searcher;
use crate::{
    position::Position,
    score::Score,
    tablebase::{Wdl, root_moves},
};

impl Searcher<'_> {
    /// The score of a node that the tablebases know; a mate is worth more than their win.
    pub(super) fn tablebase(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let tablebase = self.shared.tablebase?;
        let options = &self.shared.options.play;
        let rules = position.rules();
        let men = rules.board().occupied.count_ones() as usize;
        if men > tablebase.max_men()
            || (depth < options.syzygy_probe_depth() && men == tablebase.max_men())
            || rules.halfmoves() > 0
            || rules.castling_rooks() != 0
        {
            return None;
        }
        let wdl = tablebase.wdl(rules)?;
        self.counters.tb_hits += 1;
        let win = Score::tablebase_win_at(ply);
        Some(match wdl.under(options.syzygy_fifty()) {
            Wdl::Win => win,
            Wdl::Loss => -win,
            _ => Score::DRAW,
        })
    }

    /// Keeps only the root moves that the tablebases find best, if they know them all.
    pub(super) fn keep_tablebase_moves(&mut self, position: &Position, moves: &mut Vec<Move>) {
        let Some(tablebase) = self.shared.tablebase else { return };
        let fifty = self.shared.options.play.syzygy_fifty();
        if let Some(best) = root_moves(tablebase, position.rules(), moves, fifty) {
            self.counters.tb_hits += moves.len() as u64;
            *moves = best;
        }
    }
}
