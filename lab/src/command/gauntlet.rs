//! A against several others, a match of the same length each (TST-05).

use clap::Args;
use lab::arena::{
    contest::{Contest, Standing},
    elo::Difference,
};

use super::{play::Play, print, standing::bad_ends};

#[derive(Debug, Args)]
pub(crate) struct Gauntlet {
    /// An option of A, `NAME=VALUE`; may be given more than once.
    #[arg(long = "a", value_name = "NAME=VALUE")]
    a: Vec<String>,
    /// An opponent's options, `NAME=VALUE,NAME=VALUE`; may be given more than once.
    #[arg(long, required = true, value_name = "SETTINGS")]
    against: Vec<String>,
    #[command(flatten)]
    play: Play,
}

impl Gauntlet {
    pub(crate) fn run(&self) -> Result<(), String> {
        if self.play.journal.is_some() {
            return Err("a gauntlet keeps no journal; play its matches one by one".to_owned());
        }
        let contests = self.against.iter().map(|against| self.contest(against));
        let contests = contests.collect::<Result<Vec<_>, String>>()?;
        print::line("| opponent | Elo of A | games | score | draws |\n|---|---|---|---|---|");
        for contest in contests {
            // The rows are one table: progress goes beside it.
            let standing = self.play.run(&contest, print::aside)?;
            print::line(&row(&contest, &standing));
        }
        Ok(())
    }

    /// The match against one opponent. All are looked at before the first is played.
    fn contest(&self, against: &str) -> Result<Contest, String> {
        let settings: Vec<_> =
            against.split(',').filter(|one| !one.is_empty()).map(str::to_owned).collect();
        let contest = self.play.contest([("A", &self.a), (against, &settings)], None)?;
        contest.contestants.iter().try_for_each(|one| one.engine().map(drop))?;
        Ok(contest)
    }
}

fn row(contest: &Contest, standing: &Standing) -> String {
    let tally = standing.tally;
    let Difference { elo, error } = Difference::of_pairs(&tally);
    let draws = 100.0 * tally.draws as f64 / tally.games().max(1) as f64;
    let [_, opponent] = &contest.contestants;
    let name = if opponent.name.is_empty() { "default" } else { &opponent.name };
    format!(
        "| {name} | {elo:+.1} ± {error:.1} | {} | {:.1} % | {draws:.0} % |{}",
        tally.games(),
        100.0 * tally.score(),
        bad_ends(standing)
    )
}
