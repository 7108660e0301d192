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

use rules::Outcome;
use tables::{AnyTable, Cell, Kind, OpeningEntry, OpeningTable, OutcomeCounts, Provenance};

use super::{
    Collector, CollectorTally, TableCollector, TableSettings,
    by::Maker,
    label::Label,
    noted::NotedCollector,
    records::{KEY_BITS, PlyRecord, Record, Records},
    sum::Sum,
};
use crate::{
    game::{Game, Start},
    keyed::Keyed,
};

/// How the opening table is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Moves at plies below this count.
    pub max_ply: usize,
    /// Moves with fewer games are dropped at the end.
    pub min_games: u64,
    /// Whether the sums for averages are kept too.
    pub averages: bool,
    /// What a move counts as.
    pub label: Label,
}

impl TableSettings for Settings {
    fn kind(&self) -> Kind {
        Kind::Opening
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        // 0 drops as little as 1 does.
        let min_games = self.min_games.max(1);
        let mut options =
            vec![("max-ply", self.max_ply.to_string()), ("min-games", min_games.to_string())];
        if self.averages {
            options.push(("averages", "true".to_owned()));
        }
        options.extend(self.label.options());
        options
    }

    fn unmergeable(&self) -> Option<&'static str> {
        let drops_moves = self.min_games > 1;
        drops_moves.then_some("--min-games drops moves that have more games in other shards")
    }

    fn collector(&self) -> Box<dyn TableCollector> {
        self.with_memory(MEMORY)
    }

    fn maker(&self) -> Maker {
        let settings = *self;
        Box::new(move || settings.with_memory(MEMORY_OF_ONE))
    }
}

impl Settings {
    fn with_memory(self, bytes: usize) -> Box<dyn TableCollector> {
        if self.averages {
            Box::new(NotedCollector::with_memory(self, bytes))
        } else {
            Box::new(OpeningCollector::with_memory(self, bytes))
        }
    }
}

/// Groups of parts with one lock each, by the key's first bits, so that threads seldom meet.
pub(super) const GROUPS: usize = 16;
/// Parts in a group. What decides which moves of a part are frequent enough fits into the second
/// cache for collections of a few hundred megabytes.
pub(super) const PARTS: usize = 16;
/// How many bytes of records stay in memory; parts that are not full come on top,
/// at most 5 MB.
const MEMORY: usize = 176 << 20;

/// How many for a table that is one of hundreds.
const MEMORY_OF_ONE: usize = 2 << 20;

const _: () =
    assert!(GROUPS * PARTS == 1 << (u64::BITS - KEY_BITS), "a key's part has its upper bits");

/// The moves of a block's games.
#[derive(Debug)]
struct OpeningTally<'a> {
    collector: &'a OpeningCollector,
    /// By group, then part.
    parts: Box<[Vec<Record>; GROUPS * PARTS]>,
    /// The moves of one game.
    game: Vec<PlyRecord>,
    /// The last start position: the next game's is nearly always the same.
    start: Option<(Start, Keyed)>,
}

