//! Apache Parquet: the columns of the CSV, typed, packed with snappy.
//!
//! Keys are `UINT_64`, names `STRING`, counts and sums `INT_64`, pieces of a cell `INT_8`, material of an evaluation `UINT_8`, its
//! move and evaluation `INT_16`; figures are `DOUBLE`, null where the CSV has nothing. The file's metadata has the
//! provenance as JSON under `prospector.provenance`, and the kind and phase of the table under `prospector.kind` and
//! `prospector.phase`.

use std::io::Write;

use anyhow::Result;
use tables::{AnyTable, Column, Holds, Values};

use super::{Exported, Format, Writer};
use crate::{
    ask::{
        provenance,
        rows::{FiguredRow, FiguredRows},
    },
    columns::{self, Group, Schema, Texts},
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

fn write(table: &AnyTable, to: &mut dyn Write) -> Result<Exported> {
    let rows = FiguredRows::new(table);
    let (columns, names) = (rows.columns(), rows.names());
    let figures = names.iter().map(|name| format!("OPTIONAL DOUBLE {name};"));
    let schema: String = columns.iter().map(in_schema).chain(figures).collect();
    let schema = Schema::new(&schema, metadata(table))?;
    let mut file = columns::Writer::new(Vec::new(), &schema)?;
    let mut rows = rows.iter().peekable();
    let mut written = 0;
    while rows.peek().is_some() {
        let mut values: Vec<_> = columns.iter().map(|column| Values::new(column.holds)).collect();
        let mut figures = vec![Vec::new(); names.len()];
        for FiguredRow { row, figures: of_row, .. } in rows.by_ref().take(ROW_GROUP) {
            values.iter_mut().zip(row.values).for_each(|(values, value)| values.push(value));
            figures.iter_mut().zip(of_row).for_each(|(figures, figure)| figures.push(figure));
            written += 1;
        }
        file.add(&schema.pack(|group| {
            columns
                .iter()
                .zip(values)
                .try_for_each(|(column, values)| put(group, column, values))?;
            figures.iter().try_for_each(|figures| group.figures(figures))
        })?)?;
    }
    to.write_all(&file.finish()?)?;
    Ok(Exported::rows(written))
}

/// A column in the words of Parquet's schemas.
fn in_schema(Column { name, holds }: &Column) -> String {
    match holds {
        Holds::Keys => format!("REQUIRED INT64 {name} (UINT_64);"),
        Holds::Texts => format!("REQUIRED BINARY {name} (UTF8);"),
        Holds::Int8 => format!("REQUIRED INT32 {name} (INT_8);"),
        Holds::Uint8 => format!("REQUIRED INT32 {name} (UINT_8);"),
        Holds::Int16 => format!("REQUIRED INT32 {name} (INT_16);"),
        Holds::Int64 => format!("REQUIRED INT64 {name} (INT_64);"),
    }
}

fn put(group: &mut Group<'_>, column: &Column, values: Values) -> Result<()> {
    match values {
        Values::Keys(keys) => group.keys(keys.into_iter()),
        Values::Texts(names) => {
            let mut texts = Texts::default();
            names.iter().for_each(|name| texts.push(Some(name.as_bytes())));
            group.column_of_texts(texts)
        }
        Values::Numbers(numbers) if column.holds == Holds::Int64 => group.i64s(&numbers),
        Values::Numbers(numbers) => {
            let small = numbers.into_iter().map(i32::try_from).collect::<Result<Vec<_>, _>>();
            group.i32s(&small?)
        }
    }
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
