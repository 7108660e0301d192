//! What a result says.

use std::{fs::File, path::PathBuf};

use clap::Args;
use lab::arena::{
    elo::{Difference, likelihood_of_superiority},
    results::Results,
    sprt::Sprt,
    tally::Tally,
};

use super::{print, standing::test_line};

#[derive(Debug, Args)]
pub(crate) struct Elo {
    /// Games that A won.
    #[arg(required_unless_present = "pgn")]
    wins: Option<u64>,
    /// Games that A lost.
    #[arg(required_unless_present = "pgn")]
    losses: Option<u64>,
    /// Drawn games.
    #[arg(required_unless_present = "pgn")]
    draws: Option<u64>,
    /// The same games as pairs, by half points of A, 0 to 4: `2 5 24 14 5`. Errors and tests are then of pairs.
    #[arg(long, num_args = 5, value_name = "PAIRS")]
    pairs: Option<Vec<u64>>,
    /// Files with the games, of fastchess, cutechess or `lab match`, in place of numbers. Two games of one file and
    /// round are a pair.
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["wins", "pairs"])]
    pgn: Vec<PathBuf>,
    /// A's name in the files; without it, White of the first game is A.
    #[arg(long, value_name = "NAME", requires = "pgn")]
    of: Option<String>,
    /// A test, such as `elo0=1 elo1=5`; its model is trinomial if there are no pairs
    /// (others of games: games, normalised-games).
    #[arg(long)]
    sprt: Option<String>,
}

impl Elo {
    pub(crate) fn run(&self) -> Result<(), String> {
        let tally = if self.pgn.is_empty() { self.numbers()? } else { self.games()? };
        let has_pairs = tally.pair_count() > 0;
        let sprt = self.sprt(has_pairs)?;
        let difference =
            if has_pairs { Difference::of_pairs(&tally) } else { Difference::of_games(&tally) };
        let los = likelihood_of_superiority(&tally);
        print::line(&format!("Elo {difference}, LOS {los:.1} %"));
        if let Some(sprt) = sprt {
            print::line(&test_line(&sprt, &tally));
        }
        Ok(())
    }

    /// The result that was given as numbers.
    fn numbers(&self) -> Result<Tally, String> {
        let [wins, losses, draws] =
            [self.wins, self.losses, self.draws].map(Option::unwrap_or_default);
        let games = Tally { wins, losses, draws, ..Tally::default() };
        match &self.pairs {
            None => Ok(games),
            Some(pairs) => games.in_pairs(pairs).ok_or_else(|| {
                format!("{} games with these points are not the pairs {pairs:?}", games.games())
            }),
        }
    }

    /// The result of the files' games, which is told.
    fn games(&self) -> Result<Tally, String> {
        let mut results = Results::of(self.of.clone());
        for path in &self.pgn {
            let add = |file| results.add(file);
            let added = File::open(path).map_err(|e| e.to_string()).and_then(add);
            added.map_err(|why| format!("{}: {why}", path.display()))?;
        }
        let Results { player, tally, odd, unfinished, by_time } = results;
        let player = player.ok_or("there is no game in these files")?;
        let Tally { wins, draws, losses, pairs } = tally;
        print::line(&format!(
            "{player}: {wins} won, {draws} drawn, {losses} lost; {by_time} by the clock, {unfinished} without a result"
        ));
        let pairs = pairs.map(|n| n.to_string()).join(" ");
        print::line(&format!("pairs by half points, 0 to 4: {pairs}; {odd} games not in pairs"));
        Ok(tally)
    }

    fn sprt(&self, has_pairs: bool) -> Result<Option<Sprt>, String> {
        let model = if has_pairs { "" } else { " model=trinomial" };
        self.sprt.as_ref().map(|text| format!("{text}{model}").parse()).transpose()
    }
}
