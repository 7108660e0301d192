//! JSON: one object with provenance and rows, a row per line.

use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};
use tables::{AnyTable, Cell, OutcomeCounts, PriorCell, PriorCounts, bucket_name};

use super::{Exported, Format, Writer};
use crate::ask::{averages::put_averages, cells::Cells, figures::Figures, provenance};

/// The ten dimensions of an imbalance cell, in the table's order.
pub const DIMENSIONS: [&str; 10] = ["wp", "bp", "wn", "bn", "wb", "bb", "wr", "br", "wq", "bq"];

/// JSON.
pub(super) static FORMAT: Format = Format {
    name: "json",
    about: "Provenance and rows",
    endings: &["json"],
    writers: &[Writer::Any(write)],
};

/// Writes any table.
fn write(table: &AnyTable, to: &mut dyn Write) -> Result<Exported> {
    writeln!(to, "{{\"kind\": \"{}\",", table.kind())?;
    if let AnyTable::Pst(table) = table {
        writeln!(to, "\"phase\": \"{}\",", table.phase())?;
    }
    writeln!(to, "\"provenance\": {},", provenance::json(table.provenance()))?;
    write!(to, "\"rows\": [")?;
    let mut rows = 0;
    let mut row = |row: Value| -> Result<()> {
        write!(to, "{}\n{row}", if rows == 0 { "" } else { "," })?;
        rows += 1;
        Ok(())
    };
    match table {
        AnyTable::Imbalance(table) => {
            let cells = Cells::new(table);
            for (cell, counts) in table.iter() {
                row(imbalance_row(cell, counts, &cells))?;
            }
        }
        AnyTable::Pst(table) => {
            for (piece, square, counts) in table.iter() {
                let mut value = json!({
                    "piece": piece.letter().to_string(),
                    "square": square.to_string(),
                    "count": counts.games(),
                });
                put_counts(&mut value, counts);
                row(value)?;
            }
        }
        AnyTable::KingSquares(table) => {
            for (square, counts) in table.iter() {
                let mut value = json!({
                    "phase": square.phase().name(),
                    "king": square.king().name(),
                    "bucket": bucket_name(square.bucket()),
                    "piece": square.role().letter().to_string(),
                    "square": square.square().to_string(),
                    "count": counts.games(),
                });
                put_counts(&mut value, counts);
                row(value)?;
            }
        }
        AnyTable::Opening(table) => {
            for (number, entry) in table.entries().iter().enumerate() {
                let mut value = json!({
                    "key": format!("{:016x}", entry.key),
                    "move": entry.mv.to_string(),
                    "games": entry.counts.games(),
                });
                put_counts(&mut value, entry.counts);
                let figures = Figures::from(entry.counts);
                put_interval(&mut value, &figures);
                if let Some(sums) = table.sums() {
                    put_averages(&mut value, &sums[number]);
                }
                row(value)?;
            }
        }
        AnyTable::Wdl(table) => {
            for &(key, counts) in table.entries() {
                let mut value = json!({
                    "material": key.material(),
                    "move": key.number(),
                    "eval": key.eval(),
                    "games": counts.games(),
                });
                put_counts(&mut value, counts);
                row(value)?;
            }
        }
        AnyTable::Priors(table) => {
            for (cell, PriorCounts { played, expected }) in table.iter() {
                let mut value = json!({});
                let texts = PriorCell::COLUMNS.into_iter().zip(cell.texts());
                for (name, text) in texts.filter(|(_, text)| !text.is_empty()) {
                    value[name] = text.into();
                }
                for (name, count) in PriorCounts::COLUMNS.into_iter().zip([played, expected]) {
                    value[name] = count.into();
                }
                row(value)?;
            }
        }
    }
    writeln!(to, "\n]}}")?;
    Ok(Exported::rows(rows))
}

fn imbalance_row(cell: Cell, counts: OutcomeCounts, cells: &Cells<'_>) -> Value {
    let mut value = json!({ "cell": cell.index() });
    for (name, count) in DIMENSIONS.into_iter().zip(cell.dimensions()) {
        value[name] = count.into();
    }
    value["games"] = counts.games().into();
    put_counts(&mut value, counts);
    put_interval(&mut value, &Figures::from(counts));
    for (name, number) in cells.names().into_iter().zip(cells.values(cell)) {
        value[name] = number.into();
    }
    value
}

fn put_counts(row: &mut Value, counts: OutcomeCounts) {
    let OutcomeCounts { wins, draws, losses } = counts;
    row["wins"] = wins.into();
    row["draws"] = draws.into();
    row["losses"] = losses.into();
    row["score"] = counts.score().into();
}

fn put_interval(row: &mut Value, figures: &Figures) {
    row["low"] = figures.interval.map(|interval| interval.0).into();
    row["high"] = figures.interval.map(|interval| interval.1).into();
    row["centipawns"] = figures.centipawns().into();
    row["error"] = figures.error.into();
}
