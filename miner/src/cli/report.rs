//! `miner report`: tables as one HTML page.

use std::{
    collections::BTreeMap,
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use anyhow::{Context, Result, ensure};
use clap::Args;
use indicatif::HumanBytes;
use serde_json::json;
use tables::Output;

use super::{
    Ended, Run,
    files::{in_folder, open},
    guard, project,
};
use crate::{
    ask::figures::grouped,
    page::{Options, Page, Validation, evidence},
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
    /// What stands above the page.
    #[arg(long, value_name = "TEXT", default_value = "What the games say")]
    pub title: String,
    /// What `miner validate --json` wrote, for calibration plots; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub validation: Vec<PathBuf>,
    /// Matches of the engine's ideas, CSV or JSON; see docs/report.md for the columns.
    #[arg(long, value_name = "FILE")]
    pub evidence: Option<PathBuf>,
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

    fn run(&self, out: &mut dyn Write, _: &AtomicBool) -> Result<Ended> {
        run(self, out)?;
        Ok(Ended::Well)
    }
}

/// Writes the page.
fn run(report: &Report, out: &mut dyn Write) -> Result<()> {
    let paths = tables(&report.tables)?;
    let read = paths.iter().chain(&report.validation).chain(&report.evidence);
    guard::check(read.map(PathBuf::as_path), [report.out.as_path()])?;
    let names = names(&paths);
    let tables = names
        .into_iter()
        .zip(&paths)
        .map(|(name, path)| Ok((name, open(path)?)))
        .collect::<Result<Vec<_>>>()?;
    let validations = report.validation.iter().map(|path| Validation::load(path));
    let options = Options {
        title: report.title.clone(),
        min_games: report.min_games,
        min_cell_games: report.min_cell_games,
        validations: validations.collect::<Result<_>>()?,
        evidence: report.evidence.as_deref().map(evidence::load).transpose()?.unwrap_or_default(),
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
    let left_out = page.limits().filter(|(_, limit, _)| limit.shown < limit.all);
    if report.json {
        let left_out = left_out.map(|(name, limit, _)| {
            json!({
                "table": name, "min_games": limit.min_games,
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
    for (name, limit, part) in left_out {
        let (shown, all) = (grouped(limit.shown as u64), grouped(limit.all as u64));
        writeln!(out, "{name}: {shown} of {all} {part}")?;
    }
    writeln!(out, "Open it in a browser; it needs no network.")?;
    Ok(())
}

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
