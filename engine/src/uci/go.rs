//! What a `go` asks for.
//!
//! Whatever it says is answered by a search: words that mean nothing are left out, numbers are taken to
//! the nearest that make sense, and a message says which. A user interface that waits for a move would
//! wait in vain for a refusal.

use std::{iter::Peekable, str::SplitWhitespace, time::Duration};

use rules::Color;

use crate::{game::Game, score::MAX_PLY, search::Limits};

/// The words of `go`; none of them is a number or a move.
const WORDS: [&str; 13] = [
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// A `go`, read without the position that it is about.
#[derive(Clone, Debug)]
pub(super) enum Go {
    Search(Box<Asked>),
    Perft(u32),
}

/// The search that was asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    limits: Limits,
    pub(super) ponders: bool,
    searchmoves: Vec<String>,
    /// What was left out or changed, a sentence each.
    notes: Vec<String>,
}

/// Plies of a perft at most: it calls itself for each, and takes for ever long before.
const MOST_PERFT: u32 = MAX_PLY as u32;

type Words<'a> = Peekable<SplitWhitespace<'a>>;

impl Go {
    /// Reads what follows the word `go`.
    ///
    /// # Errors
    /// One sentence if it asks for no search, and not for a number of plies to count either.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace().peekable();
        let mut asked = Box::<Asked>::default();
        while let Some(word) = words.next() {
            if word == "perft" {
                let plies = words.next().and_then(|word| word.parse().ok());
                let plies = plies.filter(|&plies| plies <= MOST_PERFT);
                return plies
                    .map(Self::Perft)
                    .ok_or_else(|| format!("perft takes a number up to {MOST_PERFT}"));
            }
            asked.read(word, &mut words);
        }
        Ok(Self::Search(asked))
    }
}

impl Asked {
    fn read(&mut self, word: &str, words: &mut Words<'_>) {
        let most = i64::from(i32::MAX);
        match word {
            "depth" => self.limits.depth = Some(self.number(word, words, 1, most) as i32),
            "nodes" => {
                let nodes = self.number(word, words, 0, i64::MAX);
                self.limits.nodes = Some(nodes.unsigned_abs());
            }
            "mate" => self.limits.mate = Some(self.number(word, words, 1, most) as i32),
            "movetime" => self.limits.move_time = Some(self.milliseconds(word, words)),
            "wtime" => self.limits.time[0] = Some(self.milliseconds(word, words)),
            "btime" => self.limits.time[1] = Some(self.milliseconds(word, words)),
            "winc" => self.limits.increment[0] = self.milliseconds(word, words),
            "binc" => self.limits.increment[1] = self.milliseconds(word, words),
            "movestogo" => {
                // As the field has it, 0 is the rest of the game.
                let moves = self.number(word, words, 0, most);
                self.limits.moves_to_go = (moves > 0).then_some(moves as u32);
            }
            "infinite" => self.limits.infinite = true,
            "ponder" => self.ponders = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !WORDS.contains(word)) {
                    self.searchmoves.push(mv.to_owned());
                }
            }
            _ => self.notes.push(format!("go: `{word}` is no part of it and left out")),
        }
    }

    /// The number that follows `what`, or the nearest one allowed; none is 0.
    fn number(&mut self, what: &str, words: &mut Words<'_>, least: i64, most: i64) -> i64 {
        let Some(word) = words.next_if(|word| !WORDS.contains(word)) else {
            let taken = 0.clamp(least, most);
            self.notes.push(format!("go: {what} has no number and is taken as {taken}"));
            return taken;
        };
        let meant = integer(word);
        let taken = meant.unwrap_or(0).clamp(least, most);
        if meant != Some(taken) || word.parse::<i64>().is_err() {
            self.notes.push(format!("go: {what} `{word}` is taken as {taken}"));
        }
        taken
    }

    /// A time; clocks that ran out a little are nought, without a word.
    fn milliseconds(&mut self, what: &str, words: &mut Words<'_>) -> Duration {
        let time = self.number(what, words, i64::MIN, i64::MAX).max(0);
        Duration::from_millis(time.unsigned_abs())
    }

    /// The limits in this game, and sentences on what was left out or changed.
    pub(super) fn resolve(self, game: &Game) -> (Limits, Vec<String>) {
        let Self { mut limits, ponders: _, searchmoves, mut notes } = self;
        for text in &searchmoves {
            match game.find(text) {
                Some(mv) => limits.moves.push(mv),
                None => notes.push(format!("go: `{text}` is no legal move here and left out")),
            }
        }
        if !searchmoves.is_empty() && limits.moves.is_empty() {
            notes.push("go: searchmoves has no legal move, so all are searched".to_owned());
        }
        let us = game.position().turn();
        if !limits.infinite && !limits.is_finite(us) && limits.time[!us as usize].is_some() {
            let name = if us == Color::White { "wtime" } else { "btime" };
            notes.push(format!("go: {name} is missing and taken as 0"));
            limits.time[us as usize] = Some(Duration::ZERO);
        }
        (limits, notes)
    }
}

