//! `FEN;w`: what Clockwork's tuner reads.

use std::io::Write;

use super::{Format, Row, Writer};

/// A line each.
pub(super) static FORMAT: Format = Format {
    name: "wdl",
    about: "FEN;w, FEN;d, FEN;b",
    endings: &["csv"],
    reader: "Clockwork's tuner reads them",
    has_scores: false,
    needs_scores: false,
    writer: Writer::Rows(write),
};

/// The winner's letter, or `d`.
fn write(row: &Row<'_>, to: &mut Vec<u8>) {
    let result = ['b', 'd', 'w'][usize::from(row.sample.label.half_points())];
    let _ = writeln!(to, "{};{result}", row.fen());
}
