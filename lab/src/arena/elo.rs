//! From scores to Elo (A. Elo, 1978), with errors (TST-02) and the likelihood of superiority (TPL-02).

use std::{
    f64::consts::{LN_10, SQRT_2},
    fmt,
};

pub use tables::elo::{expected, of_score};

use super::tally::{Sample, Tally};

/// Standard errors on each side of a 95 % interval.
const Z_95: f64 = 1.959_964;

/// A difference of Elo with its 95 % interval. An end that the games do not bound is infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Elo; infinite for a side that won or lost every game.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Difference {
    /// Logistic Elo from games that are taken to be independent.
    #[must_use]
    pub fn of_games(tally: &Tally) -> Self {
        Self::logistic(&tally.by_games())
    }

    /// Logistic Elo from pairs, whose two games share an opening.
    #[must_use]
    pub fn of_pairs(tally: &Tally) -> Self {
        Self::logistic(&tally.by_pairs())
    }

    /// Normalised Elo: the score's distance from one half in standard deviations of a game, which
    /// does not depend on how drawish the openings are (M. Van den Bergh, 2020). `None` as long as no pair
    /// differs from another: there is no deviation to measure by.
    #[must_use]
    pub fn normalised(tally: &Tally) -> Option<Self> {
        let Sample { count, mean, variance, is_alike } = tally.by_pairs();
        if is_alike {
            return None;
        }
        let scale = 800.0 / LN_10;
        let elo = scale * (mean - 0.5) / (2.0 * variance).sqrt();
        let error = scale * Z_95 / (2.0 * count as f64).sqrt();
        Some(Self { elo, low: elo - error, high: elo + error })
    }

    /// Half of the interval; infinite if an end of it is.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether the interval holds 0.
    #[must_use]
    pub fn may_be_none(&self) -> bool {
        self.low <= 0.0 && self.high >= 0.0
    }

    fn logistic(sample: &Sample) -> Self {
        let (low, high) = interval(sample);
        Self { elo: of_score(sample.mean), low: of_score(low), high: of_score(high) }
    }
}

/// `+7.82 ± 11.91`; with the ends where the interval is far from even about the difference, with one end where
/// there is only one. The precision is the formatter's, or 2.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { elo, low, high } = self;
        let digits = f.precision().unwrap_or(2);
        // A difference that rounds to nothing has no sign but +.
        let shown = |elo: f64| {
            let unit = 10_f64.powi(digits as i32);
            let rounded = (elo * unit).round() / unit + 0.0;
            format!("{rounded:+.digits$}")
        };
        write!(f, "{}", shown(elo))?;
        match (low.is_finite(), high.is_finite()) {
            (true, true) => {
                let [below, above] = [elo - low, high - elo];
                if below.max(above) > 2.0 * below.min(above) {
                    write!(f, " ({} to {})", shown(low), shown(high))
                } else {
                    write!(f, " ± {:.digits$}", self.error())
                }
            }
            (true, false) => write!(f, " (at least {})", shown(low)),
            (false, true) => write!(f, " (at most {})", shown(high)),
            (false, false) => write!(f, " ± inf"),
        }
    }
}

/// The 95 % interval of the mean score.
///
/// As a rule the mean's normal one, as fastchess has it. That one is empty where all observations are alike:
/// then only this is known, that another outcome is rare (1 - 0.05^(1/n), about 3/n: the rule of three), and
/// what it would score is not. Where it would reach beyond 0 or 1, where fastchess prints `nan`, E. B. Wilson's
/// (1927) stands in, with the widest variance that a score can have.
fn interval(sample: &Sample) -> (f64, f64) {
    const LEVEL: f64 = 0.05;
    let &Sample { count, mean, variance, is_alike } = sample;
    if count == 0 {
        return (0.0, 1.0);
    }
    let n = count as f64;
    if is_alike {
        let other = 1.0 - LEVEL.powf(1.0 / n);
        let low = mean * (1.0 - other);
        return (low, (low + other).min(1.0));
    }
    let margin = Z_95 * (variance / n).sqrt();
    if margin < mean.min(1.0 - mean) {
        return (mean - margin, mean + margin);
    }
    let weight = Z_95 * Z_95 / n;
    let margin = Z_95 * ((mean * (1.0 - mean) + weight / 4.0) / n).sqrt();
    let middle = mean + weight / 2.0;
    ((middle - margin) / (1.0 + weight), (middle + margin) / (1.0 + weight))
}

