//! Every switch against its counterpart.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use clap::Args;
use lab::{
    ablate::{
        agreement,
        evidence::{Evidence, Row},
        series::{Event, Plan, Series, day},
        trial::{Trial, only, trials},
    },
    arena::{contestant::Budget, openings::Openings},
};

use super::{
    beside::{Book, commit},
    lock::Lock,
    print,
};

/// Plays every switch of the engine against its counterpart, and keeps the evidence.
///
/// An idea that is on by default is played against the engine without it, one that is off against the
/// default. First the harness is tested: the engine without quiescence must lose, with its sides changed win, and
/// against itself come out even. Then every switch gets its games; those whose test, elo0=0 elo1=10 on
/// pairs, is not decided are played on. The file is written after every 50 pairs: interrupt when you like.
/// A row's games stand, and are added to, as long as the bench of both sides and the openings are the same.
#[derive(Debug, Args)]
pub(crate) struct Ablate {
    /// Nodes for each move.
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// A clock instead, in seconds: `0.5+0.005`, or `40/60` for each 40 moves.
    #[arg(long, conflicts_with = "nodes")]
    clock: Option<Budget>,
    /// Games that every switch gets.
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Games that a switch gets at most.
    #[arg(long, default_value_t = 2_000)]
    most: u64,
    /// Switches whose OPTION=ON or id begins with one of these, by commas: `NMP=` is NMP and no detail of it.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Begin no chunk after this many seconds.
    #[arg(long)]
    seconds: Option<u64>,
    /// Games at a time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    #[command(flatten)]
    book: Book,
    /// Where the evidence is kept.
    #[arg(long, default_value = "docs/evidence.csv")]
    csv: PathBuf,
    /// Only say what would be played.
    #[arg(long)]
    list: bool,
    /// A line of JSON for each row that has changed.
    #[arg(long)]
    json: bool,
    /// Play nothing: print what switches are worth at two limits, such as `nodes=1000 tc=0.5+0.005`.
    #[arg(long, num_args = 2, value_name = "LIMIT")]
    compare: Option<Vec<String>>,
    /// Play nothing: work out the figures of all rows again from their games.
    #[arg(long, conflicts_with = "compare")]
    recount: bool,
    /// The first limit's figures are of this file, of another engine.
    #[arg(long, requires = "compare", value_name = "FILE")]
    before: Option<PathBuf>,
}

impl Ablate {
    pub(crate) fn run(&self) -> Result<(), String> {
        if let Some(limits) = &self.compare {
            return self.compare([&limits[0], &limits[1]]);
        }
        if self.recount {
            let _lock = Lock::of(folder(&self.csv))?;
            return Evidence::read(&self.csv)?.recount();
        }
        let trials = self.trials()?;
        if self.list {
            trials.iter().for_each(|trial| print::line(&trial.to_string()));
            return Ok(());
        }
        let _lock = Lock::of(folder(&self.csv))?;
        let mut evidence = Evidence::read(&self.csv)?;
        let plan = self.plan()?;
        let mut series = Series::new(plan, &mut evidence);
        let mut tell = |event: Event<'_>| self.tell(&event);
        series.validate(&mut tell)?;
        series.run(trials, &mut tell)
    }

    /// What switches are worth at two limits.
    fn compare(&self, limits: [&str; 2]) -> Result<(), String> {
        let evidence = Evidence::read(&self.csv)?;
        let before = self.before.as_deref().map(Evidence::read).transpose()?;
        let table = agreement::table(evidence.rows(), limits, before.as_ref().map(Evidence::rows))?;
        print::text(&table);
        Ok(())
    }

    /// The trials that this limit can measure. One that was asked for by name is played at any number of
    /// nodes; what only a clock shows is left out by nodes all the same, and said to be.
    fn trials(&self) -> Result<Vec<Trial>, String> {
        let is_named = !self.only.is_empty();
        let asked = if is_named { only(trials(), &self.only)? } else { trials() };
        let nodes = if is_named { u64::MAX } else { self.nodes };
        let nodes = self.clock.is_none().then_some(nodes);
        let (seen, unseen): (Vec<_>, Vec<_>) =
            asked.into_iter().partition(|trial| trial.is_seen_at(nodes));
        for trial in &unseen {
            print::aside(&format!(
                "lab: {trial}: left out, this limit does not show what it is worth"
            ));
        }
        if seen.is_empty() {
            return Err("nothing is left to play".to_owned());
        }
        Ok(seen)
    }

    fn plan(&self) -> Result<Plan, String> {
        let book = self.book.path()?;
        let name = book.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Ok(Plan {
            budget: self.clock.unwrap_or(Budget::Nodes(self.nodes)),
            games: self.games,
            most: self.most,
            until: self.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
            threads: self.concurrency,
            openings: Openings::read(&book, PLIES, SEED)?,
            book: name,
            commit: commit()?,
            date: day(now),
        })
    }

    fn tell(&self, event: &Event<'_>) {
        match event {
            Event::Played(row) if self.json => {
                print::line(&serde_json::to_string(row).unwrap_or_default());
            }
            Event::Played(row) => print::line(&sentence(row)),
            Event::SameBench(trial) => {
                print::aside(&format!("{trial}: changes nothing on the bench"));
            }
            Event::Idle(trial) => {
                print::aside(&format!("{trial}: changes nothing at this limit"));
            }
        }
    }
}

/// As `lab match` has them by default: its command repeats a row.
pub(super) const PLIES: u32 = 8;
pub(super) const SEED: u64 = 1;

fn sentence(row: &Row) -> String {
    let Row { option, on, off, games, wins, draws, losses, elo, error, llr, verdict, .. } = row;
    format!(
        "{option} {on} v {off}: {games} games +{wins} -{losses} ={draws}, Elo {elo} ± {error}, LLR {llr}, {verdict}"
    )
}

/// Where a file is.
pub(super) fn folder(file: &Path) -> &Path {
    file.parent().filter(|folder| *folder != "").unwrap_or(Path::new("."))
}
