//! What people and scripts read when a command has ended.

use std::{
    fmt::{self, Display, Formatter},
    io::{self, Write},
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use anyhow::Result;
use indicatif::{HumanBytes, HumanCount};
use serde_json::{Value, json};
use tables::{Counters, Kind};

use crate::{
    cli::{
        Ended,
        mine::{Reading, Summary},
        project,
    },
    filter::Reason,
    run::{
        job::{BadGameReport, EarlyEnd},
        plan::Written,
    },
};

static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on only what could not be read is told, on standard error.
pub(super) fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Whether [`set_quiet`] asked for quiet.
pub(super) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// What a command says that has read games.
pub(super) trait Summarised: Display {
    /// All of it as one JSON object.
    fn json(&self) -> Value;

    /// How the reading went.
    fn reading(&self) -> &Reading;

    /// Writes it, as text or as JSON.
    fn tell(&self, as_json: bool, out: &mut dyn Write) -> Result<Ended> {
        if as_json {
            writeln!(out, "{}", self.json())?;
        } else {
            write!(out, "{self}")?;
        }
        if self.reading().failed.is_empty() {
            return Ok(Ended::Well);
        }
        if is_quiet() {
            // Without a reader there is nobody to tell.
            let _ = write!(io::stderr(), "{}", Trouble(self.reading()).to_string().trim_start());
        }
        Ok(Ended::Unread)
    }
}

/// Which inputs and games could not be used.
struct Trouble<'a>(&'a Reading);

impl Display for Trouble<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_trouble(f, self.0)
    }
}

impl Display for BadGameReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { input, game, line, offset, flaw } = self;
        write!(f, "{input}: game {game}, line {line}, byte {offset}: {flaw}")
    }
}

/// What became of the games and how the reading went, as JSON.
#[must_use]
pub fn reading_json(counters: &Counters, reading: &Reading) -> Value {
    json!({
        "games_read": counters.games_read,
        "games_used": counters.games_used,
        "rejected": counters.rejected,
        "positions": counters.positions,
        "out_of_caps_positions": counters.out_of_caps_positions,
        "seconds": reading.seconds,
        "threads": reading.threads,
        "stopped_early": reading.end.is_some(),
        "unread_inputs": reading.failed.iter().map(|failed| json!({
            "input": failed.input,
            "games_read": failed.games_read,
            "error": failed.error.to_string(),
        })).collect::<Vec<_>>(),
        "bad_games": places_json(&reading.bad_games),
    })
}

/// Games with their places and what is wrong with them, as JSON.
#[must_use]
pub fn places_json(games: &[BadGameReport]) -> Value {
    let place = |game: &BadGameReport| {
        json!({
            "input": game.input,
            "game": game.game,
            "line": game.line,
            "offset": game.offset,
            "error": game.flaw.to_string(),
        })
    };
    games.iter().map(place).collect()
}

impl Summarised for Summary {
    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn json(&self) -> Value {
        let entries = |kind: fn(Kind) -> bool| {
            let tables = self.written.iter().filter(|table| kind(table.kind));
            tables.map(|table| table.entries).sum::<usize>()
        };
        let mut summary = reading_json(&self.counters, &self.reading);
        if self.written.iter().any(|table| table.kind == Kind::Imbalance) {
            summary["cells_in_use"] = json!(entries(|kind| kind == Kind::Imbalance));
        }
        if self.written.iter().any(|table| table.kind != Kind::Imbalance) {
            summary["entries"] = json!(entries(|kind| kind != Kind::Imbalance));
        }
        summary["bytes"] = json!(self.written.iter().map(|table| table.bytes).sum::<u64>());
        summary["written"] = self.written.iter().map(written_json).collect();
        summary
    }
}

fn written_json(table: &Written) -> Value {
    json!({
        "title": table.title,
        "kind": table.kind.to_string(),
        "path": table.path.display().to_string(),
        "bytes": table.bytes,
        "entries": table.entries,
        "games_used": table.games_used,
    })
}

impl Display for Summary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_games(f, &self.counters, &self.reading)?;
        write_trouble(f, &self.reading)?;
        self.write_tables(f)
    }
}

