//! The games of an input, some at a time, found the slow way.

use std::{io, mem};

use super::recount::Recount;
use crate::{
    pgn::split::{Extent, Next, next_game_slowly},
    read::{
        block::{BLOCK_BYTES, Piece},
        inputs::Input,
        source::Source,
    },
};

/// Whole games on end, of one text.
#[derive(Debug)]
pub(super) struct Batch {
    /// The input, and its member if it is an archive.
    pub(super) place: String,
    /// Their text, and what stands between them.
    pub(super) text: Vec<u8>,
    /// Where they are in it.
    pub(super) games: Vec<Extent>,
    /// How many games and lines of the same text come before.
    pub(super) games_before: u64,
    /// See above.
    pub(super) lines_before: u64,
}

impl Batch {
    /// Counts its games.
    pub(super) fn recount(&self, recount: &mut Recount) {
        for extent in &self.games {
            recount.add(&self.text, *extent);
        }
    }

    /// Names a game by its place: file, number and line.
    #[must_use]
    pub(super) fn name(&self, index: usize) -> String {
        let number = self.games_before + index as u64 + 1;
        let line = self.lines_before + line_ends(&self.text[..self.games[index].start]) + 1;
        format!("{}: game {number}, line {line}", self.place)
    }
}

/// Reads an input batch by batch.
#[derive(Debug)]
pub(super) struct Batches {
    input: String,
    source: Source,
    place: String,
    rest: Vec<u8>,
    games: u64,
    lines: u64,
    is_over: bool,
}

impl Batches {
    /// Opens an input.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub(super) fn of(input: &Input) -> io::Result<Self> {
        let source = Source::open(input, BLOCK_BYTES)?;
        let input = input.name();
        let place = input.clone();
        Ok(Self { input, source, place, rest: vec![], games: 0, lines: 0, is_over: false })
    }

    /// Takes the games that are whole off the rest.
    fn take_whole(&mut self, at_end: bool) -> io::Result<Batch> {
        let (mut at, mut games) = (0, Vec::new());
        loop {
            match next_game_slowly(&self.rest, at, at_end) {
                Some(Next::Game(extent)) => {
                    games.push(extent);
                    at = extent.end;
                }
                Some(Next::TooLong(_)) => {
                    return Err(io::Error::other("a game does not end within 64 MiB"));
                }
                None | Some(Next::End) => break,
            }
        }
        let rest = if at_end { Vec::new() } else { self.rest.split_off(at) };
        let text = mem::replace(&mut self.rest, rest);
        let (games_before, lines_before) = (self.games, self.lines);
        self.games += games.len() as u64;
        self.lines += line_ends(&text);
        Ok(Batch { place: self.place.clone(), text, games, games_before, lines_before })
    }

    fn next_batch(&mut self) -> io::Result<Batch> {
        let piece = self.source.next_piece()?;
        match piece {
            Piece::Block { block, .. } => {
                let bytes = block.read(Vec::new())?;
                self.rest.extend_from_slice(&bytes);
                self.source.give_back(bytes);
                self.take_whole(false)
            }
            Piece::Member(name) => {
                let batch = self.take_whole(true)?;
                (self.place, self.games, self.lines) = (format!("{}:{name}", self.input), 0, 0);
                Ok(batch)
            }
            Piece::End { .. } => {
                self.is_over = true;
                self.take_whole(true)
            }
        }
    }
}

impl Iterator for Batches {
    type Item = io::Result<Batch>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let batch = self.next_batch();
        self.is_over |= batch.is_err();
        Some(batch)
    }
}

fn line_ends(bytes: &[u8]) -> u64 {
    memchr::memchr_iter(b'\n', bytes).count() as u64
}
