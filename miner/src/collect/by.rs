//! One table for each value of a key, in one pass.

use std::{
    collections::BTreeMap,
    io, mem,
    sync::{Mutex, PoisonError},
};

use tables::{AnyTable, Cell, Counters};

use super::{Collector, CollectorTally, TableCollector, apart::Apart, key::Key};
use crate::game::Game;

/// Makes the collectors of tables.
pub type Maker = Box<dyn Fn() -> Box<dyn TableCollector> + Send + Sync>;

/// Counts games into tables by the value of a key.
pub struct ByCollector {
    key: Key,
    make: Maker,
    parts: Apart<Part>,
}

/// The games of one value.
#[derive(Debug)]
struct Part {
    collector: Box<dyn TableCollector>,
    counters: Mutex<Counters>,
}

/// The tables of one value.
#[derive(Debug)]
pub struct OfValue {
    /// The value.
    pub value: String,
    /// What became of its games; none of them is rejected.
    pub counters: Counters,
    /// The tables, still without provenance.
    pub tables: Vec<AnyTable>,
}

impl ByCollector {
    /// A collector that has counted nothing; `make` makes that of a value.
    #[must_use]
    pub fn new(key: Key, make: Maker) -> Self {
        Self { key, make, parts: Apart::default() }
    }

    /// The tables of each value that has games, in the order of the values; made as they are asked for.
    pub fn finish(self) -> impl Iterator<Item = io::Result<OfValue>> {
        let parts = self.parts.into_sorted().into_iter();
        let counted = parts.map(|(value, Part { collector, counters })| {
            let counters = counters.into_inner().unwrap_or_else(PoisonError::into_inner);
            (value, counters, collector)
        });
        // A block that was read in vain may have been alone with its value.
        counted.filter(|(_, counters, _)| counters.games_used > 0).map(
            |(value, counters, collector)| {
                Ok(OfValue { value, counters, tables: collector.finish()? })
            },
        )
    }
}

impl std::fmt::Debug for ByCollector {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ByCollector").field("key", &self.key).finish_non_exhaustive()
    }
}

impl Collector for ByCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(ByTally { collector: self, values: BTreeMap::new() })
    }

    fn needs_event(&self) -> bool {
        (self.make)().needs_event()
    }

    fn needs_remarks(&self) -> bool {
        (self.make)().needs_remarks()
    }

    fn has_failed(&self) -> bool {
        self.parts.iter().any(|part| part.collector.has_failed())
    }
}

/// The games of a block by value.
#[derive(Debug)]
struct ByTally<'a> {
    collector: &'a ByCollector,
    values: BTreeMap<String, OfPart<'a>>,
}

#[derive(Debug)]
struct OfPart<'a> {
    part: &'a Part,
    tally: Box<dyn CollectorTally + 'a>,
    counters: Counters,
}

impl CollectorTally for ByTally<'_> {
    fn observe(&mut self, game: &Game<'_>, cells: &[(Cell, u32)]) {
        let ByCollector { key, make, parts } = self.collector;
        let value = key.of(game);
        let OfPart { tally, counters, .. } = self.values.entry(value).or_insert_with_key(|value| {
            let part = parts.get(value, || Part { collector: make(), counters: Mutex::default() });
            OfPart { part, tally: part.collector.tally(), counters: Counters::default() }
        });
        let positions = game.plies.len() as u64 + 1;
        counters.games_read += 1;
        counters.games_used += 1;
        counters.positions += positions;
        let within: u64 = cells.iter().map(|(_, length)| u64::from(*length)).sum();
        counters.out_of_caps_positions += positions - within;
        tally.observe(game, cells);
    }

    fn add_up(&mut self) {
        for OfPart { part, tally, counters } in self.values.values_mut() {
            if counters.games_used > 0 {
                tally.add_up();
                let mut all = part.counters.lock().unwrap_or_else(PoisonError::into_inner);
                all.merge(&mem::take(counters));
            }
        }
    }

    fn follow_up(&mut self) {
        self.values.values_mut().for_each(|of_part| of_part.tally.follow_up());
    }
}
