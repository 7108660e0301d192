//! Chances by evaluation: the model of official-stockfish/WDL_model, fitted to a [`WdlTable`].
//!
//! For an evaluation x of the side to move, W(x) = 1 / (1 + exp((a − x) / b)), L(x) = W(−x) and D(x) = 1 − W − L. Both a and b
//! are polynomials of the third degree in the material, or in the number of the move. a is the evaluation that wins half the
//! games: engines divide by it and call the result 100 centipawns.
//!
//! The steps are those of `scoreWDL.py`, and so are the polynomials, to four digits: for each material a curve is fitted
//! (`curve`) and refined by the likelihood, polynomials go through what is found, and all eight coefficients are refined
//! together (`powell`). That search stops when a round gains less than a part in ten thousand, before the best is
//! reached: whoever searches on gets other coefficients and hardly better predictions.

mod cells;
mod curve;
mod levenberg;
mod powell;

use tables::WdlTable;

use cells::Row;
pub use cells::{Normalization, Selection, Variable};

use crate::{WinDrawLoss, sigmoid};

/// How the model is fitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fitting {
    /// Least squares of the shares of wins.
    Density,
    /// The likelihood of the outcomes.
    #[default]
    Probability,
    /// The squared error of the score.
    Score,
}

/// No model reaches so many times further than the greatest evaluation that it is fitted to.
const FARTHEST: f64 = 10.0;

/// A polynomial of the third degree, the highest power first.
pub type Cubic = [f64; 4];

/// The fitted model. Evaluations are in the engine's internal units, those of the [`Normalization`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// The evaluation that wins half the games.
    pub a: Cubic,
    /// How fast chances change with the evaluation.
    pub b: Cubic,
    /// What the polynomials' variable is divided by.
    pub target: u16,
}

/// What a fit found.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The model.
    pub model: WdlModel,
    /// Material (or move), a and b of the curve that was fitted to its positions alone.
    pub points: Vec<(u16, f64, f64)>,
    /// Materials (or moves) that were left out because they have fewer wins than are asked for.
    pub skipped: Vec<u16>,
    /// Positions that were used: wins, draws, losses.
    pub positions: [u64; 3],
    /// What was minimised, before and after all coefficients were refined together.
    pub objective: [f64; 2],
}

/// Why no model can be fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfitted {
    /// No position is within the bounds.
    #[error("no position lies within the bounds of the fit")]
    NoPositions,
    /// A polynomial of the third degree needs four points.
    #[error("{0} values of material or move have enough wins to be fitted; at least 4 are needed")]
    TooFew(usize),
    /// The numbers went beyond all bounds.
    #[error("the fit does not converge")]
    Diverged,
    /// With so much material (or at this move) half the games would be won from an evaluation of 0 or less, or only from one
    /// far beyond all that were seen; or the more games, the lower it is.
    #[error(
        "the positions are too few, or their evaluations say nothing: with {0} the fit makes no sense"
    )]
    Senseless(u16),
}

/// The value of a polynomial.
#[must_use]
pub fn cubic([c3, c2, c1, c0]: Cubic, x: f64) -> f64 {
    ((c3 * x + c2) * x + c1) * x + c0
}

/// The chance to win with an evaluation of `x`.
fn win_rate(x: f64, a: f64, b: f64) -> f64 {
    // A spread of nothing or less leads the search back to where there is one.
    sigmoid((x - a) / b.max(1e-8))
}

impl WdlModel {
    /// Where half the games are won, and the spread, with so much material (or at this move).
    #[must_use]
    pub fn parameters(&self, mom: f64) -> (f64, f64) {
        let x = mom / f64::from(self.target);
        (cubic(self.a, x), cubic(self.b, x))
    }

    /// The chances of the side to move with this evaluation, in internal units.
    #[must_use]
    pub fn chances(&self, eval: f64, mom: f64) -> WinDrawLoss {
        let (a, b) = self.parameters(mom);
        let (win, loss) = (win_rate(eval, a, b), win_rate(-eval, a, b));
        [win, 1.0 - win - loss, loss]
    }

    /// What is worth 100 centipawns, in internal units: the evaluation that wins half the games where the variable
    /// has its target's value.
    #[must_use]
    pub fn pawn_value(&self) -> f64 {
        self.a.iter().sum()
    }

    /// The spread there.
    #[must_use]
    pub fn spread(&self) -> f64 {
        self.b.iter().sum()
    }

    /// How many games are drawn there with an evaluation of 0.
    #[must_use]
    pub fn draw_rate(&self) -> f64 {
        1.0 - 2.0 / (1.0 + (self.pawn_value() / self.spread()).exp())
    }
}

