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
    /// A test, such as `elo0=1 elo1=5`; its model is trinomial if there are no pairs and none is named
    /// (others of games: games, normalised-games).
    #[arg(long)]
    sprt: Option<String>,
}

impl Elo {
    pub(crate) fn run(&self) -> Result<(), String> {
        let tally = if self.pgn.is_empty() { self.numbers()? } else { self.games()? };
        let has_pairs = tally.pair_count() > 0;
        let sprt = self.sprt(has_pairs)?;
        print::line(&elo_line(&tally));
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
        // Before the text, so that a model which is named there holds.
        let model = if has_pairs { "" } else { "model=trinomial " };
        let sprt = |text| format!("{model}{text}").parse::<Sprt>();
        match self.sprt.as_ref().map(sprt).transpose()? {
            Some(sprt) if sprt.is_of_pairs() && !has_pairs => {
                Err("this model is of pairs, and there are none; --pairs names them".to_owned())
            }
            sprt => Ok(sprt),
        }
    }
}

/// Elo by pairs if there are any, and of how many if that is not all games.
fn elo_line(tally: &Tally) -> String {
    let pairs = tally.pair_count();
    let difference =
        if pairs > 0 { Difference::of_pairs(tally) } else { Difference::of_games(tally) };
    let of = match pairs {
        1.. if 2 * pairs < tally.games() => format!(" of {pairs} pairs"),
        _ => String::new(),
    };
    format!("Elo {difference}{of}, LOS {:.1} %", likelihood_of_superiority(tally))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        elo: Elo,
    }

    fn sprt(text: &str, has_pairs: bool) -> Result<Option<Sprt>, String> {
        let words = ["elo", "400", "200", "1400", "--sprt", text];
        Line::try_parse_from(words).unwrap().elo.sprt(has_pairs)
    }

    #[test]
    fn a_model_that_is_named_holds() {
        const BOUNDS: &str = "elo0=0 elo1=10";
        let tally = Tally { wins: 400, losses: 200, draws: 1400, ..Tally::default() };
        let llr = |model: &str| {
            let sprt = sprt(&format!("{BOUNDS}{model}"), false).unwrap().unwrap();
            sprt.llr(&tally)
        };
        assert_eq!(llr(""), llr(" model=trinomial"));
        // As in the tests of `arena::sprt`.
        for (model, wanted) in [(" model=games", 16.5826), (" model=normalised-games", 9.6978)] {
            assert!((llr(model) - wanted).abs() < 0.005, "{model}: {}", llr(model));
            assert!((llr(model) - llr("")).abs() > 0.01, "{model}");
        }
        let refused = sprt(&format!("{BOUNDS} model=normalised"), false).unwrap_err();
        assert!(refused.contains("of pairs"), "{refused}");
        assert!(sprt(BOUNDS, true).unwrap().unwrap().is_of_pairs());
    }

    #[test]
    fn elo_of_a_part_of_the_games_says_so() {
        let pairs = Tally { wins: 3, losses: 1, draws: 4, pairs: [0, 1, 1, 1, 1] };
        let odd = Tally { losses: 2, ..pairs };
        let of = |tally: &Tally| elo_line(tally).contains(" of 4 pairs, LOS ");
        assert!(of(&odd) && !of(&pairs), "{} {}", elo_line(&odd), elo_line(&pairs));
        let games = Tally { pairs: [0; 5], ..odd };
        assert!(!elo_line(&games).contains("pairs"), "{}", elo_line(&games));
    }
}
