//! Who predicts.

use statistics::{PieceLogit, PieceValues, Predictor, WinDrawLoss, numbers, shrunken};
use tables::{Cell, ImbalanceTable, OutcomeCounts};

/// A way to predict the outcome from the material. All are fitted on the table's counts only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// The outcomes of all cells together, for every cell.
    Mean,
    /// An ordered logit by classic piece values.
    Classic,
    /// An ordered logit by Kaufman's values.
    Kaufman,
    /// The cell's own counts as they are; the mean where there are none. A chance below 1 in 1,000
    /// is taken for 1 in 1,000: else one surprise would cost infinitely much.
    Raw,
    /// The cell's own counts and one game more of each outcome (Laplace).
    Laplace,
    /// The prior fitted on the material.
    Fitted,
    /// That prior, corrected by groups of like cells.
    Grouped,
    /// The cell's own counts, shrunk toward that. What the tables are read by.
    Shrunken,
}

/// The least chance of the raw cell.
const LEAST: f64 = 1e-3;

impl Rival {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Mean,
        Self::Classic,
        Self::Kaufman,
        Self::Raw,
        Self::Laplace,
        Self::Fitted,
        Self::Grouped,
        Self::Shrunken,
    ];

    /// Its name in reports and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Classic => "classic",
            Self::Kaufman => "kaufman",
            Self::Raw => "raw cell",
            Self::Laplace => "laplace",
            Self::Fitted => "fitted prior",
            Self::Grouped => "grouped prior",
            Self::Shrunken => "shrunken",
        }
    }

    /// The chances for each cell.
    pub(super) fn predictions(
        self,
        table: &ImbalanceTable,
        predictor: &Predictor,
    ) -> Vec<WinDrawLoss> {
        let mean = || {
            let mut all = OutcomeCounts::ZERO;
            table.iter().for_each(|(_, counts)| all.merge(counts));
            // A table without games knows nothing.
            shrunken(all, [1.0 / 3.0; 3], 1e-9)
        };
        let each = |chances: &dyn Fn(Cell) -> WinDrawLoss| Cell::all().map(chances).collect();
        match self {
            Self::Mean => vec![mean(); tables::CELLS],
            Self::Classic | Self::Kaufman => {
                let values = match self {
                    Self::Classic => PieceValues::Classic,
                    _ => PieceValues::Kaufman,
                };
                let logit = PieceLogit::fit(table, values);
                each(&|cell| logit.wdl(cell))
            }
            Self::Raw => {
                let mean = mean();
                each(&|cell| floored(table.get(cell), mean))
            }
            Self::Laplace => each(&|cell| shrunken(table.get(cell), [1.0 / 3.0; 3], 3.0)),
            Self::Fitted => each(&|cell| predictor.fitted().wdl(cell)),
            Self::Grouped => each(&|cell| predictor.prior(cell)),
            Self::Shrunken => each(&|cell| predictor.wdl(cell)),
        }
    }
}

fn floored(counts: OutcomeCounts, mean: WinDrawLoss) -> WinDrawLoss {
    let counts = numbers(counts);
    let games: f64 = counts.iter().sum();
    if games == 0.0 {
        return mean;
    }
    let chances = counts.map(|count| (count / games).max(LEAST));
    let total: f64 = chances.iter().sum();
    chances.map(|chance| chance / total)
}
