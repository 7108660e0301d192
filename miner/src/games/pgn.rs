//! PGN: byte for byte, or cleaned.

use std::io::Write;

use super::{san::San, text::Form};
use crate::{filter::date::Date, game::Game, pgn::tags};

/// A game's own bytes.
#[derive(Clone, Copy, Debug)]
pub struct AsItIs;

impl Form for AsItIs {
    /// A game that does not end with a blank line gets one, so that the next one is apart from it.
    fn write(&self, game: &Game<'_>, to: &mut Vec<u8>) {
        to.extend_from_slice(game.text);
        let line_end: &[u8] = if game.text.contains_crlf() { b"\r\n" } else { b"\n" };
        let behind = &game.text[game.text.trim_ascii_end().len()..];
        let line_ends = behind.iter().filter(|byte| **byte == b'\n').count();
        for _ in line_ends..2 {
            to.extend_from_slice(line_end);
        }
    }
}

trait LineEnds {
    /// Whether the first line ends with CR and LF.
    fn contains_crlf(&self) -> bool;
}

impl LineEnds for [u8] {
    fn contains_crlf(&self) -> bool {
        memchr::memchr(b'\n', self).is_some_and(|end| self[..end].ends_with(b"\r"))
    }
}

/// The tags that every game of the PGN standard has, in its order.
pub const SEVEN_TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tags, a blank line, the moves in standard algebraic notation in one line, a blank line. No comments,
/// variations and NAGs.
#[derive(Clone, Debug, Default)]
pub struct Clean {
    /// Only these tags, in this order, `?` for those that are missing; else all that are there. A game from a set-up
    /// position keeps `SetUp` and `FEN`.
    pub tags: Option<Vec<String>>,
}

impl Form for Clean {
    fn write(&self, game: &Game<'_>, to: &mut Vec<u8>) {
        let result = game.outcome.pgn().as_bytes();
        match &self.tags {
            None => {
                for (name, value) in tags::pairs(game.tag_section()) {
                    write_tag(to, name, value);
                }
            }
            Some(names) => {
                for name in names.iter().map(String::as_bytes) {
                    // Of a tag that comes twice, the last one holds.
                    let value = |name: &[u8]| {
                        let pairs = tags::pairs(game.tag_section());
                        pairs.filter(|(other, _)| *other == name).last().map(|(_, value)| value)
                    };
                    let is_known = |date: &&[u8]| Date::range(date).is_some();
                    let found = match name {
                        // lichess tells the day there.
                        b"Date" if value(name).is_none_or(|date| !is_known(&date)) => {
                            value(b"UTCDate").filter(is_known).or_else(|| value(name))
                        }
                        _ => value(name),
                    };
                    let missing = if name == b"Result" { result } else { b"?" };
                    write_tag(to, name, found.unwrap_or(missing));
                }
                // Without these the moves would be those of another game.
                if let Some(fen) = game.fen {
                    for (name, value) in [("SetUp", &b"1"[..]), ("FEN", fen)] {
                        if !names.iter().any(|other| other == name) {
                            write_tag(to, name.as_bytes(), value);
                        }
                    }
                }
            }
        }
        to.push(b'\n');
        let mut san = San::of(game);
        for (number, &ply) in game.plies.iter().enumerate() {
            san.write_number(number, to);
            san.write(ply, to);
            to.push(b' ');
        }
        to.extend_from_slice(result);
        to.extend_from_slice(b"\n\n");
    }
}

/// Values keep their escapes: they are those of the text.
fn write_tag(to: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    to.push(b'[');
    to.extend_from_slice(name);
    to.extend_from_slice(b" \"");
    to.extend_from_slice(value);
    to.extend_from_slice(b"\"]\n");
}

impl San {
    /// Writes the number before White's moves, and before Black's if that is the first one.
    fn write_number(&self, ply: usize, to: &mut Vec<u8>) {
        let number = self.move_number();
        let written = match (self.is_white(), ply) {
            (true, _) => write!(to, "{number}. "),
            (false, 0) => write!(to, "{number}... "),
            (false, _) => Ok(()),
        };
        written.expect("invariant: memory can be written");
    }
}
