//! Where games start, read from the start of a text: slow, and never in doubt.

use std::io;

use super::boundary::can_be_first;
use crate::{
    pgn::split::{EVENT, LONGEST_GAME, Next, event_line, next_game},
    read::{block::BLOCK_BYTES, stream::Stream},
};

/// The fewest starts that are remembered, where there are enough.
const FEWEST: usize = 1 << 16;

/// Starts of games, spread over a text.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    /// Some of the starts, ascending: all that are a multiple of `every` in their order.
    some: Vec<u64>,
    every: u64,
    count: u64,
    /// How long the text is.
    pub(crate) len: u64,
}

impl Starts {
    /// Reads a stream to its end.
    pub(crate) fn of(stream: &mut Stream) -> io::Result<Self> {
        let mut starts = Self { every: 1, ..Self::default() };
        starts.len = scan(stream, |start| {
            starts.add(start);
            true
        })?;
        Ok(starts)
    }

    fn add(&mut self, start: u64) {
        if self.count.is_multiple_of(self.every) {
            self.some.push(start);
        }
        self.count += 1;
        if self.some.len() == 2 * FEWEST {
            let mut index = 0_usize;
            self.some.retain(|_| {
                index += 1;
                !index.is_multiple_of(2)
            });
            self.every *= 2;
        }
    }

    /// The first start at or behind a place; without one, the end.
    pub(crate) fn first_from(&self, place: u64) -> u64 {
        let at = self.some.partition_point(|start| *start < place);
        self.some.get(at).copied().unwrap_or(self.len)
    }
}

/// The first start at or behind a place of a stream; without one, the end.
pub(crate) fn first_from(stream: &mut Stream, place: u64) -> io::Result<u64> {
    let mut found = None;
    let len = scan(stream, |start| {
        found = Some(start).filter(|_| start >= place);
        found.is_none()
    })?;
    Ok(found.unwrap_or(len))
}

/// Tells where each game starts at which the texts of a stream can be cut, until `each` says no. Gives how many
/// bytes were read.
fn scan(stream: &mut Stream, mut each: impl FnMut(u64) -> bool) -> io::Result<u64> {
    let mut text = Text::default();
    let mut memory = Vec::new();
    loop {
        match stream.next_block(BLOCK_BYTES, memory)? {
            Some(block) => {
                text.rest.extend_from_slice(&block);
                memory = block;
                if !text.read(false, &mut each) {
                    break;
                }
            }
            None => {
                let goes_on = text.read(true, &mut each);
                text = Text { offset: text.offset + text.rest.len() as u64, ..Text::default() };
                if !goes_on || stream.next_member().is_none() {
                    break;
                }
                memory = Vec::new();
            }
        }
    }
    Ok(text.offset + text.rest.len() as u64)
}

/// What is in sight of a text.
#[derive(Debug, Default)]
struct Text {
    /// Bytes that belong to no game yet.
    rest: Vec<u8>,
    /// Their place among all texts.
    offset: u64,
    /// The rest belongs to a game that was given up.
    is_skipping: bool,
    /// A game that was given up came last. What comes next is no place to cut: how long that game is
    /// could not be told any more.
    is_behind_too_long: bool,
}

impl Text {
    fn read(&mut self, at_end: bool, each: &mut impl FnMut(u64) -> bool) -> bool {
        let mut at = 0;
        let goes_on = loop {
            if self.is_skipping {
                match event_line(&self.rest, at) {
                    Some(line) => (at, self.is_skipping) = (line, false),
                    None => {
                        at = at.max(self.rest.len().saturating_sub(EVENT.len()));
                        break true;
                    }
                }
            }
            match next_game(&self.rest, at, at_end) {
                None => {
                    if self.rest.len() - at > LONGEST_GAME {
                        // White space is no game, however long it is. Its last byte may be a line end.
                        let blank = self.rest[at..].iter().take_while(|b| b.is_ascii_whitespace());
                        at += blank.count().saturating_sub(1);
                    }
                    break true;
                }
                Some(Next::End) => break true,
                Some(Next::Game(game)) => {
                    let can_cut = !self.is_behind_too_long && can_be_first(&self.rest, game.start);
                    self.is_behind_too_long = false;
                    at = game.end;
                    if can_cut && !each(self.offset + game.start as u64) {
                        break false;
                    }
                }
                Some(Next::TooLong(start)) => {
                    (self.is_skipping, self.is_behind_too_long) = (true, true);
                    // The byte before tells whether a line starts here.
                    at = start + LONGEST_GAME - 1;
                    self.rest.drain(..at);
                    self.offset += at as u64;
                    at = 0;
                }
            }
        };
        self.rest.drain(..at);
        self.offset += at as u64;
        goes_on
    }
}
