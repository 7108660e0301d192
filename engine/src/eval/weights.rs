//! The weights in force: those of the weights' file or the defaults, scaled as the options say.

use rules::Square;
use tables::{SquareMetric, WeightBlock, square_values};

use super::features::{BLOCKS, FEATURES, FeatureBlock, Scale, Term};
use crate::{
    embedded,
    mined::Mined,
    options::{EvalOptions, SeedWeights},
    tapered::Tapered,
};

/// A weight for each feature.
#[derive(Clone, Debug)]
pub struct Weights {
    values: Box<[Tapered; FEATURES]>,
    danger_percent: i32,
}

impl Weights {
    /// The weights under these options.
    #[must_use]
    pub fn new(options: &EvalOptions, tables: &Mined) -> Self {
        let mut weights = Vec::with_capacity(FEATURES);
        let mut danger_percent = 100;
        for &term in Term::ALL {
            let percent = match term.scale() {
                Scale::Weights(percent) | Scale::Endings(percent) => percent(options),
                Scale::Units(percent) => {
                    danger_percent = percent(options);
                    100
                }
                Scale::Centipawns(weights_of) => {
                    weights.extend(weights_of(options));
                    continue;
                }
            };
            for block in term.blocks() {
                let unscaled = unscaled(block, options, tables);
                weights.extend(unscaled.map(|weight| percent_of(weight, percent)));
            }
        }
        let values = weights.try_into().expect("invariant: as many weights as features");
        Self { values, danger_percent }
    }

    /// The weight of a feature.
    #[must_use]
    #[inline(always)]
    pub const fn get(&self, feature: usize) -> Tapered {
        self.values[feature]
    }

    /// How many percent of the kings' danger count.
    #[must_use]
    #[inline(always)]
    pub(super) const fn danger_percent(&self) -> i32 {
        self.danger_percent
    }

    /// Replaces a weight.
    pub const fn set(&mut self, feature: usize, weight: Tapered) {
        self.values[feature] = weight;
    }
}

/// The weights of a block at 100 %.
fn unscaled(
    block: &FeatureBlock,
    options: &EvalOptions,
    tables: &Mined,
) -> impl Iterator<Item = (i32, i32)> {
    let is_prophet = options.seed_weights() == SeedWeights::Seed;
    let prophet = block.prophet.filter(|_| is_prophet);
    let is_fitted =
        options.fitted() && (options.small_stuff_fitted() || !is_small_stuff(block.term));
    let fitted = if is_fitted { tables.weights(block.name) } else { None };
    fitted.unwrap_or(block.defaults).iter().map(move |&(mg, eg)| {
        prophet.map_or((i32::from(mg), i32::from(eg)), |value| (value, value))
    })
}

/// Whether `SML_Fitted` is about a term.
const fn is_small_stuff(term: Term) -> bool {
    matches!(term, Term::RookBlocked | Term::RookBehind | Term::KnightBlockade)
}

const fn percent_of((mg, eg): (i32, i32), percent: i32) -> Tapered {
    Tapered::new(mg * percent / 100, eg * percent / 100)
}

/// Whether the evaluation has a block of this name and size.
pub(crate) fn fits(block: &WeightBlock) -> bool {
    let known =
        |one: &FeatureBlock| one.name == block.name && one.defaults.len() == block.weights.len();
    is_piece_squares(&block.name, block.weights.len()) || BLOCKS.iter().any(known)
}

/// A file that does not fit the list of features must not be built in.
const _: () = {
    let file = embedded::weights();
    let mut i = 0;
    while i < file.len() {
        let (name, values) = file[i];
        let (mut known, mut j) = (is_piece_squares(name, values.len()), 0);
        while j < BLOCKS.len() {
            known |= same(name, BLOCKS[j].name) && values.len() == BLOCKS[j].defaults.len();
            j += 1;
        }
        assert!(known, "tables/weights.bin does not fit the evaluation: run `lab tune` again");
        i += 1;
    }
};

/// Whether these are piece squares that the others were fitted around.
const fn is_piece_squares(name: &str, count: usize) -> bool {
    let score = square_values::fitted_around(SquareMetric::Score);
    let occupancy = square_values::fitted_around(SquareMetric::Occupancy);
    (same(name, score) || same(name, occupancy)) && count == 6 * Square::COUNT
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    a.len() == b.len() && i == a.len()
}