/// The whole number that a word means, fractions cut off, the nearest one if it is too large.
fn integer(word: &str) -> Option<i64> {
    let exact = word.parse().ok();
    exact.or_else(|| word.parse::<f64>().ok().filter(|x| !x.is_nan()).map(|x| x as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(text: &str) -> (Limits, Vec<String>) {
        let Ok(Go::Search(asked)) = Go::read(text) else { panic!("{text} is a search") };
        asked.resolve(&Game::default())
    }

    #[test]
    fn forms_of_go() {
        let (limits, notes) = resolved(
            "searchmoves e2e4 d2d4 wtime -5 btime 1000 winc 10 binc 20 movestogo 3 depth 4 nodes 5 mate 2",
        );
        assert_eq!(limits.time, [Some(Duration::ZERO), Some(Duration::from_secs(1))]);
        assert_eq!(limits.increment, [Duration::from_millis(10), Duration::from_millis(20)]);
        assert_eq!((limits.moves.len(), limits.moves_to_go), (2, Some(3)));
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(4), Some(5), Some(2)));
        assert!(notes.is_empty(), "{notes:?}");
        assert!(matches!(Go::read("perft 3"), Ok(Go::Perft(3))));
        Go::read("perft x").unwrap_err();
        assert!(matches!(Go::read("perft 128"), Ok(Go::Perft(MOST_PERFT))));
        assert_eq!(Go::read("perft 129").unwrap_err(), "perft takes a number up to 128");
    }

    #[test]
    fn numbers_are_taken_to_the_nearest() {
        for (text, depth) in [
            ("depth 0", 1),
            ("depth -7", 1),
            ("depth 3.9", 3),
            ("depth 1e3", 1_000),
            ("depth 99999999999999999999", i32::MAX),
            ("depth x", 1),
            ("depth nan", 1),
            ("depth", 1),
        ] {
            let (limits, notes) = resolved(text);
            assert_eq!((limits.depth, notes.len()), (Some(depth), 1), "{text}: {notes:?}");
        }
        assert_eq!(resolved("nodes -1").0.nodes, Some(0));
        assert_eq!(resolved("movestogo -1").0.moves_to_go, None);
        assert_eq!(resolved("wtime 1000.5").0.time[0], Some(Duration::from_secs(1)));
    }

    #[test]
    fn a_word_of_go_is_no_number_of_the_word_before() {
        let (limits, notes) = resolved("depth movetime 20 searchmoves e2e5 infinite");
        assert_eq!((limits.depth, limits.move_time), (Some(1), Some(Duration::from_millis(20))));
        assert!(limits.infinite && limits.moves.is_empty());
        assert_eq!(notes.len(), 3, "{notes:?}");
    }

    #[test]
    fn a_missing_clock_is_no_time() {
        assert_eq!(resolved("btime 1000").0.time[0], Some(Duration::ZERO));
        assert_eq!(resolved("btime 1000 depth 3").0.time[0], None);
        assert_eq!(resolved("btime 1000 infinite").0.time[0], None);
    }
}
