//! Counting the imbalance table.

use std::{
    io,
    sync::{Mutex, PoisonError},
};

use rules::Outcome;
use rustc_hash::FxHashMap;
use tables::{AnyTable, Cell, ImbalanceTable, Kind, OutcomeCounts};

use super::{
    Collector, CollectorTally, TableCollector, TableSettings, by::Maker, label::Label, material,
};
use crate::game::Game;

/// How the imbalance table is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Material counts once it has stood for this many consecutive positions.
    pub stable_plies: usize,
    /// Whether what the players' ratings make expect is kept too.
    pub ratings: bool,
    /// What a cell counts as in a game: what the last of its positions that counts does.
    pub label: Label,
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
        options.extend(self.label.options());
        options
    }

    fn collector(&self) -> Box<dyn TableCollector> {
        let table = ImbalanceTable::default();
        let table = if self.ratings { table.with_ratings() } else { table };
        Box::new(ImbalanceCollector { settings: *self, table: Mutex::new(Counted::Table(table)) })
    }

    fn maker(&self) -> Maker {
        let settings = *self;
        Box::new(move || {
            if settings.ratings {
                return settings.collector();
            }
            let table = Mutex::new(Counted::Cells(FxHashMap::default()));
            Box::new(ImbalanceCollector { settings, table })
        })
    }
}

/// Counts outcomes by material.
#[derive(Debug)]
struct ImbalanceCollector {
    settings: Settings,
    table: Mutex<Counted>,
}

/// What has been counted.
#[derive(Debug)]
enum Counted {
    /// In a table, which is fast and takes 6 MB.
    Table(ImbalanceTable),
    /// Cells with games alone.
    Cells(FxHashMap<Cell, OutcomeCounts>),
}

impl Counted {
    fn into_table(self) -> ImbalanceTable {
        match self {
            Self::Table(table) => table,
            Self::Cells(cells) => {
                let mut table = ImbalanceTable::default();
                for (cell, OutcomeCounts { wins, draws, losses }) in cells {
                    let outcomes = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins];
                    for (outcome, games) in outcomes.into_iter().zip([wins, draws, losses]) {
                        table.add(cell, outcome, games);
                    }
                }
                table
            }
        }
    }
}

impl Collector for ImbalanceCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(ImbalanceTally { collector: self, held: Vec::new(), rated: Vec::new() })
    }

    fn needs_remarks(&self) -> bool {
        !self.settings.label.is_plain()
    }
}

impl ImbalanceCollector {
    /// The cells of a game whose positions are labelled one by one.
    fn labelled(&self, game: &Game<'_>, mut each: impl FnMut(Cell, Outcome)) {
        let Settings { stable_plies, label, .. } = self.settings;
        let mut from = 0;
        material::runs(game, |cell, length| {
            let positions = from..from + length;
            from = positions.end;
            let Some(cell) = cell.filter(|_| length >= stable_plies) else { return };
            if let Some(outcome) = positions.rev().find_map(|at| label.of_position(game, at)) {
                each(cell, outcome);
            }
        });
    }
}

impl TableCollector for ImbalanceCollector {
    fn finish(self: Box<Self>) -> io::Result<Vec<AnyTable>> {
        let table = self.table.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(vec![AnyTable::Imbalance(table.into_table())])
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
        let Settings { stable_plies, ratings, label } = self.collector.settings;
        if !label.is_plain() {
            let elo = game.elo.filter(|_| ratings);
            self.collector.labelled(game, |cell, outcome| {
                self.held.push((cell, outcome));
                self.rated.extend(elo.map(|elo| (cell, outcome, elo)));
            });
            return;
        }
        let outcome = game.outcome;
        let cells = cells.iter().filter(|(_, length)| *length as usize >= stable_plies);
        if let Some(elo) = game.elo.filter(|_| ratings) {
            self.rated.extend(cells.clone().map(|&(cell, _)| (cell, outcome, elo)));
        }
        self.held.extend(cells.map(|&(cell, _)| (cell, outcome)));
    }

    fn add_up(&mut self) {
        let mut table = self.collector.table.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *table {
            Counted::Table(table) => {
                for (cell, outcome) in self.held.drain(..) {
                    table.add(cell, outcome, 1);
                }
                for (cell, outcome, elo) in self.rated.drain(..) {
                    table.add_rating(cell, outcome, elo);
                }
            }
            Counted::Cells(cells) => {
                for (cell, outcome) in self.held.drain(..) {
                    cells.entry(cell).or_default().add(outcome, 1);
                }
            }
        }
    }
}
