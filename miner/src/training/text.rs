//! `FEN | score | result`, both White's: the text that bullet (J. Whiting) converts to its own form.

use std::io::Write;

use super::{Format, Row, Writer};

/// A line each.
pub(super) static FORMAT: Format = Format {
    name: "text",
    about: "FEN | score | 1.0, both White's",
    endings: &["txt"],
    reader: "bullet-utils converts them",
    has_scores: true,
    needs_scores: true,
    writer: Writer::Rows(write),
};

fn write(row: &Row<'_>, to: &mut Vec<u8>) {
    let result = ["0.0", "0.5", "1.0"][usize::from(row.sample.label.half_points())];
    let _ = writeln!(to, "{} | {} | {result}", row.fen(), row.score());
}
