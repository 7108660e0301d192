//! Games parted over many files by the value of a key.

use std::{
    collections::BTreeMap,
    fmt, mem,
    sync::atomic::{AtomicU64, Ordering},
};

use anyhow::Result;
use tables::Cell;

use super::{GamesCollector, files::Ready, turns::Turns};
use crate::{
    collect::{Collector, CollectorTally, apart::Apart, key::Key},
    game::Game,
};

/// Starts the file of a value.
pub type Maker = Box<dyn Fn(&str) -> Result<Box<dyn GamesCollector>> + Send + Sync>;

/// Writes games to the files of their values.
pub struct SplitCollector {
    key: Key,
    make: Maker,
    needs_remarks: bool,
    parts: Apart<Part>,
    turns: Turns<()>,
}

/// The file of a value.
#[derive(Debug)]
struct Part {
    collector: Result<Box<dyn GamesCollector>>,
    /// Blocks with games of this value so far.
    turn: AtomicU64,
}

impl SplitCollector {
    /// No games yet; `make` starts the file of a value, which may need what the comments say.
    #[must_use]
    pub fn new(key: Key, make: Maker, needs_remarks: bool) -> Self {
        Self { key, make, needs_remarks, parts: Apart::default(), turns: Turns::new(()) }
    }
}

impl fmt::Debug for SplitCollector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SplitCollector").field("key", &self.key).finish_non_exhaustive()
    }
}

impl GamesCollector for SplitCollector {
    fn finish(self: Box<Self>) -> Result<Vec<Ready>> {
        let mut ready = Vec::new();
        for (_, Part { collector, turn }) in self.parts.into_sorted() {
            // Files of blocks that were read in vain hold no game.
            if turn.into_inner() > 0 {
                ready.extend(collector?.finish()?);
            }
        }
        Ok(ready)
    }
}

impl Collector for SplitCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(SplitTally { collector: self, turn: 0, values: BTreeMap::new() })
    }

    fn needs_remarks(&self) -> bool {
        self.needs_remarks
    }

    fn has_failed(&self) -> bool {
        let has_failed = |part: &Part| match &part.collector {
            Ok(collector) => collector.has_failed(),
            Err(_) => part.turn.load(Ordering::Relaxed) > 0,
        };
        self.parts.iter().any(has_failed)
    }
}

/// The games of a block by value.
#[derive(Debug)]
struct SplitTally<'a> {
    collector: &'a SplitCollector,
    turn: u64,
    values: BTreeMap<String, OfPart<'a>>,
}

#[derive(Debug)]
struct OfPart<'a> {
    part: &'a Part,
    /// Nothing if the file could not be started.
    tally: Option<Box<dyn CollectorTally + 'a>>,
    has_games: bool,
}

impl CollectorTally for SplitTally<'_> {
    fn observe(&mut self, game: &Game<'_>, cells: &[(Cell, u32)]) {
        let SplitCollector { key, make, parts, .. } = self.collector;
        let of_part = self.values.entry(key.of(game)).or_insert_with_key(|value| {
            let part =
                parts.get(value, || Part { collector: make(value), turn: AtomicU64::new(0) });
            let tally = part.collector.as_ref().ok().map(|collector| collector.tally());
            OfPart { part, tally, has_games: false }
        });
        of_part.has_games = true;
        if let Some(tally) = &mut of_part.tally {
            tally.observe(game, cells);
        }
    }

    fn set_turn(&mut self, turn: u64) {
        self.turn = turn;
    }

    fn add_up(&mut self) {
        let mut turns = Vec::new();
        // Turns of the files in the order of the blocks; the writing itself is not waited for here.
        self.collector.turns.take(self.turn, |()| {
            for of_part in self.values.values_mut() {
                if mem::take(&mut of_part.has_games) {
                    let turn = of_part.part.turn.fetch_add(1, Ordering::Relaxed);
                    turns.extend(of_part.tally.as_mut().map(|tally| (turn, tally)));
                }
            }
        });
        for (turn, tally) in turns {
            tally.set_turn(turn);
            tally.add_up();
        }
    }

    fn follow_up(&mut self) {
        for tally in self.values.values_mut().filter_map(|of_part| of_part.tally.as_mut()) {
            tally.follow_up();
        }
    }
}
