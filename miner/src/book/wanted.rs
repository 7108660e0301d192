//! Which positions lines end at.

use std::{fmt, ops::RangeInclusive, str::FromStr};

use statistics::{WinDrawLoss, wdl::WdlModel};
use tables::OutcomeCounts;

/// Which positions are exits. Shares are those of the games that passed a position, 0 to 1.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The fewest plies that lead there by moves of the table.
    pub plies: RangeInclusive<usize>,
    /// The least games.
    pub min_games: u64,
    /// The share of draws.
    pub draws: Bounds,
    /// White's score; of the side that is ahead, if either may be.
    pub score: Bounds,
    /// Whether either side may be the one that has the score.
    pub either_side: bool,
    /// The share of draws that the model gives.
    pub model_draws: Bounds,
    /// How chances are expected.
    pub model: Model,
    /// At most so many, those with the most games.
    pub top: Option<usize>,
}

/// How chances are expected.
#[derive(Clone, Copy, Debug)]
pub enum Model {
    /// From the games of a position, and those of the position before as if they were so many more.
    Games(f64),
    /// From the mean evaluation of the moves that were played in a position.
    Evaluations(WdlModel),
}

impl Wanted {
    /// The first bound that a position of these counts and chances, White's, does not keep, by its option. Without
    /// chances none is kept: nothing evaluates it.
    pub(super) fn broken(
        &self,
        counts: OutcomeCounts,
        model: Option<WinDrawLoss>,
    ) -> Option<&'static str> {
        let draws = counts.draws as f64 / counts.games().max(1) as f64;
        let of = |counts: OutcomeCounts| counts.score().unwrap_or(0.5);
        let white = of(counts);
        let score = if self.either_side { white.max(of(counts.swapped())) } else { white };
        [
            ("min-games", counts.games() >= self.min_games),
            ("draws", self.draws.hold(draws)),
            ("score", self.score.hold(score)),
            ("wdl-model", model.is_some()),
            ("model-draws", model.is_some_and(|model| self.model_draws.hold(model[1]))),
        ]
        .into_iter()
        .find_map(|(name, is_kept)| (!is_kept).then_some(name))
    }
}

/// A window of shares, its ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    low: f64,
    high: f64,
}

impl Bounds {
    /// Everything.
    pub const ALL: Self = Self { low: 0.0, high: 1.0 };

    fn hold(self, share: f64) -> bool {
        (self.low..=self.high).contains(&share)
    }
}

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let share = |part: &str| part.parse().ok().filter(|share| (0.0..=1.0).contains(share));
        match text.split_once("..").map(|(low, high)| (share(low), share(high))) {
            Some((Some(low), Some(high))) if low <= high => Ok(Self { low, high }),
            _ => Err("it is no window of shares from 0 to 1, such as 0.4..0.6".to_owned()),
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.low, self.high)
    }
}
