//! `miner imbalance`, `pst`, `opening`, `all`: from arguments to tables.

use std::{
    collections::BTreeMap,
    io::Write,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError, atomic::AtomicBool},
    time::Instant,
};

use anyhow::{Context, Result, bail};
use clap::Args;
use tables::{Counters, Output};

use crate::{
    cli::{
        Ended, Run,
        args::{
            self, ShardArgs, SourceArgs,
            filters::FilterArgs,
            kinds::{CountArgs, Mining},
            label::CountedArgs,
        },
        guard, note,
        progress::Bar,
        project,
        summary::Summarised,
    },
    collect::{TieredCollector, key::Key, tiers},
    read::{block::BLOCK_BYTES, inputs::Input},
    run::{
        job::{BadGameReport, EarlyEnd, FailedInput, Job, Mined, Watch},
        pipeline::mine,
        plan::{Origin, Places, Plan, Written},
    },
    shard::{self, Cut, Shard},
};

/// What all mining commands take.
#[derive(Debug, Args)]
pub struct MiningArgs {
    /// What is read.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Which part of it.
    #[command(flatten)]
    pub shard: ShardArgs,
    /// Where the tables go.
    #[command(flatten)]
    pub output: OutputArgs,
    /// Which games count.
    #[command(flatten)]
    pub filters: FilterArgs,
}

/// Where tables go, and what their players must have.
#[derive(Clone, Debug, Args)]
pub struct OutputArgs {
    /// Both players must have at least this Elo (0 for any, also unknown). Several values, as
    /// 2400,2600, make a table for each in one pass.
    #[arg(long, value_name = "ELO", value_delimiter = ',', default_value = "0",
          value_parser = clap::value_parser!(u16).range(0..=4000))]
    pub min_elo: Vec<u16>,
    /// Make a table for each value of this key, in one pass: eco, year, month, elo-band, elo-diff; elo-band:200 has
    /// bands of 200. Merged, they are the table without --by.
    #[arg(long, value_name = "KEY")]
    pub by: Option<Key>,
    /// Where the table goes; a folder if there are several tables, which is made if it is not there
    /// [default: the `tables` folder of the project's checkout that the current folder is in, elsewhere
    /// `tables` in the current folder].
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the counts as CSV too; a folder if there are several tables.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write tables even if no game is used; this may replace good ones.
    #[arg(long)]
    pub allow_empty: bool,
    /// What positions count as.
    #[command(flatten)]
    pub label: CountedArgs,
}

impl Run for Mining {
    fn only_reports(&self) -> bool {
        true
    }

    fn run(&self, out: &mut dyn Write, stop: &AtomicBool) -> Result<Ended> {
        run(self, stop)?.tell(self.parts().0.source.json, out)
    }
}

/// How many bad games a summary describes. All of them are counted.
const MOST_BAD_GAMES: usize = 10;

/// Somebody pressed Ctrl-C before anything was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted; every file is as it was")]
pub struct Interrupted;

/// What a command did.
#[derive(Debug)]
pub struct Summary {
    /// What became of the games, for the lowest minimum Elo.
    pub counters: Counters,
    /// The tables that were written.
    pub written: Vec<Written>,
    /// How the reading went.
    pub reading: Reading,
    /// The part of the inputs that was read, if it was not all.
    pub shard: Option<Shard>,
}

/// How the reading of games went.
#[derive(Debug)]
pub struct Reading {
    /// Inputs that could not be read, or not to their end.
    pub failed: Vec<FailedInput>,
    /// The first games with unusable moves.
    pub bad_games: Vec<BadGameReport>,
    /// The first games without a result, where that is [told](crate::filter::Filter::tells_results).
    pub without_result: Vec<BadGameReport>,
    /// Why not all inputs were read to their end.
    pub end: Option<EarlyEnd>,
    /// Wall-clock time.
    pub seconds: f64,
    /// How many threads worked.
    pub threads: usize,
}

impl Reading {
    /// Says which inputs could not be read: where nothing is written, that may be why.
    pub fn tell_failed(&self) {
        for FailedInput { input, error, .. } in &self.failed {
            note(&format!("cannot read `{input}`: {error}"));
        }
    }

    /// Both readings, one after the other.
    #[must_use]
    pub fn and(mut self, later: Self) -> Self {
        self.failed.extend(later.failed);
        self.bad_games.extend(later.bad_games);
        self.bad_games.truncate(MOST_BAD_GAMES);
        self.without_result.extend(later.without_result);
        self.without_result.truncate(MOST_BAD_GAMES);
        self.end = self.end.or(later.end);
        self.seconds += later.seconds;
        self
    }
}

