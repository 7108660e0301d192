//! Who played an opening move, how well, and what was thought of it.

use rules::Outcome;

use crate::{TableError, Value, elo};

/// Sums over the games of an opening move, as its mover sees them. Whole numbers, so that tables merge without rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveSums {
    /// Games in which the Elo of both players is known.
    pub rated: u64,
    /// Two for a win, one for a draw, in these games.
    pub half_points: u64,
    /// The movers' Elo in these games.
    pub elo: u64,
    /// Their opponents' Elo.
    pub opponents: u64,
    /// Games in which a comment evaluates the move.
    pub evaluated: u64,
    /// The evaluations in centipawns.
    pub centipawns: i64,
}

/// More games are no honest file: thousands of the greatest sums add up without overflow.
const MOST: u64 = 1 << 40;
/// No Elo is higher.
const MOST_ELO: u64 = 4_000;
/// A performance is at most so far from the opponents' average.
const FARTHEST: f64 = 800.0;

impl MoveSums {
    /// How many integers they are.
    pub(crate) const INTEGERS: usize = 6;
    /// What they are called in CSV and the like.
    pub(crate) const COLUMNS: [&str; Self::INTEGERS] =
        ["rated", "half_points", "elo", "opponents", "evaluated", "evaluation_sum"];
    /// Evaluations that are further from 0, and mates, count as this many centipawns.
    pub const MOST_CENTIPAWNS: i16 = 1_000;

    /// Counts a game: how it ended for the mover, the Elo of mover and opponent if both are known, and the evaluation
    /// if there is one.
    pub fn add(&mut self, outcome: Outcome, elo: Option<[u16; 2]>, centipawns: Option<i16>) {
        if let Some([mover, opponent]) = elo {
            self.rated += 1;
            self.half_points += u64::from(outcome.half_points());
            self.elo += u64::from(mover);
            self.opponents += u64::from(opponent);
        }
        if let Some(centipawns) = centipawns {
            self.evaluated += 1;
            self.centipawns +=
                i64::from(centipawns.clamp(-Self::MOST_CENTIPAWNS, Self::MOST_CENTIPAWNS));
        }
    }

    /// Adds other games.
    pub const fn merge(&mut self, other: Self) {
        self.rated = self.rated.saturating_add(other.rated);
        self.half_points = self.half_points.saturating_add(other.half_points);
        self.elo = self.elo.saturating_add(other.elo);
        self.opponents = self.opponents.saturating_add(other.opponents);
        self.evaluated = self.evaluated.saturating_add(other.evaluated);
        self.centipawns = self.centipawns.saturating_add(other.centipawns);
    }

    /// As they stand in a file.
    pub(crate) const fn row(self) -> (u64, u64, u64, u64, u64, i64) {
        let Self { rated, half_points, elo, opponents, evaluated, centipawns } = self;
        (rated, half_points, elo, opponents, evaluated, centipawns)
    }

    /// As they stand in CSV and the like, by [`COLUMNS`](Self::COLUMNS).
    pub(crate) fn values(self) -> [Value; Self::INTEGERS] {
        let (rated, half_points, elo, opponents, evaluated, centipawns) = self.row();
        let [rated, half_points, elo, opponents, evaluated] =
            [rated, half_points, elo, opponents, evaluated].map(Value::count);
        [rated, half_points, elo, opponents, evaluated, Value::Number(centipawns)]
    }

    /// Sums from a file, of a move that has `games`.
    pub(crate) fn checked(
        row: (u64, u64, u64, u64, u64, i64),
        games: u64,
    ) -> Result<Self, TableError> {
        let (rated, half_points, elo, opponents, evaluated, centipawns) = row;
        if rated.max(evaluated) > games.min(MOST) {
            return Err(TableError::Invalid("a move has more rated or evaluated games than games"));
        }
        let most_evaluated = u64::from(Self::MOST_CENTIPAWNS.unsigned_abs()) * evaluated;
        if half_points > 2 * rated
            || elo.max(opponents) > MOST_ELO * rated
            || centipawns.unsigned_abs() > most_evaluated
        {
            return Err(TableError::Invalid("sums of a move do not fit its games"));
        }
        Ok(Self { rated, half_points, elo, opponents, evaluated, centipawns })
    }

    /// The movers' average Elo.
    #[must_use]
    pub fn average_elo(&self) -> Option<f64> {
        mean(self.elo, self.rated)
    }

    /// The movers' performance: the Elo that makes expect their score against opponents of the average Elo, at most 800
    /// away from it.
    #[must_use]
    pub fn performance(&self) -> Option<f64> {
        let score = mean(self.half_points, 2 * self.rated)?;
        let difference = elo::of_score(score);
        Some(mean(self.opponents, self.rated)? + difference.clamp(-FARTHEST, FARTHEST))
    }

    /// The mean evaluation in centipawns.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "an average for people")]
    pub fn evaluation(&self) -> Option<f64> {
        (self.evaluated > 0).then(|| self.centipawns as f64 / self.evaluated as f64)
    }
}

#[expect(clippy::cast_precision_loss, reason = "an average for people")]
fn mean(sum: u64, games: u64) -> Option<f64> {
    (games > 0).then(|| sum as f64 / games as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_and_performance() {
        let mut sums = MoveSums::default();
        assert_eq!((sums.average_elo(), sums.performance(), sums.evaluation()), (None, None, None));
        sums.add(Outcome::WhiteWins, Some([2500, 2400]), Some(30));
        sums.add(Outcome::Draw, Some([2600, 2500]), Some(32_000));
        sums.add(Outcome::BlackWins, None, None);
        // Three of four half points are worth 191 Elo.
        assert_eq!(sums.average_elo(), Some(2550.0));
        assert!(sums.performance().is_some_and(|elo| (elo - 2640.85).abs() < 0.01));
        assert_eq!(sums.evaluation(), Some(515.0));
        assert_eq!(MoveSums::checked(sums.row(), 3).ok(), Some(sums));
        assert!(MoveSums::checked(sums.row(), 1).is_err());
        let mut won = MoveSums::default();
        won.add(Outcome::WhiteWins, Some([2000, 2100]), None);
        assert_eq!(won.performance(), Some(2900.0));
        for wrong in
            [(1, 3, 1, 1, 0, 0), (1, 0, 4001, 1, 0, 0), (0, 0, 0, 1, 0, 0), (0, 0, 0, 0, 1, -1001)]
        {
            assert!(MoveSums::checked(wrong, 1).is_err(), "{wrong:?}");
        }
    }
}
