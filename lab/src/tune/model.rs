//! The evaluation as a function of its weights.

use engine::{
    eval::{
        danger_penalty::{DIVISOR, DOUBLE, MOST},
        features::{BLOCKS, FEATURES, Term},
        weights::Weights,
    },
    options::{EvalOptions, ImbalanceMode},
    tapered::Tapered,
};
use statistics::ordered_logit;
use tables::SquareValues;

use super::positions::TunePosition;

/// All weights, `[mg, eg]` of each feature; behind them `[percent, 0]` of the imbalance table.
pub(super) type Values = Vec<[f64; 2]>;

/// Weights to be fitted.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) values: Values,
    /// The most that the imbalance table may say, in centipawns.
    imbalance_cap: f64,
}

/// A score, and what its gradient needs.
struct Forward {
    score: f64,
    /// Danger units of each side's king.
    units: [[f64; 2]; 2],
    /// White's share of what makes its endgame value more believable: 1 if it is better, -1 if Black is, 0 if nobody is; `None` if
    /// nothing of the endgame value is believed.
    better: Option<f64>,
    /// Whether the imbalance table would say more than it may.
    is_capped: bool,
}

impl Model {
    /// The weights in force, and of the imbalance table what the options' blend gives, if it is their
    /// mode.
    pub(super) fn of(weights: &Weights, options: &EvalOptions) -> Self {
        let value = |weight: Tapered| [f64::from(weight.mg()), f64::from(weight.eg())];
        let mut values: Values = (0..FEATURES).map(|feature| value(weights.get(feature))).collect();
        let is_blend = options.imbalance() == ImbalanceMode::Blend;
        let percent = if is_blend { options.imbalance_weight() } else { 0 };
        values.push([f64::from(percent), 0.0]);
        Self { values, imbalance_cap: f64::from(options.imbalance_cap()) }
    }

    /// Percent of the imbalance table's corrections that count (`MIT_Weight`).
    pub(super) fn imbalance_percent(&self) -> f64 {
        self.values[FEATURES][0]
    }

    /// All weights nought.
    #[cfg(test)]
    pub(super) fn nought() -> Self {
        Self { values: vec![[0.0; 2]; FEATURES + 1], imbalance_cap: 0.0 }
    }

    /// Piece values and piece squares as they are, all else nought.
    pub(super) fn only_psqt(mut self) -> Self {
        for (value, term) in self.values.iter_mut().zip(terms()) {
            if !is_squares(term) {
                *value = [0.0; 2];
            }
        }
        self
    }

    /// Piece squares that begin at this percentage of the mined ones, which are part of every score: their weights take away
    /// the rest.
    pub(super) fn with_mined_share(mut self, mined: &SquareValues, percent: u8) -> Self {
        let squares =
            self.values.iter_mut().zip(terms()).filter(|(_, term)| *term == Term::PieceSquares);
        for ((value, _), &(mg, eg)) in squares.zip(mined.as_flattened()) {
            for (value, mined) in value.iter_mut().zip([mg, eg]) {
                *value -= f64::from(mined) * (1.0 - f64::from(percent) / 100.0);
            }
        }
        self
    }

    fn forward(&self, sample: &TunePosition, features: &[(u16, i16)]) -> Forward {
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
        let winnable = part(3)[1];
        let better = (winnable > -eg.abs()).then(|| if eg == 0.0 { 0.0 } else { eg.signum() });
        let eg = better.map_or(0.0, |better| eg + better * winnable);
        let terms = mg * phase + eg * (1.0 - phase) * f64::from(sample.scale);
        let imbalance = f64::from(sample.imbalance) * self.imbalance_percent() / 100.0;
        let score = terms + imbalance.clamp(-self.imbalance_cap, self.imbalance_cap);
        Forward { score, units, better, is_capped: imbalance.abs() > self.imbalance_cap }
    }

    /// The sum of the squared errors of the predicted outcomes.
    pub(super) fn errors(
        &self,
        samples: &[TunePosition],
        features: &[(u16, i16)],
        link: Link,
    ) -> f64 {
        let errors = samples
            .iter()
            .map(|sample| sample.squared_error(link.expected(self.score(sample, features))));
        errors.sum()
    }

    /// White's score of a position, in centipawns.
    pub(super) fn score(&self, sample: &TunePosition, features: &[(u16, i16)]) -> f64 {
        self.forward(sample, features).score
    }

