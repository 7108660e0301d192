//! Judging predictions by games that the table has not seen.
//!
//! Every (game, cell) pair is one prediction, as the table counts. The cells of a game share its
//! outcome, so standard errors and intervals take a game, not a cell, as the unit.

mod calibration;
mod rival;

pub use calibration::{BINS, Bin, Calibration, Quantity};
pub use rival::Rival;

use tables::{
    ImbalanceTable, Outcome, Table,
    predict::{Options, Predictor, Wdl},
};

use crate::collect::held::HeldGames;

/// The standard normal quantile of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// How the rivals did.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Games with at least one cell.
    pub games: u64,
    /// Cells that were predicted, each once for each of these games.
    pub cells: u64,
    /// Those of them that the table has no game of.
    pub unseen: u64,
    /// Everyone's marks, in the order of [`Rival::ALL`].
    pub marks: Vec<Marks>,
}

/// How well one rival predicted.
#[derive(Clone, Debug)]
pub struct Marks {
    /// Who.
    pub rival: Rival,
    /// Mean of `−ln P(outcome)` over all cells.
    pub log_loss: Estimate,
    /// By how much that is below the mean score's, cell by cell.
    pub gain: Estimate,
    /// By how much the shrunken prediction is below this one.
    pub behind: Estimate,
    /// Mean of the squared errors of the three chances, summed: 0 to 2.
    pub brier: f64,
    /// Predicted against seen.
    pub calibration: Vec<Calibration>,
}

/// A mean over cells, with a standard error that takes games as the unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error; not a number with fewer than two games.
    pub error: f64,
}

/// Sums for the mean of a ratio: `Σ sums / Σ cells` over games.
#[derive(Clone, Copy, Debug, Default)]
struct Ratio {
    games: f64,
    cells: f64,
    sum: f64,
    cells2: f64,
    sum2: f64,
    cross: f64,
}

impl Ratio {
    fn add(&mut self, cells: f64, sum: f64) {
        self.games += 1.0;
        self.cells += cells;
        self.sum += sum;
        self.cells2 += cells * cells;
        self.sum2 += sum * sum;
        self.cross += cells * sum;
    }

    /// The mean, with the linearised variance of a ratio of sums over independent games.
    fn estimate(&self) -> Estimate {
        let mean = self.sum / self.cells;
        let squares = (self.sum2 - 2.0 * mean * self.cross + mean * mean * self.cells2).max(0.0);
        let error = (squares * self.games / (self.games - 1.0)).sqrt() / self.cells;
        Estimate { mean, error }
    }
}

impl Contest {
    /// Lets all rivals predict the games. Rivals are fitted on the table alone.
    #[must_use]
    pub fn hold(table: &ImbalanceTable, options: Options, games: &HeldGames) -> Self {
        let predictor = Predictor::fit_with(table, options);
        let predictions = Rival::ALL.map(|rival| rival.predictions(table, &predictor));
        let trained = games_of(table);
        let mut contest = Self { games: 0, cells: 0, unseen: 0, marks: Vec::new() };
        for (_, cells) in games.iter() {
            let (mut held, mut unseen) = (0, 0);
            for cell in cells {
                held += 1;
                unseen += u64::from(table.get(cell).games() == 0);
            }
            contest.games += u64::from(held > 0);
            contest.cells += held;
            contest.unseen += unseen;
        }
        let [mean, .., shrunken] = &predictions;
        contest.marks = Rival::ALL
            .into_iter()
            .zip(&predictions)
            .map(|(rival, own)| mark(rival, own, mean, shrunken, games, trained))
            .collect();
        contest
    }

    /// The marks of one rival.
    #[must_use]
    pub fn of(&self, rival: Rival) -> &Marks {
        &self.marks[rival as usize]
    }
}

/// The loss of a prediction. Chances of 0 are held at what [`Rival`] floors them to.
fn loss(chances: Wdl, outcome: Outcome) -> f64 {
    -chances[outcome as usize].max(1e-12).ln()
}

fn mark(
    rival: Rival,
    own: &[Wdl],
    mean: &[Wdl],
    shrunken: &[Wdl],
    games: &HeldGames,
    trained: u64,
) -> Marks {
    let mut losses = Ratio::default();
    let mut gains = Ratio::default();
    let mut behind = Ratio::default();
    let mut brier = 0.0;
    let mut calibration = Quantity::ALL.map(Calibration::new).to_vec();
    for (outcome, cells) in games.iter() {
        let (mut count, mut sum, mut mean_sum, mut shrunken_sum) = (0.0, 0.0, 0.0, 0.0);
        for cell in cells {
            let chances = own[cell.index()];
            count += 1.0;
            sum += loss(chances, outcome);
            mean_sum += loss(mean[cell.index()], outcome);
            shrunken_sum += loss(shrunken[cell.index()], outcome);
            for (i, chance) in chances.into_iter().enumerate() {
                let seen = if i == outcome as usize { 1.0 } else { 0.0 };
                brier += (chance - seen) * (chance - seen);
            }
            for calibration in &mut calibration {
                calibration.predict(chances, outcome);
            }
        }
        for calibration in &mut calibration {
            calibration.end_game();
        }
        if count > 0.0 {
            losses.add(count, sum);
            gains.add(count, mean_sum - sum);
            behind.add(count, sum - shrunken_sum);
        }
    }
    for calibration in &mut calibration {
        calibration.finish(games.len() as u64, trained);
    }
    Marks {
        rival,
        log_loss: losses.estimate(),
        gain: gains.estimate(),
        behind: behind.estimate(),
        brier: brier / losses.cells,
        calibration,
    }
}

/// How many games a table was made of. Without provenance, the fullest cell tells.
fn games_of(table: &ImbalanceTable) -> u64 {
    let fullest = table.iter().map(|(_, counts)| counts.games()).max().unwrap_or(0);
    table.provenance().counters.games_used.max(fullest).max(1)
}
