//! Draws that the rules allow to claim: repetition, fifty moves, dead positions (REP-01); and endings
//! that are drawn for certain (`EndingDraws`), where looking deeper could only find that out again.

use rules::FIFTY_MOVES;

use super::{Searcher, upcoming_repetition};
use crate::{eval::endings::Drawn, position::Position};

/// Occurrences that make a draw by the laws of chess.
const THREEFOLD: i32 = 3;

impl Searcher<'_> {
    /// Whether the position is drawn, whatever is played.
    ///
    /// A position that recurs inside the search is a draw at the first recurrence (`RepFold` 2):
    /// what was good once is good again, and a line that gains by repeating can be had without.
    pub(super) fn is_draw(&mut self, position: &Position, ply: usize) -> bool {
        if position.rules().halfmoves() >= FIFTY_MOVES && !is_mate(position) {
            return true;
        }
        let earlier = self.path.repetitions(ply);
        earlier.in_search + 1 >= self.options().repetition_fold()
            || earlier.in_search + earlier.in_game + 1 >= THREEFOLD
            || position.rules().is_insufficient_material()
            || self.is_drawn_ending(position)
    }

    /// Whether the side to move can go back to a position of the search with its next move.
    #[inline(always)]
    pub(super) fn can_repeat(&self, position: &Position, ply: usize) -> bool {
        self.options().repetition_upcoming()
            && self.path.upcoming(ply, |difference| {
                upcoming_repetition::is_move(position.board(), position.turn(), difference)
            })
    }

    fn is_drawn_ending(&mut self, position: &Position) -> bool {
        let Some(drawn) = self.shared.evaluator.drawn_ending(position) else { return false };
        let count = match drawn {
            Drawn::Kpk => &mut self.counters.draws_kpk,
            Drawn::Kbpk => &mut self.counters.draws_kbpk,
            Drawn::Kqkp => &mut self.counters.draws_kqkp,
            Drawn::Krpkr => &mut self.counters.draws_krpkr,
        };
        *count += 1;
        true
    }
}

/// Mate ends the game before fifty moves can be claimed.
fn is_mate(position: &Position) -> bool {
    position.in_check() && !position.rules().has_legal_move()
}
