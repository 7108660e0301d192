//! The prior: chances by material, smooth over all cells.

use tables::{Cell, ImbalanceTable};

use crate::{
    WinDrawLoss, davidson, dispersion,
    features::{CALMS, Features, TILTS},
    fit::{Slope, climb},
    numbers,
};

const SIZE: usize = TILTS + CALMS;
/// Strength of the pull of each parameter to 0, in units of its feature's own spread.
const RIDGE: f64 = 1.0;

/// A smooth function of the material, fitted on a table's counts.
///
/// `P(win) : P(draw) : P(loss) = e^t : e^c : e^−t` (R. R. Davidson 1970). The tilt `t` is linear in
/// piece differences, the bishop pair and the logarithm of the ratio of values, each also times the
/// pieces and pawns left, and in White's advantage by phase; the calm `c` is linear in what is left,
/// in the sizes of the differences and the lead, and in what is missing (pawns, queens, rooks). The
/// likelihood is concave, so there is one fit.
#[derive(Clone, Debug, PartialEq)]
pub struct MaterialPrior {
    parameters: Vec<f64>,
}

/// A cell's features, scaled, and its outcomes, weighted.
struct Row {
    features: [f64; SIZE],
    counts: WinDrawLoss,
}

impl MaterialPrior {
    /// Fits the parameters to a table's counts.
    #[must_use]
    pub fn fit(table: &ImbalanceTable) -> Self {
        let mut rows: Vec<Row> = table
            .iter()
            .map(|(cell, counts)| {
                let counts = numbers(counts);
                let weight = dispersion::share(counts.iter().sum());
                Row { features: features(cell), counts: counts.map(|count| count * weight) }
            })
            .collect();
        let scales = scale(&mut rows);
        let mut parameters =
            climb(vec![0.0; SIZE], RIDGE, |at| value(at, &rows), |at| slope(at, &rows));
        for (parameter, scale) in parameters.iter_mut().zip(scales) {
            *parameter /= scale;
        }
        Self { parameters }
    }

    /// The chances in a cell.
    #[must_use]
    pub fn wdl(&self, cell: Cell) -> WinDrawLoss {
        chances(&self.parameters, &features(cell))
    }
}

fn features(cell: Cell) -> [f64; SIZE] {
    let Features { tilts, calms } = Features::of(cell);
    std::array::from_fn(|i| if i < TILTS { tilts[i] } else { calms[i - TILTS] })
}

/// Brings each feature to a mean square of 1 and gives the divisors. A feature that is always 0 is
/// left so.
fn scale(rows: &mut [Row]) -> [f64; SIZE] {
    let mut squares = [0.0; SIZE];
    for row in &*rows {
        for (sum, x) in squares.iter_mut().zip(row.features) {
            *sum += x * x;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a number of cells")]
    let count = rows.len().max(1) as f64;
    let scales = squares.map(|sum| if sum > 0.0 { (sum / count).sqrt() } else { 1.0 });
    for row in rows {
        for (x, scale) in row.features.iter_mut().zip(scales) {
            *x /= scale;
        }
    }
    scales
}

fn chances(parameters: &[f64], features: &[f64; SIZE]) -> WinDrawLoss {
    let sum =
        |range: std::ops::Range<usize>| -> f64 { range.map(|i| parameters[i] * features[i]).sum() };
    davidson::chances(sum(0..TILTS), sum(TILTS..SIZE))
}

fn value(at: &[f64], rows: &[Row]) -> f64 {
    rows.iter()
        .map(|Row { features, counts }| {
            let chances = chances(at, features);
            (0..3).map(|i| counts[i] * chances[i].max(f64::MIN_POSITIVE).ln()).sum::<f64>()
        })
        .sum()
}

fn slope(at: &[f64], rows: &[Row]) -> Slope {
    let mut gradient = vec![0.0; SIZE];
    let mut information = vec![0.0; SIZE * SIZE];
    for Row { features, counts } in rows {
        let [win, draw, loss] = chances(at, features);
        let games: f64 = counts.iter().sum();
        let pull = win - loss;
        let by_tilt = counts[0] - counts[2] - games * pull;
        let by_calm = counts[1] - games * draw;
        let tilt_tilt = games * (win + loss - pull * pull);
        let tilt_calm = -games * pull * draw;
        let calm_calm = games * draw * (1.0 - draw);
        for i in 0..SIZE {
            let x = features[i];
            if x == 0.0 {
                continue;
            }
            gradient[i] += x * if i < TILTS { by_tilt } else { by_calm };
            let row = &mut information[i * SIZE..(i + 1) * SIZE];
            if i < TILTS {
                let (same, cross) = (x * tilt_tilt, x * tilt_calm);
                for j in i..TILTS {
                    row[j] += same * features[j];
                }
                for j in TILTS..SIZE {
                    row[j] += cross * features[j];
                }
            } else {
                for j in i..SIZE {
                    row[j] += x * calm_calm * features[j];
                }
            }
        }
    }
    Slope { value: value(at, rows), gradient, information }
}
