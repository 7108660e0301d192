//! Counting games into tables.
//!
//! A [`Tally`] counts the games of one block of input; it is cheap to make and to fill, and may be
//! thrown away when the block turns out to start in the wrong place. [`Totals`] add tallies up;
//! they take them in any order, from any thread, and what comes out depends on neither.

pub mod census;
pub mod held;
pub mod imbalance;
mod keyed;
mod material;
pub mod opening;
pub mod positions;
pub mod pst;
mod records;
mod sum;

use std::{collections::BTreeMap, mem};

use tables::{Cell, Counters};

use crate::{
    collect::{
        census::{Census, CensusTotal},
        held::{HeldTally, HeldTotal},
        imbalance::{ImbalanceTally, ImbalanceTotal},
        opening::{OpeningTally, OpeningTotal},
        positions::{PositionsTally, PositionsTotal},
        pst::{PstTally, PstTotal},
    },
    filter::Reason,
    game::Game,
};

/// How one table is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settings {
    /// The imbalance table.
    Imbalance(imbalance::Settings),
    /// Piece-square tables, all phases at once.
    Pst,
    /// The opening table.
    Opening(opening::Settings),
    /// No table, but what the games are like.
    Census,
    /// No table, but which of the imbalance table's cells each game holds.
    Held(imbalance::Settings),
    /// No table, but quiet positions with the outcomes of their games.
    Positions(positions::Settings),
}

/// A table to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Both players of its games have at least this Elo; 0 asks for nothing.
    pub min_elo: u16,
    /// How it is counted.
    pub settings: Settings,
}

/// The different minimum Elos of the tables, lowest first. Games are counted apart for each.
#[must_use]
pub fn tiers(wanted: &[Wanted]) -> Vec<u16> {
    let mut tiers: Vec<u16> = wanted.iter().map(|wanted| wanted.min_elo).collect();
    tiers.sort_unstable();
    tiers.dedup();
    tiers
}

/// What the games of one block add.
#[derive(Debug)]
pub struct Tally {
    tiers: Vec<Tier>,
    tables: Vec<TableTally>,
    /// The cells of one game and how many positions it held each; keeps its memory.
    runs: Vec<(Cell, u32)>,
    /// Digests of the used games, if duplicates are looked for.
    pub(crate) digests: Vec<u64>,
}

/// What became of the games, for tables of one minimum Elo.
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

#[derive(Debug)]
struct TableTally {
    min_elo: u16,
    kind: KindTally,
}

#[derive(Debug)]
enum KindTally {
    Imbalance(ImbalanceTally),
    Pst(PstTally),
    Opening(Box<OpeningTally>),
    Census(Box<Census>),
    Held(HeldTally),
    Positions(PositionsTally),
}

impl Tally {
    /// An empty tally for the wanted tables.
    #[must_use]
    pub fn new(wanted: &[Wanted]) -> Self {
        let table = |wanted: &Wanted| TableTally {
            min_elo: wanted.min_elo,
            kind: match wanted.settings {
                Settings::Imbalance(settings) => {
                    KindTally::Imbalance(ImbalanceTally::new(settings))
                }
                Settings::Pst => KindTally::Pst(PstTally::default()),
                Settings::Opening(settings) => {
                    KindTally::Opening(Box::new(OpeningTally::new(settings)))
                }
                Settings::Census => KindTally::Census(Box::default()),
                Settings::Held(settings) => KindTally::Held(HeldTally::new(settings)),
                Settings::Positions(settings) => {
                    KindTally::Positions(PositionsTally::new(settings))
                }
            },
        };
        Self {
            tiers: tiers(wanted).into_iter().map(Tier::new).collect(),
            tables: wanted.iter().map(table).collect(),
            runs: Vec::new(),
            digests: Vec::new(),
        }
    }

