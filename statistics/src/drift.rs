//! What has changed since: chances of an earlier table, recalibrated on a later one.
//!
//! Players, rules, openings and what a database collects change over the years: White's score and the
//! share of draws move, and how much a lead is worth. What material means changes little. So a later
//! table corrects an earlier one's predictions by six numbers and not cell by cell (D. R. Cox 1958,
//! with a slope for the logit of win against loss and one for that of draws).

use tables::{Cell, ImbalanceTable};

use crate::{
    WinDrawLoss, davidson,
    fit::{Slope, climb},
    numbers,
};

const SIZE: usize = 6;
/// No more than a pull that keeps parameters without data at 0.
const RIDGE: f64 = 1.0;

/// How predictions have to be changed: as `P(win) : P(draw) : P(loss) = e^t : e^c : e^-t` they become
///
/// `t' = t + p0 + p1 * left + p2 * t` and `c' = c + p3 + p4 * left + p5 * c`,
///
/// with `left` the number of pieces and pawns on the board as a share of 30.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Drift([f64; SIZE]);

/// Tilt and calm of chances, and how much is left.
#[derive(Clone, Copy)]
struct Place {
    tilt: f64,
    calm: f64,
    left: f64,
}

impl Place {
    fn new(cell: Cell, chances: WinDrawLoss) -> Self {
        let [win, draw, loss] = chances.map(|chance| chance.max(1e-9).ln());
        let left = cell.dimensions().iter().map(|&count| f64::from(count)).sum::<f64>() / 30.0;
        Self { tilt: (win - loss) / 2.0, calm: draw - f64::midpoint(win, loss), left }
    }

    fn tilts(&self) -> [f64; 3] {
        [1.0, self.left, self.tilt]
    }

    fn calms(&self) -> [f64; 3] {
        [1.0, self.left, self.calm]
    }

    fn moved(&self, by: &[f64]) -> WinDrawLoss {
        let sum = |base: f64, by: &[f64], features: [f64; 3]| {
            base + by.iter().zip(features).map(|(by, x)| by * x).sum::<f64>()
        };
        let tilt = sum(self.tilt, &by[..3], self.tilts());
        let calm = sum(self.calm, &by[3..], self.calms());
        davidson::chances(tilt, calm)
    }
}

impl Drift {
    /// Fits the change on a table's counts, by maximum likelihood; `earlier` are the chances of all
    /// cells, from other games.
    pub(super) fn fit(earlier: &[WinDrawLoss], table: &ImbalanceTable) -> Self {
        let rows: Vec<(Place, WinDrawLoss)> = table
            .iter()
            .map(|(cell, counts)| (Place::new(cell, earlier[cell.index()]), numbers(counts)))
            .collect();
        let at = climb(vec![0.0; SIZE], RIDGE, |at| value(at, &rows), |at| slope(at, &rows));
        Self(std::array::from_fn(|i| at[i]))
    }

    /// The chances of a cell as they are now.
    pub(super) fn apply(&self, cell: Cell, earlier: WinDrawLoss) -> WinDrawLoss {
        Place::new(cell, earlier).moved(&self.0)
    }
}

fn value(at: &[f64], rows: &[(Place, WinDrawLoss)]) -> f64 {
    let of = |(place, counts): &(Place, WinDrawLoss)| {
        let chances = place.moved(at);
        (0..3).map(|i| counts[i] * chances[i].max(f64::MIN_POSITIVE).ln()).sum::<f64>()
    };
    rows.iter().map(of).sum()
}

fn slope(at: &[f64], rows: &[(Place, WinDrawLoss)]) -> Slope {
    let mut gradient = vec![0.0; SIZE];
    let mut information = vec![0.0; SIZE * SIZE];
    for (place, counts) in rows {
        let [win, draw, loss] = place.moved(at);
        let games: f64 = counts.iter().sum();
        let pull = win - loss;
        let [by_tilt, by_calm] = [counts[0] - counts[2] - games * pull, counts[1] - games * draw];
        let [tilts, calms] = [place.tilts(), place.calms()];
        for i in 0..3 {
            gradient[i] += by_tilt * tilts[i];
            gradient[3 + i] += by_calm * calms[i];
            for j in 0..3 {
                information[i * SIZE + j] +=
                    games * (win + loss - pull * pull) * tilts[i] * tilts[j];
                information[i * SIZE + 3 + j] -= games * pull * draw * tilts[i] * calms[j];
                information[(3 + i) * SIZE + 3 + j] +=
                    games * draw * (1.0 - draw) * calms[i] * calms[j];
            }
        }
    }
    Slope { value: value(at, rows), gradient, information }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Outcome;

    #[test]
    fn finds_a_change_that_is_known() {
        // Chances that depend on the cell's number, and counts after draws became likelier and
        // White's advantage smaller.
        let before = |cell: Cell| {
            let at = f64::from(cell.index() as u32 % 97) / 97.0;
            let (tilt, calm) = (2.0 * at - 0.8, 0.7 - at);
            let odds = [tilt.exp(), calm.exp(), (-tilt).exp()];
            odds.map(|x| x / odds.iter().sum::<f64>())
        };
        let truth = Drift([-0.2, 0.1, 0.15, 0.4, -0.3, -0.1]);
        let earlier: Vec<WinDrawLoss> = Cell::all().map(before).collect();
        let mut table = ImbalanceTable::default();
        for cell in Cell::all().step_by(101) {
            let now = truth.apply(cell, before(cell));
            for (outcome, chance) in Outcome::ALL.into_iter().zip(now) {
                table.add(cell, outcome, (chance * 1e4).round() as u64);
            }
        }
        let found = Drift::fit(&earlier, &table);
        for (found, truth) in found.0.iter().zip(truth.0) {
            assert!((found - truth).abs() < 0.01, "{:?}", Drift::fit(&earlier, &table));
        }
        let nothing = Drift::fit(&earlier, &ImbalanceTable::default());
        let cell = Cell::new(5).expect("a cell");
        for (one, other) in nothing.apply(cell, before(cell)).into_iter().zip(before(cell)) {
            assert!((one - other).abs() < 1e-9, "without games nothing has changed");
        }
    }
}