impl OutputArgs {
    /// The tables to make, counted like this, and where they go.
    ///
    /// # Errors
    /// If it is not clear where a table goes, or there is no such folder.
    pub fn plan(&self, count: &dyn CountArgs) -> Result<Plan> {
        let Self { min_elo, by, out, csv, allow_empty, label } = self;
        let default_folder = project::tables();
        let places = Places { out: out.clone(), csv: csv.clone(), default_folder };
        let settings = count.settings(label.label())?;
        Ok(Plan::new(&settings, min_elo, *by, &places)?.allowing_empty(*allow_empty))
    }
}

/// Mines and writes the tables.
fn run(mining: &Mining, stop: &AtomicBool) -> Result<Summary> {
    let (MiningArgs { source, shard, output, filters }, count) = mining.parts();
    if output.out.is_none() && project::root().is_none() {
        let folder = project::tables();
        note(&format!("the tables go to `{}`; --out names another place", folder.display()));
    }
    let plan = output.plan(count)?;
    make(&plan, &source.inputs()?, source, shard.shard, filters, stop)
}

/// Makes the tables of a plan.
///
/// # Errors
/// If nothing could be read, a table could not be written, or with [`Interrupted`]. Old tables are
/// then as they were.
pub fn make(
    plan: &Plan,
    inputs: &[Input],
    source: &SourceArgs,
    shard: Option<Shard>,
    filters: &FilterArgs,
    stop: &AtomicBool,
) -> Result<Summary> {
    let in_force = filters.in_force()?;
    refuse_to_overwrite(inputs, source, filters, plan.places())?;
    plan.try_places()?;
    let collectors = plan.collectors();
    let wanted = plan.wanted(&collectors);
    let (mined, reading, origin) = match shard.filter(|shard| shard.of() > 1) {
        None => {
            let (mined, reading) = read(&wanted, inputs, source, filters, stop)?;
            let origin = Origin { inputs: mined.inputs.clone(), shards: None };
            (mined, reading, origin)
        }
        Some(shard) => {
            plan.check_parts()?;
            let Cut { inputs, shards } = shard::cut(inputs, shard)?;
            let (mined, reading) = read(&wanted, &inputs, source, filters, stop)?;
            if let Some(FailedInput { input, error, .. }) = reading.failed.first() {
                bail!("cannot read `{input}`: {error}; a shard is read whole or not at all");
            }
            (mined, reading, Origin { inputs: Vec::new(), shards: Some(shards) })
        }
    };
    let written = plan.write(collectors, &mined.counters, &origin, &in_force);
    let written = written.inspect_err(|_| reading.tell_failed())?;
    let counters = mined.lowest_tier();
    Ok(Summary { counters, written, reading, shard })
}

/// Checks that some input could be read.
///
/// # Errors
/// If none could.
pub fn check_read(failed: &[FailedInput], inputs: usize, games_read: u64) -> Result<()> {
    match failed {
        [first, ..] if inputs == 0 && games_read == 0 => {
            bail!("cannot read `{}`: {}", first.input, first.error)
        }
        _ => Ok(()),
    }
}

