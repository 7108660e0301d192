//! Counting what tables do not keep of their games: years, ratings, results, and what the games' own
//! tags call the positions of openings.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use rustc_hash::{FxHashMap, FxHashSet};
use tables::{Cell, OutcomeCounts};
use xxhash_rust::xxh3::Xxh3Default;

use super::{Collector, CollectorTally};
use crate::{
    filter::date::Date,
    game::Game,
    keyed::Keyed,
    pgn::tags::{self, Tags},
};

/// Width of the classes of ratings.
pub const ELO_STEP: u16 = 100;

/// A position has a name if so many percent of its named games agree on it, and at least
/// [`LEAST_GAMES`].
const AGREEMENT: u64 = 60;
const LEAST_GAMES: u64 = 3;

/// What an opening is called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Title {
    /// Its class in the Encyclopaedia of Chess Openings, such as `B90`; may be empty.
    pub eco: String,
    /// Its name; may be empty.
    pub name: String,
}

/// What games are like.
#[derive(Debug, Default)]
pub struct Portrait {
    /// Outcomes as White saw them.
    pub outcomes: OutcomeCounts,
    /// Games by year.
    pub years: BTreeMap<u16, u64>,
    /// Games whose year is not known.
    pub without_year: u64,
    /// Games by the mean Elo of both players, in steps of [`ELO_STEP`].
    pub elo: BTreeMap<u16, u64>,
    /// Games with a player of unknown Elo.
    pub without_elo: u64,
    /// How often the games of each position have which tags.
    tagged: FxHashMap<u64, FxHashMap<u64, u64>>,
    /// The tags, by their digest.
    tags: FxHashMap<u64, Tagged>,
}

/// The tags of a game that name its opening.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tagged {
    eco: String,
    opening: String,
    variation: String,
}

impl Tagged {
    /// Those of a tag section, if there are any, and a digest of them.
    fn read(section: &[u8]) -> Option<(u64, [&[u8]; 3])> {
        let mut values: [&[u8]; 3] = [b""; 3];
        for (name, value) in tags::pairs(section) {
            let place = match name {
                b"ECO" => 0,
                b"Opening" => 1,
                b"Variation" => 2,
                _ => continue,
            };
            values[place] = if value == b"?" { b"" } else { value };
        }
        let mut digest = Xxh3Default::new();
        for value in values {
            digest.update(value);
            digest.update(&[0]);
        }
        (values != [b""; 3]).then(|| (digest.digest(), values))
    }

    fn new(values: [&[u8]; 3]) -> Self {
        let [eco, opening, variation] = values.map(tags::text_of);
        Self { eco, opening, variation }
    }

    /// Opening and variation in one.
    fn full(&self) -> String {
        match (&self.opening[..], &self.variation[..]) {
            (opening, "") => opening.to_owned(),
            ("", variation) => variation.to_owned(),
            (opening, variation) => format!("{opening}: {variation}"),
        }
    }
}

impl Portrait {
    fn observe(&mut self, game: &Game<'_>) {
        self.outcomes.add(game.outcome, 1);
        let tags = Tags::read::<true>(game.tag_section());
        match [tags.date, tags.utc_date].into_iter().flatten().find_map(Date::range) {
            Some((first, _)) => *self.years.entry(first.year()).or_default() += 1,
            None => self.without_year += 1,
        }
        match game.elo {
            Some([white, black]) => {
                let mean = white.midpoint(black);
                *self.elo.entry(mean - mean % ELO_STEP).or_default() += 1;
            }
            None => self.without_elo += 1,
        }
    }

    fn merge(&mut self, other: &mut Self) {
        self.outcomes.merge(other.outcomes);
        self.without_year += other.without_year;
        self.without_elo += other.without_elo;
        for (sums, more) in [(&mut self.years, &other.years), (&mut self.elo, &other.elo)] {
            for (class, games) in more {
                *sums.entry(*class).or_default() += games;
            }
        }
        self.tags.extend(other.tags.drain());
    }

    /// What the games' tags call the positions that were asked for, by their Polyglot keys.
    pub fn titles(&self) -> impl Iterator<Item = (u64, Title)> {
        self.tagged.iter().filter_map(|(key, games)| Some((*key, self.title(games)?)))
    }

    /// What most of these games' tags agree on: the whole name, or else the opening without its variation.
    fn title(&self, games: &FxHashMap<u64, u64>) -> Option<Title> {
        let agreed = |of: &dyn Fn(&Tagged) -> String| {
            let mut sums: BTreeMap<String, u64> = BTreeMap::new();
            for (digest, games) in games {
                *sums.entry(of(&self.tags[digest])).or_default() += games;
            }
            sums.remove("");
            let all: u64 = sums.values().sum();
            let (name, most) = sums.into_iter().max_by_key(|(_, games)| *games)?;
            (most >= LEAST_GAMES && 100 * most >= AGREEMENT * all).then_some(name)
        };
        let name = agreed(&Tagged::full).or_else(|| agreed(&|tagged| tagged.opening.clone()));
        let eco = agreed(&|tagged| tagged.eco.clone());
        let title = Title { eco: eco.unwrap_or_default(), name: name.unwrap_or_default() };
        (title != Title::default()).then_some(title)
    }
}

/// Takes the portrait of all games.
#[derive(Debug, Default)]
pub struct PortraitCollector {
    /// The positions whose names are asked for, by their Polyglot keys.
    positions: FxHashSet<u64>,
    /// How many plies names are looked for.
    plies: usize,
    sum: Mutex<Portrait>,
}

impl PortraitCollector {
    /// A collector that also learns what the tags call these positions, which come within so many plies.
    #[must_use]
    pub fn naming(positions: FxHashSet<u64>, plies: usize) -> Self {
        Self { positions, plies, ..Self::default() }
    }

    /// What was counted of all games.
    #[must_use]
    pub fn finish(self) -> Portrait {
        self.sum.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Collector for PortraitCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        let (portrait, named) = (Portrait::default(), Vec::new());
        Box::new(PortraitTally { collector: self, portrait, named })
    }
}

/// The portrait of a block's games.
#[derive(Debug)]
struct PortraitTally<'a> {
    collector: &'a PortraitCollector,
    portrait: Portrait,
    /// Positions, and the digests of their games' tags.
    named: Vec<(u64, u64)>,
}

impl CollectorTally for PortraitTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        self.portrait.observe(game);
        let Some((digest, values)) = Tagged::read(game.tag_section()) else { return };
        let (mut position, first) = (Keyed::new(game.start), self.named.len());
        // The start position has no name: every opening comes of it.
        for ply in &game.plies[..game.plies.len().min(self.collector.plies)] {
            position.play(*ply);
            let named = (position.key(), digest);
            if self.collector.positions.contains(&named.0) && !self.named[first..].contains(&named)
            {
                self.named.push(named);
            }
        }
        if self.named.len() > first {
            self.portrait.tags.entry(digest).or_insert_with(|| Tagged::new(values));
        }
    }

    fn add_up(&mut self) {
        let mut sum = self.collector.sum.lock().unwrap_or_else(PoisonError::into_inner);
        sum.merge(&mut self.portrait);
        for (key, digest) in self.named.drain(..) {
            *sum.tagged.entry(key).or_default().entry(digest).or_default() += 1;
        }
        drop(sum);
        self.portrait = Portrait::default();
    }
}
