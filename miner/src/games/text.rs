//! Games as text, one behind the other.

use std::{
    fmt::Debug,
    io::{self, Write},
    mem,
};

use anyhow::Result;
use tables::Cell;

use super::{
    GamesCollector,
    files::{Places, Ready, Sink},
    turns::Turns,
};
use crate::{
    collect::{Collector, CollectorTally},
    game::Game,
};

/// How a game is written as text.
pub trait Form: Debug + Send + Sync {
    /// Appends a game.
    fn write(&self, game: &Game<'_>, to: &mut Vec<u8>);

    /// Whether it has room for a game; others are left out.
    fn has_room(&self, _game: &Game<'_>) -> bool {
        true
    }

    /// Whether it asks for what the comments say.
    fn needs_remarks(&self) -> bool {
        false
    }
}

/// Writes games as text.
#[derive(Debug)]
pub struct TextCollector {
    form: Box<dyn Form>,
    file: Turns<Text>,
}

/// The file, how many games it holds, those before, and the first error.
#[derive(Debug)]
struct Text {
    /// Where the next file goes; nothing while one is started that cannot be.
    places: Option<Places>,
    each: u64,
    sink: Sink,
    games: u64,
    before: Vec<Ready>,
    failed: Option<io::Error>,
}

impl Text {
    /// Writes games; `ends` are the ends of each.
    fn write(&mut self, text: &[u8], mut ends: &[usize]) -> io::Result<()> {
        let mut start = 0;
        while !ends.is_empty() {
            if self.games == self.each {
                self.start_next()?;
            }
            let room = usize::try_from(self.each - self.games).unwrap_or(usize::MAX);
            let (here, later) = ends.split_at(room.min(ends.len()));
            let end = here.last().copied().unwrap_or(start);
            self.sink.write_all(&text[start..end])?;
            self.games += here.len() as u64;
            (start, ends) = (end, later);
        }
        Ok(())
    }

    fn start_next(&mut self) -> io::Result<()> {
        let number = self.before.len() as u64 + 1;
        if let Some(places) = self.places.take() {
            let (places, sink) = places.open(number)?;
            let full = mem::replace(&mut self.sink, sink);
            self.before.push(full.ready(mem::take(&mut self.games))?);
            self.places = Some(places);
        }
        Ok(())
    }
}

impl TextCollector {
    /// Games go to these places in this form.
    ///
    /// # Errors
    /// If the first cannot be written.
    pub fn new(form: Box<dyn Form>, places: Places) -> io::Result<Self> {
        let each = places.each();
        let (places, sink) = places.open(0)?;
        let (places, before) = (Some(places), Vec::new());
        let text = Text { places, each, sink, games: 0, before, failed: None };
        Ok(Self { form, file: Turns::new(text) })
    }
}

impl GamesCollector for TextCollector {
    fn finish(self: Box<Self>) -> Result<Vec<Ready>> {
        let Text { sink, games, mut before, failed, .. } = self.file.into_inner();
        if let Some(error) = failed {
            return Err(error.into());
        }
        before.push(sink.ready(games)?);
        Ok(before)
    }
}

impl Collector for TextCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(TextTally { collector: self, turn: 0, text: Vec::new(), ends: Vec::new() })
    }

    fn needs_remarks(&self) -> bool {
        self.form.needs_remarks()
    }

    fn has_failed(&self) -> bool {
        self.file.look(|file| file.failed.is_some())
    }
}

/// The games of a block.
#[derive(Debug)]
struct TextTally<'a> {
    collector: &'a TextCollector,
    turn: u64,
    text: Vec<u8>,
    /// Where in the text each game ends.
    ends: Vec<usize>,
}

impl CollectorTally for TextTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        if self.collector.form.has_room(game) {
            self.collector.form.write(game, &mut self.text);
            self.ends.push(self.text.len());
        }
    }

    fn set_turn(&mut self, turn: u64) {
        self.turn = turn;
    }

    fn add_up(&mut self) {
        self.collector.file.take(self.turn, |file| {
            // Behind a gap nothing may follow.
            if file.failed.is_none() {
                file.failed = file.write(&self.text, &self.ends).err();
            }
        });
        self.text.clear();
        self.ends.clear();
    }
}