    /// Forgets all that was counted and keeps the memory, for games of the same wanted tables.
    pub fn clear(&mut self) {
        for tier in &mut self.tiers {
            *tier = Tier::new(tier.min_elo);
        }
        for table in &mut self.tables {
            match &mut table.kind {
                KindTally::Imbalance(tally) => tally.clear(),
                KindTally::Pst(tally) => tally.clear(),
                KindTally::Opening(tally) => tally.clear(),
                KindTally::Census(tally) => **tally = Census::default(),
                KindTally::Held(tally) => tally.clear(),
                KindTally::Positions(tally) => tally.clear(),
            }
        }
        self.digests.clear();
    }

    /// Counts a used game in every table that `up_to` reaches: tables with a higher minimum Elo
    /// have rejected it before.
    pub fn observe(&mut self, game: &Game<'_>, up_to: u16) {
        let (mut runs, mut out_of_caps_positions) = (mem::take(&mut self.runs), 0);
        runs.clear();
        material::runs(game, |cell, length| match cell {
            Some(cell) => runs.push((cell, length as u32)),
            None => out_of_caps_positions += length as u64,
        });
        for tier in self.tiers.iter_mut().filter(|tier| tier.min_elo <= up_to) {
            tier.used += 1;
            tier.positions += game.plies.len() as u64 + 1;
            tier.out_of_caps_positions += out_of_caps_positions;
        }
        for table in self.tables.iter_mut().filter(|table| table.min_elo <= up_to) {
            match &mut table.kind {
                KindTally::Imbalance(tally) => tally.observe(game.outcome, game.elo, &runs),
                KindTally::Pst(tally) => tally.observe(game),
                KindTally::Opening(tally) => tally.observe(game),
                KindTally::Census(tally) => tally.observe(game),
                KindTally::Held(tally) => tally.observe(game, &runs),
                KindTally::Positions(tally) => tally.observe(game),
            }
        }
        self.runs = runs;
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

    /// Games that some table uses.
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

/// The sum of all tallies of one table.
#[derive(Debug)]
pub enum Total {
    /// The imbalance table's.
    Imbalance(ImbalanceTotal),
    /// The piece-square tables'.
    Pst(PstTotal),
    /// The opening table's.
    Opening(Box<OpeningTotal>),
    /// The census.
    Census(Box<CensusTotal>),
    /// The cells of each game.
    Held(HeldTotal),
    /// The positions of each game.
    Positions(PositionsTotal),
}

/// The sums of all tallies, in the order of the wanted tables.
#[derive(Debug)]
pub struct Totals(pub Vec<Total>);

impl Totals {
    /// Nothing yet.
    #[must_use]
    pub fn new(wanted: &[Wanted]) -> Self {
        let total = |wanted: &Wanted| match wanted.settings {
            Settings::Imbalance(settings) => Total::Imbalance(ImbalanceTotal::new(settings)),
            Settings::Pst => Total::Pst(PstTotal::default()),
            Settings::Opening(_) => Total::Opening(Box::default()),
            Settings::Census => Total::Census(Box::default()),
            Settings::Held(_) => Total::Held(HeldTotal::default()),
            Settings::Positions(_) => Total::Positions(PositionsTotal::default()),
        };
        Self(wanted.iter().map(total).collect())
    }

    /// Whether a sum is lost, so that reading on is no use.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.0.iter().any(|total| matches!(total, Total::Opening(total) if total.has_failed()))
    }

    /// Adds a tally for the same wanted tables.
    pub fn absorb(&self, tally: &Tally) {
        for (total, table) in self.0.iter().zip(&tally.tables) {
            match (total, &table.kind) {
                (Total::Imbalance(total), KindTally::Imbalance(tally)) => total.absorb(tally),
                (Total::Pst(total), KindTally::Pst(tally)) => total.absorb(tally),
                (Total::Opening(total), KindTally::Opening(tally)) => total.absorb(tally),
                (Total::Census(total), KindTally::Census(tally)) => total.absorb(tally),
                (Total::Held(total), KindTally::Held(tally)) => total.absorb(tally),
                (Total::Positions(total), KindTally::Positions(tally)) => total.absorb(tally),
                _ => unreachable!("invariant: totals and tallies are made for the same tables"),
            }
        }
    }
}
