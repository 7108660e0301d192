//! Apache Parquet: the columns of the CSV contract, typed, packed with snappy.
//!
//! | table | columns |
//! |---|---|
//! | imbalance | `wp` .. `bq` INT_8, `games`, `wins`, `draws`, `losses` INT_64, figures DOUBLE |
//! | pst | `piece`, `square` STRING, `count`, `wins`, `draws`, `losses` INT_64 |
//! | king-squares | `phase`, `king`, `bucket`, `piece`, `square` STRING, `count`, `wins`, `draws`, `losses` INT_64 |
//! | opening | `key` UINT_64, `move` STRING, `games`, `wins`, `draws`, `losses` INT_64; with sums `rated`, `evaluated` INT_64, `average_elo`, `performance`, `evaluation` DOUBLE |
//! | priors | `phase`, `before`, `before_piece`, `before_to`, `piece`, `from`, `to` STRING, empty where a cell does not look, `played`, `expected_65536ths` INT_64 |
//!
//! Figures are those of the CSV, null where it has nothing. The file's metadata has the provenance as JSON under `prospector.provenance`, and the kind and
//! phase of the table under `prospector.kind` and `prospector.phase`.

use std::io::Write;

use anyhow::Result;
use tables::{AnyTable, Cell, KingSquare, MoveSums, OutcomeCounts, PriorCell, WdlKey, bucket_name};

use super::{Exported, Format, Writer};
use crate::{
    ask::{cells::Cells, figures::Figures, provenance},
    columns::{self, Group, Schema},
};

/// Apache Parquet.
pub(super) static FORMAT: Format = Format {
    name: "parquet",
    about: "Apache Parquet, for DuckDB, Polars, pandas",
    endings: &["parquet", "pq"],
    writers: &[Writer::Any(write)],
};

/// Rows that are held in memory as columns.
const ROW_GROUP: usize = 1 << 20;

const IMBALANCE: &str = "
    REQUIRED INT32 wp (INT_8); REQUIRED INT32 bp (INT_8);
    REQUIRED INT32 wn (INT_8); REQUIRED INT32 bn (INT_8);
    REQUIRED INT32 wb (INT_8); REQUIRED INT32 bb (INT_8);
    REQUIRED INT32 wr (INT_8); REQUIRED INT32 br (INT_8);
    REQUIRED INT32 wq (INT_8); REQUIRED INT32 bq (INT_8);
    REQUIRED INT64 games (INT_64);";
const PST: &str = "
    REQUIRED BINARY piece (UTF8); REQUIRED BINARY square (UTF8); REQUIRED INT64 count (INT_64);";
const KING_SQUARES: &str = "
    REQUIRED BINARY phase (UTF8); REQUIRED BINARY king (UTF8); REQUIRED BINARY bucket (UTF8);
    REQUIRED BINARY piece (UTF8); REQUIRED BINARY square (UTF8); REQUIRED INT64 count (INT_64);";
const OPENING: &str = "
    REQUIRED INT64 key (UINT_64); REQUIRED BINARY move (UTF8); REQUIRED INT64 games (INT_64);";
const SUMS: &str = "
    REQUIRED INT64 rated (INT_64); REQUIRED INT64 evaluated (INT_64);
    OPTIONAL DOUBLE average_elo; OPTIONAL DOUBLE performance; OPTIONAL DOUBLE evaluation;";
const WDL: &str = "
    REQUIRED INT32 material (UINT_8); REQUIRED INT32 move (INT_16); REQUIRED INT32 eval (INT_16);
    REQUIRED INT64 games (INT_64);";
const PRIORS: &str = "
    REQUIRED BINARY phase (UTF8); REQUIRED BINARY before (UTF8);
    REQUIRED BINARY before_piece (UTF8); REQUIRED BINARY before_to (UTF8);
    REQUIRED BINARY piece (UTF8); REQUIRED BINARY from (UTF8); REQUIRED BINARY to (UTF8);
    REQUIRED INT64 played (INT_64); REQUIRED INT64 expected_65536ths (INT_64);";
const COUNTS: &str = "
    REQUIRED INT64 wins (INT_64); REQUIRED INT64 draws (INT_64); REQUIRED INT64 losses (INT_64);";

