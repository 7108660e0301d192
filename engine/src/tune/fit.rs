//! The fit itself.
//!
//! First the scale of the sigmoid, with the weights as they are, so that centipawns keep their size; then
//! the weights, in batches in a fixed order. A batch is cut in a fixed number of parts whose gradients are
//! added in order, so the number of threads does not change the result.

use std::thread;

use super::{
    model::{self, Model, Values},
    positions::{Sample, Set},
};
use crate::eval::features::Term;

/// How the descent is done.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How often every position is seen.
    pub epochs: usize,
    /// The step of a weight, in centipawns, at the start.
    pub rate: f64,
    /// How much a squared centipawn away from the start costs, in squared error.
    pub pull: f64,
    /// The same for piece squares and piece values.
    pub psqt_pull: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epochs: 30, rate: 1.0, pull: 1e-10, psqt_pull: 1e-9 }
    }
}

/// What came out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fitted {
    /// Centipawns to the argument of the sigmoid.
    pub(super) scale: f64,
    /// Mean squared error on what is held out, before and after.
    pub(super) losses: [f64; 2],
}

const BATCH: usize = 16_384;
const PARTS: usize = 8;
const THREADS: usize = 2;

/// Fits the weights.
pub(super) fn fit(
    set: &Set,
    start: &Model,
    settings: Settings,
    report: &mut dyn FnMut(&str),
) -> (Model, Fitted) {
    let scale = best_scale(set, start);
    let before = start.loss(&set.held_out, scale);
    report(&format!("scale {scale:.6}, held-out loss {before:.6}"));
    let mut model = start.clone();
    let mut adam = Adam::new(start.values.len());
    let order = order(set.fitted.samples.len().div_ceil(BATCH));
    for epoch in 0..settings.epochs {
        let rate = settings.rate * (1.0 - epoch as f64 / settings.epochs as f64);
        for &batch in &order {
            let from = batch * BATCH;
            let to = (from + BATCH).min(set.fitted.samples.len());
            let samples = &set.fitted.samples[from..to];
            let mut gradient = gradient(&model, samples, &set.fitted.features, scale);
            pull(&mut gradient, &model, start, settings);
            adam.step(&mut model.values, &gradient, rate);
        }
        let loss = model.loss(&set.held_out, scale);
        report(&format!("epoch {}, held-out loss {loss:.6}", epoch + 1));
    }
    let after = model.loss(&set.held_out, scale);
    (model, Fitted { scale, losses: [before, after] })
}

/// The scale with the least loss, by ternary search.
fn best_scale(set: &Set, model: &Model) -> f64 {
    let (mut low, mut high) = (0.0005, 0.02);
    for _ in 0..25 {
        let third = (high - low) / 3.0;
        let (a, b) = (low + third, high - third);
        if model.loss(&set.held_out, a) < model.loss(&set.held_out, b) {
            high = b;
        } else {
            low = a;
        }
    }
    f64::midpoint(low, high)
}

/// The batches, mixed: neighbours in a file are alike.
fn order(batches: usize) -> Vec<usize> {
    let mut order: Vec<_> = (0..batches).collect();
    order.sort_by_key(|&batch| (batch as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    order
}

/// The mean gradient of some samples.
fn gradient(model: &Model, samples: &[Sample], features: &[(u16, i16)], scale: f64) -> Values {
    let count = model.values.len();
    let parts: Vec<_> = samples.chunks(samples.len().div_ceil(PARTS)).collect();
    let each = parts.len().div_ceil(THREADS);
    let sums: Vec<Values> = thread::scope(|scope| {
        let workers: Vec<_> = parts
            .chunks(each)
            .map(|parts| {
                scope.spawn(move || {
                    let of = |part: &&[Sample]| {
                        let mut sum = vec![[0.0; 2]; count];
                        model.gradient(part, features, scale, &mut sum);
                        sum
                    };
                    parts.iter().map(of).collect::<Vec<_>>()
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    let mut mean = vec![[0.0; 2]; count];
    for sum in sums {
        for (mean, sum) in mean.iter_mut().zip(sum) {
            mean[0] += sum[0] / samples.len() as f64;
            mean[1] += sum[1] / samples.len() as f64;
        }
    }
    mean
}

/// Draws the weights back to the start; stops those that are not fitted.
fn pull(gradient: &mut Values, model: &Model, start: &Model, settings: Settings) {
    let both = model.values.iter().zip(&start.values);
    for ((slot, (now, then)), term) in gradient.iter_mut().zip(both).zip(model::terms()) {
        let by = match term {
            Term::PieceSquares | Term::Material => settings.psqt_pull,
            _ => settings.pull,
        };
        for i in 0..2 {
            slot[i] += 2.0 * by * (now[i] - then[i]);
            if model::is_frozen(term) {
                slot[i] = 0.0;
            }
        }
    }
}

/// Adam's moments.
struct Adam {
    mean: Values,
    square: Values,
    steps: i32,
}

impl Adam {
    fn new(count: usize) -> Self {
        Self { mean: vec![[0.0; 2]; count], square: vec![[0.0; 2]; count], steps: 0 }
    }

    fn step(&mut self, values: &mut Values, gradient: &Values, rate: f64) {
        const KEEP: [f64; 2] = [0.9, 0.999];
        self.steps += 1;
        let bias = KEEP.map(|keep| 1.0 - keep.powi(self.steps));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((value, gradient), (mean, square)) in values.iter_mut().zip(gradient).zip(moments) {
            for i in 0..2 {
                let slope = gradient[i];
                mean[i] = KEEP[0] * mean[i] + (1.0 - KEEP[0]) * slope;
                square[i] = KEEP[1] * square[i] + (1.0 - KEEP[1]) * slope * slope;
                let step = (mean[i] / bias[0]) / ((square[i] / bias[1]).sqrt() + 1e-12);
                value[i] -= rate * step;
            }
        }
    }
}
