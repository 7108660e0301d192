//! What people and scripts want to know of a count: score, how sure it is, centipawns.

use serde_json::{Value, json};
use tables::{OutcomeCounts, score::centipawns, score_interval_of};

use super::averages::AVERAGES;

/// A count and what follows from it. Without games there is only the count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// The outcomes, as the side that is asked for sees them.
    pub counts: OutcomeCounts,
    /// The score per game.
    pub score: Option<f64>,
    /// Its 95 % interval; see [`tables::score_interval`].
    pub interval: Option<(f64, f64)>,
    /// Its standard error, `√((W + D/4 − n s²) / (n (n − 1)))`; 0 where all games ended alike, which is
    /// what the interval is better for. `None` with fewer than two games.
    pub error: Option<f64>,
    /// How many independent games the counts are worth.
    games: f64,
}

impl From<OutcomeCounts> for Figures {
    fn from(counts: OutcomeCounts) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "figures for people")]
        Self::worth(counts, counts.games() as f64)
    }
}

impl Figures {
    /// The names of [`values`](Self::values), in CSV files and JSON.
    pub const NAMES: [&'static str; 5] = ["score", "low", "high", "centipawns", "error"];

    /// The figures of counts that are worth only `games` independent games.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    pub fn worth(counts: OutcomeCounts, games: f64) -> Self {
        let score = counts.score();
        let error = score.filter(|_| games >= 2.0).map(|score| {
            let square = (counts.wins as f64 + counts.draws as f64 / 4.0) / counts.games() as f64;
            ((square - score * score).max(0.0) / (games - 1.0)).sqrt()
        });
        Self { counts, score, interval: score_interval_of(counts, games), error, games }
    }

    /// Score, interval, centipawns and standard error; all of the counts alone.
    #[must_use]
    pub fn values(&self) -> [Option<f64>; 5] {
        let (low, high) = self.interval.unzip();
        [self.score, low, high, self.centipawns(), self.error]
    }

    /// The score in centipawns, with half a game added each way so that it is finite: 400 ·
    /// log10(s / (1 − s)) where s = (wins + draws / 2 + 0.5) / (games + 1), of as many games as the counts are worth.
    #[must_use]
    pub fn centipawns(&self) -> Option<f64> {
        self.score.map(|score| centipawns((score * self.games + 0.5) / (self.games + 1.0)))
    }

    /// The bounds of the interval in centipawns; a score of 0 or 1 has none.
    #[must_use]
    pub fn centipawn_bounds(&self) -> [Option<f64>; 2] {
        let bound = |score: f64| Some(centipawns(score)).filter(|value| value.is_finite());
        match self.interval {
            Some((low, high)) => [bound(low), bound(high)],
            None => [None; 2],
        }
    }

    /// All of it as JSON. What does not exist is null.
    #[must_use]
    pub fn json(&self) -> Value {
        let OutcomeCounts { wins, draws, losses } = self.counts;
        let [low, high] = self.centipawn_bounds();
        json!({
            "games": self.counts.games(),
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "score": self.score,
            "low": self.interval.map(|interval| interval.0),
            "high": self.interval.map(|interval| interval.1),
            "error": self.error,
            "centipawns": self.centipawns(),
            "centipawns_low": low,
            "centipawns_high": high,
        })
    }

    /// The columns that exports put behind the counts, by [`NAMES`](Self::NAMES).
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        Self::NAMES.into_iter().zip(self.values()).map(|(name, value)| field(name, value)).collect()
    }
}

/// A figure as a field of a CSV file: games whole, centipawns and averages with one decimal, all else with six.
#[must_use]
pub fn field(name: &str, value: Option<f64>) -> String {
    let Some(value) = value else { return String::new() };
    if name.ends_with("games") {
        format!("{value:.0}")
    } else if name.ends_with("centipawns") || AVERAGES.contains(&name) {
        format!("{value:.1}")
    } else {
        format!("{value:.6}")
    }
}

/// Tens, hundreds, thousands apart, as people read them.
#[must_use]
pub fn grouped(number: u64) -> String {
    indicatif::HumanCount(number).to_string()
}

/// Centipawns as people read them: signed, whole.
#[must_use]
pub fn signed(centipawns: f64) -> String {
    // Adding zero turns -0 into 0.
    format!("{:+}", centipawns.round() as i64)
}

/// The digits of a number as it is printed with `decimals` decimals: 12.34 with one is 123. Whoever
/// puts the point back prints what `{:.1}` prints.
#[must_use]
pub fn digits(value: f64, decimals: usize) -> i64 {
    let printed = format!("{value:.decimals$}").replace('.', "");
    printed.parse().unwrap_or(if value < 0.0 { i64::MIN } else { i64::MAX })
}

/// The share of games as percent with one decimal, without its point.
#[must_use]
pub fn tenths(share: f64) -> i64 {
    digits(100.0 * share, 1)
}
