//! All trials under one limit: a first measure of each, then more games where they may still decide.

use std::{
    collections::BTreeMap,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use engine::bench;

use super::{
    evidence::{Evidence, Row, is_idle, verdict},
    trial::{Side, Trial},
};
use crate::arena::{
    contest::{self, Contest},
    contestant::{Budget, Contestant},
    elo::Difference,
    openings::Openings,
    tally::Tally,
};

/// Pairs between two writings of the file.
const CHUNK: u64 = 50;
/// The same while the harness is tested.
const HARNESS_CHUNK: u64 = 20;
/// How far from even an engine may come out against itself with a clock, in errors of 95 %: three
/// standard deviations, so that one of 300 sound harnesses is refused.
const NEAR: f64 = 1.5;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What a side may use for a move: nodes or a clock.
    pub budget: Budget,
    /// Games that every trial gets.
    pub games: u64,
    /// Games that a trial gets at most.
    pub most: u64,
    /// When no chunk is begun any more.
    pub until: Option<Instant>,
    /// Games at a time.
    pub threads: usize,
    /// Where games begin.
    pub openings: Openings,
    /// The openings' name in the evidence.
    pub book: String,
    /// The commit that plays.
    pub commit: String,
    /// The day, `2026-11-24`.
    pub date: String,
}

