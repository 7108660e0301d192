//! Counting games.
//!
//! A [`Collector`] holds what has been counted so far. For the games of one block of input it hands
//! out a [`CollectorTally`], which is cheap to make and to fill, and may be thrown away when the
//! block turns out to start in the wrong place; else it is added to the collector. Tallies are added
//! in any order, from any thread, and what comes out depends on neither. Collectors that make tables
//! are [`TableCollector`]s, and their settings say which tables.
//!
//! A new collector is a file here and the command that wants it.

pub mod apart;
pub mod by;
pub mod census;
pub mod held;
pub mod imbalance;
pub mod key;
pub mod king_squares;
pub mod label;
mod material;
mod move_groups;
mod noted;
pub mod opening;
pub mod portrait;
pub mod positions;
pub mod priors;
pub mod pst;
mod records;
mod sum;
pub mod walk;
pub mod wdl;

use std::{collections::BTreeMap, fmt::Debug, io, mem};

use tables::{AnyTable, Cell, Counters, Kind, Phase};

use crate::{filter::Reason, game::Game};

/// Counts games, those of all blocks. Shared by all threads.
pub trait Collector: Debug + Sync {
    /// An empty tally, whose counts are added to this collector.
    fn tally(&self) -> Box<dyn CollectorTally + '_>;

    /// Whether counts are lost, so that reading on is of no use.
    fn has_failed(&self) -> bool {
        false
    }

    /// Whether the places of games without a result are to be told.
    fn needs_results(&self) -> bool {
        false
    }

    /// Whether it asks for the events of games.
    fn needs_event(&self) -> bool {
        false
    }

    /// Whether it asks for what the comments say.
    fn needs_remarks(&self) -> bool {
        false
    }
}

/// What one collector counts of one block's games.
pub trait CollectorTally: Debug + Send {
    /// Counts a game. Its cells come with it, and how many positions held each: no material comes
    /// twice in a game, so each cell comes once.
    fn observe(&mut self, game: &Game<'_>, cells: &[(Cell, u32)]);

    /// Told before [`add_up`](Self::add_up) where the games stand in the order of the inputs: the tallies of a
    /// run that are added up are numbered from 0 on, and none is left out.
    fn set_turn(&mut self, _turn: u64) {}

    /// Adds the counts to the collector and forgets them; keeps the memory for other games.
    fn add_up(&mut self);

    /// Does what takes long and is nobody's turn. Told when all tallies that a thread adds up together have been, so
    /// that others wait for none of it.
    fn follow_up(&mut self) {}
}

/// Counts games into tables.
pub trait TableCollector: Collector + Send {
    /// The tables, in the order of the settings' phases, still without provenance.
    ///
    /// # Errors
    /// If counts are lost: without them the tables would be wrong.
    fn finish(self: Box<Self>) -> io::Result<Vec<AnyTable>>;
}

/// Which tables are made, and how they are counted.
pub trait TableSettings: Debug {
    /// What kind they are of.
    fn kind(&self) -> Kind;

    /// The phases of the tables, one table for each; `None` where the kind knows no phases.
    fn phases(&self) -> Vec<Option<Phase>> {
        vec![None]
    }

    /// The options in force, by name, for the record.
    fn options(&self) -> Vec<(&'static str, String)>;

    /// Why tables of parts of the inputs cannot be merged, if they cannot.
    fn unmergeable(&self) -> Option<&'static str> {
        None
    }

    /// A collector with these settings that has counted nothing.
    fn collector(&self) -> Box<dyn TableCollector>;

    /// Makes such collectors, of which there may be hundreds at a time: each takes memory for what it counts.
    fn maker(&self) -> by::Maker;
}

/// A collector that takes part in a run.
#[derive(Clone, Copy, Debug)]
pub struct TieredCollector<'a> {
    /// Both players of its games have at least this Elo; 0 asks for nothing.
    pub min_elo: u16,
    /// What counts them.
    pub collector: &'a dyn Collector,
}

