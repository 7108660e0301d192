//! What people and scripts want to know of a count: score, how sure it is, centipawns.

use serde_json::{Value, json};
use tables::{
    OutcomeCounts,
    score::{centipawns, shrunken},
    score_interval,
};

/// A count and what follows from it. Without games there is only the count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// The count.
    pub counts: OutcomeCounts,
    /// The score per game.
    pub score: Option<f64>,
    /// Its 95 % interval; see [`score_interval`].
    pub interval: Option<(f64, f64)>,
}

impl From<OutcomeCounts> for Figures {
    fn from(counts: OutcomeCounts) -> Self {
        Self { counts, score: counts.score(), interval: score_interval(counts) }
    }
}

impl Figures {
    /// The score in centipawns, with half a game added each way so that it is finite: 400 ·
    /// log10(s / (1 − s)) where s = (wins + draws / 2 + 0.5) / (games + 1).
    #[must_use]
    pub fn centipawns(&self) -> Option<f64> {
        self.score.map(|_| centipawns(shrunken(self.counts, 0.5, 1.0)))
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
            "centipawns": self.centipawns(),
            "centipawns_low": low,
            "centipawns_high": high,
        })
    }

    /// The columns that exports put behind the counts: `score,low,high,centipawns`.
    #[must_use]
    pub fn columns(&self) -> [String; 4] {
        let number = |value: Option<f64>| value.map_or(String::new(), |v| format!("{v:.6}"));
        let (low, high) = self.interval.unzip();
        let value = self.centipawns().map_or(String::new(), |v| format!("{v:.1}"));
        [number(self.score), number(low), number(high), value]
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