/// What a series tells of.
#[derive(Debug)]
pub enum Event<'e> {
    /// A chunk was played; the trial's row is this now.
    Played(&'e Row),
    /// Both sides have the same bench.
    SameBench(&'e Trial),
    /// All games so far were even, pair by pair.
    Idle(&'e Trial),
}

/// Trials that are being played.
#[derive(Debug)]
pub struct Series<'e> {
    plan: Plan,
    evidence: &'e mut Evidence,
    benches: BTreeMap<Vec<String>, u64>,
}

/// A trial and its games so far.
#[derive(Debug)]
struct Entry {
    trial: Trial,
    bench: [u64; 2],
    tally: Tally,
    /// No opening is left.
    is_used_up: bool,
}

impl<'e> Series<'e> {
    /// A series that adds to the evidence.
    pub const fn new(plan: Plan, evidence: &'e mut Evidence) -> Self {
        Self { plan, evidence, benches: BTreeMap::new() }
    }

    /// Tests the harness before anything else: the engine without quiescence must lose, the same match with
    /// its sides changed must be won, and an engine against itself must come out exactly even; with a
    /// clock, within three standard deviations in the games that every trial gets (TST-07, TST-10).
    ///
    /// # Errors
    /// One sentence if it fails, or if games cannot be played.
    pub fn validate(&mut self, tell: &mut dyn FnMut(Event<'_>)) -> Result<(), String> {
        let quiescence = Trial::of_quiescence;
        for (trial, wanted) in [(quiescence(), "on"), (quiescence().swapped(), "off")] {
            let mut entry = self.entry(trial)?;
            while verdict(&entry.tally) == "open" && !entry.is_used_up {
                self.play(&mut entry, HARNESS_CHUNK, tell)?;
            }
            refuse(&entry, verdict(&entry.tally) == wanted)?;
        }
        let is_time = self.plan.budget.is_time();
        let enough = if is_time { self.plan.games } else { 1 };
        let mut entry = self.entry(Trial::of_nothing())?;
        while entry.tally.games() < enough && !entry.is_used_up {
            self.play(&mut entry, HARNESS_CHUNK, tell)?;
        }
        let is_even = entry.tally.wins == entry.tally.losses;
        let found = Difference::of_pairs(&entry.tally);
        let is_near = found.elo.is_finite() && found.elo.abs() <= NEAR * found.error();
        refuse(&entry, is_even || is_time && is_near)
    }

    /// Plays the trials: each the games that every trial gets, then those whose test is not decided.
    ///
    /// # Errors
    /// One sentence if games cannot be played or the file cannot be written.
    pub fn run(
        &mut self,
        trials: Vec<Trial>,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), String> {
        let mut entries = Vec::new();
        for trial in trials {
            if self.is_over() {
                return Ok(());
            }
            let mut entry = self.entry(trial)?;
            self.measure(&mut entry, tell)?;
            entries.push(entry);
        }
        while !self.is_over() {
            let most = self.plan.most;
            let undecided = entries.iter_mut().filter(|entry| entry.may_go_on(most));
            let Some(next) = undecided.min_by_key(|entry| entry.urgency()) else { break };
            self.play(next, CHUNK, tell)?;
        }
        Ok(())
    }

    /// The first games of a trial. One that makes no difference in many is played no further.
    fn measure(
        &mut self,
        entry: &mut Entry,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), String> {
        if entry.bench[0] == entry.bench[1] {
            tell(Event::SameBench(&entry.trial));
        }
        while entry.tally.games() < self.plan.games && !entry.is_used_up && !self.is_over() {
            if is_idle(&entry.tally) {
                tell(Event::Idle(&entry.trial));
                break;
            }
            self.play(entry, CHUNK, tell)?;
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.plan.until.is_some_and(|until| Instant::now() >= until)
    }

    /// A trial with the games that the evidence has of it, if they are of these engines and openings.
    fn entry(&mut self, trial: Trial) -> Result<Entry, String> {
        let [on, off] = Trial::SIDES.map(|side| trial.settings(side));
        let bench = [self.bench(on)?, self.bench(off)?];
        let limit = self.plan.budget.limit();
        let row = self.evidence.rows().iter().find(|row| row.is_of(&trial, &limit));
        let tally = match row.filter(|row| row.is_fresh(bench, &self.plan.book)) {
            Some(row) => row.tally()?,
            None => Tally::default(),
        };
        Ok(Entry { trial, bench, tally, is_used_up: false })
    }

    /// The node count of `engine bench` under these settings.
    fn bench(&mut self, settings: Vec<String>) -> Result<u64, String> {
        if let Some(&known) = self.benches.get(&settings) {
            return Ok(known);
        }
        let contestant = Contestant {
            name: String::new(),
            settings: settings.clone(),
            budget: self.plan.budget,
            elo: None,
        };
        let mut engine = contestant.engine()?;
        let nodes = bench::run(&mut engine, bench::DEPTH, &AtomicBool::new(false)).nodes;
        self.benches.insert(settings, nodes);
        Ok(nodes)
    }

    /// Plays some pairs more and writes them down.
    fn play(
        &mut self,
        entry: &mut Entry,
        pairs: u64,
        tell: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), String> {
        let first = entry.tally.pair_count();
        let left = self.plan.openings.count().map_or(pairs, |all| all.saturating_sub(first));
        if left == 0 {
            entry.is_used_up = true;
            return Ok(());
        }
        let contest = self.contest(&entry.trial, first, pairs.min(left));
        let standing = contest::run(&contest, None, &mut |_, _| Ok(()))?;
        if standing.illegal_moves != [0; 2] {
            return Err(format!("{}: a game ended by an illegal move", entry.trial));
        }
        entry.tally = entry.tally.plus(&standing.tally);
        let row = self.row(entry);
        self.evidence.put(row.clone())?;
        tell(Event::Played(&row));
        Ok(())
    }

    fn contest(&self, trial: &Trial, first: u64, pairs: u64) -> Contest {
        let Plan { budget, openings, threads, .. } = &self.plan;
        let settings = Trial::SIDES.map(|side| trial.settings(side));
        Contest {
            first,
            threads: *threads,
            ..Contest::between(settings, *budget, openings.clone(), pairs)
        }
    }

    fn row(&self, entry: &Entry) -> Row {
        let Entry { trial, tally, bench: [bench_on, bench_off], .. } = entry;
        Row {
            date: self.plan.date.clone(),
            commit: self.plan.commit.clone(),
            bench_on: *bench_on,
            bench_off: *bench_off,
            command: self.command(trial, tally.games()),
            ..Row::new(trial, &self.plan.budget.limit(), tally)
        }
    }

    /// The command that plays a trial's games again.
    fn command(&self, trial: &Trial, games: u64) -> String {
        let flag = |side, name: &str| {
            let settings = trial.settings(side).into_iter();
            settings.map(|setting| format!(" --{name}={setting}")).collect::<String>()
        };
        let limit = match self.plan.budget {
            Budget::Nodes(nodes) => format!("--nodes {nodes}"),
            other => format!("--tc {}", other.describe()),
        };
        format!(
            "lab match{}{} {limit} --book {} --games {games}",
            flag(Side::On, "a"),
            flag(Side::Off, "b"),
            self.plan.book
        )
    }
}

impl Entry {
    /// Whether more games may decide the test.
    fn may_go_on(&self, most: u64) -> bool {
        verdict(&self.tally) == "open" && self.tally.games() < most && !self.is_used_up
    }

    /// Trials whose interval holds 0 first, and of them those with the fewest games.
    fn urgency(&self) -> (bool, u64) {
        (!Difference::of_pairs(&self.tally).may_be_none(), self.tally.games())
    }
}

/// Refuses a harness that has failed its own test.
fn refuse(entry: &Entry, has_passed: bool) -> Result<(), String> {
    if has_passed {
        return Ok(());
    }
    Err(format!(
        "the harness failed its own test, {}: {}, +{} -{}",
        entry.trial,
        verdict(&entry.tally),
        entry.tally.wins,
        entry.tally.losses
    ))
}

/// The day of a time since 1970, `2026-11-24` (the calendar's days from civil, H. Hinnant, 2013).
#[must_use]
pub fn day(since_1970: Duration) -> String {
    let days = since_1970.as_secs() / 86_400 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::ablate::trial::{only, trials};

    fn plan(nodes: u64) -> Plan {
        Plan {
            budget: Budget::Nodes(nodes),
            games: 4,
            most: 4,
            until: None,
            threads: 2,
            openings: Openings::Random { plies: 8, seed: 1 },
            book: "random".to_owned(),
            commit: "c".to_owned(),
            date: day(Duration::ZERO),
        }
    }

    fn null_move() -> Vec<Trial> {
        only(trials(), &["NMP=".to_owned()]).unwrap()
    }

    /// Plays null move with a plan; the row and how many chunks there were.
    fn played(path: &Path, plan: Plan) -> (Row, usize) {
        let mut evidence = Evidence::read(path).unwrap();
        let mut chunks = 0;
        let mut count = |event: Event<'_>| {
            chunks += usize::from(matches!(event, Event::Played(_)));
        };
        Series::new(plan, &mut evidence).run(null_move(), &mut count).unwrap();
        (Evidence::read(path).unwrap().rows()[0].clone(), chunks)
    }

    #[test]
    fn games_are_added_and_the_same_as_in_one_go() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let small = |games| Plan { games, most: games, ..plan(60) };
        let (first, chunks) = played(&path("cut"), small(2));
        assert_eq!((first.games, chunks), (100, 1), "a chunk is fifty pairs");
        let (_, chunks) = played(&path("cut"), small(100));
        assert_eq!(chunks, 0, "they stand");
        let (second, chunks) = played(&path("cut"), small(102));
        assert_eq!((second.games, chunks), (200, 1));
        let (whole, chunks) = played(&path("whole"), small(200));
        assert_eq!((&whole, chunks), (&second, 2));
        let wanted = "lab match --a=NMP=true --b=NMP=false --nodes 60 --book random --games 200";
        assert_eq!(whole.command, wanted);
    }

    #[test]
    fn games_of_another_engine_are_played_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("e.csv");
        let (row, _) = played(&path, plan(60));
        let text = fs::read_to_string(&path).unwrap();
        let bench = row.bench_on.to_string();
        fs::write(&path, text.replace(&bench, "1")).unwrap();
        let (again, chunks) = played(&path, plan(60));
        assert_eq!((&again, chunks), (&row, 1));
    }

    #[test]
    fn a_sound_harness_passes() {
        let folder = tempfile::tempdir().unwrap();
        let mut evidence = Evidence::read(&folder.path().join("e.csv")).unwrap();
        Series::new(plan(200), &mut evidence).validate(&mut |_| ()).unwrap();
        let verdicts: Vec<&str> = evidence.rows().iter().map(|row| &*row.verdict).collect();
        assert_eq!(verdicts, ["open", "off", "on"], "nothing, without quiescence, with it");
    }

    #[test]
    fn a_harness_that_cannot_tell_is_refused() {
        let entry = |wins| Entry {
            trial: Trial::of_nothing(),
            bench: [1; 2],
            tally: Tally { wins, ..Tally::default() },
            is_used_up: false,
        };
        refuse(&entry(0), true).unwrap();
        let sentence = refuse(&entry(3), false).unwrap_err();
        assert!(sentence.contains("- default v default: open, +3 -0"), "{sentence}");
    }

    #[test]
    fn what_may_still_be_decided_comes_first() {
        let entry = |pairs: [u64; 5]| {
            let games = pairs.iter().sum::<u64>() * 2;
            let (wins, losses) = (pairs[4] * 2, pairs[0] * 2);
            let tally = Tally { wins, losses, draws: games - wins - losses, pairs };
            Entry { trial: Trial::of_nothing(), bench: [1; 2], tally, is_used_up: false }
        };
        let (even, clear) = (entry([30, 0, 50, 0, 30]), entry([30, 0, 10, 0, 1]));
        assert!(even.urgency() < clear.urgency());
        assert!(even.may_go_on(1_000) && !even.may_go_on(200));
        assert!(!entry([0, 0, 100, 0, 0]).may_go_on(1_000), "idle");
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (1_709_251_200, "2024-03-01"),
            (1_795_564_799, "2026-11-24"),
        ] {
            assert_eq!(day(Duration::from_secs(seconds)), date);
        }
    }
}
