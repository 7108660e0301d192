//! What a result says.

use clap::Args;
use lab::arena::{
    elo::{Difference, likelihood_of_superiority},
    sprt::Sprt,
    tally::Tally,
};

use super::{print, standing::test_line};

#[derive(Debug, Args)]
pub(crate) struct Elo {
    /// Games that A won.
    wins: u64,
    /// Games that A lost.
    losses: u64,
    /// Drawn games.
    draws: u64,
    /// The same games as pairs, by half points of A, 0 to 4: `2 5 24 14 5`. Errors and tests are then of pairs.
    #[arg(long, num_args = 5, value_name = "PAIRS")]
    pairs: Option<Vec<u64>>,
    /// A test, such as `elo0=1 elo1=5`; its model is trinomial if there are no pairs
    /// (others of games: games, normalised-games).
    #[arg(long)]
    sprt: Option<String>,
}

impl Elo {
    pub(crate) fn run(&self) -> Result<(), String> {
        let &Self { wins, losses, draws, .. } = self;
        let games = Tally { wins, losses, draws, ..Tally::default() };
        let tally = match &self.pairs {
            None => games,
            Some(pairs) => games.in_pairs(pairs).ok_or_else(|| {
                format!("{} games with these points are not the pairs {pairs:?}", games.games())
            })?,
        };
        let sprt = self.sprt()?;
        let difference = match self.pairs {
            None => Difference::of_games(&tally),
            Some(_) => Difference::of_pairs(&tally),
        };
        let los = likelihood_of_superiority(&tally);
        print::line(&format!("Elo {difference}, LOS {los:.1} %"));
        if let Some(sprt) = sprt {
            print::line(&test_line(&sprt, &tally));
        }
        Ok(())
    }

    fn sprt(&self) -> Result<Option<Sprt>, String> {
        let model = if self.pairs.is_none() { " model=trinomial" } else { "" };
        self.sprt.as_ref().map(|text| format!("{text}{model}").parse()).transpose()
    }
}
