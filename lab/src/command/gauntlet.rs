//! A against several opponents, one match of equal length each (TST-05).

use clap::Args;
use lab::arena::{
    contest::{Contest, Standing},
    elo::Difference,
    tally::Tally,
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
        let mut found = Vec::new();
        for contest in contests {
            // The table waits for the last match: progress and finished matches go beside it.
            let standing = self.play.run(&contest, print::aside)?;
            print::aside(&row(None, &contest, &standing));
            found.push((contest, standing));
        }
        rank(&mut found, |(_, standing)| standing.tally);
        print::line(
            "| rank | opponent | Elo of A | games | score | draws |\n|---|---|---|---|---|---|",
        );
        for (i, (contest, standing)) in found.iter().enumerate() {
            print::line(&row(Some(i + 1), contest, standing));
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

/// The strongest opponent first: the one against whom A has the smallest share of the points. Equal ones stay in
/// the order in which they were named.
fn rank<T>(all: &mut [T], tally: impl Fn(&T) -> Tally) {
    all.sort_by(|a, b| tally(a).score().total_cmp(&tally(b).score()));
}

fn row(rank: Option<usize>, contest: &Contest, standing: &Standing) -> String {
    let tally = standing.tally;
    let difference = Difference::of_pairs(&tally);
    let rank = rank.map_or_else(String::new, |rank| format!("| {rank} "));
    let draws = 100.0 * tally.draws as f64 / tally.games().max(1) as f64;
    let [_, opponent] = &contest.contestants;
    let name = if opponent.name.is_empty() { "default" } else { &opponent.name };
    format!(
        "{rank}| {name} | {difference:.1} | {} | {:.1} % | {draws:.0} % |{}",
        tally.games(),
        100.0 * tally.score(),
        bad_ends(standing)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_opponent_is_first() {
        let tally = |wins, losses| Tally { wins, losses, draws: 2, ..Tally::default() };
        let mut found = [
            ("weak", tally(8, 0)),
            ("even", tally(4, 4)),
            ("strong", tally(1, 7)),
            ("too", tally(3, 3)),
        ];
        rank(&mut found, |&(_, tally)| tally);
        assert_eq!(found.map(|(name, _)| name), ["strong", "even", "too", "weak"]);
    }
}
