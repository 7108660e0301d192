//! The evaluation as a function of its weights.

use super::positions::Sample;
use crate::eval::{
    features::{BLOCKS, FEATURES, Term},
    king_danger::{EG_DIVISOR, MG_DIVISOR},
    tapered::Tapered,
    weights::Weights,
};

/// All weights, `[mg, eg]` of each feature.
pub(super) type Values = Vec<[f64; 2]>;

/// Weights to be fitted.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) values: Values,
}

/// A score, and what its gradient needs.
struct Forward {
    score: f64,
    /// Danger units of each side's king.
    units: [[f64; 2]; 2],
}

impl Model {
    pub(super) fn of(weights: &Weights) -> Self {
        let value = |weight: Tapered| [f64::from(weight.mg()), f64::from(weight.eg())];
        Self { values: (0..FEATURES).map(|feature| value(weights.get(feature))).collect() }
    }

    /// Piece values and piece squares as they are, all else nought.
    pub(super) fn only_psqt(mut self) -> Self {
        for (value, term) in self.values.iter_mut().zip(terms()) {
            if !is_psqt(term) {
                *value = [0.0; 2];
            }
        }
        self
    }

    fn forward(&self, sample: &Sample, features: &[(u16, i16)]) -> Forward {
        let part = |i: usize| {
            let range = sample.range[i] as usize..sample.range[i + 1] as usize;
            features[range].iter().fold([0.0; 2], |sum: [f64; 2], &(feature, count)| {
                let [mg, eg] = self.values[usize::from(feature)];
                let count = f64::from(count);
                [count.mul_add(mg, sum[0]), count.mul_add(eg, sum[1])]
            })
        };
        let units = [part(1), part(2)];
        let [white, black] = units.map(cost);
        let [mg, eg] = part(0);
        let mg = f64::from(sample.base[0]) + mg - white[0] + black[0];
        let eg = f64::from(sample.base[1]) + eg - white[1] + black[1];
        let phase = f64::from(sample.phase);
        Forward { score: mg * phase + eg * (1.0 - phase) * f64::from(sample.scale), units }
    }

    /// The sum of the squared errors of the predicted outcomes.
    pub(super) fn errors(&self, samples: &[Sample], features: &[(u16, i16)], scale: f64) -> f64 {
        let errors = samples.iter().map(|sample| {
            let score = self.forward(sample, features).score;
            let error = f64::from(sample.outcome) - sigmoid(score * scale);
            f64::from(sample.weight) * error.powi(2)
        });
        errors.sum()
    }

    /// Adds the gradient of the squared errors of these samples, and gives their sum.
    pub(super) fn gradient(
        &self,
        samples: &[Sample],
        features: &[(u16, i16)],
        scale: f64,
        gradient: &mut Values,
    ) -> f64 {
        let mut sum = 0.0;
        for sample in samples {
            let Forward { score, units } = self.forward(sample, features);
            let p = sigmoid(score * scale);
            let weight = f64::from(sample.weight);
            let error = p - f64::from(sample.outcome);
            sum += weight * error * error;
            let slope = 2.0 * weight * error * p * (1.0 - p) * scale;
            let phase = f64::from(sample.phase);
            let by = [slope * phase, slope * (1.0 - phase) * f64::from(sample.scale)];
            for i in 0..3 {
                let factor = match i {
                    0 => by,
                    _ => {
                        let [mg, eg] = steepness(units[i - 1]);
                        let sign = if i == 1 { -1.0 } else { 1.0 };
                        [sign * by[0] * mg, sign * by[1] * eg]
                    }
                };
                let range = sample.range[i] as usize..sample.range[i + 1] as usize;
                for &(feature, count) in &features[range] {
                    let slot = &mut gradient[usize::from(feature)];
                    slot[0] += factor[0] * f64::from(count);
                    slot[1] += factor[1] * f64::from(count);
                }
            }
        }
        sum
    }
}

/// What danger units cost.
fn cost([mg, eg]: [f64; 2]) -> [f64; 2] {
    [mg.max(0.0).powi(2) / f64::from(MG_DIVISOR), eg.max(0.0) / f64::from(EG_DIVISOR)]
}

/// How fast the cost grows with the units.
fn steepness([mg, eg]: [f64; 2]) -> [f64; 2] {
    let eg = if eg > 0.0 { 1.0 / f64::from(EG_DIVISOR) } else { 0.0 };
    [2.0 * mg.max(0.0) / f64::from(MG_DIVISOR), eg]
}

pub(super) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Features that are options and not fitted.
pub(super) fn is_frozen(term: Term) -> bool {
    matches!(term, Term::RookPin | Term::KnightPair | Term::BishopVKnight)
}

/// Features that are piece values or piece squares.
pub(super) fn is_psqt(term: Term) -> bool {
    matches!(term, Term::Material | Term::PieceSquares)
}

/// The term of each feature.
pub(super) fn terms() -> Vec<Term> {
    BLOCKS.iter().flat_map(|block| vec![block.term; block.defaults.len()]).collect()
}
