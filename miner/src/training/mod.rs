//! Positions with labels and scores in the forms that tuners and network trainers read, a form a file.

mod bulletformat;
mod epd;
mod marlinformat;
pub mod repeats;
pub mod scorer;
mod text;
mod viriformat;
mod wdl_text;

use std::{io, path::Path};

pub use self::{epd::write_with_id as write_epd_with_id, viriformat::Viriformat};
use crate::collect::positions::{Sample, SampledGame};

/// The forms, in the order of the help. A new one is a file and a name here.
pub static FORMATS: &[&Format] = &[
    &PACKED,
    &epd::FORMAT,
    &epd::WITH_ID,
    &text::FORMAT,
    &wdl_text::FORMAT,
    &bulletformat::FORMAT,
    &marlinformat::FORMAT,
    &viriformat::FORMAT,
];

/// The project's own form, which is a file with provenance and checksum ([`tables::Positions`]).
pub static PACKED: Format = Format {
    name: "packed",
    about: "The project's own, for lab tune",
    endings: &["bin", "pos"],
    reader: "`lab tune` fits the evaluation to them",
    has_scores: false,
    needs_scores: false,
    writer: Writer::Packed,
};

/// A form that positions can be written in.
#[derive(Debug)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, for the help.
    pub about: &'static str,
    /// Endings of files that are in it, in lower case, without the dot.
    pub endings: &'static [&'static str],
    /// Who reads it, a sentence without its full stop.
    pub reader: &'static str,
    /// Whether it has room for scores.
    pub has_scores: bool,
    /// Whether a score must stand in it, 0 if there is none.
    pub needs_scores: bool,
    /// How it is written.
    pub writer: Writer,
}

/// How positions are written.
#[derive(Debug)]
pub enum Writer {
    /// As [`tables::Positions`].
    Packed,
    /// One behind the other.
    Rows(fn(&Row<'_>, &mut Vec<u8>)),
    /// Whole games from some ply on, in the order of the inputs.
    Games,
}

/// A position with what there is to say about it.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The position and its score.
    pub sample: &'a Sample,
    /// The name of the input that the game is from.
    pub source: &'a str,
    /// The game's number in the file, from 1.
    pub game: usize,
}

/// The score of positions that have none, where a form has a place for it: of no side.
pub const NO_SCORE: i16 = 0;

impl Row<'_> {
    /// White's score in centipawns.
    fn score(&self) -> i16 {
        self.sample.score.unwrap_or(NO_SCORE)
    }

    /// The FEN.
    fn fen(&self) -> String {
        let Sample { position, halfmoves, fullmoves, .. } = self.sample;
        format!("{position} {halfmoves} {fullmoves}")
    }
}

impl Format {
    /// The form of a name on the command line.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        FORMATS.iter().copied().find(|format| format.name == name)
    }

    /// The form that a file's ending stands for; the project's own of a name without one. None if it stands for none.
    #[must_use]
    pub fn of(path: &Path) -> Option<&'static Self> {
        let Some(ending) = path.extension() else { return Some(&PACKED) };
        let ending = ending.to_string_lossy().to_ascii_lowercase();
        FORMATS.iter().copied().find(|format| format.endings.contains(&ending.as_str()))
    }
}

/// How many bytes are gathered before they are written.
const CHUNK: usize = 1 << 16;

/// Writes the positions of games as rows; `sources` are the names of their inputs.
///
/// # Errors
/// If the writer fails.
pub fn write_rows(
    games: &[SampledGame],
    sources: &[&str],
    row: fn(&Row<'_>, &mut Vec<u8>),
    to: &mut dyn io::Write,
) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(2 * CHUNK);
    for (number, SampledGame { source, samples, .. }) in games.iter().enumerate() {
        let source = sources.get(usize::from(*source)).copied().unwrap_or("?");
        for sample in samples {
            row(&Row { sample, source, game: number + 1 }, &mut bytes);
            if bytes.len() >= CHUNK {
                to.write_all(&bytes)?;
                bytes.clear();
            }
        }
    }
    to.write_all(&bytes)?;
    to.flush()
}

/// Two half-bytes a byte, the lower half first: the pieces of a position in 16 bytes.
fn halves(codes: impl Iterator<Item = u8>) -> [u8; 16] {
    let mut bytes = [0; 16];
    for (place, code) in codes.take(32).enumerate() {
        bytes[place / 2] |= code << (4 * (place % 2));
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_and_ending_stands_for_one_form() {
        let mut names: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
        let mut endings: Vec<_> = FORMATS.iter().flat_map(|format| format.endings).collect();
        let all = (names.len(), endings.len());
        names.sort_unstable();
        names.dedup();
        endings.sort_unstable();
        endings.dedup();
        assert_eq!((names.len(), endings.len()), all);
        let named = |path: &str| Format::of(Path::new(path)).map(|format| format.name);
        assert_eq!(named("a/b.EPD"), Some("epd"));
        assert_eq!(named("b"), Some("packed"));
        assert_eq!(named("b.epd.zst"), None);
    }
}
