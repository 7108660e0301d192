//! What a cell of the imbalance table predicts: wins, draws and losses of games not yet seen.
//!
//! Counts alone predict badly: most cells hold few games, and 4 wins of 4 are not a sure win. So a
//! cell is read in three steps, each of which falls back on the one before as far as games are few:
//!
//! 1. a [prior](MaterialPrior) fitted on all cells, a smooth function of the material;
//! 2. two levels of groups of like cells (the same piece differences; the same pieces and the same
//!    difference of pawns), which correct the prior by what they scored against it;
//! 3. the cell's own counts.
//!
//! [`Predictor`] does this from a table's own counts, without any other data. If the games come from
//! times that differ, [`Predictor::fit_after`] takes the predictions of an earlier table, recalibrated
//! on this one, for the prior. [`PieceLogit`] is what
//! it has to beat: counting pieces. How well all of them do is in docs/validation.md.
//!
//! [`wdl`] fits chances to evaluations, as engine authors do.
//!
//! All of it is deterministic: fixed start, fixed order, no random numbers.

mod davidson;
mod dispersion;
mod drift;
mod features;
mod fit;
mod groups;
mod logit;
mod ordered_logit;
mod predictor;
mod prior;
pub mod wdl;

pub use logit::{PieceLogit, PieceValues, material_left};
pub use ordered_logit::{ordered_logit, sigmoid};
pub use predictor::{Predictor, PredictorOptions};
pub use prior::MaterialPrior;

use tables::OutcomeCounts;

/// The chances of a win, a draw and a loss of White; they add up to 1.
pub type WinDrawLoss = [f64; 3];

/// The expected score of these chances.
#[must_use]
pub fn score([win, draw, _]: WinDrawLoss) -> f64 {
    win + draw / 2.0
}

/// Counts as numbers, in the order of [`WinDrawLoss`].
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^53")]
pub fn numbers(counts: OutcomeCounts) -> WinDrawLoss {
    [counts.wins as f64, counts.draws as f64, counts.losses as f64]
}

/// `(counts + weight · prior) / (games + weight)`, outcome by outcome; the prior where there is
/// neither a game nor a weight.
#[must_use]
pub fn shrunken(counts: OutcomeCounts, prior: WinDrawLoss, weight: f64) -> WinDrawLoss {
    let counts = numbers(counts);
    let total = counts.iter().sum::<f64>() + weight;
    if total <= 0.0 {
        return prior;
    }
    std::array::from_fn(|i| (counts[i] + weight * prior[i]) / total)
}
