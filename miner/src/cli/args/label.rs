//! What positions count as.

use clap::{Args, ValueEnum};

use crate::collect::label::Label;

/// What positions count as.
#[derive(Clone, Copy, Debug, Args)]
pub struct LabelArgs {
    /// What a position counts as: the outcome of its game, or what its evaluation in the comments says. Positions
    /// without one then do not count.
    #[arg(long, value_enum, default_value_t)]
    pub label: LabelArg,
    /// With --label eval, an evaluation of at least this many centipawns is a win, of as many against a loss, and
    /// anything between a draw.
    #[arg(long, value_name = "CP", default_value_t = 100, requires = "label", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub eval_win: u16,
}

/// What positions and moves of a table count as, and which.
#[derive(Clone, Copy, Debug, Args)]
pub struct CountedArgs {
    /// As what.
    #[command(flatten)]
    pub label: LabelArgs,
    /// Only moves, and positions after moves, whose mover then had at least this many seconds left on the clock.
    #[arg(long, value_name = "SECONDS")]
    pub min_clock: Option<u32>,
}

/// What a position counts as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LabelArg {
    /// The outcome of its game
    #[default]
    Outcome,
    /// Its evaluation
    Eval,
}

impl LabelArgs {
    /// The evaluation that is a win, if evaluations count.
    #[must_use]
    pub fn eval_win(&self) -> Option<u16> {
        (self.label == LabelArg::Eval).then_some(self.eval_win)
    }
}

impl CountedArgs {
    /// The label.
    #[must_use]
    pub fn label(&self) -> Label {
        Label { eval_win: self.label.eval_win(), min_clock: self.min_clock }
    }
}
