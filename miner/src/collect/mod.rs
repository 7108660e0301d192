//! Counting games into tables.
//!
//! A [`Tally`] counts the games of one block of input; it is cheap to make and to fill, and may be
//! thrown away when the block turns out to start in the wrong place. [`Totals`] add tallies up;
//! they take them in any order, from any thread, and what comes out depends on neither.

pub mod imbalance;
mod keyed;
mod material;
pub mod opening;
pub mod pst;
mod records;

use tables::Counters;

use crate::{
    collect::{
        imbalance::{ImbalanceTally, ImbalanceTotal},
        opening::{OpeningTally, OpeningTotal},
        pst::{PstTally, PstTotal},
    },
    filter::Reason,
    game::Game,
};

/// Which tables to make, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The imbalance table.
    pub imbalance: Option<imbalance::Settings>,
    /// Piece-square tables.
    pub pst: Option<pst::Settings>,
    /// The opening table.
    pub opening: Option<opening::Settings>,
}

/// What the games of one block add.
#[derive(Debug)]
pub struct Tally {
    used: u64,
    rejected: [u64; Reason::ALL.len()],
    positions: u64,
    out_of_caps_positions: u64,
    imbalance: Option<ImbalanceTally>,
    pst: Option<PstTally>,
    opening: Option<OpeningTally>,
}

impl Tally {
    /// An empty tally for the wanted tables.
    #[must_use]
    pub fn new(wanted: &Wanted) -> Self {
        Self {
            used: 0,
            rejected: [0; _],
            positions: 0,
            out_of_caps_positions: 0,
            imbalance: wanted.imbalance.map(ImbalanceTally::new),
            pst: wanted.pst.as_ref().map(|_| PstTally::default()),
            opening: wanted.opening.map(OpeningTally::new),
        }
    }

    /// Counts a used game.
    pub fn observe(&mut self, game: &Game<'_>) {
        self.used += 1;
        self.positions += game.plies.len() as u64 + 1;
        let Self { out_of_caps_positions, imbalance, .. } = self;
        material::runs(game, |cell, length| match (cell, &mut *imbalance) {
            (None, _) => *out_of_caps_positions += length as u64,
            (Some(cell), Some(tally)) => tally.observe(cell, length, game.outcome),
            (Some(_), None) => {}
        });
        if let Some(tally) = &mut self.pst {
            tally.observe(game);
        }
        if let Some(tally) = &mut self.opening {
            tally.observe(game);
        }
    }

    /// Counts a rejected game.
    pub const fn reject(&mut self, reason: Reason) {
        self.rejected[reason as usize] += 1;
    }

    /// Games counted, used and rejected.
    #[must_use]
    pub fn games_read(&self) -> u64 {
        self.used + self.rejected.iter().sum::<u64>()
    }

    /// Adds what was counted to `counters`.
    pub fn count(&self, counters: &mut Counters) {
        let rejected = Reason::ALL
            .into_iter()
            .map(|reason| (reason.name().to_owned(), self.rejected[reason as usize]))
            .filter(|(_, count)| *count > 0)
            .collect();
        counters.merge(&Counters {
            games_read: self.games_read(),
            games_used: self.used,
            rejected,
            positions: self.positions,
            out_of_caps_positions: self.out_of_caps_positions,
        });
    }
}

/// The sums of all tallies.
#[derive(Debug)]
pub struct Totals {
    /// The imbalance table's.
    pub imbalance: Option<ImbalanceTotal>,
    /// The piece-square tables'.
    pub pst: Option<PstTotal>,
    /// The opening table's.
    pub opening: Option<OpeningTotal>,
}

impl Totals {
    /// Nothing yet.
    #[must_use]
    pub fn new(wanted: &Wanted) -> Self {
        Self {
            imbalance: wanted.imbalance.map(|_| ImbalanceTotal::default()),
            pst: wanted.pst.as_ref().map(|_| PstTotal::default()),
            opening: wanted.opening.map(|_| OpeningTotal::default()),
        }
    }

    /// Adds a tally.
    pub fn absorb(&self, tally: &Tally) {
        if let (Some(total), Some(tally)) = (&self.imbalance, &tally.imbalance) {
            total.absorb(tally);
        }
        if let (Some(total), Some(tally)) = (&self.pst, &tally.pst) {
            total.absorb(tally);
        }
        if let (Some(total), Some(tally)) = (&self.opening, &tally.opening) {
            total.absorb(tally);
        }
    }
}
