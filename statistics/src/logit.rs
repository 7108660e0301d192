//! Counting pieces: the baseline that a table has to beat.

use std::collections::BTreeMap;

use rules::Role;
use tables::{Cell, ImbalanceTable};

use crate::{
    WinDrawLoss,
    fit::{Slope, climb},
    numbers, ordered_logit,
};

/// Values of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceValues {
    /// Pawn 1, knight and bishop 3, rook 5, queen 9.
    Classic,
    /// Pawn 1, knight and bishop 3¼, rook 5, queen 9¾, the bishop pair ½ (L. Kaufman, "The
    /// Evaluation of Material Imbalances", Chess Life, March 1999).
    Kaufman,
}

impl PieceValues {
    /// What White has more than Black, in pawns.
    #[must_use]
    pub fn balance(self, cell: Cell) -> f64 {
        let [wp, bp, wn, bn, wb, bb, wr, br, wq, bq] = cell.dimensions().map(f64::from);
        let pawns_and_rooks = (wp - bp) + 5.0 * (wr - br);
        match self {
            Self::Classic => pawns_and_rooks + 3.0 * (wn - bn + wb - bb) + 9.0 * (wq - bq),
            Self::Kaufman => {
                let pair = f64::from(u8::from(wb >= 2.0)) - f64::from(u8::from(bb >= 2.0));
                pawns_and_rooks + 3.25 * (wn - bn + wb - bb) + 9.75 * (wq - bq) + 0.5 * pair
            }
        }
    }
}

/// The material on the board, of both sides together, as a share of that of the start position, by [classic
/// values](Role::classic_value); `count` says how many of a role both have.
#[must_use]
pub fn material_left(count: impl Fn(Role) -> i32) -> f64 {
    const START: i32 = 78;
    let all: i32 = Role::ALL.into_iter().map(|role| role.classic_value() * count(role)).sum();
    f64::from(all) / f64::from(START)
}

/// The same of a cell of the imbalance table, which has no kings.
fn material_of(cell: Cell) -> f64 {
    let counts = cell.dimensions();
    material_left(|role| {
        counts.chunks(2).nth(role as usize).map_or(0, |both| i32::from(both[0] + both[1]))
    })
}

/// An [ordered logit](ordered_logit) over win, draw and loss by the balance of the pieces.
///
/// White's strength is `a + b · balance`, the threshold `exp(c + d · left)` where `left` is the
/// [material on the board](material_left). The four parameters are fitted on a table's counts by maximum likelihood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceLogit {
    values: PieceValues,
    parameters: [f64; 4],
}

/// Cells alike to the model, with their outcomes.
struct Class {
    balance: f64,
    left: f64,
    counts: WinDrawLoss,
}

impl PieceLogit {
    /// The model with parameters that are known: `a`, `b`, `c`, `d`.
    #[must_use]
    pub const fn new(values: PieceValues, parameters: [f64; 4]) -> Self {
        Self { values, parameters }
    }

    /// Fits the parameters to a table's counts.
    #[must_use]
    pub fn fit(table: &ImbalanceTable, values: PieceValues) -> Self {
        let mut classes: BTreeMap<(u64, u64), Class> = BTreeMap::new();
        for (cell, counts) in table.iter() {
            let (balance, left) = (values.balance(cell), material_of(cell));
            let class = classes.entry((balance.to_bits(), left.to_bits())).or_insert(Class {
                balance,
                left,
                counts: [0.0; 3],
            });
            for (sum, more) in class.counts.iter_mut().zip(numbers(counts)) {
                *sum += more;
            }
        }
        let classes: Vec<Class> = classes.into_values().collect();
        let fitted = climb(
            vec![0.0, 0.1, 0.0, 0.0],
            1e-3,
            |at| value(at, &classes),
            |at| slope(at, &classes),
        );
        Self { values, parameters: [fitted[0], fitted[1], fitted[2], fitted[3]] }
    }

    /// `a`, `b`, `c`, `d`.
    #[must_use]
    pub const fn parameters(&self) -> [f64; 4] {
        self.parameters
    }

    /// The chances in a cell.
    #[must_use]
    pub fn wdl(&self, cell: Cell) -> WinDrawLoss {
        chances(&self.parameters, self.values.balance(cell), material_of(cell))
    }

    /// The chances of a side that is ahead by `balance`, whichever it is: `a`, which is White's, is left out.
    #[must_use]
    pub fn wdl_of_side(&self, balance: f64, left: f64) -> WinDrawLoss {
        let [_, b, c, d] = self.parameters;
        chances(&[0.0, b, c, d], balance, left)
    }
}

/// The threshold stays a number, whatever the parameters are.
fn threshold(parameters: &[f64], left: f64) -> f64 {
    (parameters[2] + parameters[3] * left).clamp(-20.0, 6.0).exp()
}

fn chances(parameters: &[f64], balance: f64, left: f64) -> WinDrawLoss {
    ordered_logit(parameters[0] + parameters[1] * balance, threshold(parameters, left))
}

/// Chances so small are taken for this, so that no surprise costs everything.
const LEAST: f64 = 1e-9;

fn value(at: &[f64], classes: &[Class]) -> f64 {
    classes
        .iter()
        .map(|Class { balance, left, counts }| {
            let chances = chances(at, *balance, *left);
            (0..3).map(|i| counts[i] * chances[i].max(LEAST).ln()).sum::<f64>()
        })
        .sum()
}

fn slope(at: &[f64], classes: &[Class]) -> Slope {
    let mut gradient = vec![0.0; 4];
    let mut information = vec![0.0; 16];
    for Class { balance, left, counts } in classes {
        let chances = chances(at, *balance, *left);
        let width = threshold(at, *left);
        let (win, loss) = (chances[0] * (1.0 - chances[0]), chances[2] * (1.0 - chances[2]));
        // How the chances change with x, and with the logarithm of the width.
        let by_x = [win, loss - win, -loss];
        let by_width = [-win * width, (win + loss) * width, -loss * width];
        let inner = [1.0, *balance, 1.0, *left];
        let games: f64 = counts.iter().sum();
        for outcome in 0..3 {
            let chance = chances[outcome].max(LEAST);
            let change: [f64; 4] = std::array::from_fn(|i| {
                inner[i] * if i < 2 { by_x[outcome] } else { by_width[outcome] }
            });
            for i in 0..4 {
                gradient[i] += counts[outcome] / chance * change[i];
                for j in i..4 {
                    information[4 * i + j] += games / chance * change[i] * change[j];
                }
            }
        }
    }
    Slope { value: value(at, classes), gradient, information }
}
