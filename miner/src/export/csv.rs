//! CSV: the columns of the tables' own CSV, then the figures that follow from their counts; in an imbalance table
//! the shrunken prediction behind them, and what ratings give. Move priors have no outcomes, and no figures.
//!
//! Piece-square tables have no interval: many positions of one game stand in a square's count, so
//! they are not independent. Their centipawns are those of the count alone; the values that an
//! engine adds up are in the pst-text format.

use std::io::Write;

use anyhow::{Result, anyhow};
use tables::AnyTable;

use super::{Exported, Format, Writer};
use crate::ask::{figures::field, rows::FiguredRows};

/// Comma-separated values.
pub(super) static FORMAT: Format = Format {
    name: "csv",
    about: "Counts, score, 95 % interval, centipawns",
    endings: &["csv"],
    writers: &[Writer::Any(write)],
};

fn write(table: &AnyTable, to: &mut dyn Write) -> Result<Exported> {
    let rows = FiguredRows::new(table);
    let names = rows.names();
    let mut csv = csv::Writer::from_writer(to);
    let columns = rows.columns();
    let header = columns.iter().map(|column| column.name).chain(names.iter().copied());
    csv.write_record(header).map_err(unwrapped)?;
    let mut written = 0;
    for figured in rows.iter() {
        let values = figured.row.values.iter().map(ToString::to_string);
        let figures = names.iter().zip(figured.figures).map(|(name, figure)| field(name, figure));
        csv.write_record(values.chain(figures)).map_err(unwrapped)?;
        written += 1;
    }
    csv.flush()?;
    Ok(Exported::rows(written))
}

/// What the CSV writer wraps: a pipe that was closed should look like one.
fn unwrapped(error: csv::Error) -> anyhow::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        kind => anyhow!("{kind:?}"),
    }
}
