//! Piece-square values learn from the history (PSU-01, PSU-02; E. Schröder, Pro Deo): before each
//! search, or after each iteration, what quiet moves to a square were worth in the search before
//! changes the value of that piece there.
//!
//! Readings: the history is one of piece and destination, from -2000 to 2000, with gravity, and of
//! this idea alone, forgotten once it is used; the values of the tables stay, the changes are kept apart, from
//! search to search if `PSU_Cumulative`, and never beyond `PSU_Max`. The source adds to the tables
//! themselves from the history that orders its moves: that is `PSU_Cumulative` with `PSU_Keep`,
//! `PSU_Order` and `History` off. Both sides must have more than a rook, pawns
//! counted or not. In later endgames nothing is changed any more: changes that add up stay in
//! force, those of one search are over.
//!
//! With the transposition table: its entries hold scores of other values. `PSU_ClearTT` forgets them
//! before a search; within one, after iterations, they stay, which is the instability that PSU-02
//! was given up for.

use rules::{Color, Move, Piece, Role, Square};

use super::{
    Searcher,
    order::{PieceTo, history},
};
use crate::{
    options::{PsqtUpdate, SearchOptions},
    position::Position,
    psqt::Psqt,
};

/// No history leaves ± this.
const MOST: i32 = 2_000;
/// History per step of the change.
const STEP: i32 = 200;
/// Centipawns by step; the last is a guard.
const CHANGES: [i32; 22] = {
    let mut changes = [20; 22];
    let mut i = 0;
    while i < 21 {
        changes[i] = 2 * i as i32 - 20;
        i += 1;
    }
    changes
};

/// How quiet moves of a piece to a square fared, and what that changed in the piece-square values.
#[derive(Debug)]
pub(crate) struct PsqtHistory {
    values: Box<[i32; PieceTo::COUNT]>,
    changes: Box<[i32; PieceTo::COUNT]>,
}

impl Default for PsqtHistory {
    fn default() -> Self {
        Self { values: Box::new([0; PieceTo::COUNT]), changes: Box::new([0; PieceTo::COUNT]) }
    }
}

impl PsqtHistory {
    /// Updates the history: `cut` failed high, the moves tried before it did not.
    pub(super) fn update(
        &mut self,
        position: &rules::Position,
        cut: Move,
        tried: &[Move],
        bonus: i32,
    ) {
        let mut add = |mv: Move, amount: i32| {
            let value = &mut self.values[PieceTo::of(position, mv).index()];
            *value = history::gravity(*value, amount, MOST);
        };
        let bonus = bonus.min(MOST / 4);
        add(cut, bonus);
        for &mv in tried {
            add(mv, -bonus);
        }
    }

    /// Turns the history into changes, and forgets it unless `PSU_Keep`. In a late endgame it is left alone, and what
    /// was added up before stays.
    fn apply(&mut self, is_late: bool, options: &SearchOptions) {
        if is_late {
            if !options.psqt_update_cumulative() {
                self.changes.fill(0);
            }
            return;
        }
        for (change, history) in self.changes.iter_mut().zip(self.values.iter_mut()) {
            let before = if options.psqt_update_cumulative() { *change } else { 0 };
            let most = options.psqt_update_max();
            *change = (before + change_of(*history)).clamp(-most, most);
        }
        if !options.psqt_update_keep() {
            self.values.fill(0);
        }
    }

    /// How promising a quiet move is, on the scale of the other histories.
    pub(super) fn rating(&self, piece_to: PieceTo) -> i32 {
        self.values[piece_to.index()] * (history::MOST / MOST)
    }

    /// The changes other than zero: piece, square, centipawns for the piece's side.
    fn changes(&self) -> impl Iterator<Item = (Piece, Square, i32)> {
        self.changes.iter().enumerate().filter_map(|(place, &change)| {
            let piece = rules::piece_of((place / Square::COUNT) as u8)?;
            let square = Square::new((place % Square::COUNT) as u8)?;
            (change != 0).then_some((piece, square, change))
        })
    }
}

/// Centipawns for a history. Division rounds to zero, so the middle step is twice as wide.
fn change_of(history: i32) -> i32 {
    CHANGES[(history / STEP + 10).clamp(0, 21) as usize]
}

/// Whether both sides have more than a rook.
fn has_material(position: &Position, counts_pawns: bool) -> bool {
    Color::ALL.into_iter().all(|color| {
        let counted = Role::ALL.into_iter().filter(|&role| counts_pawns || role != Role::Pawn);
        let sum: i32 = counted.map(|role| role.classic_value() * position.count(color, role)).sum();
        sum > Role::Rook.classic_value()
    })
}

