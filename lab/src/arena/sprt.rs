//! The sequential probability ratio test (A. Wald, 1945; TST-01): a match ends when it says enough.
//!
//! H0 is that A is `elo0` stronger, H1 that it is `elo1`. `alpha` is the probability to accept H1
//! although H0 holds, `beta` to accept H0 although H1 does. The logarithm of the likelihood ratio (LLR) is
//! fastchess' (`arena::likelihood`), except under [`Model::Trinomial`].

use std::{
    f64::consts::{LN_10, SQRT_2},
    str::FromStr,
};

use super::{
    elo,
    likelihood::{Hypothesis, Outcomes},
    tally::Tally,
};

/// What counts as one observation, and what Elo is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// A game; Elo is logistic. By the approximation of the tools of 2020, from which the seeds' figures are:
    /// with a score s, its variance v and n games, LLR = n (s1 - s0) (2s - s0 - s1) / (2 v), and 0 before
    /// there are wins, draws and losses.
    Trinomial,
    /// A game; Elo is logistic. Exact.
    Games,
    /// A game; Elo is normalised. Exact.
    NormalisedGames,
    /// A pair of games; Elo is logistic. Exact.
    #[default]
    Pentanomial,
    /// A pair of games; Elo is normalised. Exact.
    Normalised,
}

impl Model {
    /// Each by its name, and by the other one that it has.
    const NAMES: [(&str, Self); 7] = [
        ("pentanomial", Self::Pentanomial),
        ("normalised", Self::Normalised),
        ("games", Self::Games),
        ("normalised-games", Self::NormalisedGames),
        ("trinomial", Self::Trinomial),
        ("normalized", Self::Normalised),
        ("normalized-games", Self::NormalisedGames),
    ];
}

impl FromStr for Model {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::NAMES.iter().find(|(name, _)| *name == text);
        found.map(|&(_, model)| model).ok_or_else(|| {
            format!(
                "model is pentanomial, normalised, games, normalised-games or trinomial, not `{text}`"
            )
        })
    }
}

/// A test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not enough games yet.
    Continue,
    /// A is not better by `elo0`.
    AcceptH0,
    /// A is better by `elo1`.
    AcceptH1,
}

impl Sprt {
    /// A test.
    ///
    /// # Errors
    /// One sentence if it could not tell the hypotheses apart.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Self, String> {
        if elo0 >= elo1 || !elo0.is_finite() || !elo1.is_finite() {
            return Err(format!(
                "elo0 must be below elo1, but {elo0} is not below {elo1}: such a test accepts anything"
            ));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err("alpha and beta must be above 0, and their sum below 1".to_owned());
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// Whether it counts pairs, and nothing of games that are in none.
    #[must_use]
    pub const fn is_of_pairs(&self) -> bool {
        matches!(self.model, Model::Pentanomial | Model::Normalised)
    }

    /// The logarithm of how much likelier H1 makes these games than H0; 0 without any.
    #[must_use]
    pub fn llr(&self, tally: &Tally) -> f64 {
        let games = || Outcomes::new([tally.losses, tally.draws, tally.wins]);
        let pairs = || Outcomes::new(tally.pairs);
        let elos = [self.elo0, self.elo1];
        let scores = elos.map(|elo| Hypothesis::Score(elo::expected(elo)));
        // Normalised Elo is in standard deviations of a game, of which a pair's score has 1/√2.
        let deviations =
            |of_game: f64| elos.map(|elo| Hypothesis::Deviations(of_game * elo * LN_10 / 800.0));
        if tally.games().max(tally.pair_count()) == 0 {
            return 0.0;
        }
        match self.model {
            Model::Trinomial => self.approximate_llr(tally),
            Model::Games => games().log_ratio(scores),
            Model::NormalisedGames => games().log_ratio(deviations(1.0)),
            Model::Pentanomial => pairs().log_ratio(scores),
            Model::Normalised => pairs().log_ratio(deviations(SQRT_2)),
        }
    }

    fn approximate_llr(&self, tally: &Tally) -> f64 {
        if [tally.wins, tally.draws, tally.losses].contains(&0) {
            return 0.0;
        }
        let (s, s0, s1) = (tally.score(), elo::expected(self.elo0), elo::expected(self.elo1));
        tally.games() as f64 * (s1 - s0) * (2.0 * s - s0 - s1) / (2.0 * tally.by_games().variance)
    }

    /// The bounds at which H0 and H1 are accepted.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What the games so far say.
    #[must_use]
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let (low, high) = self.bounds();
        match self.llr(tally) {
            llr if llr <= low => Verdict::AcceptH0,
            llr if llr >= high => Verdict::AcceptH1,
            _ => Verdict::Continue,
        }
    }
}

