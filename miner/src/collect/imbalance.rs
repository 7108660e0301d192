//! Counting the imbalance table.

use std::sync::{Mutex, PoisonError};

use tables::{Cell, ImbalanceTable, Outcome};

/// How the imbalance table is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Material counts once it has stood for this many consecutive positions.
    pub stable_plies: usize,
}

/// The cells that a block's games hold.
#[derive(Debug)]
pub struct ImbalanceTally {
    settings: Settings,
    held: Vec<(Cell, Outcome)>,
}

impl ImbalanceTally {
    pub(super) const fn new(settings: Settings) -> Self {
        Self { settings, held: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.held.clear();
    }

    /// Counts the cells that a game held, with how many positions each. No material comes twice in
    /// a game, so each of its cells comes once.
    pub(super) fn observe(&mut self, outcome: Outcome, runs: &[(Cell, u32)]) {
        let Self { settings, held } = self;
        let runs = runs.iter().filter(|(_, length)| *length as usize >= settings.stable_plies);
        held.extend(runs.map(|&(cell, _)| (cell, outcome)));
    }
}

/// The sum of the tallies.
#[derive(Debug, Default)]
pub struct ImbalanceTotal {
    table: Mutex<ImbalanceTable>,
}

impl ImbalanceTotal {
    pub(super) fn absorb(&self, tally: &ImbalanceTally) {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        for &(cell, outcome) in &tally.held {
            table.add(cell, outcome, 1);
        }
    }

    /// The table, still without provenance.
    #[must_use]
    pub fn finish(self) -> ImbalanceTable {
        self.table.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
