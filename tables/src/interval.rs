//! How sure a score is.

use crate::OutcomeCounts;

/// The standard normal quantile of a two-sided 95 % interval.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of the score per game, 0 to 1; `None` without games.
///
/// The score test turned round: the interval holds every mean `m` that the counts do not refute,
/// `|s − m| ≤ 1.96 · √(v(m) / n)`, where `s` is the score of the `n` games and `v(m)` the variance
/// of one game's score under the likeliest shares of wins, draws and losses whose mean is `m`.
/// Without draws it is E. B. Wilson's interval (1927). With draws it is narrower, as it should be,
/// and unlike `s ± 1.96 · σ/√n` it stays inside 0..=1 and does not shrink to a point when all games
/// ended alike.
///
/// It takes the games for independent. Games of one table cell are; for sums over cells that the same
/// game passed through there is [`score_interval_of`]; positions of piece-square tables are not.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a bound for people and evaluations")]
pub fn score_interval(counts: OutcomeCounts) -> Option<(f64, f64)> {
    score_interval_of(counts, counts.games() as f64)
}

/// [`score_interval`] for counts that tell no more than this number of independent games would.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a bound for people and evaluations")]
pub fn score_interval_of(counts: OutcomeCounts, games: f64) -> Option<(f64, f64)> {
    let score = counts.score()?;
    let shares = Shares {
        wins: counts.wins as f64,
        draws: counts.draws as f64,
        losses: counts.losses as f64,
    };
    let refuted = |mean: f64| (score - mean).powi(2) * games > Z * Z * shares.variance(mean);
    Some((bound(score, 0.0, refuted), bound(score, 1.0, refuted)))
}

/// The last mean on the way from `inside` to `outside` that is not refuted.
fn bound(inside: f64, outside: f64, refuted: impl Fn(f64) -> bool) -> f64 {
    if !refuted(outside) {
        return outside;
    }
    let (mut inside, mut outside) = (inside, outside);
    for _ in 0..40 {
        let middle = f64::midpoint(inside, outside);
        if refuted(middle) {
            outside = middle;
        } else {
            inside = middle;
        }
    }
    f64::midpoint(inside, outside)
}

struct Shares {
    wins: f64,
    draws: f64,
    losses: f64,
}

impl Shares {
    /// The variance of one game's score under the likeliest shares with this mean.
    ///
    /// With `d` the share of draws, wins are `m − d/2` and losses `1 − m − d/2`; the likelihood is
    /// greatest where `n d² − (2D + 2(1−m)W + 2mL) d + 4m(1−m)D = 0`, at the smaller root.
    fn variance(&self, mean: f64) -> f64 {
        let Self { wins, draws, losses } = self;
        let (twice, twice_rest) = (2.0 * mean, 2.0 * (1.0 - mean));
        let a = wins + draws + losses;
        let b = 2.0 * draws + twice_rest * wins + twice * losses;
        let c = twice * twice_rest * draws;
        // The root in the form that does not cancel.
        let root = b + (b * b - 4.0 * a * c).max(0.0).sqrt();
        let drawn = if root > 0.0 { 2.0 * c / root } else { 0.0 };
        (mean * (1.0 - mean) - drawn / 4.0).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(wins: u64, draws: u64, losses: u64) -> (f64, f64) {
        score_interval(OutcomeCounts { wins, draws, losses }).expect("there are games")
    }

    #[track_caller]
    fn assert_near(found: (f64, f64), expected: (f64, f64)) {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
        assert!(near(found.0, expected.0) && near(found.1, expected.1), "{found:?} {expected:?}");
    }

    #[test]
    fn without_draws_it_is_wilsons() {
        for (wins, losses) in [(1, 0), (4, 0), (0, 7), (3, 5), (530, 470), (90_000, 1)] {
            let n = f64::from(wins + losses);
            let p = f64::from(wins) / n;
            let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
            let middle = p + Z * Z / (2.0 * n);
            let scale = 1.0 + Z * Z / n;
            let wilson = ((middle - half) / scale, (middle + half) / scale);
            assert_near(interval(wins as u64, 0, losses as u64), wilson);
        }
    }

    #[test]
    fn draws_make_it_narrower_but_never_a_point() {
        let (low, high) = interval(0, 10, 0);
        assert_near((low, high), (0.5 / (1.0 + Z * Z / 10.0), 1.0 - 0.5 / (1.0 + Z * Z / 10.0)));
        let (with, without) = (interval(20, 60, 20), interval(50, 0, 50));
        assert!(with.1 - with.0 < without.1 - without.0);
        assert_near(interval(3, 4, 5), {
            let (low, high) = interval(5, 4, 3);
            (1.0 - high, 1.0 - low)
        });
        assert_eq!(score_interval(OutcomeCounts::ZERO), None);
    }

    #[test]
    fn many_games_come_near_to_the_normal_interval() {
        let counts = OutcomeCounts { wins: 30_000, draws: 50_000, losses: 20_000 };
        let (n, s) = (1e5_f64, 0.55_f64);
        let half = Z * ((0.3 + 0.125 - s * s) / n).sqrt();
        let (low, high) = score_interval(counts).expect("there are games");
        assert!((low - (s - half)).abs() < 1e-5 && (high - (s + half)).abs() < 1e-5);
    }
}
