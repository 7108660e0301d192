//! The fit itself.
//!
//! First the link from scores to expectations, with the weights as they are, so that centipawns keep their size; then
//! the weights, in batches in a fixed order. A batch is cut in a fixed number of parts whose gradients are
//! added in order, so the number of threads does not change the result.

use std::{thread, time::Instant};

use engine::{eval::features::Term, mixing::SPREAD};
use tables::SquareMetric;

use super::{
    checkpoint::Checkpoint,
    model::{self, Link, Model, Values},
    positions::{Samples, Set, TunePosition},
    shared::by_threads,
};

/// Which weights are fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Only {
    /// All of them.
    All,
    /// Piece values and piece squares alone, those by where the kings stand among them; all other weights are
    /// nought.
    Psqt,
    /// All others; piece values and piece squares stay as they are.
    Others,
}

impl Only {
    fn takes(self, term: Term) -> bool {
        match self {
            Self::All => true,
            Self::Psqt => model::is_squares(term),
            Self::Others => !model::is_squares(term),
        }
    }
}

/// How the descent is done.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How often every position is seen.
    pub epochs: usize,
    /// The step of a weight, in centipawns, at the start.
    pub rate: f64,
    /// How many centipawns the weights are expected to lie from the start, as a standard deviation. The fewer positions
    /// there are, the more they are held back.
    pub spread: f64,
    /// What is expected of piece squares and piece values, in place of `spread`.
    pub psqt_spread: f64,
    /// What is expected of tables of thousands of weights, in place of `spread`.
    pub table_spread: f64,
    /// Which weights are fitted.
    pub only: Only,
    /// How the mined counts become the piece squares that the fit begins at.
    pub metric: SquareMetric,
    /// Percent of the mined piece squares that the fit begins at, unless they stay or it goes on.
    pub mined_share: u8,
    /// Whether the imbalance table's blend is part of the score, its share fitted with the weights.
    pub imbalance: bool,
    /// Whether to begin at the weights that were built in, in place of the rough ones.
    pub go_on: bool,
    /// Nodes of the search that gives a second opinion on each position; 0 asks for none.
    pub score_nodes: u64,
    /// The share of that opinion in what is predicted, the outcome has the rest.
    pub score_share: f64,
    /// How many threads work; makes no difference to what comes out.
    pub threads: usize,
}

impl Settings {
    /// Percent of the mined piece squares that this fit begins at: all of them where they stay or where the fit before has found
    /// its own.
    pub(super) fn share_at_start(&self) -> u8 {
        if self.go_on || self.only == Only::Others { 100 } else { self.mined_share }
    }
}

impl Default for Settings {
    fn default() -> Self {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Self {
            epochs: 30,
            rate: 1.0,
            spread: 30.0,
            psqt_spread: 10.0,
            table_spread: 2.5,
            only: Only::All,
            metric: SquareMetric::Score,
            mined_share: 40,
            imbalance: false,
            go_on: false,
            score_nodes: 0,
            score_share: 0.5,
            threads,
        }
    }
}

/// Where the link from scores to what is expected comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum LinkFrom {
    /// It is known.
    Known(Link),
    /// The sigmoid's scale is the best one for the start, so that centipawns keep their size.
    Scale,
    /// The scale and a threshold are: chances of a win and a draw are told apart by a program that gives both.
    ScaleAndThreshold,
}

impl LinkFrom {
    /// The link with the least loss in what is fitted to; what was held out has no say.
    fn found(self, set: &Set, model: &Model) -> Link {
        let Samples { samples, features, .. } = &set.fitted;
        let step = match self {
            Self::Known(link) => return link,
            Self::Scale => 1,
            Self::ScaleAndThreshold => samples.len().div_ceil(ENOUGH).max(1),
        };
        let scored: Vec<_> =
            samples.iter().step_by(step).map(|s| (model.score(s, features), s)).collect();
        let loss = |link: Link| {
            let error = |(score, sample): &(f64, &TunePosition)| {
                sample.squared_error(link.expected(*score))
            };
            scored.iter().map(error).sum::<f64>()
        };
        let best = |threshold: f64| {
            let scale = least(SCALES, |scale| loss(Link { scale, threshold }));
            Link { scale, threshold }
        };
        best(match self {
            Self::ScaleAndThreshold => least(THRESHOLDS, |threshold| loss(best(threshold))),
            _ => 0.0,
        })
    }
}

/// What came out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fitted {
    /// From centipawns to what is expected.
    pub(super) link: Link,
    /// Before and after.
    pub(super) losses: [Losses; 2],
}

/// Mean squared errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Losses {
    /// Of what was fitted.
    pub(super) fitted: f64,
    /// Of games that were held out.
    pub(super) held_out: f64,
    /// Of the source that was left out, if one was.
    pub(super) elsewhere: Option<f64>,
}

