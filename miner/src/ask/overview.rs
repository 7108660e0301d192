//! Whole imbalance tables at a glance: the histogram, the tiers, the named imbalances.

use tables::{
    ImbalanceTable, Table,
    classes::{CLASSES, Class, ClassSum},
    percent,
};

use crate::ask::figures::Figures;

/// How many cells with at least `min_games` games have each score, 0 to 100 percent (MIT-06).
#[must_use]
pub fn histogram(table: &ImbalanceTable, min_games: u64) -> [u64; 101] {
    let mut bins = [0; 101];
    for (_, counts) in table.iter().filter(|(_, counts)| counts.games() >= min_games) {
        if let Some(percent) = percent(counts) {
            bins[usize::from(percent)] += 1;
        }
    }
    bins
}

/// A table's row among tables of several minimum Elos (MIT-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tier {
    /// What both players had at least, if the table says so.
    pub min_elo: Option<u32>,
    /// Games that were counted.
    pub games_used: u64,
    /// Cells with games.
    pub cells_in_use: usize,
}

impl Tier {
    /// The row of a table.
    #[must_use]
    pub fn of(table: &ImbalanceTable) -> Self {
        let provenance = table.provenance();
        Self {
            min_elo: provenance.options.get("min-elo").and_then(|elo| elo.parse().ok()),
            games_used: provenance.counters.games_used,
            cells_in_use: table.cells_in_use(),
        }
    }
}

/// A named imbalance in a table.
#[derive(Clone, Copy, Debug)]
pub struct NamedImbalance {
    /// Which one.
    pub class: &'static Class,
    /// How many of its cells have games.
    pub cells: usize,
    /// How many independent games its counts are worth at least.
    pub effective_games: f64,
    /// Its figures, of that many games.
    pub figures: Figures,
}

/// The named imbalances of a table, in the order of [`CLASSES`].
pub fn named_imbalances(table: &ImbalanceTable) -> impl Iterator<Item = NamedImbalance> {
    CLASSES.iter().map(move |class| {
        let ClassSum { cells, counts, effective_games } = class.sum(table);
        let figures = Figures::worth(counts, effective_games);
        NamedImbalance { class, cells, effective_games, figures }
    })
}