/// Reads all games of the inputs.
///
/// # Errors
/// If nothing could be read, or the reading had to end early.
pub fn read(
    wanted: &[TieredCollector<'_>],
    inputs: &[Input],
    source: &SourceArgs,
    filters: &FilterArgs,
    stop: &AtomicBool,
) -> Result<(Mined, Reading)> {
    let (mined, reading) = read_or_fail(wanted, inputs, source, filters, stop)?;
    let games_read = mined.lowest_tier().games_read;
    check_read(&reading.failed, mined.inputs.len(), games_read)?;
    Ok((mined, reading))
}

/// Reads all games of the inputs, of which it may be that none can be read.
///
/// # Errors
/// If the reading had to end early.
pub fn read_or_fail(
    wanted: &[TieredCollector<'_>],
    inputs: &[Input],
    source: &SourceArgs,
    filters: &FilterArgs,
    stop: &AtomicBool,
) -> Result<(Mined, Reading)> {
    refuse_to_overwrite(inputs, source, filters, [])?;
    if tiers(wanted).len() > 1 && (filters.no_duplicates || filters.first.is_some()) {
        // Which games come first, or again, is another question for each table.
        bail!("--no-duplicates and --first work with one --min-elo at a time");
    }
    let threads = args::threads(source.threads);
    let mut filter = filters.filter()?;
    wanted.iter().try_for_each(|wanted| filters.check_min_elo(wanted.min_elo))?;
    filter.tells_results = wanted.iter().any(|wanted| wanted.collector.needs_results());
    filter.tells_event = wanted.iter().any(|wanted| wanted.collector.needs_event());
    filter.tells_remarks = wanted.iter().any(|wanted| wanted.collector.needs_remarks());
    let job = Job {
        inputs,
        filter: &filter,
        wanted,
        threads,
        block_bytes: BLOCK_BYTES,
        first: filters.first,
        duplicates: filters.duplicates(),
        strict: source.strict,
    };
    let watcher = Watcher::new(inputs, source.errors_to.as_deref())?;
    let started = Instant::now();
    let mut mined = mine(&job, &watcher, stop).ok_or(Interrupted)?;
    let (bad_games, without_result) = watcher.finish()?;
    let failed = std::mem::take(&mut mined.failed);
    match (mined.end, &bad_games[..]) {
        (Some(EarlyEnd::Strict), [bad, ..]) => match failed.first() {
            Some(FailedInput { error, .. }) => bail!("{bad}: {error}"),
            None => bail!("{bad}"),
        },
        (Some(EarlyEnd::TooManyGames), ..) => bail!(
            "more than {} different games: raise --most-remembered (needs more memory)",
            filters.most_remembered
        ),
        _ => {}
    }
    same_bytes(&mined.inputs).iter().for_each(|sentence| note(sentence));
    let seconds = started.elapsed().as_secs_f64();
    let end = mined.end;
    Ok((mined, Reading { failed, bad_games, without_result, end, seconds, threads }))
}

/// Sentences about files that hold the same bytes: copies are files of their own, and their games count as often.
fn same_bytes(inputs: &[tables::Input]) -> Vec<String> {
    let mut by_bytes: BTreeMap<_, Vec<&str>> = BTreeMap::new();
    for input in inputs {
        by_bytes.entry(input.content()).or_default().push(&input.name);
    }
    let copies = by_bytes.into_values().filter(|names| names.len() > 1);
    let times = |many: usize| if many == 2 { "twice".to_owned() } else { format!("{many} times") };
    copies
        .map(|names| {
            let many = times(names.len());
            format!("`{}` hold the same bytes: their games count {many}", names.join("` and `"))
        })
        .collect()
}

/// Checks that neither `outputs` nor the file of bad games is one that the reading of games reads.
///
/// # Errors
/// With the names of both.
pub fn refuse_to_overwrite<'a>(
    inputs: &[Input],
    source: &'a SourceArgs,
    filters: &FilterArgs,
    outputs: impl IntoIterator<Item = &'a Path>,
) -> Result<()> {
    let read: Vec<_> =
        inputs.iter().map(guard::file_of).chain(filters.player_elo.clone()).collect();
    let written = outputs.into_iter().chain(source.errors_to.as_deref());
    guard::check(read.iter().map(PathBuf::as_path), written)
}

/// Shows progress, and keeps what is told of bad games.
struct Watcher {
    bar: Bar,
    bad: Mutex<BadGames>,
}

struct BadGames {
    first: Vec<BadGameReport>,
    without_result: Vec<BadGameReport>,
    /// Where the games' text goes.
    errors_to: Option<Output>,
    failure: Option<std::io::Error>,
}

impl Watcher {
    fn new(inputs: &[Input], errors_to: Option<&Path>) -> Result<Self> {
        let errors_to = errors_to
            .map(|path| {
                Output::create(path).with_context(|| format!("cannot write `{}`", path.display()))
            })
            .transpose()?;
        Ok(Self {
            bar: Bar::new(inputs.iter().map(Input::bytes).sum()),
            bad: Mutex::new(BadGames {
                first: Vec::new(),
                without_result: Vec::new(),
                errors_to,
                failure: None,
            }),
        })
    }

    fn bad(&self) -> MutexGuard<'_, BadGames> {
        self.bad.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first games with unusable moves, and those without a result.
    fn finish(self) -> Result<(Vec<BadGameReport>, Vec<BadGameReport>)> {
        self.bar.clear();
        let bad = self.bad.into_inner().unwrap_or_else(PoisonError::into_inner);
        let finished = bad.errors_to.map_or(Ok(0), Output::finish);
        bad.failure.map_or(finished, Err).context("writing the bad games failed")?;
        Ok((bad.first, bad.without_result))
    }
}

impl Watch for Watcher {
    fn progress(&self, bytes: u64, games: u64) {
        self.bar.progress(bytes, games);
    }

    fn bad_game(&self, report: &BadGameReport, text: &[u8]) {
        let mut bad = self.bad();
        if !report.flaw.is_of_moves() {
            if bad.without_result.len() < MOST_BAD_GAMES {
                bad.without_result.push(report.clone());
            }
            return;
        }
        if bad.first.len() < MOST_BAD_GAMES {
            bad.first.push(report.clone());
        }
        let BadGames { errors_to: Some(file), failure, .. } = &mut *bad else { return };
        let written = writeln!(file, "% {report}")
            .and_then(|()| file.write_all(text.trim_ascii()))
            .and_then(|()| file.write_all(b"\n\n"));
        if let Err(error) = written {
            failure.get_or_insert(error);
        }
    }
}
