//! What people and scripts read when a command has ended.

use std::{
    fmt::{self, Display, Formatter},
    path::Path,
};

use indicatif::{HumanBytes, HumanCount};
use serde_json::json;

use crate::{
    cmd::mine::{Summary, Written},
    filter::Reason,
};

impl Summary {
    /// The summary as one JSON object.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        let counters = &self.counters;
        let entries: usize = self.written.iter().map(|table| table.entries).sum();
        let bytes: u64 = self.written.iter().map(|table| table.bytes).sum();
        let entries_name = if self.kind == "imbalance" { "cells_in_use" } else { "entries" };
        let mut summary = json!({
            "table": self.kind,
            "games_read": counters.games_read,
            "games_used": counters.games_used,
            "rejected": counters.rejected,
            "positions": counters.positions,
            "out_of_caps_positions": counters.out_of_caps_positions,
            "bytes": bytes,
            "seconds": self.seconds,
            "threads": self.threads,
            "written": self.written.iter().map(written_json).collect::<Vec<_>>(),
            "unread_inputs": self.failed.iter().map(|failed| json!({
                "input": failed.input,
                "games_read": failed.games_read,
                "error": failed.error.to_string(),
            })).collect::<Vec<_>>(),
            "bad_games": self.bad_games.iter().map(|bad| json!({
                "input": bad.input,
                "game": bad.game,
                "line": bad.line,
                "offset": bad.offset,
                "error": bad.flaw.to_string(),
            })).collect::<Vec<_>>(),
        });
        summary[entries_name] = json!(entries);
        summary
    }
}

fn written_json(table: &Written) -> serde_json::Value {
    json!({
        "title": table.title,
        "path": table.path.display().to_string(),
        "bytes": table.bytes,
        "entries": table.entries,
    })
}

impl Display for Summary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let counters = &self.counters;
        let line = |f: &mut Formatter<'_>, name: &str, count: u64, note: &str| {
            writeln!(f, "{name:<16}{:>14}{note}", HumanCount(count).to_string())
        };
        let per_second = if self.seconds > 0.0 {
            #[expect(clippy::cast_precision_loss, reason = "a speed for people")]
            let speed = counters.games_read as f64 / self.seconds;
            format!("  in {:.2} s, {speed:.0} games/s, {} threads", self.seconds, self.threads)
        } else {
            String::new()
        };
        line(f, "games read", counters.games_read, &per_second)?;
        line(f, "games used", counters.games_used, "")?;
        for reason in Reason::ALL {
            if let Some(&count) = counters.rejected.get(reason.name()) {
                line(
                    f,
                    "  rejected",
                    count,
                    &format!("  {}: {}", reason.name(), reason.sentence()),
                )?;
            }
        }
        line(f, "positions", counters.positions, "")?;
        if self.kind == "imbalance" {
            let note = "  more pieces of a kind than the table has room for";
            line(f, "  out of caps", counters.out_of_caps_positions, note)?;
        }
        self.write_trouble(f)?;
        self.write_tables(f)
    }
}

impl Summary {
    fn write_trouble(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for failed in &self.failed {
            writeln!(
                f,
                "\n`{}` could not be read to its end: {} (after {} games, which count)",
                failed.input,
                failed.error,
                HumanCount(failed.games_read)
            )?;
        }
        if !self.bad_games.is_empty() {
            writeln!(f, "\nGames with unusable moves, the first {}:", self.bad_games.len())?;
        }
        for bad in &self.bad_games {
            writeln!(f, "  {}: game {}, line {}: {}", bad.input, bad.game, bad.line, bad.flaw)?;
        }
        Ok(())
    }

    fn write_tables(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f)?;
        let unit = match self.kind {
            "imbalance" => "cells in use",
            "pst" => "squares with counts",
            _ => "moves",
        };
        for Written { title, path, bytes, entries, csv } in &self.written {
            let entries = HumanCount(*entries as u64);
            let (path, bytes) = (path.display(), HumanBytes(*bytes));
            writeln!(f, "{title}: {entries} {unit}, {bytes}, written to {path}")?;
            if let Some(csv) = csv {
                writeln!(f, "  as CSV: {}", csv.display())?;
            }
        }
        if self.written.iter().any(|table| is_in_project(&table.path)) {
            writeln!(
                f,
                "\nNext: `cargo run --release -p engine -- tables` builds an engine that carries it."
            )?;
        } else {
            writeln!(
                f,
                "\nNext: put it into the project's `tables` folder and rebuild the engine."
            )?;
        }
        Ok(())
    }
}

fn is_in_project(path: &Path) -> bool {
    let Some(root) = crate::project::root() else { return false };
    path.parent().and_then(|folder| folder.canonicalize().ok())
        == root.join("tables").canonicalize().ok()
}
