//! Apache Parquet: the columns of the CSV contract, typed, packed with snappy.
//!
//! | table | columns |
//! |---|---|
//! | imbalance | `wp` .. `bq` INT_8, `games`, `wins`, `draws`, `losses` INT_64, figures DOUBLE |
//! | pst | `piece`, `square` STRING, `count`, `wins`, `draws`, `losses` INT_64 |
//! | opening | `key` UINT_64, `move` STRING, `games`, `wins`, `draws`, `losses` INT_64 |
//!
//! Figures are those of the CSV, null where it has nothing. The file's metadata has the provenance as JSON under `prospector.provenance`, and the kind and
//! phase of the table under `prospector.kind` and `prospector.phase`.

use std::{io::Write, sync::Arc};

use anyhow::{Context, Result};
use parquet::{
    basic::Compression,
    data_type::{ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type},
    file::{
        metadata::KeyValue,
        properties::WriterProperties,
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    schema::parser::parse_message_type,
};
use tables::{AnyTable, OutcomeCounts};

use super::{Exported, Format, Writer};
use crate::ask::{cells::Cells, figures::Figures, provenance};

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
const OPENING: &str = "
    REQUIRED INT64 key (UINT_64); REQUIRED BINARY move (UTF8); REQUIRED INT64 games (INT_64);";
const COUNTS: &str = "
    REQUIRED INT64 wins (INT_64); REQUIRED INT64 draws (INT_64); REQUIRED INT64 losses (INT_64);";

fn write(table: &AnyTable, to: &mut dyn Write) -> Result<Exported> {
    let columns = match table {
        AnyTable::Imbalance(_) => IMBALANCE,
        AnyTable::Pst(_) => PST,
        AnyTable::Opening(_) => OPENING,
    };
    let cells = match table {
        AnyTable::Imbalance(table) => Some(Cells::new(table)),
        AnyTable::Pst(_) | AnyTable::Opening(_) => None,
    };
    let figures: String = cells
        .iter()
        .flat_map(|cells| Figures::NAMES.into_iter().chain(cells.names()))
        .map(|name| format!("OPTIONAL DOUBLE {name};"))
        .collect();
    let schema =
        Arc::new(parse_message_type(&format!("message table {{ {columns} {COUNTS} {figures} }}"))?);
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(metadata(table)))
        .build();
    // The writer wants to own what it writes to and to cross threads with it. The packed columns
    // are the smallest form of the table: they fit where the table fits.
    let mut file = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    let mut rows = 0;
    match table {
        AnyTable::Imbalance(table) => {
            let rows_of: Vec<_> = table.iter().collect();
            for part in rows_of.chunks(ROW_GROUP) {
                rows += part.len();
                let mut group = file.next_row_group()?;
                for dimension in 0..10 {
                    let values = part.iter().map(|(cell, _)| cell.dimensions()[dimension].into());
                    put_i32(&mut group, values.collect())?;
                }
                put_counts(&mut group, part.iter().map(|(_, counts)| *counts))?;
                let values: Vec<Vec<Option<f64>>> = part
                    .iter()
                    .map(|&(cell, counts)| {
                        let more = cells.iter().flat_map(|cells| cells.values(cell));
                        Figures::from(counts).values().into_iter().chain(more).collect()
                    })
                    .collect();
                for column in 0..values.first().map_or(0, Vec::len) {
                    put_figures(&mut group, values.iter().map(|row| row[column]))?;
                }
                group.close()?;
            }
        }
        AnyTable::Pst(table) => {
            let squares: Vec<_> = table.iter().collect();
            rows += squares.len();
            let mut group = file.next_row_group()?;
            put_text(&mut group, squares.iter().map(|row| row.0.letter().to_string()))?;
            put_text(&mut group, squares.iter().map(|row| row.1.to_string()))?;
            put_counts(&mut group, squares.iter().map(|row| row.2))?;
            group.close()?;
        }
        AnyTable::Opening(table) => {
            for part in table.entries().chunks(ROW_GROUP) {
                rows += part.len();
                let mut group = file.next_row_group()?;
                put_keys(&mut group, part.iter().map(|entry| entry.key))?;
                put_text(&mut group, part.iter().map(|entry| entry.mv.to_string()))?;
                put_counts(&mut group, part.iter().map(|entry| entry.counts))?;
                group.close()?;
            }
        }
    }
    to.write_all(&file.into_inner()?)?;
    Ok(Exported::rows(rows as u64))
}

fn metadata(table: &AnyTable) -> Vec<KeyValue> {
    let pair = |key: &str, value: String| KeyValue::new(format!("prospector.{key}"), value);
    let mut pairs = vec![
        pair("kind", table.kind().to_string()),
        pair("provenance", provenance::json(table.provenance()).to_string()),
    ];
    if let AnyTable::Pst(table) = table {
        pairs.push(pair("phase", table.phase().to_string()));
    }
    pairs
}

type Group<'a> = SerializedRowGroupWriter<'a, Vec<u8>>;

const SCHEMA: &str = "invariant: the schema has a column for each that is written";

fn put_counts(
    group: &mut Group<'_>,
    counts: impl Iterator<Item = OutcomeCounts> + Clone,
) -> Result<()> {
    put_numbers(group, counts.clone().map(OutcomeCounts::games))?;
    put_numbers(group, counts.clone().map(|counts| counts.wins))?;
    put_numbers(group, counts.clone().map(|counts| counts.draws))?;
    put_numbers(group, counts.map(|counts| counts.losses))
}

fn put_i32(group: &mut Group<'_>, values: Vec<i32>) -> Result<()> {
    let mut column = group.next_column()?.expect(SCHEMA);
    column.typed::<Int32Type>().write_batch(&values, None, None)?;
    Ok(column.close()?)
}

/// Numbers that people subtract: signed, or readers wrap around or refuse.
fn put_numbers(group: &mut Group<'_>, counts: impl Iterator<Item = u64>) -> Result<()> {
    let counts: Result<Vec<i64>, _> = counts.map(i64::try_from).collect();
    put_i64(group, &counts.context("a count is beyond 63 bits")?)
}

/// Numbers that are names. Parquet stores unsigned numbers in the bits of signed ones.
fn put_keys(group: &mut Group<'_>, keys: impl Iterator<Item = u64>) -> Result<()> {
    put_i64(group, &keys.map(u64::cast_signed).collect::<Vec<_>>())
}

fn put_i64(group: &mut Group<'_>, values: &[i64]) -> Result<()> {
    let mut column = group.next_column()?.expect(SCHEMA);
    column.typed::<Int64Type>().write_batch(values, None, None)?;
    Ok(column.close()?)
}

/// A column of which some values are missing.
fn put_figures(
    group: &mut Group<'_>,
    values: impl Iterator<Item = Option<f64>> + Clone,
) -> Result<()> {
    let present: Vec<i16> = values.clone().map(|value| value.is_some().into()).collect();
    let values: Vec<f64> = values.flatten().collect();
    let mut column = group.next_column()?.expect(SCHEMA);
    column.typed::<DoubleType>().write_batch(&values, Some(&present), None)?;
    Ok(column.close()?)
}

fn put_text(group: &mut Group<'_>, values: impl Iterator<Item = String>) -> Result<()> {
    let values: Vec<ByteArray> = values.map(|text| ByteArray::from(text.into_bytes())).collect();
    let mut column = group.next_column()?.expect(SCHEMA);
    column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
    Ok(column.close()?)
}
