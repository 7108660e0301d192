//! Options tuned by matches against themselves.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use clap::Args;
use lab::{
    arena::{
        contest::{self, Contest},
        contestant::Budget,
        openings::Openings,
    },
    spsa::{Sides, Tuned, iterate},
};
use serde::{Deserialize, Serialize};

use super::print;

/// Tunes options by matches of the engine against itself (SPSA).
///
/// What comes out is a guess to be played against the defaults with other openings.
#[derive(Debug, Args)]
pub(crate) struct Spsa {
    /// Numbers among the options. STEP is how far one is moved at the end, about what is worth a few Elo;
    /// without it a twentieth of the value, at least 1.
    #[arg(required = true, value_name = "NAME[:STEP]")]
    names: Vec<String>,
    /// Iterations in all.
    #[arg(long, default_value_t = 500)]
    iterations: u64,
    /// Pairs of games in an iteration.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Nodes for each move.
    #[arg(long, default_value_t = 5_000, conflicts_with = "tc")]
    nodes: u64,
    /// A clock in place of nodes, in seconds, and what each move adds to it: `1+0.01`.
    #[arg(long)]
    tc: Option<Budget>,
    /// Games at a time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Openings; without, random plies.
    #[arg(long)]
    book: Option<PathBuf>,
    /// Where to keep how far it came; it goes on from there.
    #[arg(long)]
    state: Option<PathBuf>,
    /// Decides all chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A line of JSON for each iteration.
    #[arg(long)]
    json: bool,
}

/// How far it came.
#[derive(Debug, Default, Serialize, Deserialize)]
struct State {
    /// Everything that makes a tuning the same one; empty in a file of before this was kept.
    #[serde(default)]
    title: String,
    iterations: u64,
    values: BTreeMap<String, f64>,
}

/// Plies of each opening.
const PLIES: u32 = 8;

impl Spsa {
    pub(crate) fn run(&self) -> Result<(), String> {
        let tuned: Result<Vec<_>, String> =
            self.names.iter().map(|name| Tuned::read(name)).collect();
        let mut tuned = tuned?;
        let openings = match &self.book {
            Some(book) => Openings::read(book, PLIES, self.seed)?,
            None => Openings::Random { plies: PLIES, seed: self.seed },
        };
        let whole = self.contest(&Sides::default(), &openings, self.iterations);
        whole.check_openings()?;
        let title = self.title(&tuned, &whole)?;
        let mut state = match &self.state {
            Some(path) => State::read(path, &title)?,
            None => State { title, ..State::default() },
        };
        for option in &mut tuned {
            option.value = state.values.get(&option.name).copied().unwrap_or(option.value);
        }
        if state.iterations >= self.iterations {
            print::aside("lab: the tuning has come to its end before");
            return self.tell(&state, 0.0);
        }
        for number in state.iterations + 1..=self.iterations {
            let mut play = |sides: &Sides| self.play(sides, &openings, number);
            let score = iterate(&mut tuned, number, self.iterations, self.seed, &mut play)?;
            state.iterations = number;
            state.values = tuned.iter().map(|one| (one.name.clone(), one.value)).collect();
            self.tell(&state, score)?;
            self.state.as_deref().map_or(Ok(()), |path| state.write(path))?;
        }
        Ok(())
    }

    /// What the first side scored more than the second, in points a pair.
    fn play(&self, sides: &Sides, openings: &Openings, number: u64) -> Result<f64, String> {
        let contest = self.contest(sides, openings, number);
        let standing = contest::run(&contest, None, &mut |_, _| Ok(()))?;
        let on_time: u64 = standing.time_losses.iter().sum();
        if on_time > 0 {
            print::aside(&format!("lab: {on_time} games were lost on time"));
        }
        let tally = standing.tally;
        Ok((tally.wins as f64 - tally.losses as f64) / self.pairs as f64)
    }

    /// The games of an iteration. No opening serves twice.
    fn contest(&self, sides: &Sides, openings: &Openings, number: u64) -> Contest {
        let budget = self.tc.unwrap_or(Budget::Nodes(self.nodes));
        Contest {
            first: number.saturating_sub(1).saturating_mul(self.pairs),
            threads: self.concurrency,
            ..Contest::between(sides.clone(), budget, openings.clone(), self.pairs)
        }
    }

    /// What makes a tuning the same one: what is tuned and how far, in how many steps, by which games of which engine.
    fn title(&self, tuned: &[Tuned], contest: &Contest) -> Result<String, String> {
        let steps = tuned.iter().map(|one| format!("{}:{}", one.name, one.step));
        let openings = contest.openings.title();
        let [player, _] = &contest.contestants;
        Ok(format!(
            "{}; {} iterations of {} pairs, {}; {openings}; seed {}; {}",
            steps.collect::<Vec<_>>().join(" "),
            self.iterations,
            self.pairs,
            player.budget.describe(),
            self.seed,
            player.signature()?,
        ))
    }

    fn tell(&self, state: &State, score: f64) -> Result<(), String> {
        if self.json {
            print::line(&serde_json::to_string(state).map_err(|e| e.to_string())?);
            return Ok(());
        }
        let values = state.values.iter().map(|(name, value)| format!(" {name}={value:.1}"));
        print::line(&format!("{} {score:+.2}{}", state.iterations, values.collect::<String>()));
        Ok(())
    }
}

impl State {
    /// What an earlier run of the same tuning left; a beginning if there is no file.
    fn read(path: &Path, title: &str) -> Result<Self, String> {
        if !path.exists() {
            return Ok(Self { title: title.to_owned(), ..Self::default() });
        }
        let failed = |e: String| format!("cannot read the state {}: {e}", path.display());
        let text = fs::read_to_string(path).map_err(|e| failed(e.to_string()))?;
        let state: Self = serde_json::from_str(&text).map_err(|e| failed(e.to_string()))?;
        if state.title == title {
            Ok(state)
        } else {
            Err(failed(format!("it is of another tuning: `{}`, not `{title}`", state.title)))
        }
    }

    /// The old file stays whole until the new one is complete.
    fn write(&self, path: &Path) -> Result<(), String> {
        let failed = |e: String| format!("cannot write the state {}: {e}", path.display());
        let text = serde_json::to_string(self).map_err(|e| failed(e.to_string()))?;
        tables::write_whole(path, text.as_bytes()).map_err(|e| failed(e.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_gone_on_with_and_a_broken_one_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.json");
        let state = State::read(&path, "this").unwrap();
        assert_eq!((state.iterations, &*state.title), (0, "this"));
        let values = BTreeMap::from([("RFP_Margin".to_owned(), 81.25)]);
        State { iterations: 7, values: values.clone(), ..state }.write(&path).unwrap();
        let again = State::read(&path, "this").unwrap();
        assert_eq!((again.iterations, again.values), (7, values));
        assert!(State::read(&path, "another").unwrap_err().contains("of another tuning: `this`"));
        fs::write(&path, "{").unwrap();
        assert!(State::read(&path, "this").unwrap_err().contains("s.json"));
    }
}
