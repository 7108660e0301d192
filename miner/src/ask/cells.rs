//! What an imbalance table says of its cells beyond their own counts: the shrunken prediction, and
//! the score corrected for the players' ratings.
//!
//! Names say which is which: `shrunken_` is pulled toward like cells, `corrected_` has the ratings
//! taken off, and figures without either are of the cell's counts alone.

use statistics::Predictor;
use tables::{Cell, ImbalanceTable, OutcomeCounts, ratings::RatingSums, score::centipawns};

/// The names of the shrunken figures.
pub const SHRUNKEN: [&str; 3] = ["shrunken_score", "shrunken_error", "shrunken_centipawns"];
/// The names of the figures that ratings give.
pub const CORRECTED: [&str; 6] = [
    "rated_games",
    "rated_score",
    "expected_score",
    "corrected_score",
    "corrected_error",
    "corrected_centipawns",
];

/// A table with its predictions.
#[derive(Debug)]
pub struct Cells<'a> {
    table: &'a ImbalanceTable,
    predictor: Predictor,
}

/// A shrunken score as one side sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shrunken {
    /// The expected score, 0 to 1.
    pub score: f64,
    /// Its standard error.
    pub error: f64,
}

impl Shrunken {
    /// The score in centipawns.
    #[must_use]
    pub fn centipawns(&self) -> f64 {
        centipawns(self.score.clamp(1e-6, 1.0 - 1e-6))
    }

    /// These figures as the other side sees them.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { score: 1.0 - self.score, error: self.error }
    }

    /// The mean of two cells that are estimated from different games.
    #[must_use]
    pub fn mean(self, other: Self) -> Self {
        let score = f64::midpoint(self.score, other.score);
        Self { score, error: self.error.hypot(other.error) / 2.0 }
    }

    /// The figures, by [`SHRUNKEN`].
    #[must_use]
    pub fn values(&self) -> [Option<f64>; 3] {
        [Some(self.score), Some(self.error), Some(self.centipawns())]
    }
}

/// What the ratings give, by [`CORRECTED`].
#[must_use]
pub fn corrected(sums: &RatingSums) -> [Option<f64>; 6] {
    #[expect(clippy::cast_precision_loss, reason = "games stay far below 2^53")]
    let games = sums.games as f64;
    [
        Some(games),
        sums.score(),
        sums.expected_score(),
        sums.corrected_score(),
        sums.error(),
        sums.corrected_centipawns(),
    ]
}

impl<'a> Cells<'a> {
    /// Fits the predictions, which takes a few tenths of a second.
    #[must_use]
    pub fn new(table: &'a ImbalanceTable) -> Self {
        Self { table, predictor: Predictor::fit(table) }
    }

    /// The shrunken score of a cell, as White sees it.
    #[must_use]
    pub fn shrunken(&self, cell: Cell) -> Shrunken {
        Shrunken { score: self.predictor.score(cell), error: self.predictor.error(cell) }
    }

    /// Whether the table keeps what ratings made expect.
    #[must_use]
    pub fn are_rated(&self) -> bool {
        Cell::all().next().is_some_and(|cell| self.table.ratings(cell).is_some())
    }

    /// The names of the figures of a cell.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        let corrected = if self.are_rated() { &CORRECTED[..] } else { &[] };
        SHRUNKEN.iter().chain(corrected).copied().collect()
    }

    /// The figures of a cell, by [`names`](Self::names).
    #[must_use]
    pub fn values(&self, cell: Cell) -> Vec<Option<f64>> {
        let mut values = self.shrunken(cell).values().to_vec();
        values.extend(self.table.ratings(cell).iter().flat_map(corrected));
        values
    }
}

/// What is known of a cell beyond counts, as the side that is White in it sees it: when that side is
/// White, when it is Black (the cell's twin), and either.
#[derive(Clone, Copy, Debug)]
pub struct Views {
    /// The shrunken scores.
    pub shrunken: [Shrunken; 3],
    /// What the ratings made expect, if the table keeps it.
    pub ratings: Option<[RatingSums; 3]>,
}

impl Views {
    /// The views of a cell.
    #[must_use]
    pub fn new(table: &ImbalanceTable, cells: &Cells<'_>, cell: Cell) -> Self {
        let twin = cell.swapped();
        let [own, other] = [cells.shrunken(cell), cells.shrunken(twin).swapped()];
        let both = if twin == cell { own } else { own.mean(other) };
        let ratings = table.ratings(cell).zip(table.ratings(twin)).map(|(own, other)| {
            let other = other.swapped();
            let mut both = own;
            if twin != cell {
                both.merge(other);
            }
            [own, other, both]
        });
        Self { shrunken: [own, other, both], ratings }
    }
}

/// Both colours' games of a cell, as the side that is White in it sees them.
#[must_use]
pub fn folded(table: &ImbalanceTable, cell: Cell) -> OutcomeCounts {
    let mut counts = table.get(cell);
    let twin = cell.swapped();
    if twin != cell {
        counts.merge(table.get(twin).swapped());
    }
    counts
}