impl Losses {
    fn of(model: &Model, set: &Set, link: Link, threads: usize) -> Self {
        let loss = |samples: &Samples| loss(model, samples, link, threads);
        Self {
            fitted: loss(&set.fitted),
            held_out: loss(&set.held_out),
            elsewhere: (!set.elsewhere.is_empty()).then(|| loss(&set.elsewhere)),
        }
    }

    /// In words.
    pub(super) fn describe(&self) -> String {
        let Self { fitted, held_out, elsewhere } = self;
        let elsewhere =
            elsewhere.map_or_else(String::new, |loss| format!(", other source {loss:.6}"));
        format!("fitted {fitted:.6}, held out {held_out:.6}{elsewhere}")
    }
}

/// Scales of the sigmoid that are thought of.
pub(super) const SCALES: (f64, f64) = (0.0005, 0.04);
/// Thresholds of the link that are thought of.
const THRESHOLDS: (f64, f64) = (0.0, 5.0);
/// Positions that are enough to find two numbers by.
const ENOUGH: usize = 50_000;
const BATCH: usize = 16_384;
const PARTS: usize = 32;

/// Fits the weights, from the checkpoint on if it has got anywhere.
///
/// # Errors
/// One sentence if the checkpoint cannot be written.
pub(super) fn fit(
    set: &Set,
    link: LinkFrom,
    start: &Model,
    settings: Settings,
    checkpoint: &Checkpoint,
    report: &mut dyn FnMut(&str),
) -> Result<(Model, Fitted), String> {
    let Settings { epochs, rate, threads, .. } = settings;
    let link = link.found(set, start);
    let before = Losses::of(start, set, link, threads);
    let Link { scale, threshold } = link;
    report(&format!("scale {scale:.6}, threshold {threshold:.3}, loss {}", before.describe()));
    let pulls = pulls(settings, before.fitted, set.fitted.len());
    let mut model = start.clone();
    let mut adam = Adam::new(start.values.len());
    let mut done = 0;
    if let Some(state) = checkpoint.load(start.values.len())? {
        (done, model.values, adam) = (state.epochs, state.values, state.adam);
        report(&format!("goes on after epoch {done}"));
    }
    let began = Instant::now();
    let order = order(set.fitted.len().div_ceil(BATCH));
    for epoch in done..epochs {
        let rate = rate * (1.0 - epoch as f64 / epochs as f64);
        let mut sum = 0.0;
        for &batch in &order {
            let from = batch * BATCH;
            let to = (from + BATCH).min(set.fitted.len());
            let samples = &set.fitted.samples[from..to];
            let (mut gradient, errors) =
                gradient(&model, samples, &set.fitted.features, link, threads);
            sum += errors;
            pull(&mut gradient, &model, start, &pulls);
            adam.step(&mut model.values, &gradient, rate);
        }
        checkpoint.save(epoch + 1, &model.values, &adam)?;
        let (fitted, held_out) =
            (sum / set.fitted.len() as f64, loss(&model, &set.held_out, link, threads));
        let seconds = began.elapsed().as_secs_f64();
        report(&format!(
            "epoch {}, loss fitted {fitted:.6} on the way, held out {held_out:.6}, {seconds:.0} s",
            epoch + 1
        ));
    }
    let after = Losses::of(&model, set, link, threads);
    report(&format!("loss {}", after.describe()));
    Ok((model, Fitted { link, losses: [before, after] }))
}

/// The mean squared error, by all threads.
fn loss(model: &Model, samples: &Samples, link: Link, threads: usize) -> f64 {
    let parts = in_parts(&samples.samples, threads, &|part: &[TunePosition]| {
        model.errors(part, &samples.features, link)
    });
    parts.into_iter().sum::<f64>() / samples.len().max(1) as f64
}

/// What `work` makes of each of a fixed number of parts, in their order.
fn in_parts<T: Send>(
    samples: &[TunePosition],
    threads: usize,
    work: &(dyn Fn(&[TunePosition]) -> T + Sync),
) -> Vec<T> {
    let parts: Vec<_> = samples.chunks(samples.len().div_ceil(PARTS).max(1)).collect();
    let each = parts.len().div_ceil(threads.max(1));
    let done = by_threads(&parts, each, |parts| Ok(parts.iter().map(|part| work(part)).collect()));
    done.expect("invariant: arithmetic does not panic")
        .into_iter()
        .flat_map(|done: Vec<T>| done)
        .collect()
}