/// Writes what became of the games.
///
/// # Errors
/// If the formatter fails.
pub fn write_games(
    f: &mut Formatter<'_>,
    counters: &Counters,
    Reading { seconds, threads, end, .. }: &Reading,
) -> fmt::Result {
    let line = |f: &mut Formatter<'_>, name: &str, count: u64, note: &str| {
        writeln!(f, "{name:<16}{:>14}{note}", HumanCount(count).to_string())
    };
    #[expect(clippy::cast_precision_loss, reason = "a speed for people")]
    let speed = counters.games_read as f64 / seconds.max(1e-9);
    let note = format!("  in {seconds:.2} s, {speed:.0} games/s, {threads} threads");
    line(f, "games read", counters.games_read, &note)?;
    let note = if *end == Some(EarlyEnd::Enough) { "  as many as were wanted" } else { "" };
    line(f, "games used", counters.games_used, note)?;
    for reason in Reason::ALL {
        if let Some(&count) = counters.rejected.get(reason.name()) {
            line(f, "  rejected", count, &format!("  {}: {}", reason.name(), reason.sentence()))?;
        }
    }
    line(f, "positions", counters.positions, "")?;
    let note = "  more pieces of a kind than the imbalance table has room for";
    line(f, "  out of caps", counters.out_of_caps_positions, note)
}

/// Writes which inputs and games could not be used.
///
/// # Errors
/// If the formatter fails.
pub fn write_trouble(f: &mut Formatter<'_>, reading: &Reading) -> fmt::Result {
    for failed in &reading.failed {
        if failed.games_read == 0 {
            writeln!(f, "\n`{}` could not be read: {}", failed.input, failed.error)?;
            continue;
        }
        writeln!(
            f,
            "\n`{}` could not be read to its end: {} (after {} whole games)",
            failed.input,
            failed.error,
            HumanCount(failed.games_read)
        )?;
    }
    if !reading.bad_games.is_empty() {
        writeln!(f, "\nGames with unusable moves, the first {}:", reading.bad_games.len())?;
    }
    for bad in &reading.bad_games {
        writeln!(f, "  {bad}")?;
    }
    if !reading.without_result.is_empty() {
        writeln!(f, "\nGames without a result, the first {}:", reading.without_result.len())?;
    }
    for game in &reading.without_result {
        writeln!(f, "  {game}")?;
    }
    Ok(())
}

impl Summary {
    fn write_tables(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        for table in &self.written {
            let unit = match table.kind {
                Kind::Imbalance => "cells in use",
                Kind::Pst | Kind::KingSquares => "squares with counts",
                Kind::Opening => "moves",
                Kind::Wdl => "counts by evaluation",
                Kind::Priors => "cells in use",
                Kind::Positions => "positions",
                Kind::Weights => "weights",
            };
            let Written { title, path, csv, .. } = table;
            let entries = HumanCount(table.entries as u64);
            let (path, bytes) = (path.display(), HumanBytes(table.bytes));
            let games = if table.games_used == self.counters.games_used {
                String::new()
            } else {
                format!("{} games, ", HumanCount(table.games_used))
            };
            writeln!(f, "{title}: {games}{entries} {unit}, {bytes}, written to {path}")?;
            if let Some(csv) = csv {
                writeln!(f, "  as CSV: {}", csv.display())?;
            }
        }
        if let Some(shard) = self.shard.filter(|shard| shard.of() > 1) {
            let of = shard.of();
            return writeln!(
                f,
                "\nThis is shard {shard}. Next: `miner merge` of all {of} makes the table of the whole run."
            );
        }
        let first = self.written.first().map(|table| table.path.as_path());
        let Some(first) = first.filter(|path| !is_in_project(path)) else {
            let next = "builds an engine that carries it.";
            return writeln!(f, "\nNext: `cargo run --release -p engine -- tables` {next}");
        };
        let place = if self.written.len() == 1 { first } else { first.parent().unwrap_or(first) };
        let place = if place.as_os_str().is_empty() { Path::new(".") } else { place };
        writeln!(f, "\nNext: `miner report {}` makes a page to look at.", place.display())
    }
}

fn is_in_project(path: &Path) -> bool {
    let Some(root) = project::root() else { return false };
    path.parent().and_then(|folder| folder.canonicalize().ok())
        == root.join("tables").canonicalize().ok()
}
