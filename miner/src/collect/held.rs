//! Collecting which cells each game holds, game by game.
//!
//! Counts by cell forget which cells belong to one game. Judging predictions must not: the cells of
//! a game share one outcome, so they are one observation, not many. Nor are the games of an event
//! quite independent, because they share players, openings and rules; so its digest is kept too.

use std::sync::{Mutex, PoisonError};

use rules::Outcome;
use tables::Cell;
use xxhash_rust::xxh3::xxh3_64;

use super::{Collector, CollectorTally};
use crate::game::Game;

/// Games as numbers in a row: the event, the outcome and how many cells follow, then the cells.
#[derive(Debug)]
struct HeldTally<'a> {
    collector: &'a HeldCollector,
    numbers: Vec<u32>,
}

/// How many numbers stand before a game's cells.
const HEAD: usize = 2;
/// The event of games that name none.
const NO_EVENT: u32 = 0;

impl CollectorTally for HeldTally<'_> {
    fn observe(&mut self, game: &Game<'_>, cells: &[(Cell, u32)]) {
        let Self { collector, numbers } = self;
        let head = numbers.len();
        numbers.extend([event(game.event), 0]);
        let held = cells.iter().filter(|(_, length)| *length as usize >= collector.stable_plies);
        numbers.extend(held.map(|(cell, _)| cell.index() as u32));
        let cells = (numbers.len() - head - HEAD) as u32;
        numbers[head + 1] = cells << 2 | game.outcome as u32;
    }

    fn add_up(&mut self) {
        let mut numbers = self.collector.numbers.lock().unwrap_or_else(PoisonError::into_inner);
        numbers.append(&mut self.numbers);
    }
}

/// 32 bits of an event's digest: of 1,000 events two are taken for one with odds of 1 in 8,600.
fn event(name: Option<&[u8]>) -> u32 {
    match name.map(<[u8]>::trim_ascii) {
        None | Some(b"" | b"?" | b"-") => NO_EVENT,
        Some(name) => (xxh3_64(name) as u32).max(NO_EVENT + 1),
    }
}

/// Keeps the cells of all games. Takes 8 bytes for each game and 4 for each cell that it holds: 60 to
/// 100 bytes for a game.
#[derive(Debug)]
pub struct HeldCollector {
    stable_plies: usize,
    numbers: Mutex<Vec<u32>>,
}

impl Collector for HeldCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(HeldTally { collector: self, numbers: Vec::new() })
    }

    fn needs_event(&self) -> bool {
        true
    }
}

impl HeldCollector {
    /// A game holds the cells whose material has stood for this many consecutive positions.
    #[must_use]
    pub const fn new(stable_plies: usize) -> Self {
        Self { stable_plies, numbers: Mutex::new(Vec::new()) }
    }

    /// The games, sorted by event, so that sums over them do not depend on who read them when.
    #[must_use]
    pub fn finish(self) -> HeldGames {
        let numbers = self.numbers.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut games = Vec::new();
        let mut start = 0;
        while let Some(head) = numbers.get(start + 1) {
            let end = start + HEAD + (head >> 2) as usize;
            games.push(start..end);
            start = end;
        }
        games.sort_by(|a, b| numbers[a.clone()].cmp(&numbers[b.clone()]));
        HeldGames { games, numbers }
    }
}

/// The event, outcome and cells of each game, the games of an event one behind the other.
#[derive(Clone, Debug, Default)]
pub struct HeldGames {
    games: Vec<std::ops::Range<usize>>,
    numbers: Vec<u32>,
}

/// A game that is to be predicted.
#[derive(Clone, Copy, Debug)]
pub struct HeldGame<'a> {
    /// How it ended.
    pub outcome: Outcome,
    event: u32,
    cells: &'a [u32],
}

impl HeldGame<'_> {
    /// The cells that it holds.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.cells.iter().filter_map(|&cell| Cell::new(cell))
    }

    /// Whether both games say that they are of the same event.
    #[must_use]
    pub const fn shares_event_with(&self, other: &Self) -> bool {
        self.event == other.event && self.event != NO_EVENT
    }
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

    /// Every game that was held out.
    pub fn iter(&self) -> impl Iterator<Item = HeldGame<'_>> {
        self.games.iter().map(|game| {
            let [event, head, cells @ ..] = &self.numbers[game.clone()] else {
                unreachable!("invariant: every game has its head")
            };
            HeldGame { outcome: Outcome::ALL[(head & 3) as usize], event: *event, cells }
        })
    }

    /// The games, those together that are not independent: of an event, or each alone.
    pub fn groups(&self, by_event: bool) -> impl Iterator<Item = Vec<HeldGame<'_>>> {
        let mut games = self.iter().peekable();
        std::iter::from_fn(move || {
            let mut group = vec![games.next()?];
            while let Some(next) =
                games.next_if(|next| by_event && next.shares_event_with(&group[0]))
            {
                group.push(next);
            }
            Some(group)
        })
    }
}
