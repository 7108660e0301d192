//! The weights in force: those of the file or the list, scaled as the options say.
//!
//! With `EV_Weights` at *seed*, the terms of J. Swafford's validation matrix (EV-01..06, Prophet,
//! 2020) have his values instead.

use super::{
    features::{self, BLOCKS, FEATURES, Term},
    tapered::Tapered,
};
use crate::{
    embedded,
    mined::Mined,
    options::{EvalOptions, SeedWeights},
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
    pub(crate) fn new(options: &EvalOptions, tables: &Mined) -> Self {
        let mut weights = Box::new([Tapered::ZERO; FEATURES]);
        let mut feature = 0;
        for block in BLOCKS {
            let values = if options.fitted() { tables.weights(block.name) } else { None };
            let percent = percent(block.term, options);
            for &(mg, eg) in values.unwrap_or(block.defaults) {
                let weigh = |value: i16| i32::from(value) * percent / 100;
                weights[feature] = Tapered::new(weigh(mg), weigh(eg));
                feature += 1;
            }
        }
        if options.seed_weights() == SeedWeights::Seed {
            seed(&mut weights, options);
        }
        for (i, pawns) in [options.rook_pin_a(), options.rook_pin_b(), options.rook_pin_c()]
            .into_iter()
            .enumerate()
        {
            weights[features::ROOK_PIN + i] = Tapered::new(pawns, pawns);
        }
        weights[features::KNIGHT_PAIR_GOOD] = flat(options.knight_pair_good());
        weights[features::KNIGHT_PAIR_BAD] = flat(options.knight_pair_bad());
        weights[features::BISHOP_V_KNIGHT] = Tapered::new(0, options.bishop_v_knight());
        Self { values: weights, danger_percent: options.king_danger() }
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

    /// Puts another weight in the place of one.
    pub const fn set(&mut self, feature: usize, weight: Tapered) {
        self.values[feature] = weight;
    }
}

const fn flat(centipawns: i32) -> Tapered {
    Tapered::new(centipawns, centipawns)
}

/// Prophet's values, centipawns in both phases.
fn seed(weights: &mut [Tapered; FEATURES], options: &EvalOptions) {
    let mut all = |start: usize, count: usize, value: i32, term: Term| {
        for weight in &mut weights[start..start + count] {
            *weight = flat(value * percent(term, options) / 100);
        }
    };
    all(features::KNIGHT_TROPISM, 1, -2, Term::KnightTropism);
    all(features::ROOK_OPEN, 1, 25, Term::RookOpen);
    all(features::ROOK_HALF_OPEN, 1, 15, Term::RookHalfOpen);
    // Everything else about passed pawns lies between these two blocks.
    all(features::PASSED, features::CANDIDATE - features::PASSED, 0, Term::Passed);
    all(features::PASSED, 6, 20, Term::Passed);
    all(features::ISOLATED, 2, -20, Term::Isolated);
    all(features::DOUBLED, 1, -10, Term::Doubled);
    all(features::MAJOR_7, 1, 50, Term::Major7);
    all(features::MAJOR_7_CONNECTED, 1, 80, Term::Major7Connected);
}

/// How many percent of its weights a term counts.
fn percent(term: Term, options: &EvalOptions) -> i32 {
    match term {
        Term::RookPin | Term::BishopVKnight | Term::KnightPair => 100,
        Term::Material | Term::PieceSquares => options.psqt_fit(),
        Term::Mobility => options.mobility_scale(),
        Term::Passed => options.passed(),
        Term::Candidate => options.candidate(),
        Term::Isolated => options.isolated(),
        Term::Doubled => options.doubled(),
        Term::Backward => options.backward(),
        Term::Connected => options.connected(),
        Term::Shelter => options.shelter(),
        Term::Storm => options.storm(),
        Term::KingDanger => 100,
        Term::KnightTropism => options.knight_tropism(),
        Term::QueenTropism => options.queen_tropism(),
        Term::RookOpen => options.rook_open(),
        Term::RookHalfOpen => options.rook_half_open(),
        Term::RookBlocked => options.rook_blocked(),
        Term::RookBehind => options.rook_behind(),
        Term::Major7 => options.major7(),
        Term::Major7Connected => options.major7_connected(),
        Term::Outpost => options.outpost_scale(),
        Term::KnightBlockade => options.knight_blockade(),
        Term::BishopPair => options.bishop_pair(),
        Term::BadBishop => options.bad_bishop(),
        Term::Shielded => options.shielded(),
        Term::Threats => options.threats(),
        Term::Space => options.space(),
        Term::Tempo => options.tempo(),
    }
}

/// A file that does not fit the list of features must not be built in.
const _: () = {
    let file = embedded::weights();
    let mut i = 0;
    while i < file.len() {
        let (name, values) = file[i];
        let (mut known, mut j) = (false, 0);
        while j < BLOCKS.len() {
            known |= same(name, BLOCKS[j].name) && values.len() == BLOCKS[j].defaults.len();
            j += 1;
        }
        assert!(known, "tables/weights.bin does not fit the evaluation: run `engine tune` again");
        i += 1;
    }
};

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    a.len() == b.len() && i == a.len()
}
