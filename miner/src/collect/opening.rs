//! Counting the opening table.
//!
//! Most positions of a collection come once, so the moves are many and a table of all of them would
//! be as large as the input. They are kept as records, parted by the first bits of their keys,
//! up to 176 MiB; what is more goes to a temporary file. In the end one part after the
//! other is added up, and only moves with enough games are kept.

use std::{
    io,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tables::{OpeningEntry, OpeningMove, OpeningTable, OutcomeCounts, Provenance};

use super::{
    keyed::Keyed,
    records::{KEY_BITS, Record, Records, sum},
};
use crate::game::{Game, Start};

/// How the opening table is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Moves at plies below this count.
    pub max_ply: usize,
    /// Moves with fewer games are dropped at the end.
    pub min_games: u64,
}

/// Groups of parts with one lock each, by the key's first bits, so that threads seldom meet.
const GROUPS: usize = 16;
/// Parts in a group: so many that one of them is added up inside the caches.
const PARTS: usize = 64;
/// How many bytes of records stay in memory; parts that are not full come on top,
/// at most 5 MB.
const MEMORY: usize = 176 << 20;

/// The moves of a block's games.
#[derive(Debug)]
pub struct OpeningTally {
    settings: Settings,
    groups: [Vec<Record>; GROUPS],
    /// The moves of one game.
    game: Vec<(u64, OpeningMove)>,
    /// The last start position: the next game's is nearly always the same.
    start: Option<(Start, Keyed)>,
}

impl OpeningTally {
    pub(super) fn new(settings: Settings) -> Self {
        Self {
            settings,
            groups: std::array::from_fn(|_| Vec::new()),
            game: Vec::new(),
            start: None,
        }
    }

    pub(super) fn clear(&mut self) {
        // The others hold nothing that counts.
        let Self { settings: _, groups, game: _, start: _ } = self;
        groups.iter_mut().for_each(Vec::clear);
    }

    pub(super) fn observe(&mut self, game: &Game<'_>) {
        let mut position = match &self.start {
            Some((start, position)) if start == game.start => position.clone(),
            _ => {
                let position = Keyed::new(game.start);
                self.start = Some((game.start.clone(), position.clone()));
                position
            }
        };
        self.game.clear();
        // Before this, no position can equal one that comes later.
        let mut reversible = 0;
        // Which keys have come since, by six of their bits: few positions come twice.
        let mut seen = 0_u64;
        // What each side's moves add, that of the side to move first.
        let seen_by = |color| Record::one(game.outcome.seen_by(color));
        let mut sides = [seen_by(game.start.side_to_move), seen_by(!game.start.side_to_move)];
        for &ply in game.plies.iter().take(self.settings.max_ply) {
            let mv = OpeningMove::new(ply.from(), ply.to(), ply.promotion());
            let entry = (position.key(), mv);
            let bit = 1 << (entry.0 & 63);
            if seen & bit == 0 || !self.game[reversible..].contains(&entry) {
                self.game.push(entry);
                self.groups[group_of(entry.0)].push(sides[0].of(entry.0, mv));
            }
            seen |= bit;
            if ply.is_irreversible() {
                (reversible, seen) = (self.game.len(), 0);
            }
            position.play(ply);
            sides.swap(0, 1);
        }
    }
}

const fn group_of(key: u64) -> usize {
    (key >> 60) as usize % GROUPS
}

const fn part_of(key: u64) -> usize {
    (key >> KEY_BITS) as usize % PARTS
}

/// The bits of the keys of a part.
const fn bits_of(group: usize, part: usize) -> u64 {
    (group as u64) << 60 | (part as u64) << KEY_BITS
}

/// The sum of the tallies.
#[derive(Debug)]
pub struct OpeningTotal {
    groups: [Mutex<Records<PARTS>>; GROUPS],
    /// A temporary file could not be written.
    has_failed: AtomicBool,
}

impl Default for OpeningTotal {
    fn default() -> Self {
        Self::with_memory(MEMORY)
    }
}

impl OpeningTotal {
    /// Nothing yet, and so many bytes until temporary files are needed.
    fn with_memory(bytes: usize) -> Self {
        Self {
            groups: std::array::from_fn(|_| Mutex::new(Records::new(bytes / GROUPS))),
            has_failed: AtomicBool::new(false),
        }
    }

    /// Whether a temporary file could not be written, so that [`finish`](Self::finish) will fail.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    pub(super) fn absorb(&self, tally: &OpeningTally) {
        for (records, group) in tally.groups.iter().zip(&self.groups) {
            let mut group = group.lock().unwrap_or_else(PoisonError::into_inner);
            for &record in records {
                group.push(part_of(record.key()), record);
            }
            if group.has_failed() {
                self.has_failed.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The table, still without provenance.
    ///
    /// # Errors
    /// If a temporary file could not be written or read back: without it the counts would be wrong.
    pub fn finish(self, settings: Settings) -> io::Result<OpeningTable> {
        let (mut entries, mut slots) = (Vec::new(), Vec::new());
        for (number, group) in self.groups.into_iter().enumerate() {
            let mut group = group.into_inner().unwrap_or_else(PoisonError::into_inner);
            for part in 0..PARTS {
                let first = entries.len();
                let records = group.take(part)?;
                let upper = bits_of(number, part);
                sum(&records, upper, settings.min_games, &mut slots, |key, mv, counts| {
                    let [wins, draws, losses] = counts;
                    let counts = OutcomeCounts { wins, draws, losses };
                    entries.push(OpeningEntry { key, mv, counts });
                });
                entries[first..].sort_unstable_by_key(|entry| (entry.key, entry.mv));
            }
        }
        Ok(OpeningTable::new(entries, Provenance::default()))
    }
}
