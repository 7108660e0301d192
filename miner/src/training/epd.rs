//! EPD with the outcome in `c9`, as in zurichess' sets of positions (A. Tunis, 2016), and the score in `ce`.
//!
//! Texel-tuner (G. Masaitis) looks for `1.0`, `0.5`, `0.0`, `1-0`, `1/2-1/2` and `0-1` anywhere in a line and stops at a
//! line that has two of them. So there is no `id` unless it is asked for, and then nothing but letters and digits in it
//! of the input's name: `2021-01` would read as both sides' win.

use std::io::Write;

use rules::Color;

use super::{Format, Row, Writer};

/// Without `id`.
pub(super) static FORMAT: Format = Format {
    name: "epd",
    about: "A line each, the outcome in c9",
    endings: &["epd"],
    reader: "texel-tuner and others read them",
    has_scores: true,
    needs_scores: false,
    writer: Writer::Rows(write),
};

/// With the input in `id`, and a number of the game: games are counted as they are written, by input and outcome.
pub(super) static WITH_ID: Format = Format {
    name: "epd-id",
    about: "The same, input and a number of the game in id",
    endings: &[],
    reader: "texel-tuner and others read them",
    has_scores: true,
    needs_scores: false,
    writer: Writer::Rows(write_with_id),
};

fn write(row: &Row<'_>, to: &mut Vec<u8>) {
    write_line(row, "", to);
}

/// Writes the position with its `id`.
pub fn write_with_id(row: &Row<'_>, to: &mut Vec<u8>) {
    let name: String =
        row.source.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    write_line(row, &format!(" id \"{name}:{}\";", row.game), to);
}

fn write_line(row: &Row<'_>, id: &str, to: &mut Vec<u8>) {
    let position = &row.sample.position;
    // The standard's `ce` is the mover's.
    let score = row.sample.score.map_or_else(String::new, |score| {
        let score = if position.turn() == Color::White { score } else { -score };
        format!(" ce {score};")
    });
    let outcome = row.sample.label.pgn();
    let _ = writeln!(to, "{position} c9 \"{outcome}\";{score}{id}");
}
