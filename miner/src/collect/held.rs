//! Collecting which cells each game holds, game by game.
//!
//! Counts by cell forget which cells belong to one game. Judging predictions must not: the cells of
//! a game share one outcome, so they are one observation, not many.

use std::sync::{Mutex, PoisonError};

use tables::{Cell, Outcome};

use super::imbalance::Settings;

/// Games as numbers in a row: the outcome and how many cells follow, then the cells.
#[derive(Debug)]
pub struct HeldTally {
    settings: Settings,
    numbers: Vec<u32>,
}

impl HeldTally {
    pub(super) const fn new(settings: Settings) -> Self {
        Self { settings, numbers: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.numbers.clear();
    }

    pub(super) fn observe(&mut self, outcome: Outcome, runs: &[(Cell, u32)]) {
        let Self { settings, numbers } = self;
        let head = numbers.len();
        numbers.push(0);
        let held = runs.iter().filter(|(_, length)| *length as usize >= settings.stable_plies);
        numbers.extend(held.map(|(cell, _)| cell.index() as u32));
        let cells = (numbers.len() - head - 1) as u32;
        numbers[head] = cells << 2 | outcome as u32;
    }
}

/// All games. Takes 4 bytes for each game and 4 for each cell that it holds: 60 to 100 bytes for a
/// game.
#[derive(Debug, Default)]
pub struct HeldTotal {
    numbers: Mutex<Vec<u32>>,
}

impl HeldTotal {
    pub(super) fn absorb(&self, tally: &HeldTally) {
        let mut numbers = self.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        numbers.extend_from_slice(&tally.numbers);
    }

    /// The games, sorted, so that sums over them do not depend on who read them when.
    #[must_use]
    pub fn finish(self) -> HeldGames {
        let numbers = self.numbers.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut games = Vec::new();
        let mut start = 0;
        while let Some(head) = numbers.get(start) {
            let end = start + 1 + (head >> 2) as usize;
            games.push(start..end);
            start = end;
        }
        games.sort_by(|a, b| numbers[a.clone()].cmp(&numbers[b.clone()]));
        HeldGames { games, numbers }
    }
}

/// The outcome and the cells of each game.
#[derive(Clone, Debug, Default)]
pub struct HeldGames {
    games: Vec<std::ops::Range<usize>>,
    numbers: Vec<u32>,
}

impl HeldGames {
    /// How many games there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Each game's outcome and cells.
    pub fn iter(&self) -> impl Iterator<Item = (Outcome, impl Iterator<Item = Cell>)> {
        self.games.iter().map(|game| {
            let [head, cells @ ..] = &self.numbers[game.clone()] else {
                unreachable!("invariant: every game has its head")
            };
            let outcome = Outcome::ALL[(head & 3) as usize];
            (outcome, cells.iter().filter_map(|&cell| Cell::new(cell)))
        })
    }
}