impl Searcher<'_> {
    /// The root with the values that this search begins with.
    pub(super) fn prepare(&mut self, position: &Position) -> Position {
        if !self.options().psqt_update() {
            return position.clone();
        }
        self.update_psqt(position)
    }

    /// The root with the values of the next iteration.
    pub(super) fn prepare_iteration(&mut self, position: Position) -> Position {
        let options = self.options();
        if !options.psqt_update() || options.psqt_update_when() != PsqtUpdate::Iteration {
            return position;
        }
        self.update_psqt(&position)
    }

    fn update_psqt(&mut self, position: &Position) -> Position {
        let options = self.options();
        let mut psqt: Psqt = self.shared.evaluator.psqt().clone();
        let is_late = !has_material(position, options.psqt_update_pawns());
        self.histories.psqt.apply(is_late, options);
        for (piece, square, change) in self.histories.psqt.changes() {
            psqt.change(piece, square, change);
            self.counters.psu_changed_cells += 1;
            let size = u64::from(change.unsigned_abs());
            let counters = &mut self.counters;
            let most = if change < 0 { &mut counters.psu_min } else { &mut counters.psu_max };
            *most = size.max(*most);
        }
        self.psqt = psqt;
        self.stack.forget_evaluations();
        Position::new(position.rules().clone(), &self.psqt)
    }
}

#[cfg(test)]
#[cfg(feature = "lab")]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{
        eval::Evaluator,
        game::Game,
        options::{EvalOptions, Options},
        search::{order::QuietContext, with_searcher},
    };

    #[test]
    fn history_becomes_centipawns() {
        for (history, change) in [
            (-2_000, -20),
            (-200, -2),
            (-199, 0),
            (0, 0),
            (199, 0),
            (200, 2),
            (1_999, 18),
            (2_000, 20),
            (2_200, 20),
            (2_400, 20),
            (1_000_000, 20),
            (-1_000_000, -20),
        ] {
            assert_eq!(change_of(history), change, "{history}");
        }
    }

    #[test]
    fn late_endgames_are_left_alone() {
        for (fen, pawns_count, pieces_count) in [
            ("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", false, false),
            ("4k2r/p7/8/8/8/8/P7/R3K3 w - - 0 1", true, false),
            ("4k2q/8/8/8/8/8/8/Q3K3 w - - 0 1", true, true),
            ("4k2q/8/8/8/8/8/8/R3K3 w - - 0 1", false, false),
        ] {
            let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
            let position =
                Position::new(game.position(), Evaluator::new(&EvalOptions::default()).psqt());
            let found = [true, false].map(|pawns| has_material(&position, pawns));
            assert_eq!(found, [pawns_count, pieces_count], "{fen}");
        }
    }

    #[test]
    fn changes_add_up_to_the_most() {
        let mut history = PsqtHistory::default();
        let options = SearchOptions { psqt_update_cumulative: true, ..SearchOptions::default() };
        for _ in 0..10 {
            history.values[0] = 1_000;
            history.apply(false, &options);
        }
        assert_eq!(history.changes[0], options.psqt_update_max());
        history.values[0] = 1_000;
        history.apply(false, &SearchOptions::default());
        assert_eq!(history.changes[0], 10, "not cumulative");
    }

    /// In the source the history is the one that orders moves: using it does not wipe it.
    #[test]
    fn a_history_that_is_kept_goes_on_changing() {
        for (keep, after_two) in [(true, 20), (false, 10)] {
            let options = SearchOptions {
                psqt_update_cumulative: true,
                psqt_update_keep: keep,
                ..SearchOptions::default()
            };
            let mut history = PsqtHistory::default();
            history.values[0] = 1_000;
            history.apply(false, &options);
            history.apply(false, &options);
            assert_eq!(history.changes[0], after_two, "{keep}");
        }
    }

    #[test]
    fn the_history_orders_moves_if_asked_to() {
        let game = Game::default();
        let order = |psu: &str, orders: &str| {
            let mut options = Options::default();
            for (name, value) in [("PSU", psu), ("PSU_Order", orders)] {
                options.set(name, value).unwrap();
            }
            let mut rating = 0;
            with_searcher(&options, |searcher| {
                let position = Position::new(game.position(), &searcher.psqt);
                let mv = game.find("a2a3").unwrap();
                searcher.histories.psqt.update(position.rules(), mv, &[], 300);
                rating = searcher.quiet_rater(&position, QuietContext::NONE).history_sum(mv);
            });
            rating
        };
        assert_eq!(order("true", "true"), 300 * 8);
        assert_eq!((order("true", "false"), order("false", "true")), (0, 0));
    }

    #[test]
    fn a_late_endgame_keeps_what_was_added_up() {
        for (is_cumulative, kept) in [(true, 10), (false, 0)] {
            let options =
                SearchOptions { psqt_update_cumulative: is_cumulative, ..SearchOptions::default() };
            let mut history = PsqtHistory::default();
            history.values[0] = 1_000;
            history.apply(false, &options);
            history.values[0] = 400;
            history.apply(true, &options);
            assert_eq!(history.changes().map(|(_, _, change)| change).sum::<i32>(), kept);
            history.apply(false, &options);
            assert_eq!(history.changes[0], kept + 4, "the history waited");
        }
    }
}
