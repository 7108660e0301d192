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
    files::{Place, Sink, Written},
    turns::Turns,
};
use crate::{
    collect::{Collector, CollectorTally},
    game::Game,
};

/// How a game is written as text.
pub trait Form: Debug + Sync {
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

/// The file, how many games it holds, and the first error.
#[derive(Debug)]
struct Text {
    sink: Sink,
    games: u64,
    failed: Option<io::Error>,
}

impl TextCollector {
    /// Games go to `place` in this form.
    ///
    /// # Errors
    /// If the place cannot be written.
    pub fn new(form: Box<dyn Form>, place: Place) -> io::Result<Self> {
        let file = Turns::new(Text { sink: Sink::open(place)?, games: 0, failed: None });
        Ok(Self { form, file })
    }
}

impl GamesCollector for TextCollector {
    fn finish(self: Box<Self>) -> Result<Written> {
        let Text { sink, games, failed } = self.file.into_inner();
        match failed {
            Some(error) => Err(error.into()),
            None => Ok(sink.finish(games)?),
        }
    }
}

impl Collector for TextCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(TextTally { collector: self, turn: 0, text: Vec::new(), games: 0 })
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
    games: u64,
}

impl CollectorTally for TextTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        if self.collector.form.has_room(game) {
            self.collector.form.write(game, &mut self.text);
            self.games += 1;
        }
    }

    fn set_turn(&mut self, turn: u64) {
        self.turn = turn;
    }

    fn add_up(&mut self) {
        let games = mem::take(&mut self.games);
        self.collector.file.take(self.turn, |file| {
            // Behind a gap nothing may follow.
            if file.failed.is_none() {
                file.failed = file.sink.write_all(&self.text).err();
                file.games += games;
            }
        });
        self.text.clear();
    }
}
