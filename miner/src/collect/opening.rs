//! Counting the opening table.
//!
//! Most positions of a collection come once, so the moves are many and a table of all of them would
//! be as large as the input. They are kept as records, parted by the first bits of their keys,
//! up to 176 MiB; what is more goes to a temporary file. In the end one part after the
//! other is added up, and only moves with enough games are kept.

use std::io;

use tables::{AnyTable, Cell, Kind, OpeningEntry, OpeningTable, OutcomeCounts, Provenance};

use super::{
    Collector, CollectorTally, TableCollector, TableSettings,
    by::Maker,
    label::Label,
    move_groups::{GROUPS, MoveGroups, PARTS, each_labelled, part_of},
    noted::NotedCollector,
    records::{PlyRecord, Record},
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

/// How many bytes of records stay in memory; parts that are not full come on top,
/// at most 5 MB.
const MEMORY: usize = 176 << 20;

/// How many for a table that is one of hundreds.
const MEMORY_OF_ONE: usize = 2 << 20;

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
        self.collector.groups.add_up(&mut self.parts);
    }
}

impl OpeningTally<'_> {
    /// Counts moves that are labelled one by one; of a move that comes back the first one that counts.
    fn observe_labelled(&mut self, game: &Game<'_>, start: Keyed) {
        let Self { collector, parts, game: seen, .. } = self;
        each_labelled(game, collector.settings, start, seen, |entry, _, _| {
            parts[part_of(entry.key)].push(Record::new(entry));
        });
    }
}

/// Keeps the moves of all games.
#[derive(Debug)]
struct OpeningCollector {
    settings: Settings,
    groups: MoveGroups,
}

impl OpeningCollector {
    /// No moves yet, and this many bytes until temporary files are needed.
    fn with_memory(settings: Settings, bytes: usize) -> Self {
        Self { settings, groups: MoveGroups::with_memory(bytes) }
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
        self.groups.has_failed()
    }
}

impl TableCollector for OpeningCollector {
    fn finish(self: Box<Self>) -> io::Result<Vec<AnyTable>> {
        let min_games = self.settings.min_games;
        let (mut entries, mut sum) = (Vec::new(), Sum::default());
        self.groups.each_part(|upper, records| {
            let first = entries.len();
            sum.each(&records, min_games, |key, mv, [wins, draws, losses]| {
                let counts = OutcomeCounts { wins, draws, losses };
                entries.push(OpeningEntry { key: upper | key, mv, counts });
            });
            entries[first..].sort_unstable_by_key(|entry| (entry.key, entry.mv));
        })?;
        let table = OpeningTable::new(entries, Provenance::default());
        Ok(vec![AnyTable::Opening(table)])
    }
}