impl CollectorTally for OpeningTally<'_> {
    // Not inlined: the loop needs the registers.
    #[inline(never)]
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        let mut position = match &self.start {
            Some((start, position)) if start == game.start => position.clone(),
            _ => {
                let position = Keyed::new(game.start);
                self.start = Some((game.start.clone(), position.clone()));
                position
            }
        };
        if !self.collector.settings.label.is_plain() {
            return self.observe_labelled(game, position);
        }
        let entries = &mut self.game;
        entries.clear();
        // Before this, no position can equal one that comes later.
        let mut reversible = 0;
        // Which keys have come since, by six of their bits: few positions come twice.
        let mut seen = 0_u64;
        // How the game ended for the side to move, and for the other.
        let side = game.start.side_to_move;
        let (mut us, mut them) = (game.outcome.seen_by(side), game.outcome.seen_by(!side));
        let plies = game.plies.len().min(self.collector.settings.max_ply);
        for &ply in &game.plies[..plies] {
            let key = position.key();
            let entry = PlyRecord::new(key, ply, us);
            let bit = 1 << (key & 63);
            if seen & bit == 0 || !entries[reversible..].contains(&entry) {
                entries.push(entry);
            }
            seen |= bit;
            if ply.is_irreversible() {
                (reversible, seen) = (entries.len(), 0);
            }
            position.play(ply);
            (us, them) = (them, us);
        }
        for &entry in &*entries {
            self.parts[part_of(entry.key)].push(Record::new(entry));
        }
    }

    fn add_up(&mut self) {
        let OpeningCollector { groups, has_failed, .. } = self.collector;
        for (parts, group) in self.parts.as_chunks_mut().0.iter_mut().zip(groups) {
            let mut group = group.lock().unwrap_or_else(PoisonError::into_inner);
            group.extend(parts);
            if group.has_failed() {
                has_failed.store(true, Ordering::Relaxed);
            }
            parts.iter_mut().for_each(Vec::clear);
        }
    }
}

impl OpeningTally<'_> {
    /// Counts moves that are labelled one by one; of a move that comes back the first one that counts.
    fn observe_labelled(&mut self, game: &Game<'_>, mut position: Keyed) {
        let Settings { max_ply, label, .. } = self.collector.settings;
        let mut side = game.start.side_to_move;
        self.game.clear();
        for (number, &ply) in game.plies.iter().take(max_ply).enumerate() {
            if let Some(outcome) = label.of_ply(game, number) {
                let key = position.key();
                // The same move whatever it counted as.
                let move_alone = PlyRecord::new(key, ply, Outcome::Draw);
                if !self.game.contains(&move_alone) {
                    self.game.push(move_alone);
                    let entry = PlyRecord::new(key, ply, outcome.seen_by(side));
                    self.parts[part_of(key)].push(Record::new(entry));
                }
            }
            position.play(ply);
            side = !side;
        }
    }
}

/// The part of a key, counted over all groups.
pub(super) const fn part_of(key: u64) -> usize {
    (key >> KEY_BITS) as usize
}

/// Keeps the moves of all games.
#[derive(Debug)]
struct OpeningCollector {
    settings: Settings,
    groups: [Mutex<Records<PARTS>>; GROUPS],
    /// A temporary file could not be written.
    has_failed: AtomicBool,
}

impl OpeningCollector {
    /// No moves yet, and this many bytes until temporary files are needed.
    fn with_memory(settings: Settings, bytes: usize) -> Self {
        Self {
            settings,
            groups: std::array::from_fn(|_| Mutex::new(Records::new(bytes / GROUPS))),
            has_failed: AtomicBool::new(false),
        }
    }
}

impl Collector for OpeningCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        let parts = Box::new([const { Vec::new() }; _]);
        Box::new(OpeningTally { collector: self, parts, game: Vec::new(), start: None })
    }

    fn needs_remarks(&self) -> bool {
        !self.settings.label.is_plain()
    }

    fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }
}

impl TableCollector for OpeningCollector {
    fn finish(self: Box<Self>) -> io::Result<Vec<AnyTable>> {
        let min_games = self.settings.min_games;
        let (mut entries, mut sum) = (Vec::new(), Sum::default());
        for (number, group) in self.groups.into_iter().enumerate() {
            let mut group = group.into_inner().unwrap_or_else(PoisonError::into_inner);
            for part in 0..PARTS {
                let first = entries.len();
                let records = group.take(part)?;
                let upper = ((number * PARTS + part) as u64) << KEY_BITS;
                sum.each(&records, min_games, |key, mv, [wins, draws, losses]| {
                    let counts = OutcomeCounts { wins, draws, losses };
                    entries.push(OpeningEntry { key: upper | key, mv, counts });
                });
                entries[first..].sort_unstable_by_key(|entry| (entry.key, entry.mv));
            }
        }
        let table = OpeningTable::new(entries, Provenance::default());
        Ok(vec![AnyTable::Opening(table)])
    }
}