fn write(table: &AnyTable, to: &mut dyn Write) -> Result<Exported> {
    let columns = match table {
        AnyTable::Imbalance(_) => IMBALANCE,
        AnyTable::Pst(_) => PST,
        AnyTable::KingSquares(_) => KING_SQUARES,
        AnyTable::Opening(_) => OPENING,
        AnyTable::Wdl(_) => WDL,
        AnyTable::Priors(_) => PRIORS,
    };
    let cells = match table {
        AnyTable::Imbalance(table) => Some(Cells::new(table)),
        _ => None,
    };
    let figures: String = cells
        .iter()
        .flat_map(|cells| Figures::NAMES.into_iter().chain(cells.names()))
        .map(|name| format!("OPTIONAL DOUBLE {name};"))
        .collect();
    let sums = match table {
        AnyTable::Opening(table) if table.sums().is_some() => SUMS,
        _ => "",
    };
    // Moves have no outcomes.
    let counts = if matches!(table, AnyTable::Priors(_)) { "" } else { COUNTS };
    let columns = format!("{columns} {counts} {sums} {figures}");
    let schema = Schema::new(&columns, metadata(table))?;
    let mut file = columns::Writer::new(Vec::new(), &schema)?;
    let mut rows = 0;
    match table {
        AnyTable::Imbalance(table) => {
            let rows_of: Vec<_> = table.iter().collect();
            for part in rows_of.chunks(ROW_GROUP) {
                rows += part.len();
                file.add(&schema.pack(|group| put_cells(group, part, cells.as_ref()))?)?;
            }
        }
        AnyTable::Pst(table) => {
            let squares: Vec<_> = table.iter().collect();
            rows += squares.len();
            file.add(&schema.pack(|group| {
                group.texts(squares.iter().map(|row| row.0.letter().to_string()))?;
                group.texts(squares.iter().map(|row| row.1.to_string()))?;
                put_counts(group, squares.iter().map(|row| row.2))
            })?)?;
        }
        AnyTable::KingSquares(table) => {
            let squares: Vec<_> = table.iter().collect();
            rows += squares.len();
            let column = |of: fn(KingSquare) -> String| squares.iter().map(move |row| of(row.0));
            file.add(&schema.pack(|group| {
                group.texts(column(|square| square.phase().to_string()))?;
                group.texts(column(|square| square.king().to_string()))?;
                group.texts(column(|square| bucket_name(square.bucket())))?;
                group.texts(column(|square| square.role().letter().to_string()))?;
                group.texts(column(|square| square.square().to_string()))?;
                put_counts(group, squares.iter().map(|row| row.1))
            })?)?;
        }
        AnyTable::Opening(table) => {
            for part in table.entries().chunks(ROW_GROUP) {
                let sums = table.sums().map(|sums| &sums[rows..rows + part.len()]);
                rows += part.len();
                file.add(&schema.pack(|group| {
                    group.keys(part.iter().map(|entry| entry.key))?;
                    group.texts(part.iter().map(|entry| entry.mv.to_string()))?;
                    put_counts(group, part.iter().map(|entry| entry.counts))?;
                    sums.map_or(Ok(()), |sums| put_sums(group, sums))
                })?)?;
            }
        }
        AnyTable::Wdl(table) => {
            for part in table.entries().chunks(ROW_GROUP) {
                rows += part.len();
                let column = |of: fn(&WdlKey) -> i32| part.iter().map(move |(key, _)| of(key));
                file.add(&schema.pack(|group| {
                    group.i32s(&column(|key| key.material().into()).collect::<Vec<_>>())?;
                    group.i32s(&column(|key| key.number().into()).collect::<Vec<_>>())?;
                    group.i32s(&column(|key| key.eval().into()).collect::<Vec<_>>())?;
                    put_counts(group, part.iter().map(|(_, counts)| *counts))
                })?)?;
            }
        }
        AnyTable::Priors(table) => {
            let moves: Vec<_> = table.iter().map(|(cell, counts)| (cell.texts(), counts)).collect();
            for part in moves.chunks(ROW_GROUP) {
                rows += part.len();
                file.add(&schema.pack(|group| {
                    for column in 0..PriorCell::COLUMNS.len() {
                        group.texts(part.iter().map(|(texts, _)| texts[column].clone()))?;
                    }
                    group.counts(part.iter().map(|(_, counts)| counts.played))?;
                    group.counts(part.iter().map(|(_, counts)| counts.expected))
                })?)?;
            }
        }
    }
    to.write_all(&file.finish()?)?;
    Ok(Exported::rows(rows as u64))
}

fn put_cells(
    group: &mut Group<'_>,
    part: &[(Cell, OutcomeCounts)],
    cells: Option<&Cells<'_>>,
) -> Result<()> {
    for dimension in 0..10 {
        let values = part.iter().map(|(cell, _)| cell.dimensions()[dimension].into());
        group.i32s(&values.collect::<Vec<i32>>())?;
    }
    put_counts(group, part.iter().map(|(_, counts)| *counts))?;
    let values: Vec<Vec<Option<f64>>> = part
        .iter()
        .map(|&(cell, counts)| {
            let more = cells.iter().flat_map(|cells| cells.values(cell));
            Figures::from(counts).values().into_iter().chain(more).collect()
        })
        .collect();
    for column in 0..values.first().map_or(0, Vec::len) {
        group.figures(&values.iter().map(|row| row[column]).collect::<Vec<_>>())?;
    }
    Ok(())
}

fn put_sums(group: &mut Group<'_>, sums: &[MoveSums]) -> Result<()> {
    group.counts(sums.iter().map(|sums| sums.rated))?;
    group.counts(sums.iter().map(|sums| sums.evaluated))?;
    for figure in [MoveSums::average_elo, MoveSums::performance, MoveSums::evaluation] {
        group.figures(&sums.iter().map(figure).collect::<Vec<_>>())?;
    }
    Ok(())
}

fn metadata(table: &AnyTable) -> Vec<(String, String)> {
    let pair = |key: &str, value: String| (format!("prospector.{key}"), value);
    let mut pairs = vec![
        pair("kind", table.kind().to_string()),
        pair("provenance", provenance::json(table.provenance()).to_string()),
    ];
    if let AnyTable::Pst(table) = table {
        pairs.push(pair("phase", table.phase().to_string()));
    }
    pairs
}

fn put_counts(
    group: &mut Group<'_>,
    counts: impl Iterator<Item = OutcomeCounts> + Clone,
) -> Result<()> {
    group.counts(counts.clone().map(OutcomeCounts::games))?;
    group.counts(counts.clone().map(|counts| counts.wins))?;
    group.counts(counts.clone().map(|counts| counts.draws))?;
    group.counts(counts.map(|counts| counts.losses))
}