/// Fits the model to the positions of a table.
///
/// # Errors
/// If there are too few.
pub fn fit(table: &WdlTable, selection: &Selection, fitting: Fitting) -> Result<Fit, Unfitted> {
    let rows = cells::rows(table, selection);
    let positions = cells::sums(&rows);
    if positions == [0; 3] {
        return Err(Unfitted::NoPositions);
    }
    let (rows_used, skipped): (Vec<&Row>, Vec<&Row>) =
        rows.iter().partition(|row| row.wins() >= selection.min_wins);
    let skipped = skipped.into_iter().map(|row| row.mom).collect();
    if rows_used.len() < 4 {
        return Err(Unfitted::TooFew(rows_used.len()));
    }
    let start = selection.normalization.pawn_value();
    let points: Vec<_> = rows_used
        .into_iter()
        .map(|row| {
            let [a, b] = fit_alone(row, [start, start / 6.0], fitting);
            (row.mom, a, b)
        })
        .collect();
    let scaled = |place: fn(&(u16, f64, f64)) -> f64| -> Vec<(f64, f64)> {
        let x = |mom: u16| f64::from(mom) / f64::from(selection.target);
        points.iter().map(|point| (x(point.0), place(point))).collect()
    };
    let first = [curve::cubic_through(&scaled(|p| p.1)), curve::cubic_through(&scaled(|p| p.2))];
    let model = |[a, b]: [Cubic; 2]| WdlModel { a, b, target: selection.target };
    let objective =
        |[a, b]: [Cubic; 2]| objective(&rows, fitting, |mom| model([a, b]).parameters(mom));
    let last = match fitting {
        Fitting::Density => first,
        _ => {
            let start: [f64; 8] = std::array::from_fn(|i| first[i / 4][i % 4]);
            halves(powell::minimise(start, |all| objective(halves(all))))
        }
    };
    if !last.as_flattened().iter().all(|number| number.is_finite()) {
        return Err(Unfitted::Diverged);
    }
    let found = model(last);
    let moms = points.iter().map(|point| point.0).chain([selection.target]);
    let evals = rows.iter().flat_map(|row| &row.cells).map(|cell| cell.eval.abs());
    let most = FARTHEST * evals.fold(0.0, f64::max);
    let is_sound = |number: f64| number > 0.0 && number < most;
    let makes_no_sense = |&mom: &u16| {
        let (a, b) = found.parameters(mom.into());
        !is_sound(a) || !is_sound(b)
    };
    if let Some(mom) = moms.into_iter().find(makes_no_sense) {
        return Err(Unfitted::Senseless(mom));
    }
    let objective = [first, last].map(objective);
    Ok(Fit { model: found, points, skipped, positions, objective })
}

/// The coefficients of a and of b.
fn halves(all: [f64; 8]) -> [Cubic; 2] {
    [std::array::from_fn(|i| all[i]), std::array::from_fn(|i| all[4 + i])]
}

/// a and b of the positions of one material (or move).
fn fit_alone(row: &Row, start: [f64; 2], fitting: Fitting) -> [f64; 2] {
    let wins: Vec<_> = row.shares().into_iter().map(|(eval, shares)| (eval, shares[0])).collect();
    let found = curve::fit(&wins, start);
    match fitting {
        Fitting::Density => found,
        _ => powell::minimise(found, |[a, b]| {
            objective(std::slice::from_ref(row), fitting, |_| (a, b))
        }),
    }
}

/// What the fit makes small: of the likelihood its negative logarithm for each position, of the score the root of
/// the mean squared error.
fn objective(rows: &[Row], fitting: Fitting, parameters: impl Fn(f64) -> (f64, f64)) -> f64 {
    let (mut sum, mut positions) = (0.0, 0.0);
    for row in rows {
        let (a, b) = parameters(row.mom.into());
        for cell in &row.cells {
            let (win, loss) = (win_rate(cell.eval, a, b), win_rate(-cell.eval, a, b));
            sum += match fitting {
                Fitting::Score => cell.squared_error([win, 1.0 - win - loss, loss]),
                _ => cell.surprise([win, 1.0 - win - loss, loss]),
            };
            positions += cell.positions();
        }
    }
    match fitting {
        Fitting::Score => (sum / positions).sqrt(),
        _ => sum / positions,
    }
}

/// What was seen at one value of the variable: evaluations in internal units, with the shares of wins, draws and
/// losses.
#[must_use]
pub fn shares(table: &WdlTable, selection: &Selection, mom: u16) -> Vec<(f64, WinDrawLoss)> {
    let rows = cells::rows(table, selection);
    let row = rows.iter().find(|row| row.mom == mom);
    row.map(Row::shares).unwrap_or_default()
}
