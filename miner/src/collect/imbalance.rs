//! Counting the imbalance table.

use std::sync::{Mutex, PoisonError};

use rules::Outcome;
use tables::{Cell, ImbalanceTable};

/// How the imbalance table is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Material counts once it has stood for this many consecutive positions.
    pub stable_plies: usize,
    /// Whether what the players' ratings make expect is kept too.
    pub ratings: bool,
}

/// The cells that a block's games hold.
#[derive(Debug)]
pub struct ImbalanceTally {
    settings: Settings,
    held: Vec<(Cell, Outcome)>,
    rated: Vec<(Cell, Outcome, [u16; 2])>,
}

impl ImbalanceTally {
    pub(super) const fn new(settings: Settings) -> Self {
        Self { settings, held: Vec::new(), rated: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        let Self { settings: _, held, rated } = self;
        held.clear();
        rated.clear();
    }

    /// Counts the cells that a game held, with how many positions each. No material comes twice in
    /// a game, so each of its cells comes once.
    pub(super) fn observe(
        &mut self,
        outcome: Outcome,
        elo: Option<[u16; 2]>,
        runs: &[(Cell, u32)],
    ) {
        let Self { settings, held, rated } = self;
        let runs = runs.iter().filter(|(_, length)| *length as usize >= settings.stable_plies);
        if let Some(elo) = elo.filter(|_| settings.ratings) {
            rated.extend(runs.clone().map(|&(cell, _)| (cell, outcome, elo)));
        }
        held.extend(runs.map(|&(cell, _)| (cell, outcome)));
    }
}

/// The sum of the tallies.
#[derive(Debug)]
pub struct ImbalanceTotal {
    table: Mutex<ImbalanceTable>,
}

impl ImbalanceTotal {
    pub(super) fn new(settings: Settings) -> Self {
        let table = ImbalanceTable::default();
        let table = if settings.ratings { table.with_ratings() } else { table };
        Self { table: Mutex::new(table) }
    }

    pub(super) fn absorb(&self, tally: &ImbalanceTally) {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        for &(cell, outcome) in &tally.held {
            table.add(cell, outcome, 1);
        }
        for &(cell, outcome, elo) in &tally.rated {
            table.add_rating(cell, outcome, elo);
        }
    }

    /// The table, still without provenance.
    #[must_use]
    pub fn finish(self) -> ImbalanceTable {
        self.table.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