/// Where between two ends the loss is least, by ternary search.
pub(super) fn least((mut low, mut high): (f64, f64), loss: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..25 {
        let third = (high - low) / 3.0;
        let (a, b) = (low + third, high - third);
        if loss(a) < loss(b) {
            high = b;
        } else {
            low = a;
        }
    }
    f64::midpoint(low, high)
}

/// The batches, mixed.
fn order(batches: usize) -> Vec<usize> {
    let mut order: Vec<_> = (0..batches).collect();
    order.sort_by_key(|&batch| (batch as u64).wrapping_mul(SPREAD));
    order
}

/// The mean gradient of some samples, and the sum of their squared errors.
fn gradient(
    model: &Model,
    samples: &[TunePosition],
    features: &[(u16, i16)],
    link: Link,
    threads: usize,
) -> (Values, f64) {
    let count = model.values.len();
    let sums = in_parts(samples, threads, &|part: &[TunePosition]| {
        let mut sum = vec![[0.0; 2]; count];
        let errors = model.gradient(part, features, link, &mut sum);
        (sum, errors)
    });
    let mut mean = vec![[0.0; 2]; count];
    let mut all_errors = 0.0;
    for (sum, errors) in sums {
        all_errors += errors;
        for (mean, sum) in mean.iter_mut().zip(sum) {
            mean[0] += sum[0] / samples.len() as f64;
            mean[1] += sum[1] / samples.len() as f64;
        }
    }
    (mean, all_errors)
}

/// What a squared centipawn away from the start costs each weight, in mean squared error; `None` for weights that are not
/// fitted. As in the least squares of a prior: the variance of the noise, which is about the error at the start, by that of the
/// weights, for all positions together.
fn pulls(settings: Settings, noise: f64, positions: usize) -> Vec<Option<f64>> {
    let cost = |term: Term| {
        let spread = match term {
            _ if model::is_psqt(term) => settings.psqt_spread,
            _ if term.is_large_table() => settings.table_spread,
            _ => settings.spread,
        };
        noise / (spread.powi(2) * positions as f64)
    };
    let is_fitted = |term| !model::is_frozen(term) && settings.only.takes(term);
    model::terms().into_iter().map(|term| is_fitted(term).then(|| cost(term))).collect()
}

/// Draws the weights back to the start; stops those that are not fitted.
fn pull(gradient: &mut Values, model: &Model, start: &Model, pulls: &[Option<f64>]) {
    let both = model.values.iter().zip(&start.values);
    for ((slot, (now, then)), pull) in gradient.iter_mut().zip(both).zip(pulls) {
        for i in 0..2 {
            slot[i] = pull.map_or(0.0, |pull| slot[i] + 2.0 * pull * (now[i] - then[i]));
        }
    }
}

/// Adam's moments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    pub(super) mean: Values,
    pub(super) square: Values,
    pub(super) steps: i32,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_positions_and_small_expectations_hold_weights_back() {
        let terms = model::terms();
        let cost = |settings, positions| {
            let pulls = pulls(settings, 0.12, positions);
            let of = |is: fn(Term) -> bool| {
                let place = terms.iter().position(|&term| is(term)).expect("a term");
                pulls[place]
            };
            [of(model::is_psqt), of(Term::is_large_table), of(|term| term == Term::Mobility)]
        };
        let settings = Settings::default();
        // A variance of 0.12 in 1,000 positions, by the square of the 10, 2.5 and 30 centipawns that are expected.
        assert_eq!(cost(settings, 1_000), [Some(1.2e-6), Some(1.92e-5), Some(0.12 / 9e5)]);
        let [psqt, table, other] = cost(settings, 4_000).map(Option::unwrap);
        let wide = Settings { psqt_spread: 20.0, ..settings };
        assert_eq!(cost(wide, 1_000), [Some(psqt), Some(4.0 * table), Some(4.0 * other)]);
        let only = Settings { only: Only::Others, ..settings };
        assert_eq!(cost(only, 4_000), [None, None, Some(other)], "king squares are squares, too");
    }

    #[test]
    fn the_link_that_made_the_expectations_is_found() {
        let model = Model::nought();
        for link in [Link { scale: 0.016, threshold: 1.6 }, Link::logistic(0.009)] {
            let mut set = Set::default();
            for score in (-600..=600).step_by(7) {
                set.fitted.push_expected(f64::from(score), link.expected(f64::from(score)));
            }
            let found = LinkFrom::ScaleAndThreshold.found(&set, &model);
            assert!((found.scale / link.scale - 1.0).abs() < 0.02, "{found:?}");
            assert!((found.threshold - link.threshold).abs() < 0.05, "{found:?}");
            let scale = LinkFrom::Scale.found(&set, &model);
            assert!(scale.threshold == 0.0 && scale.scale <= link.scale * 1.01, "{scale:?}");
        }
    }
}