/// The probability, in percent, that A is the stronger one, under a normal approximation: by pairs if there
/// are any, as fastchess has it; else of the wins and losses that there are (R. Coulom's LOS without
/// draws), which is also how pairs are taken that are all alike.
#[must_use]
pub fn likelihood_of_superiority(tally: &Tally) -> f64 {
    let Sample { count, mean, variance, is_alike } = tally.by_pairs();
    let of_decisive = |wins: f64, losses: f64| match wins + losses {
        0.0 => 0.0,
        all => (wins - losses) / all.sqrt(),
    };
    let deviations = if count == 0 {
        of_decisive(tally.wins as f64, tally.losses as f64)
    } else if is_alike {
        let pairs_if = |is_so: bool| if is_so { count as f64 } else { 0.0 };
        of_decisive(pairs_if(mean > 0.5), pairs_if(mean < 0.5))
    } else {
        (mean - 0.5) / (variance / count as f64).sqrt()
    };
    50.0 * (1.0 + erf(deviations / SQRT_2))
}

/// The error function, to 1.5e-7 (M. Abramowitz and I. Stegun, 7.1.26).
fn erf(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let series = t
        * (0.254_829_592
            + t * (-0.284_496_736
                + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    (1.0 - series * (-x * x).exp()).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// TST-02: null move with against without, and the rewrite against its predecessor.
    #[test]
    fn published_matches() {
        for (wins, losses, draws, elo, error) in
            [(780, 516, 704, 46.13, 12.3), (237, 1118, 645, -164.29, 13.1)]
        {
            let tally = Tally { wins, losses, draws, ..Tally::default() };
            let found = Difference::of_games(&tally);
            assert!((found.elo - elo).abs() < 0.01, "{found:?}");
            assert!((found.error() - error).abs() < 0.15, "{found:?}");
        }
    }

    #[test]
    fn superiority_is_even_without_a_difference() {
        let even = Tally { wins: 10, losses: 10, draws: 5, ..Tally::default() };
        assert!((likelihood_of_superiority(&even) - 50.0).abs() < 1e-6);
        let ahead = Tally { wins: 60, losses: 40, ..even };
        assert!((likelihood_of_superiority(&ahead) - 97.72).abs() < 0.05);
    }

    /// TPL-02.
    #[test]
    fn published_superiority() {
        for (wins, losses, los) in [(634, 589, 90.09), (634, 614, 71.4), (3206, 3119, 86.3)] {
            let found = likelihood_of_superiority(&Tally { wins, losses, ..Tally::default() });
            assert!((found - los).abs() < 0.05, "{wins} {losses}: {found}");
        }
    }

    /// By fastchess' own `elo_wdl.cpp` and `elo_pentanomial.cpp` (github.com/Disservin/fastchess at 74deac23),
    /// compiled beside a `main` that prints them: Elo, its error, normalised Elo, its error, and LOS.
    const FASTCHESS: [([u64; 5], [f64; 5]); 6] = [
        ([0, 100, 600, 300, 0], [34.8601, 6.5262, 81.8914, 15.2268, 100.0]),
        ([50, 100, 500, 300, 50], [34.8601, 9.4836, 56.3615, 15.2268, 100.0]),
        ([6, 9, 20, 8, 7], [3.4745, 57.0703, 4.1832, 68.0961, 54.7918]),
        ([2, 5, 24, 14, 5], [52.5116, 45.6945, 79.9413, 68.0961, 98.9301]),
        ([324, 417, 1405, 491, 363], [8.8036, 6.8604, 11.2875, 8.7912, 99.4074]),
        ([365, 16_618, 36_229, 16_974, 390], [0.9993, 0.9231, 1.9623, 1.8125, 98.3078]),
    ];

    #[test]
    fn figures_of_pairs_are_those_of_fastchess() {
        for (pairs, wanted) in FASTCHESS {
            let tally = Tally { pairs, ..Tally::default() };
            let (logistic, normalised) =
                (Difference::of_pairs(&tally), Difference::normalised(&tally).unwrap());
            let los = likelihood_of_superiority(&tally);
            let found = [logistic.elo, logistic.error(), normalised.elo, normalised.error(), los];
            let far = found.iter().zip(wanted).map(|(found, wanted)| (found - wanted).abs());
            assert!(far.fold(0.0, f64::max) < 2e-4, "{pairs:?}: {found:?}");
        }
        for ([wins, losses, draws], elo, error) in
            [([400, 200, 1400], 34.8601, 8.2843), ([5, 0, 7], 154.1404, 125.0992)]
        {
            let found = Difference::of_games(&Tally { wins, losses, draws, ..Tally::default() });
            assert!((found.elo - elo).abs() < 2e-4 && (found.error() - error).abs() < 2e-4);
        }
    }

    /// `lab elo`: 0.05^(1/12) is 0.77908.
    #[test]
    fn no_games_that_are_all_alike_are_without_error() {
        let words = |wins, losses, draws| {
            let tally = Tally { wins, losses, draws, ..Tally::default() };
            Difference::of_games(&tally).to_string()
        };
        assert_eq!(words(12, 0, 0), "+inf (at least +218.94)");
        assert_eq!(words(0, 12, 0), "-inf (at most -218.94)");
        assert_eq!(words(0, 0, 12), "+0.00 ± 78.04");
        assert_eq!(words(0, 0, 0), "+0.00 ± inf");
        assert_eq!(words(11, 0, 1), "+544.69 ± 398.54");
        assert_eq!(words(634, 589, 777), "+7.82 ± 11.91");
    }

    /// As long as the bound holds, a sweep is at least as likely as one in twenty.
    #[test]
    fn a_sweep_bounds_what_it_makes_unlikely() {
        for n in [1, 3, 12, 500] {
            let tally = Tally { wins: n, ..Tally::default() };
            let Difference { elo, low, high } = Difference::of_games(&tally);
            assert_eq!((elo, high), (f64::INFINITY, f64::INFINITY));
            assert!((expected(low).powi(n as i32) - 0.05).abs() < 1e-9);
        }
    }

    #[test]
    fn swapped_sides_swap_the_interval() {
        for pairs in [[0, 0, 0, 0, 6], [0, 0, 0, 6, 0], [0, 0, 0, 1, 9], [6, 9, 20, 8, 7], [0; 5]] {
            let mut swapped = pairs;
            swapped.reverse();
            let [one, other] = [pairs, swapped]
                .map(|pairs| Difference::of_pairs(&Tally { pairs, ..Tally::default() }));
            let is_near = |a: f64, b: f64| a == b || (a - b).abs() < 1e-6;
            assert!(is_near(one.low, -other.high) && is_near(one.high, -other.low), "{one:?}");
            assert!(one.low <= one.elo && one.elo <= one.high, "{one:?}");
        }
    }

    /// A better result never has a lower bound.
    #[test]
    fn bounds_rise_with_the_score() {
        for games in [2_u64, 6, 12, 40, 1000] {
            let low = |lost_points: u64| {
                let tally = Tally {
                    wins: games - lost_points.div_ceil(2),
                    draws: lost_points % 2,
                    losses: lost_points / 2,
                    ..Tally::default()
                };
                Difference::of_games(&tally).low
            };
            assert!(low(0) > low(1) && low(1) > low(2), "{games}");
        }
    }

    /// Pairs that cancel out say the same with less doubt than games would.
    #[test]
    fn superiority_is_of_pairs() {
        let games = Tally { wins: 110, losses: 90, ..Tally::default() };
        let paired = Tally { pairs: [0, 0, 90, 0, 10], ..games };
        assert!(likelihood_of_superiority(&paired) > likelihood_of_superiority(&games) + 5.0);
    }

    #[test]
    fn pairs_that_are_all_alike_are_taken_as_wins_or_losses() {
        let los = |pairs| likelihood_of_superiority(&Tally { pairs, ..Tally::default() });
        assert!((los([0, 0, 9, 0, 0]) - 50.0).abs() < 1e-6);
        // One and two standard deviations.
        assert!((los([0, 0, 0, 0, 1]) - 84.134).abs() < 1e-3);
        assert!((los([4, 0, 0, 0, 0]) - 2.275).abs() < 1e-3);
        assert_eq!(
            Difference::normalised(&Tally { pairs: [0, 0, 0, 0, 9], ..Tally::default() }),
            None
        );
    }
}
