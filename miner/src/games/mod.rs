//! Games that pass the filters, written out again in the order of the inputs.
//!
//! Each thread writes the games of its block into memory, in one of the [`Form`]s. Tallies come to
//! the file in their turn ([`turns`]), so that the bytes do not depend on threads.

pub mod files;
pub mod pgn;
mod san;
mod turns;
pub mod uci;

use std::{fmt::Debug, io, mem};

use tables::Cell;

use self::{
    files::{Files, Place, Written},
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
}

/// Writes games as text.
#[derive(Debug)]
pub struct GamesCollector<'f> {
    form: &'f dyn Form,
    files: Turns<Files>,
}

impl<'f> GamesCollector<'f> {
    /// Games go to `place` in this form.
    ///
    /// # Errors
    /// If the place cannot be written.
    pub fn new(form: &'f dyn Form, place: Place) -> io::Result<Self> {
        Ok(Self { form, files: Turns::new(Files::open(place)?) })
    }

    /// Puts the files in their places, all or none.
    ///
    /// # Errors
    /// With the first error of writing. What was there before is then as it was.
    pub fn finish(self) -> io::Result<Vec<Written>> {
        self.files.into_inner().finish()
    }
}

impl Collector for GamesCollector<'_> {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(GamesTally { collector: self, turn: 0, text: Vec::new(), games: 0 })
    }

    fn has_failed(&self) -> bool {
        self.files.look(Files::has_failed)
    }
}

/// The games of a block as text.
#[derive(Debug)]
struct GamesTally<'a> {
    collector: &'a GamesCollector<'a>,
    turn: u64,
    text: Vec<u8>,
    games: u64,
}

impl CollectorTally for GamesTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        self.collector.form.write(game, &mut self.text);
        self.games += 1;
    }

    fn set_turn(&mut self, turn: u64) {
        self.turn = turn;
    }

    fn add_up(&mut self) {
        let games = mem::take(&mut self.games);
        self.collector.files.take(self.turn, |files| files.add(&self.text, games));
        self.text.clear();
    }
}
