//! A against B.

use clap::Args;
use lab::arena::sprt::Sprt;

use super::{play::Play, print, standing::summary};

#[derive(Debug, Args)]
pub(crate) struct Match {
    /// An option of A, `NAME=VALUE`; may be given more than once.
    #[arg(long = "a", value_name = "NAME=VALUE")]
    a: Vec<String>,
    /// An option of B, `NAME=VALUE`; may be given more than once.
    #[arg(long = "b", value_name = "NAME=VALUE")]
    b: Vec<String>,
    /// End the match when this test does, such as `elo0=0 elo1=5`; alpha and beta are 0.05 and model
    /// is pentanomial unless given (others: trinomial, normalised).
    #[arg(long)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    pub(crate) play: Play,
}

impl Match {
    pub(crate) fn run(&self) -> Result<(), String> {
        print::line(&self.play()?);
        Ok(())
    }

    /// Whether it can be played: its options, openings and tables are there.
    pub(crate) fn check(&self) -> Result<(), String> {
        let contest = self.play.contest([("A", &self.a), ("B", &self.b)], self.sprt)?;
        contest.check_openings()
    }

    /// Plays it; what came out, in words.
    pub(crate) fn play(&self) -> Result<String, String> {
        let contest = self.play.contest([("A", &self.a), ("B", &self.b)], self.sprt)?;
        let standing = self.play.run(&contest, print::line)?;
        Ok(summary(&standing, &contest))
    }
}
