//! From scores to Elo (A. Elo, 1978), with errors (TST-02) and the likelihood of superiority (TPL-02).

use std::f64::consts::{LN_10, SQRT_2};

use super::tally::Tally;

/// Standard errors on each side of a 95 % interval.
const Z_95: f64 = 1.959_964;

/// A difference of Elo and half of its 95 % interval, which is infinite where all results are alike and
/// say nothing of their spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Elo.
    pub elo: f64,
    /// Half of the interval.
    pub error: f64,
}

/// The Elo difference that gives this expected score.
#[must_use]
pub fn of_score(score: f64) -> f64 {
    let score = score.clamp(1e-6, 1.0 - 1e-6);
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score of a player who is `elo` stronger.
#[must_use]
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl Difference {
    /// Logistic Elo from games that are taken to be independent.
    #[must_use]
    pub fn of_games(tally: &Tally) -> Self {
        Self::logistic(tally.score(), tally.game_variance() / tally.games().max(1) as f64)
    }

    /// Logistic Elo from pairs, whose two games share an opening.
    #[must_use]
    pub fn of_pairs(tally: &Tally) -> Self {
        Self::logistic(tally.score(), tally.pair_variance() / tally.pair_count().max(1) as f64)
    }

    /// Normalised Elo: the score's distance from one half in standard deviations of a game, which
    /// does not depend on how drawish the openings are (M. Van den Bergh, 2020).
    #[must_use]
    pub fn normalised(tally: &Tally) -> Self {
        let pairs = tally.pair_count().max(1) as f64;
        let deviation = SQRT_2 * tally.pair_variance().sqrt();
        if deviation == 0.0 {
            return Self { elo: 0.0, error: f64::INFINITY };
        }
        let scale = 800.0 / LN_10;
        Self {
            elo: scale * (tally.score() - 0.5) / deviation,
            error: scale * Z_95 / (2.0 * pairs).sqrt(),
        }
    }

    fn logistic(score: f64, variance: f64) -> Self {
        if variance <= 0.0 {
            let elo = if score == 0.5 { 0.0 } else { f64::INFINITY.copysign(score - 0.5) };
            return Self { elo, error: f64::INFINITY };
        }
        let margin = Z_95 * variance.sqrt();
        let (low, high) = (of_score(score - margin), of_score(score + margin));
        Self { elo: of_score(score), error: (high - low) / 2.0 }
    }
}

/// The Elo difference that a sweep shows at least, with 95 % of an interval on two sides (C. Clopper and E.
/// Pearson, 1934): the least score of the winner that gives as many wins in a row one time in forty. Negative if
/// A lost all; `None` if there is any other result.
#[must_use]
pub fn of_sweep(tally: &Tally) -> Option<f64> {
    let games = tally.games();
    let is_won = tally.wins == games;
    if games == 0 || !(is_won || tally.losses == games) {
        return None;
    }
    let least = of_score(0.025_f64.powf(1.0 / games as f64));
    Some(if is_won { least } else { -least })
}

/// The probability, in percent, that A is the stronger one, under a normal approximation: of the pairs
/// if there are any, as the two games of a pair are not independent; else of the wins and losses (R. Coulom's LOS
/// without draws).
#[must_use]
pub fn likelihood_of_superiority(tally: &Tally) -> f64 {
    let pairs = tally.pair_count();
    if pairs > 0 {
        let error = (tally.pair_variance() / pairs as f64).sqrt();
        let distance = tally.score() - 0.5;
        return if error > 0.0 { 50.0 * (1.0 + erf(distance / error / SQRT_2)) } else { 50.0 };
    }
    let (wins, losses) = (tally.wins as f64, tally.losses as f64);
    if wins + losses == 0.0 {
        return 50.0;
    }
    50.0 * (1.0 + erf((wins - losses) / (2.0 * (wins + losses)).sqrt()))
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
            assert!((found.error - error).abs() < 0.15, "{found:?}");
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

    #[test]
    fn winning_every_pair_is_strong_evidence_and_not_infinite() {
        let sweep = |n| Tally { wins: 2 * n, pairs: [0, 0, 0, 0, n], ..Tally::default() };
        let (few, many) = (Difference::of_pairs(&sweep(3)), Difference::of_pairs(&sweep(100)));
        assert!(few.error > many.error && many.error > 10.0, "{few:?} {many:?}");
        let normalised = Difference::normalised(&sweep(100));
        assert!(normalised.elo > normalised.error && normalised.elo.is_finite(), "{normalised:?}");
        let sprt: crate::arena::sprt::Sprt = "elo0=0 elo1=10".parse().unwrap();
        assert!(sprt.llr(&sweep(3)) < 1.0 && sprt.llr(&sweep(200)) > 3.0);
    }

    #[test]
    fn equal_pairs_say_nothing() {
        let tally = Tally { draws: 20, pairs: [0, 0, 10, 0, 0], ..Tally::default() };
        assert_eq!(Difference::normalised(&tally).elo, 0.0);
        assert_eq!(Difference::of_pairs(&tally), Difference { elo: 0.0, error: f64::INFINITY });
        assert_eq!(likelihood_of_superiority(&tally), 50.0);
    }

    #[test]
    fn a_sweep_has_no_error_on_its_far_side() {
        let sweep = Tally { wins: 12, ..Tally::default() };
        let found = Difference::of_games(&sweep);
        assert_eq!((found.elo, found.error), (f64::INFINITY, f64::INFINITY));
        let least = of_sweep(&sweep).unwrap();
        assert!((expected(least).powi(12) - 0.025).abs() < 1e-9, "{least}");
        assert_eq!(of_sweep(&Tally { losses: 12, ..Tally::default() }), Some(-least));
        assert_eq!(of_sweep(&Tally { draws: 1, ..sweep }), None);
    }

    /// Pairs that cancel out say the same with less doubt than games would.
    #[test]
    fn superiority_is_of_pairs() {
        let games = Tally { wins: 110, losses: 90, ..Tally::default() };
        let paired = Tally { pairs: [0, 0, 90, 0, 10], ..games };
        assert!(likelihood_of_superiority(&paired) > likelihood_of_superiority(&games) + 5.0);
    }
}