    /// Adds the gradient of the squared errors of these samples, and gives their sum.
    pub(super) fn gradient(
        &self,
        samples: &[TunePosition],
        features: &[(u16, i16)],
        link: Link,
        gradient: &mut Values,
    ) -> f64 {
        let mut sum = 0.0;
        for sample in samples {
            let Forward { score, units, better, is_capped } = self.forward(sample, features);
            let expected = link.expected(score);
            sum += sample.squared_error(expected);
            let slope = sample.error_slope(expected) * link.slope(score);
            if !is_capped {
                gradient[FEATURES][0] += slope * f64::from(sample.imbalance) / 100.0;
            }
            let phase = f64::from(sample.phase);
            let by_eg = better.map_or(0.0, |_| slope * (1.0 - phase) * f64::from(sample.scale));
            let by = [slope * phase, by_eg];
            for i in 0..4 {
                let factor = match i {
                    0 => by,
                    3 => [0.0, by[1] * better.unwrap_or_default()],
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
fn cost(units: [f64; 2]) -> [f64; 2] {
    units.map(|units| {
        let units = units.min(f64::from(MOST));
        (units + units.max(0.0) * units / f64::from(DOUBLE)) / f64::from(DIVISOR)
    })
}

/// How fast the cost grows with the units.
fn steepness(units: [f64; 2]) -> [f64; 2] {
    units.map(|units| {
        let grows = units <= f64::from(MOST);
        f64::from(grows) * (1.0 + 2.0 * units.max(0.0) / f64::from(DOUBLE)) / f64::from(DIVISOR)
    })
}

/// What a score lets expect of a game: an [ordered logit](ordered_logit), in which a score has to pass a threshold to be a win.
/// Where that is nought it is the sigmoid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Link {
    /// Centipawns to the argument of the sigmoid.
    pub(super) scale: f64,
    /// The argument at which a win is as probable as none.
    pub(super) threshold: f64,
}

impl Link {
    /// The sigmoid.
    pub(super) const fn logistic(scale: f64) -> Self {
        Self { scale, threshold: 0.0 }
    }

    /// White's expected share of the point.
    pub(super) fn expected(self, score: f64) -> f64 {
        statistics::score(ordered_logit(score * self.scale, self.threshold))
    }

    /// How fast it grows with the score.
    fn slope(self, score: f64) -> f64 {
        let [win, _, loss] = ordered_logit(score * self.scale, self.threshold);
        f64::midpoint(win * (1.0 - win), loss * (1.0 - loss)) * self.scale
    }
}

/// Features that are options and not fitted.
pub(super) fn is_frozen(term: Term) -> bool {
    !term.is_fitted()
}

/// Features that are piece values or piece squares.
pub(super) fn is_psqt(term: Term) -> bool {
    term.is_psqt()
}

/// Features that are piece values or piece squares of any kind.
pub(super) fn is_squares(term: Term) -> bool {
    is_psqt(term) || term == Term::KingSquares
}

/// The term of each feature.
pub(super) fn terms() -> Vec<Term> {
    BLOCKS.iter().flat_map(|block| vec![block.term; block.defaults.len()]).collect()
}

#[cfg(test)]
mod tests {
    use engine::{eval::Evaluator, game::Game, position::Position};
    use shakmaty::CastlingMode;
    use statistics::sigmoid;

    use super::{super::positions::Samples, *};

    fn sample(imbalance: f32) -> TunePosition {
        TunePosition {
            base: [12.0, -7.0],
            phase: 0.625,
            scale: 0.75,
            outcome: 1.0,
            searched: 0.0,
            imbalance,
            weight: 1.5,
            range: [0, 2, 4, 5, 6],
        }
    }

    #[test]
    fn a_share_of_the_mined_squares_is_what_is_not_taken_away() {
        let rough = Model { values: vec![[1.0; 2]; FEATURES + 1], imbalance_cap: 0.0 };
        let mut mined = Box::new([[(0, 0); 64]; 6]);
        mined[1][18] = (50, -20);
        let model = rough.with_mined_share(&mined, 40);
        let changed: Vec<_> =
            (0..FEATURES).filter(|&place| model.values[place] != [1.0; 2]).collect();
        let knight_on_c3 = terms()
            .iter()
            .position(|&term| term == Term::PieceSquares)
            .map(|first| first + 64 + 18);
        assert_eq!(changed, Vec::from_iter(knight_on_c3));
        assert_eq!(model.values[changed[0]], [1.0 - 30.0, 1.0 + 12.0]);
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_errors() {
        // Two features in the open, two of danger to White's king, one to Black's, one of how winnable it is.
        let features = [(3_u16, 2_i16), (8, -1), (20, 3), (21, 1), (20, 2), (30, 3)];
        let mut model = Model { values: vec![[0.0; 2]; FEATURES + 1], imbalance_cap: 100.0 };
        for (feature, value) in [(3, [30.0, 50.0]), (8, [11.0, -9.0]), (20, [25.0, 14.0])] {
            model.values[feature] = value;
        }
        model.values[21] = [18.0, 6.0];
        model.values[30] = [0.0, -9.0];
        model.values[FEATURES] = [40.0, 0.0];
        let threshold = Link { scale: 0.006, threshold: 1.5 };
        // The second says more than the cap lets through.
        for (imbalance, by_table, link) in [
            (80.0, 32.0, Link::logistic(0.004)),
            (-2_000.0, -100.0, Link::logistic(0.004)),
            (80.0, 32.0, threshold),
        ] {
            let samples = [sample(imbalance)];
            let without = Model { imbalance_cap: 0.0, ..model.clone() };
            let difference = model.forward(&samples[0], &features).score
                - without.forward(&samples[0], &features).score;
            assert!((difference - by_table).abs() < 1e-9, "{difference}");
            let mut gradient = vec![[0.0; 2]; FEATURES + 1];
            model.gradient(&samples, &features, link, &mut gradient);
            for place in [3, 8, 20, 21, 30, FEATURES] {
                let slope = [0, 1].map(|half: usize| {
                    let error = |by: f64| {
                        let mut moved = model.clone();
                        moved.values[place][half] += by;
                        moved.errors(&samples, &features, link)
                    };
                    (error(1e-4) - error(-1e-4)) / 2e-4
                });
                let is = gradient[place];
                let same = slope.iter().zip(is).all(|(slope, is)| (slope - is).abs() < 1e-7);
                assert!(same, "{place}: {slope:?} {is:?}");
            }
            assert_eq!(gradient[FEATURES][0] == 0.0, by_table == -100.0);
        }
    }

    #[test]
    fn a_link_is_fair_and_grows_and_is_the_sigmoid_without_a_threshold() {
        let [with, without] = [1.7, 0.0].map(|threshold| Link { scale: 0.01, threshold });
        assert_eq!(without, Link::logistic(0.01));
        for score in [0.0, 30.0, 170.0, 900.0] {
            assert!((without.expected(score) - sigmoid(score * 0.01)).abs() < 1e-12);
            assert!((with.expected(score) + with.expected(-score) - 1.0).abs() < 1e-12);
            assert!(with.expected(score + 1.0) > with.expected(score));
        }
        // At the threshold a win is as probable as none, and a loss far from it.
        assert!((with.expected(170.0) - f64::midpoint(0.5, sigmoid(3.4))).abs() < 1e-12);
        assert!(with.expected(60.0) < without.expected(60.0));
    }

    #[test]
    fn nobody_becomes_the_better_side_by_what_is_winnable() {
        let mut model = Model::nought();
        let even = TunePosition { phase: 0.0, scale: 1.0, range: [0, 0, 0, 0, 1], ..sample(0.0) };
        for (eg, winnable, believed) in [
            (30.0, 4.0, 42.0),
            (-30.0, 4.0, -42.0),
            (30.0, -4.0, 18.0),
            (-30.0, -40.0, 0.0),
            (0.0, 4.0, 0.0),
        ] {
            model.values[30] = [0.0, winnable];
            let sample = TunePosition { base: [0.0, eg], ..even.clone() };
            assert!((model.forward(&sample, &[(30, 3)]).score - believed).abs() < 1e-9);
        }
    }
    /// What is fitted is what plays, but for the rounding of centipawns.
    #[test]
    fn the_model_says_what_the_engine_says() {
        let options = EvalOptions { fifty_moves: false, ..EvalOptions::default() };
        let evaluator = Evaluator::new(&options);
        let model = Model::of(&Weights::new(&options, evaluator.tables()), &options);
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "1r3rk1/1b2bppp/p2p1n2/1p1Pp3/4P3/P1N1BN1P/1P3PP1/2RR2K1 w - - 0 1",
            "r4rk1/ppp2p1p/2n2n2/6NQ/4B3/2N5/PPPq1PPP/R4RK1 b - - 0 1",
            "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
            "8/p4p1k/1b6/8/8/6N1/PP4P1/6K1 w - - 0 1",
            "6k1/p6p/8/8/8/8/P6P/6K1 w - - 0 1",
            // A king beset, and one that nobody ever reaches.
            "6k1/5ppp/8/8/2R1R3/1QB5/5PPP/4R1K1 b - - 0 1",
        ] {
            let game = Game::from_fen(fen, CastlingMode::Standard).expect("a FEN");
            let position = Position::new(game.position(), evaluator.psqt());
            let trace = evaluator.trace(&position).expect("no known ending");
            let (sample, features) = Samples::one(&trace);
            let fitted = model.forward(&sample, &features).score;
            let played = f64::from(evaluator.explain(&position).white_score);
            assert!((fitted - played).abs() < 4.0, "{fen}: {fitted} {played}");
        }
    }
}