/// `elo0=1 elo1=5 alpha=0.05 beta=0.05 model=pentanomial`; the last three may be left out.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
        let mut model = Model::default();
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let (name, value) =
                word.split_once('=').ok_or_else(|| format!("`{word}` is not NAME=VALUE"))?;
            let number =
                || value.parse().map_err(|_| format!("{name} takes a number, not `{value}`"));
            match name {
                "elo0" => elo0 = Some(number()?),
                "elo1" => elo1 = Some(number()?),
                "alpha" => alpha = number()?,
                "beta" => beta = number()?,
                "model" => model = value.parse()?,
                _ => return Err(format!("a test has no `{name}`")),
            }
        }
        let elo0 = elo0.ok_or("the test needs elo0")?;
        let elo1 = elo1.ok_or("the test needs elo1")?;
        Self::new(elo0, elo1, alpha, beta, model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// TST-01: seven matches of the seeds, wins, losses and draws.
    #[test]
    fn published_matches_end_where_they_did() {
        let sprt: Sprt = "elo0=1 elo1=5 model=trinomial".parse().unwrap();
        for (wins, losses, draws, llr, verdict) in [
            (549, 689, 763, -2.95, Verdict::AcceptH0),
            (886, 1026, 1053, -2.97, Verdict::AcceptH0),
            (351, 487, 598, -2.97, Verdict::AcceptH0),
            (533, 670, 796, -2.97, Verdict::AcceptH0),
            (331, 183, 402, 3.01, Verdict::AcceptH1),
            (3206, 3119, 4505, -0.13, Verdict::Continue),
            (634, 589, 777, 0.52, Verdict::Continue),
        ] {
            let tally = Tally { wins, losses, draws, ..Tally::default() };
            let found = sprt.llr(&tally);
            assert!((found - llr).abs() < 0.005, "{wins}/{losses}/{draws}: {found}");
            assert_eq!(sprt.verdict(&tally), verdict);
        }
    }

    #[test]
    fn flipped_hypotheses_are_refused() {
        for text in ["elo0=5 elo1=1", "elo0=1 elo1=1", "elo0=0", "elo0=0 elo1=5 alpha=0", "x=1"] {
            text.parse::<Sprt>().unwrap_err();
        }
    }

    /// By fastchess' own `sprt.cpp` (github.com/Disservin/fastchess at 74deac23), compiled beside a `main` that
    /// prints `SPRT(0.05, 0.05, elo0, elo1, model, true).getLLR(stats, penta)` for logistic and normalized. It
    /// solves for θ to 1e-3 only: with 1e-6 in that place its last ratio below is -12.4246, as ours.
    const BOUNDS: [&str; 3] = ["elo0=1 elo1=5", "elo0=0 elo1=10", "elo0=0 elo1=5"];
    const FASTCHESS_PAIRS: [([u64; 5], [[f64; 2]; 3]); 13] = [
        ([0, 100, 600, 300, 0], [[10.6511, 4.9558], [25.1313, 12.0708], [13.4915, 6.2338]]),
        ([50, 100, 500, 300, 50], [[4.8628, 3.2806], [11.4910, 7.8810], [6.1579, 4.1411]]),
        ([6, 9, 20, 8, 7], [[0.0023, 0.0039], [-0.0183, -0.0068], [0.0059, 0.0070]]),
        ([2, 5, 24, 14, 5], [[0.3282, 0.2341], [0.7937, 0.5695], [0.4135, 0.2946]]),
        ([324, 417, 1405, 491, 363], [[1.8931, 1.6446], [3.1017, 3.1190], [2.5697, 2.1799]]),
        ([0, 0, 0, 0, 3], [[0.0343, 0.0483], [0.0852, 0.1196], [0.0429, 0.0604]]),
        ([0, 0, 0, 0, 100], [[1.1414, 1.6082], [2.8369, 3.9866], [1.4288, 2.0144]]),
        ([100, 0, 0, 0, 0], [[-1.1613, -1.6479], [-2.9197, -4.1521], [-1.4495, -2.0558]]),
        ([0, 0, 10, 0, 0], [[-0.1145, -0.0026], [-0.2858, -0.0137], [-0.1394, -0.0027]]),
        ([0, 0, 0, 6, 0], [[0.0685, 0.0679], [0.1702, 0.1677], [0.0857, 0.0851]]),
        ([0, 200, 500, 300, 0], [[3.8224, 2.1047], [8.2392, 4.9317], [4.9412, 2.6721]]),
        (
            [365, 16_618, 36_229, 16_974, 390],
            [[-36.0683, -4.8532], [-180.0899, -35.5094], [-33.8168, -3.1434]],
        ),
        (
            [15_000, 0, 30_000, 0, 15_000],
            [[-11.9271, -11.9280], [-49.6778, -49.6847], [-12.4231, -12.4250]],
        ),
    ];
    /// Wins, losses and draws.
    const FASTCHESS_GAMES: [([u64; 3], [[f64; 2]; 3]); 8] = [
        ([549, 689, 763], [[-2.9248, -2.2478], [-7.8433, -5.9500], [-3.5894, -2.7683]]),
        ([331, 183, 402], [[2.8797, 2.1844], [6.9361, 5.3103], [3.6323, 2.7493]]),
        ([3206, 3119, 4505], [[-0.1284, 0.2341], [-3.3923, -1.2083], [0.2235, 0.5169]]),
        ([400, 200, 1400], [[7.0566, 4.0090], [16.5826, 9.6978], [8.9499, 5.0519]]),
        ([12, 0, 0], [[0.1370, 0.1370], [0.3404, 0.3404], [0.1715, 0.1714]]),
        ([0, 12, 0], [[-0.1393, -0.1393], [-0.3504, -0.3503], [-0.1739, -0.1739]]),
        ([0, 0, 12], [[-0.1378, -0.0015], [-0.3442, -0.0080], [-0.1685, -0.0016]]),
        (
            [36_433, 36_027, 68_692],
            [[-18.2265, -7.5074], [-91.0855, -42.1452], [-17.0893, -6.4611]],
        ),
    ];

    fn agrees(tally: &Tally, models: [&str; 2], wanted: [[f64; 2]; 3]) {
        for (bounds, wanted) in BOUNDS.iter().zip(wanted) {
            for (model, wanted) in models.iter().zip(wanted) {
                let sprt: Sprt = format!("{bounds} model={model}").parse().unwrap();
                let found = sprt.llr(tally);
                assert!(
                    (found - wanted).abs() < 2e-4 * (1.0 + wanted.abs()),
                    "{tally:?} {bounds} {model}: {found} {wanted}"
                );
            }
        }
    }

    #[test]
    fn ratios_are_those_of_fastchess() {
        for (pairs, wanted) in FASTCHESS_PAIRS {
            let tally = Tally { pairs, ..Tally::default() };
            agrees(&tally, ["pentanomial", "normalised"], wanted);
        }
        for ([wins, losses, draws], wanted) in FASTCHESS_GAMES {
            let tally = Tally { wins, losses, draws, ..Tally::default() };
            agrees(&tally, ["games", "normalised-games"], wanted);
        }
    }

    /// What fastchess' formula gives, computed apart from it and from this code by Newton's method.
    #[test]
    fn pairs_are_judged_exactly() {
        for (pairs, text, llr) in [
            ([20, 160, 600, 200, 20], "elo0=0 elo1=5", 1.4144),
            ([5, 100, 490, 380, 25], "elo0=0 elo1=5", 12.7730),
            ([0, 3, 20, 9, 1], "elo0=0 elo1=10", 0.9092),
            ([0, 0, 0, 0, 12], "elo0=0 elo1=10", 0.3405),
            ([30, 250, 400, 280, 40], "elo0=-3 elo1=1", 1.5850),
        ] {
            let sprt: Sprt = text.parse().unwrap();
            let found = sprt.llr(&Tally { pairs, ..Tally::default() });
            assert!((found - llr).abs() < 5e-4, "{pairs:?} {text}: {found}");
        }
    }

    #[test]
    fn no_games_say_nothing() {
        for (model, _) in Model::NAMES {
            let sprt: Sprt = format!("elo0=0 elo1=5 model={model}").parse().unwrap();
            assert_eq!(sprt.llr(&Tally::default()), 0.0);
        }
    }
}
