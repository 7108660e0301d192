//! Counting what a database is like: results, Elo, lengths.

use std::sync::{Mutex, PoisonError};

use tables::{Cell, OutcomeCounts};

use super::{Collector, CollectorTally};
use crate::game::{Game, digest};

/// Width of the Elo classes.
pub const ELO_STEP: u16 = 100;
/// Width of the classes of plies.
pub const PLIES_STEP: usize = 20;

const ELO_CLASSES: usize = 4000 / ELO_STEP as usize + 1;
/// The last class holds all longer games.
const PLIES_CLASSES: usize = 21;

/// What the used games are like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Census {
    /// Outcomes as White saw them.
    pub outcomes: OutcomeCounts,
    /// Games by the Elo of the weaker player, in steps of [`ELO_STEP`].
    pub elo: [u64; ELO_CLASSES],
    /// Games with a player of unknown Elo.
    pub unknown_elo: u64,
    /// Games by plies, in steps of [`PLIES_STEP`]; the last class is open.
    pub plies: [u64; PLIES_CLASSES],
    /// The most plies of a game.
    pub longest: usize,
    /// Digests of the games; a digest that comes again is a duplicate.
    digests: Vec<u64>,
}

impl Default for Census {
    fn default() -> Self {
        Self {
            outcomes: OutcomeCounts::ZERO,
            elo: [0; _],
            unknown_elo: 0,
            plies: [0; _],
            longest: 0,
            digests: Vec::new(),
        }
    }
}

impl Census {
    fn observe(&mut self, game: &Game<'_>) {
        self.outcomes.add(game.outcome, 1);
        match game.elo {
            Some([white, black]) => self.elo[usize::from(white.min(black) / ELO_STEP)] += 1,
            None => self.unknown_elo += 1,
        }
        let plies = game.plies.len();
        self.plies[(plies / PLIES_STEP).min(PLIES_CLASSES - 1)] += 1;
        self.longest = self.longest.max(plies);
        self.digests.push(digest(game.outcome, game.start, game.plies));
    }

    /// Games with the start, moves and outcome of one before.
    #[must_use]
    pub fn duplicates(&self) -> usize {
        let mut digests = self.digests.clone();
        digests.sort_unstable();
        let all = digests.len();
        digests.dedup();
        all - digests.len()
    }

    fn merge(&mut self, other: &Self) {
        self.outcomes.merge(other.outcomes);
        self.unknown_elo += other.unknown_elo;
        for (sum, more) in self.elo.iter_mut().zip(other.elo) {
            *sum += more;
        }
        for (sum, more) in self.plies.iter_mut().zip(other.plies) {
            *sum += more;
        }
        self.longest = self.longest.max(other.longest);
        self.digests.extend_from_slice(&other.digests);
    }
}

/// Takes the census of all games.
#[derive(Debug, Default)]
pub struct CensusCollector {
    sum: Mutex<Census>,
}

impl Collector for CensusCollector {
    fn needs_results(&self) -> bool {
        true
    }

    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(CensusTally { collector: self, census: Census::default() })
    }
}

impl CensusCollector {
    /// What was counted of all games.
    #[must_use]
    pub fn finish(self) -> Census {
        self.sum.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The census of a block's games.
#[derive(Debug)]
struct CensusTally<'a> {
    collector: &'a CensusCollector,
    census: Census,
}

impl CollectorTally for CensusTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        self.census.observe(game);
    }

    fn add_up(&mut self) {
        let census = std::mem::take(&mut self.census);
        self.collector.sum.lock().unwrap_or_else(PoisonError::into_inner).merge(&census);
    }
}
