//! `miner report`: tables as one HTML page.

use std::{
    collections::BTreeMap,
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use indicatif::HumanBytes;
use serde_json::json;
use tables::{AnyTable, Output, Table};

use super::{
    Ended, Run,
    args::{self, SourceArgs, filters::FilterArgs},
    files::{in_folder, open},
    guard, mine, note, project,
};
use crate::{
    ask::figures::grouped,
    collect::{
        TieredCollector,
        portrait::{Portrait, PortraitCollector},
    },
    page::{self, MOST_MOVES, Options, Page, Titles, Validation, evidence},
    run::job::FailedInput,
};

/// `miner report`.
#[derive(Debug, Args)]
pub struct Report {
    /// Table files, or folders of them [default: the project's in its checkout, elsewhere those in `tables`].
    #[arg(value_name = "TABLE")]
    pub tables: Vec<PathBuf>,
    /// Where the page goes; `-` for standard output.
    #[arg(long, short, value_name = "FILE", default_value = "report.html")]
    pub out: PathBuf,
    /// The title of the page.
    #[arg(long, value_name = "TEXT", default_value = "What the games say")]
    pub title: String,
    /// What `miner validate --json` wrote, for calibration plots; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub validation: Vec<PathBuf>,
    /// Matches of the engine's ideas, CSV with a header line or a JSON list of objects.
    ///
    /// `option`, `wins`, `draws`, `losses`, `games`, `elo` and `error` (half the 95 % interval, Elo) must be there, and
    /// games be the sum of the three; `los` (percent) and `llr` may be empty; `id`, `on`, `off`, `verdict`, `limit`,
    /// `date`, `commit` and `command` are text and may be missing.
    #[arg(long, value_name = "FILE")]
    pub evidence: Option<PathBuf>,
    /// Compare with these tables, or folders of them: what changed most, and both side by side.
    #[arg(long, value_name = "TABLE")]
    pub against: Vec<PathBuf>,
    /// Read these games again (PGN files or folders) with the first table's filters, for their years, Elo and
    /// names of openings.
    #[arg(long, value_name = "PGN", num_args = 1..)]
    pub games: Vec<PathBuf>,
    /// Names of openings, a file of lines with tabs between the columns eco, name and pgn; may be given
    /// several times. Names of the games' own tags (--games) fill the gaps.
    #[arg(long, value_name = "FILE")]
    pub openings: Vec<PathBuf>,
    /// Leave out opening moves with fewer games [default: as few as leave at most 40,000].
    #[arg(long, value_name = "N")]
    pub min_games: Option<u64>,
    /// Leave out cells with fewer games, both colours together [default: as few as leave at most
    /// 30,000 pairs].
    #[arg(long, value_name = "N")]
    pub min_cell_games: Option<u64>,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}

impl Run for Report {
    fn only_reports(&self) -> bool {
        self.out != Path::new("-")
    }

    fn run(&self, out: &mut dyn Write, stop: &AtomicBool) -> Result<Ended> {
        run(self, out, stop)?;
        Ok(Ended::Well)
    }
}

/// Writes the page.
fn run(report: &Report, out: &mut dyn Write, stop: &AtomicBool) -> Result<()> {
    let paths = tables(&report.tables)?;
    let others = if report.against.is_empty() { Vec::new() } else { tables(&report.against)? };
    let read = [&paths, &others, &report.validation, &report.openings, &report.games];
    let read = read.into_iter().flatten().chain(&report.evidence);
    let is_file = |out: &&Path| *out != Path::new("-");
    guard::check(read.map(PathBuf::as_path), Some(report.out.as_path()).filter(is_file))?;
    let all: Vec<PathBuf> = paths.iter().chain(&others).cloned().collect();
    let opened = names(&all).into_iter().zip(&all).map(|(name, path)| Ok((name, open(path)?)));
    let mut tables = opened.collect::<Result<Vec<_>>>()?;
    let against = tables.split_off(paths.len());
    let portrait = portrait(report, &tables, stop)?;
    let validations = names(&report.validation).into_iter().zip(&report.validation);
    let validations = validations.map(|(name, path)| Validation::load(name, path));
    let options = Options {
        title: report.title.clone(),
        min_games: report.min_games,
        min_cell_games: report.min_cell_games,
        validations: validations.collect::<Result<_>>()?,
        evidence: report.evidence.as_deref().map(evidence::load).transpose()?.unwrap_or_default(),
        against,
        titles: titles(&report.openings, portrait.as_ref())?,
        portrait,
    };
    let page = Page::new(&tables, options);
    let html = page.html()?;
    if report.out == Path::new("-") {
        out.write_all(html.as_bytes())?;
        return Ok(());
    }
    let context = || format!("cannot write `{}`", report.out.display());
    let mut output = Output::create(&report.out).with_context(context)?;
    output.write_all(html.as_bytes()).with_context(context)?;
    let bytes = output.finish().with_context(context)?;
    let left_out = page.limits().filter(|(_, limit, ..)| limit.shown < limit.all);
    if report.json {
        let left_out = left_out.map(|(name, limit, least, _)| {
            json!({
                "table": name, least: limit.min_games,
                "shown": limit.shown, "all": limit.all,
            })
        });
        let left_out: Vec<_> = left_out.collect();
        let path = report.out.display().to_string();
        let summary =
            json!({"path": path, "bytes": bytes, "tables": tables.len(), "left_out": left_out});
        writeln!(out, "{summary}")?;
        return Ok(());
    }
    let s = if tables.len() == 1 { "" } else { "s" };
    let size = HumanBytes(bytes);
    writeln!(out, "{} table{s}, {size}, written to {}", tables.len(), report.out.display())?;
    for (name, limit, _, part) in left_out {
        let (shown, all) = (grouped(limit.shown as u64), grouped(limit.all as u64));
        writeln!(out, "{name}: {shown} of {all} {part}")?;
    }
    writeln!(out, "Open it in a browser; it needs no network.")?;
    Ok(())
}

/// The names of all lists, and where they have none those of the games.
fn titles(lists: &[PathBuf], portrait: Option<&Portrait>) -> Result<Titles> {
    let mut titles = Titles::default();
    for list in lists {
        titles = titles.or(Titles::load(list)?);
    }
    Ok(match portrait {
        Some(portrait) => titles.or(Titles::of_games(portrait)),
        None => titles,
    })
}

/// What the games are like that pass the filters of the first table, if they are to be read again.
fn portrait(
    report: &Report,
    tables: &[(String, AnyTable)],
    stop: &AtomicBool,
) -> Result<Option<Portrait>> {
    let Some((first, _)) = tables.iter().find(|_| !report.games.is_empty()) else {
        return Ok(None);
    };
    let openings = tables.iter().filter_map(|(_, table)| match table {
        AnyTable::Opening(table) => Some(table),
        _ => None,
    });
    let openings: Vec<_> = openings.collect();
    let plies = openings.iter().filter_map(|table| table.provenance().options.get("max-ply"));
    let plies = plies.filter_map(|plies| plies.parse().ok()).max().unwrap_or(MOST_PLIES);
    let keys =
        openings.iter().flat_map(|table| page::positions(table, report.min_games, MOST_MOVES));
    let collector = PortraitCollector::naming(keys.collect(), plies);
    let provenance = tables[0].1.provenance();
    let filters = FilterArgs::again(&provenance.options)
        .with_context(|| format!("the games of `{first}` cannot be picked out again"))?;
    let min_elo = provenance.options.get("min-elo").and_then(|elo| elo.parse().ok());
    let wanted = [TieredCollector { min_elo: min_elo.unwrap_or(0), collector: &collector }];
    let source = SourceArgs::default();
    let (mined, reading) =
        mine::read(&wanted, &args::expand(&report.games)?, &source, &filters, stop)?;
    if let Some(FailedInput { input, error, .. }) = reading.failed.first() {
        bail!("cannot read `{input}`: {error}");
    }
    let [used, counted] = [&mined.counters[0], &provenance.counters].map(|c| c.games_used);
    if used != counted {
        let [used, counted] = [used, counted].map(grouped);
        note(&format!("{used} games pass the filters of `{first}`, which counts {counted}"));
    }
    Ok(Some(collector.finish()))
}

/// Names are looked for so far into games where no table says how far it reaches.
const MOST_PLIES: usize = 40;

/// The table files that are meant: those named, those in folders named, or those where tables lie.
fn tables(named: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let default;
    let named = if named.is_empty() {
        default = [project::tables()];
        ensure!(
            default[0].is_dir(),
            "there is no folder `{}`: name the tables",
            default[0].display()
        );
        &default[..]
    } else {
        named
    };
    let mut paths = Vec::new();
    for path in named {
        if !path.is_dir() {
            paths.push(path.clone());
            continue;
        }
        paths.extend(in_folder(path)?);
    }
    Ok(paths)
}

/// What the page calls the tables: their files' names, with folders where names are not enough.
fn names(paths: &[PathBuf]) -> Vec<String> {
    let short = |path: &PathBuf| {
        path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
    };
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for path in paths {
        *times.entry(short(path)).or_default() += 1;
    }
    let name = |path: &PathBuf| {
        let name = short(path);
        if times[&name] == 1 { name } else { path.display().to_string() }
    };
    paths.iter().map(name).collect()
}
