//! What a position counts as: the outcome of its game, or what its evaluation says; and whether it counts at all.

use rules::{Color, Outcome};

use crate::{
    game::Game,
    remarks::{Remark, Score},
};

/// The option in the record of a table that counts evaluations.
pub const LABEL: &str = "label";

/// How positions are labelled. The default asks for nothing of the comments: all count, with the outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// The evaluation counts in place of the outcome: a win from so many centipawns on, a loss from as many against,
    /// and a draw between. Without an evaluation nothing counts.
    pub eval_win: Option<u16>,
    /// Only moves count, and positions after moves, whose mover had at least so many seconds left then. The start
    /// position counts.
    pub min_clock: Option<u32>,
}

impl Label {
    /// Whether comments say nothing that matters.
    #[must_use]
    pub const fn is_plain(self) -> bool {
        self.eval_win.is_none() && self.min_clock.is_none()
    }

    /// The options in force, by name, for the record.
    #[must_use]
    pub fn options(self) -> Vec<(&'static str, String)> {
        let label =
            self.eval_win.map(|win| [(LABEL, "eval".to_owned()), ("eval-win", win.to_string())]);
        let clock = self.min_clock.map(|seconds| ("min-clock", seconds.to_string()));
        label.into_iter().flatten().chain(clock).collect()
    }

    /// What a position counts as for White; position 0 is the start, position n the one after n plies.
    #[must_use]
    pub fn of_position(self, game: &Game<'_>, position: usize) -> Option<Outcome> {
        let before = position.checked_sub(1).map(|ply| game.remarks.of(ply));
        if before.is_some_and(|remark| !self.has_time(remark)) {
            return None;
        }
        self.of_score(game, || game.remarks.score_of(position))
    }

    /// What a move counts as for White: what is said of it is behind it.
    #[must_use]
    pub fn of_ply(self, game: &Game<'_>, ply: usize) -> Option<Outcome> {
        let remark = game.remarks.of(ply);
        if self.has_time(remark) { self.of_score(game, || remark.score) } else { None }
    }

    fn has_time(self, remark: Remark) -> bool {
        let enough = |least: u32| remark.clock.is_some_and(|clock| clock / 1_000 >= least);
        self.min_clock.is_none_or(enough)
    }

    fn of_score(self, game: &Game<'_>, score: impl FnOnce() -> Option<Score>) -> Option<Outcome> {
        let Some(win) = self.eval_win else { return Some(game.outcome) };
        Some(match score()? {
            Score::Mate { winner: Color::White, .. } => Outcome::WhiteWins,
            Score::Mate { winner: Color::Black, .. } => Outcome::BlackWins,
            Score::Centipawns(score) if score >= i32::from(win) => Outcome::WhiteWins,
            Score::Centipawns(score) if score <= -i32::from(win) => Outcome::BlackWins,
            Score::Centipawns(_) => Outcome::Draw,
        })
    }
}
