//! The counts that a model is fitted to: which positions, and evaluations in internal units.

use std::collections::BTreeMap;

use tables::{OutcomeCounts, WdlKey, WdlTable};

use super::{Cubic, cubic};
use crate::{WinDrawLoss, numbers, score};

/// What the polynomials depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variable {
    /// The material of both sides: 9 for a queen, 5, 3, 3, 1.
    #[default]
    Material,
    /// The number of the move.
    Move,
}

impl Variable {
    /// Its value for a position.
    fn of(self, key: WdlKey) -> u16 {
        match self {
            Self::Material => key.material().into(),
            Self::Move => key.number(),
        }
    }
}

/// How centipawns of the comments become the engine's internal units: times this, divided by 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Normalization {
    /// A number.
    Static(f64),
    /// A polynomial.
    Dynamic {
        /// Its variable.
        variable: Variable,
        /// Values below count as this one.
        least: u16,
        /// Values above count as this one.
        most: u16,
        /// What the variable is divided by.
        target: u16,
        /// The coefficients.
        a: Cubic,
    },
}

impl Normalization {
    /// The internal units of 100 centipawns, for a polynomial where its variable has the target's value.
    pub(super) fn pawn_value(&self) -> f64 {
        match self {
            Self::Static(value) => *value,
            Self::Dynamic { a, .. } => (a.iter().sum::<f64>() + 0.5).trunc(),
        }
    }

    fn internal(&self, key: WdlKey) -> i64 {
        let value = match *self {
            Self::Static(value) => value,
            Self::Dynamic { variable, least, most, target, a } => {
                // Not `clamp`, which wants the bounds in order.
                let mom = variable.of(key).max(least).min(most);
                cubic(a, f64::from(mom) / f64::from(target))
            }
        };
        (f64::from(key.eval()) * value / 100.0).round_ties_even() as i64
    }
}

/// Which positions the model is fitted to. The defaults are those of `scoreWDL.py`, but for the normalisation.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// What the polynomials depend on.
    pub variable: Variable,
    /// What the variable is divided by: where it has this value, all powers are 1.
    pub target: u16,
    /// Least and greatest number of the move.
    pub moves: [u16; 2],
    /// Least and greatest material.
    pub material: [u16; 2],
    /// The greatest evaluation either way, in centipawns.
    pub max_eval: f64,
    /// Materials (or moves) with fewer wins have no curve of their own.
    pub min_wins: u64,
    /// The units of the evaluations.
    pub normalization: Normalization,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            variable: Variable::Material,
            target: 58,
            moves: [1, 120],
            material: [17, 78],
            max_eval: 400.0,
            min_wins: 10,
            normalization: Normalization::Static(100.0),
        }
    }
}

/// The positions with one evaluation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// In internal units.
    pub(super) eval: f64,
    counts: OutcomeCounts,
}

impl Cell {
    pub(super) fn positions(&self) -> f64 {
        numbers(self.counts).iter().sum()
    }

    /// The negative logarithm of the chances that the outcomes had.
    pub(super) fn surprise(&self, chances: WinDrawLoss) -> f64 {
        let mut sum = 0.0;
        for (count, chance) in numbers(self.counts).into_iter().zip(chances) {
            if count > 0.0 {
                sum -= count * chance.max(1e-14).ln();
            }
        }
        sum
    }

    /// The squared error of the expected score, over all positions.
    pub(super) fn squared_error(&self, chances: WinDrawLoss) -> f64 {
        let expected = score(chances);
        let outcomes = numbers(self.counts).into_iter().zip([1.0, 0.5, 0.0]);
        outcomes.map(|(count, score)| count * (expected - score) * (expected - score)).sum()
    }
}

/// The positions of one material, or move.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Which.
    pub(super) mom: u16,
    /// By evaluation.
    pub(super) cells: Vec<Cell>,
}

impl Row {
    pub(super) fn wins(&self) -> u64 {
        self.cells.iter().map(|cell| cell.counts.wins).sum()
    }

    /// Evaluations, and which shares of their positions were won, drawn and lost.
    pub(super) fn shares(&self) -> Vec<(f64, WinDrawLoss)> {
        let share =
            |cell: &Cell| (cell.eval, numbers(cell.counts).map(|count| count / cell.positions()));
        self.cells.iter().map(share).collect()
    }
}

/// The positions within the bounds.
pub(super) fn rows(table: &WdlTable, selection: &Selection) -> Vec<Row> {
    let Selection { variable, moves, material, max_eval, normalization, .. } = selection;
    let most = (max_eval * normalization.pawn_value() / 100.0).round_ties_even() as i64;
    let mut rows: BTreeMap<u16, BTreeMap<i64, OutcomeCounts>> = BTreeMap::new();
    for (key, counts) in table.entries() {
        let is_within = (moves[0]..=moves[1]).contains(&key.number())
            && (material[0]..=material[1]).contains(&key.material().into());
        let eval = normalization.internal(*key);
        if is_within && eval.abs() <= most {
            rows.entry(variable.of(*key)).or_default().entry(eval).or_default().merge(*counts);
        }
    }
    let row = |(mom, cells): (u16, BTreeMap<i64, OutcomeCounts>)| {
        #[expect(clippy::cast_precision_loss, reason = "evaluations are small")]
        let cell = |(eval, counts): (i64, OutcomeCounts)| Cell { eval: eval as f64, counts };
        Row { mom, cells: cells.into_iter().map(cell).collect() }
    };
    rows.into_iter().map(row).collect()
}

/// All wins, draws and losses.
pub(super) fn sums(rows: &[Row]) -> [u64; 3] {
    let mut sum = OutcomeCounts::ZERO;
    rows.iter().flat_map(|row| &row.cells).for_each(|cell| sum.merge(cell.counts));
    [sum.wins, sum.draws, sum.losses]
}