/// The different minimum Elos of the collectors, lowest first. Games are counted apart for each.
#[must_use]
pub fn tiers(wanted: &[TieredCollector<'_>]) -> Vec<u16> {
    let mut tiers: Vec<u16> = wanted.iter().map(|wanted| wanted.min_elo).collect();
    tiers.sort_unstable();
    tiers.dedup();
    tiers
}

/// What the games of one block add.
#[derive(Debug)]
pub struct Tally<'a> {
    tiers: Vec<Tier>,
    collectors: Vec<(u16, Box<dyn CollectorTally + 'a>)>,
    /// The cells of one game and how many positions it held each; keeps its memory.
    cells: Vec<(Cell, u32)>,
    /// Digests of the used games, if duplicates are looked for.
    pub(crate) digests: Vec<u64>,
    /// Where its games stand in the order of the inputs, once that is known.
    pub(crate) turn: u64,
}

/// What became of the games, for collectors of one minimum Elo.
#[derive(Debug)]
struct Tier {
    min_elo: u16,
    used: u64,
    rejected: [u64; Reason::COUNT],
    positions: u64,
    out_of_caps_positions: u64,
}

impl Tier {
    const fn new(min_elo: u16) -> Self {
        Self { min_elo, used: 0, rejected: [0; _], positions: 0, out_of_caps_positions: 0 }
    }
}

impl<'a> Tally<'a> {
    /// An empty tally for the wanted collectors.
    #[must_use]
    pub fn new(wanted: &[TieredCollector<'a>]) -> Self {
        let collectors = wanted.iter().map(|wanted| (wanted.min_elo, wanted.collector.tally()));
        Self {
            tiers: tiers(wanted).into_iter().map(Tier::new).collect(),
            collectors: collectors.collect(),
            cells: Vec::new(),
            digests: Vec::new(),
            turn: 0,
        }
    }

    /// Adds all that was counted to the collectors and forgets it; keeps the memory for games of the
    /// same run.
    pub fn add_up(&mut self) {
        for tier in &mut self.tiers {
            *tier = Tier::new(tier.min_elo);
        }
        for (_, tally) in &mut self.collectors {
            tally.set_turn(self.turn);
            tally.add_up();
        }
        self.digests.clear();
    }

    /// Lets the collectors do what follows the adding up.
    pub fn follow_up(&mut self) {
        for (_, tally) in &mut self.collectors {
            tally.follow_up();
        }
    }

    /// Counts a used game in every collector that `up_to` reaches: those with a higher minimum Elo
    /// have rejected it before.
    pub fn observe(&mut self, game: &Game<'_>, up_to: u16) {
        let (mut cells, mut out_of_caps_positions) = (mem::take(&mut self.cells), 0);
        cells.clear();
        material::runs(game, |cell, length| match cell {
            Some(cell) => cells.push((cell, length as u32)),
            None => out_of_caps_positions += length as u64,
        });
        for tier in self.tiers.iter_mut().filter(|tier| tier.min_elo <= up_to) {
            tier.used += 1;
            tier.positions += game.plies.len() as u64 + 1;
            tier.out_of_caps_positions += out_of_caps_positions;
        }
        for (_, tally) in self.collectors.iter_mut().filter(|(min_elo, _)| *min_elo <= up_to) {
            tally.observe(game, &cells);
        }
        self.cells = cells;
    }

    /// Counts a game that the tiers up to `up_to` reject.
    pub fn reject(&mut self, reason: Reason, up_to: u16) {
        for tier in self.tiers.iter_mut().filter(|tier| tier.min_elo <= up_to) {
            tier.rejected[reason as usize] += 1;
        }
    }

    /// Judges a game's players for each tier; tiers whose minimum is too high reject it. Gives the
    /// highest minimum that still wants the game, if any does.
    pub fn judge_tiers(&mut self, mut judge: impl FnMut(u16) -> Result<(), Reason>) -> Option<u16> {
        let mut highest = None;
        for tier in &mut self.tiers {
            match judge(tier.min_elo) {
                Ok(()) => highest = Some(tier.min_elo),
                Err(reason) => tier.rejected[reason as usize] += 1,
            }
        }
        highest
    }

    /// Games counted, used and rejected. It is the same for every tier.
    #[must_use]
    pub fn games_read(&self) -> u64 {
        self.tiers.first().map_or(0, |tier| tier.used + tier.rejected.iter().sum::<u64>())
    }

    /// Games that some collector uses.
    #[must_use]
    pub fn games_used(&self) -> u64 {
        self.tiers.first().map_or(0, |tier| tier.used)
    }

    /// Adds what was counted to the counters of each tier.
    pub fn count(&self, counters: &mut [Counters]) {
        for (tier, counters) in self.tiers.iter().zip(counters) {
            let rejected: BTreeMap<String, u64> = Reason::ALL
                .into_iter()
                .map(|reason| (reason.name().to_owned(), tier.rejected[reason as usize]))
                .filter(|(_, count)| *count > 0)
                .collect();
            counters.merge(&Counters {
                games_read: tier.used + rejected.values().sum::<u64>(),
                games_used: tier.used,
                rejected,
                positions: tier.positions,
                out_of_caps_positions: tier.out_of_caps_positions,
            });
        }
    }
}
