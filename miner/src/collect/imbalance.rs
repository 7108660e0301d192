//! Counting the imbalance table.

use std::{
    io,
    sync::{Mutex, PoisonError},
};

use rules::Outcome;
use tables::{AnyTable, Cell, ImbalanceTable, Kind};

use super::{Collector, CollectorTally, TableCollector, TableSettings};
use crate::game::Game;

/// How the imbalance table is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Material counts once it has stood for this many consecutive positions.
    pub stable_plies: usize,
    /// Whether what the players' ratings make expect is kept too.
    pub ratings: bool,
}

impl TableSettings for Settings {
    fn kind(&self) -> Kind {
        Kind::Imbalance
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let mut options = vec![("stable-plies", self.stable_plies.to_string())];
        if self.ratings {
            options.push(("rating-correction", "true".to_owned()));
        }
        options
    }

    fn collector(&self) -> Box<dyn TableCollector> {
        let table = ImbalanceTable::default();
        let table = if self.ratings { table.with_ratings() } else { table };
        Box::new(ImbalanceCollector { settings: *self, table: Mutex::new(table) })
    }
}

/// Counts outcomes by material.
#[derive(Debug)]
struct ImbalanceCollector {
    settings: Settings,
    table: Mutex<ImbalanceTable>,
}

impl Collector for ImbalanceCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(ImbalanceTally { collector: self, held: Vec::new(), rated: Vec::new() })
    }
}

impl TableCollector for ImbalanceCollector {
    fn finish(self: Box<Self>) -> io::Result<Vec<AnyTable>> {
        let table = self.table.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(vec![AnyTable::Imbalance(table)])
    }
}

/// The cells that a block's games hold.
#[derive(Debug)]
struct ImbalanceTally<'a> {
    collector: &'a ImbalanceCollector,
    held: Vec<(Cell, Outcome)>,
    rated: Vec<(Cell, Outcome, [u16; 2])>,
}

impl CollectorTally for ImbalanceTally<'_> {
    fn observe(&mut self, game: &Game<'_>, cells: &[(Cell, u32)]) {
        let Settings { stable_plies, ratings } = self.collector.settings;
        let outcome = game.outcome;
        let cells = cells.iter().filter(|(_, length)| *length as usize >= stable_plies);
        if let Some(elo) = game.elo.filter(|_| ratings) {
            self.rated.extend(cells.clone().map(|&(cell, _)| (cell, outcome, elo)));
        }
        self.held.extend(cells.map(|&(cell, _)| (cell, outcome)));
    }

    fn add_up(&mut self) {
        let mut table = self.collector.table.lock().unwrap_or_else(PoisonError::into_inner);
        for (cell, outcome) in self.held.drain(..) {
            table.add(cell, outcome, 1);
        }
        for (cell, outcome, elo) in self.rated.drain(..) {
            table.add_rating(cell, outcome, elo);
        }
    }
}
