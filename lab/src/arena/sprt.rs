//! The sequential probability ratio test (A. Wald, 1945; TST-01): a match ends when it says enough.
//!
//! H0 is that A is `elo0` stronger, H1 that it is `elo1`. `alpha` is the probability to accept H1
//! although H0 holds, `beta` to accept H0 although H1 does.
//!
//! Of pairs the log likelihood ratio is exact: each hypothesis gets the distribution of its score that
//! makes the pairs likeliest (M. Van den Bergh, "Comparing the approximations for the generalized log
//! likelihood ratio of a multinomial distribution", proposition 1.1), as in fastchess. The trinomial model, in
//! which older matches were judged, and the normalised one take the approximation there, with a score s,
//! its variance v per observation and n observations
//!
//! ```text
//! LLR = n (s1 - s0) (2s - s0 - s1) / (2 v)
//! ```
//!
//! where s0 and s1 are the scores expected under H0 and H1.

use std::{
    f64::consts::{LN_10, SQRT_2},
    str::FromStr,
};

use super::{elo, tally::Tally};

/// What counts as one observation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// A game; Elo is logistic. As the tools of 2020 did it.
    Trinomial,
    /// A pair of games; Elo is logistic.
    #[default]
    Pentanomial,
    /// A pair of games; Elo is normalised.
    Normalised,
}

/// A sequential probability ratio test (A. Wald, 1945) of whether A is `elo0` or `elo1` better than B.
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
    /// A test that errs with at most these probabilities: `alpha` to accept H1, `beta` to accept H0 wrongly.
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

    /// The log likelihood ratio; 0 before there are pairs, or wins, draws and losses.
    #[must_use]
    pub fn llr(&self, tally: &Tally) -> f64 {
        if self.model == Model::Pentanomial {
            return exact_llr(tally.pairs, [self.elo0, self.elo1].map(elo::expected));
        }
        let (count, variance) = match self.model {
            Model::Trinomial => (tally.games(), tally.game_variance()),
            Model::Pentanomial | Model::Normalised => (tally.pair_count(), tally.pair_variance()),
        };
        let silent = match self.model {
            Model::Trinomial => tally.wins * tally.draws * tally.losses == 0,
            _ => variance <= 0.0,
        };
        if silent {
            return 0.0;
        }
        let expected = |elo| match self.model {
            Model::Normalised => 0.5 + elo * LN_10 / 800.0 * SQRT_2 * variance.sqrt(),
            _ => elo::expected(elo),
        };
        let (s, s0, s1) = (tally.score(), expected(self.elo0), expected(self.elo1));
        count as f64 * (s1 - s0) * (2.0 * s - s0 - s1) / (2.0 * variance)
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

/// Kinds of pairs that have not come up count as this many, so that logarithms are finite; fastchess takes
/// the same.
const UNSEEN: f64 = 1e-3;

/// The log likelihood ratio of two expected scores, given pairs by half points.
fn exact_llr(pairs: [u64; 5], expected: [f64; 2]) -> f64 {
    if pairs.iter().sum::<u64>() == 0 {
        return 0.0;
    }
    let counts = pairs.map(|n| if n == 0 { UNSEEN } else { n as f64 });
    let total: f64 = counts.iter().sum();
    let seen = counts.map(|n| n / total);
    let [null, one] = expected.map(|score| likeliest(&seen, score));
    counts.iter().zip(one.iter().zip(null)).map(|(n, (p1, p0))| n * (p1 / p0).ln()).sum()
}

/// The distribution with this expected score under which what was seen is likeliest:
/// `p / (1 + theta (a - score))`, where theta makes the mean of `(a - score) / (1 + theta (a - score))` nought.
fn likeliest(seen: &[f64; 5], score: f64) -> [f64; 5] {
    let off = [0.0, 0.25, 0.5, 0.75, 1.0].map(|points| points - score);
    let mean = |theta: f64| -> f64 {
        seen.iter().zip(off).map(|(p, off)| p * off / (1.0 + theta * off)).sum()
    };
    // It falls from infinity to minus infinity between these.
    let (mut low, mut high) = (-1.0 / off[4], -1.0 / off[0]);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if mean(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|i| seen[i] / (1.0 + theta * off[i]))
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
                "model" => {
                    model = match value {
                        "trinomial" => Model::Trinomial,
                        "pentanomial" => Model::Pentanomial,
                        "normalised" | "normalized" => Model::Normalised,
                        _ => {
                            return Err(format!(
                                "model is trinomial, pentanomial or normalised, not `{value}`"
                            ));
                        }
                    }
                }
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

    #[test]
    fn pairs_and_games_agree_when_pairs_are_independent() {
        // Wins and losses with one half each, in pairs as chance makes them.
        let tally =
            Tally { wins: 60_000, losses: 60_000, draws: 0, pairs: [15_000, 0, 30_000, 0, 15_000] };
        let by_pairs: Sprt = "elo0=0 elo1=2".parse().unwrap();
        let expected = -60_000.0 * (elo::expected(2.0) - 0.5_f64).powi(2) / (2.0 * 0.125);
        assert!((by_pairs.llr(&tally) - expected).abs() < 1e-3);
    }

    /// What fastchess' formula gives, computed apart from it and from the code above by Newton's method.
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
        let sprt: Sprt = "elo0=0 elo1=5".parse().unwrap();
        assert_eq!(sprt.llr(&Tally::default()), 0.0);
    }
}
