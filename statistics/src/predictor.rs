//! A table's predictions, cell by cell.

use tables::{Cell, ImbalanceTable, OutcomeCounts, score::centipawns};

use crate::{
    MaterialPrior, PieceLogit, PieceValues, WinDrawLoss,
    drift::Drift,
    groups::{Likeness, correct},
    score, shrunken,
};

/// How a table is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PredictorOptions {
    /// How many games the prior counts as beside the cell's own.
    pub weight: f64,
    /// Whether each game counts a second time with the colours exchanged. White's advantage is then
    /// gone, and a cell and its colour-swapped twin predict the same for either side.
    pub folded: bool,
}

impl Default for PredictorOptions {
    fn default() -> Self {
        Self { weight: 60.0, folded: false }
    }
}

/// How many games a group's prior counts as, from the widest likeness to the narrowest.
const LEVELS: [(Likeness, f64); 2] = [(Likeness::Differences, 60.0), (Likeness::Pieces, 100.0)];

/// Chances for every cell, from a table's own counts: cells with few games are pulled toward the
/// group of like cells, and these toward a fitted [`MaterialPrior`].
///
/// ```
/// use rules::Outcome;
/// use statistics::Predictor;
/// use tables::{Cell, ImbalanceTable};
///
/// let mut table = ImbalanceTable::default();
/// let cell = Cell::new(26_244).expect("a white pawn against the bare king");
/// table.add(cell, Outcome::WhiteWins, 4);
/// let [win, draw, loss] = Predictor::fit(&table).wdl(cell);
/// assert!(win > draw && win < 1.0 && loss > 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct Predictor {
    options: PredictorOptions,
    fitted: MaterialPrior,
    pieces: PieceLogit,
    /// By cell: the fitted prior, corrected by the groups.
    priors: Vec<WinDrawLoss>,
    counts: Vec<OutcomeCounts>,
}

impl Predictor {
    /// Fits everything to a table's counts, with the default options.
    #[must_use]
    pub fn fit(table: &ImbalanceTable) -> Self {
        Self::fit_with(table, PredictorOptions::default())
    }

    /// Fits everything to a table's counts.
    #[must_use]
    pub fn fit_with(table: &ImbalanceTable, options: PredictorOptions) -> Self {
        let folded = options.folded.then(|| folded(table));
        let table = folded.as_ref().unwrap_or(table);
        let fitted = MaterialPrior::fit(table);
        let priors = Cell::all().map(|cell| fitted.wdl(cell)).collect();
        Self::with_priors(table, fitted, priors, options)
    }

    /// Fits everything to the counts of a table of recent games, with the predictions of an earlier
    /// table for the prior: recalibrated on the recent table by six numbers, then corrected by its
    /// groups and its cells as always. The two tables should share no games.
    #[must_use]
    pub fn fit_after(
        earlier: &ImbalanceTable,
        table: &ImbalanceTable,
        options: PredictorOptions,
    ) -> Self {
        let earlier = Self::fit_with(earlier, options);
        let folded = options.folded.then(|| folded(table));
        let table = folded.as_ref().unwrap_or(table);
        let before: Vec<WinDrawLoss> = Cell::all().map(|cell| earlier.wdl(cell)).collect();
        let drift = Drift::fit(&before, table);
        let priors =
            Cell::all().zip(before).map(|(cell, before)| drift.apply(cell, before)).collect();
        Self::with_priors(table, MaterialPrior::fit(table), priors, options)
    }

    /// Corrects priors by groups and keeps the counts.
    fn with_priors(
        table: &ImbalanceTable,
        fitted: MaterialPrior,
        mut priors: Vec<WinDrawLoss>,
        options: PredictorOptions,
    ) -> Self {
        for (likeness, weight) in LEVELS {
            correct(&mut priors, table, likeness, weight);
        }
        if options.folded {
            make_symmetric(&mut priors);
        }
        Self {
            options,
            fitted,
            pieces: PieceLogit::fit(table, PieceValues::Kaufman),
            priors,
            counts: Cell::all().map(|cell| table.get(cell)).collect(),
        }
    }

    /// The predictor with another weight of the prior, in games.
    #[must_use]
    pub fn with_weight(self, weight: f64) -> Self {
        Self { options: PredictorOptions { weight, ..self.options }, ..self }
    }

    /// The chances of a win, a draw and a loss of White in games that hold this cell.
    #[must_use]
    pub fn wdl(&self, cell: Cell) -> WinDrawLoss {
        shrunken(self.counts[cell.index()], self.priors[cell.index()], self.options.weight)
    }

    /// The chances before the cell's own counts are looked at.
    #[must_use]
    pub fn prior(&self, cell: Cell) -> WinDrawLoss {
        self.priors[cell.index()]
    }

    /// The prior that was fitted, before its groups corrected it.
    #[must_use]
    pub const fn fitted(&self) -> &MaterialPrior {
        &self.fitted
    }

    /// White's expected score, 0 to 1.
    #[must_use]
    pub fn score(&self, cell: Cell) -> f64 {
        score(self.wdl(cell))
    }

    /// How far White's score in the cell may be from the expected one: the standard deviation of
    /// `(counts + weight · prior)` taken as a Dirichlet distribution, `√(v / (games + weight + 1))`
    /// with `v` the variance of one game's score.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "an error for people")]
    pub fn error(&self, cell: Cell) -> f64 {
        let [win, draw, _] = self.wdl(cell);
        let variance = win + draw / 4.0 - (win + draw / 2.0).powi(2);
        let games = self.counts[cell.index()].games() as f64;
        (variance.max(0.0) / (games + self.options.weight + 1.0)).sqrt()
    }

    /// White's expected score in centipawns, `400 · log10(s / (1 − s))`. White's advantage of
    /// moving first is part of it, unless colours are folded.
    #[must_use]
    pub fn centipawns(&self, cell: Cell) -> f64 {
        centipawns(bounded(self.score(cell)))
    }

    /// By how many centipawns counting pieces errs: [`centipawns`](Self::centipawns) minus the same
    /// of a [`PieceLogit`] by Kaufman's values, fitted on the same counts. It is for evaluations
    /// that count pieces already; White's advantage cancels but for what the cell itself shows.
    #[must_use]
    pub fn correction(&self, cell: Cell) -> f64 {
        self.centipawns(cell) - centipawns(bounded(score(self.pieces.wdl(cell))))
    }
}

/// Scores of exactly 0 and 1 have no centipawns.
fn bounded(score: f64) -> f64 {
    score.clamp(1e-6, 1.0 - 1e-6)
}

/// Each game once as it was, and once with the colours exchanged.
fn folded(table: &ImbalanceTable) -> ImbalanceTable {
    let mut folded = ImbalanceTable::default();
    for (cell, counts) in table.iter() {
        let swapped = counts.swapped();
        for (cell, counts) in [(cell, counts), (cell.swapped(), swapped)] {
            folded.add_counts(cell, counts);
        }
    }
    folded
}

/// Twins differ by rounding errors only; after this not even by these.
fn make_symmetric(chances: &mut [WinDrawLoss]) {
    for cell in Cell::all() {
        let twin = cell.swapped();
        if twin < cell {
            continue;
        }
        let ([win, draw, loss], [loss2, draw2, win2]) =
            (chances[cell.index()], chances[twin.index()]);
        let mean = [win, draw, loss];
        let mean: WinDrawLoss =
            std::array::from_fn(|i| f64::midpoint(mean[i], [win2, draw2, loss2][i]));
        chances[cell.index()] = mean;
        chances[twin.index()] = [mean[2], mean[1], mean[0]];
    }
}
