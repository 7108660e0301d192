//! What the players' ratings made expect of the games of a cell.

use rules::Outcome;

use crate::{
    TableError, elo,
    score::{CENTIPAWNS_PER_LOGIT, centipawns},
};

/// An expected score of 1 as the sums hold it: they count in thousandths, so that they are integers
/// and tables merge without rounding.
pub const WHOLE: u16 = 1000;

/// White's [expected score](elo::expected) in thousandths, rounded.
#[must_use]
pub fn expected_score(white: u16, black: u16) -> u16 {
    let difference = f64::from(white) - f64::from(black);
    (f64::from(WHOLE) * elo::expected(difference)).round() as u16
}

/// Sums over the games of a cell whose players' Elo is known, from White's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RatingSums {
    /// These games.
    pub games: u64,
    /// Two for a win, one for a draw.
    pub half_points: u64,
    /// Expected scores in thousandths, by the Elo formula.
    pub expected: u64,
    /// Squares of score minus expected score, in millionths: they give the standard error.
    pub squares: u64,
}

/// More rated games are no honest file; sums of such tables cannot overflow.
const MOST: u64 = 1 << 40;

impl RatingSums {
    /// Counts a game whose players made expect `expected` thousandths.
    pub fn add(&mut self, outcome: Outcome, expected: u16) {
        let half_points = outcome.half_points();
        let difference = i64::from(WHOLE) * i64::from(half_points) / 2 - i64::from(expected);
        self.games += 1;
        self.half_points += u64::from(half_points);
        self.expected += u64::from(expected);
        self.squares += (difference * difference).unsigned_abs();
    }

    /// Adds other games.
    pub const fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.half_points += other.half_points;
        self.expected += other.expected;
        self.squares += other.squares;
    }

    /// The sums of these games as Black sees them.
    #[must_use]
    pub const fn swapped(self) -> Self {
        let Self { games, half_points, expected, squares } = self;
        let whole = WHOLE as u64 * games;
        Self { games, half_points: 2 * games - half_points, expected: whole - expected, squares }
    }

    /// Sums from a file, of a cell that holds `games`.
    pub(crate) fn checked(sums: (u64, u64, u64, u64), games: u64) -> Result<Self, TableError> {
        let (rated, half_points, expected, squares) = sums;
        let whole = u64::from(WHOLE);
        if rated > MOST || rated > games {
            return Err(TableError::Invalid("a cell has more rated games than games"));
        }
        if half_points > 2 * rated || expected > whole * rated || squares > whole * whole * rated {
            return Err(TableError::Invalid("sums of ratings do not fit their games"));
        }
        Ok(Self { games: rated, half_points, expected, squares })
    }

    /// White's score in these games, 0 to 1; `None` without games.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        self.per_game(self.half_points, 2.0)
    }

    /// The score that the ratings made expect, 0 to 1.
    #[must_use]
    pub fn expected_score(&self) -> Option<f64> {
        self.per_game(self.expected, f64::from(WHOLE))
    }

    /// The score in centipawns less the expected score in centipawns: what the material is worth
    /// when the difference of the ratings is taken off on Elo's own scale. Half a game is added
    /// each way, at the expected score, so that it is finite. `None` without games.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a value for people and evaluations")]
    pub fn corrected_centipawns(&self) -> Option<f64> {
        let tiny = 0.5 / f64::from(WHOLE);
        let expected = self.expected_score()?.clamp(tiny, 1.0 - tiny);
        let score = (self.half_points as f64 / 2.0 + expected) / (self.games as f64 + 1.0);
        Some(centipawns(score) - centipawns(expected))
    }

    /// The score that this is between players of equal rating, 0 to 1.
    #[must_use]
    pub fn corrected_score(&self) -> Option<f64> {
        self.corrected_centipawns().map(|value| 1.0 / (1.0 + (-value / CENTIPAWNS_PER_LOGIT).exp()))
    }

    /// The standard error of score minus expected score, game by game; `None` with fewer than two
    /// games. Near a score of ½ it is that of the corrected score too.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "an error for people")]
    pub fn error(&self) -> Option<f64> {
        if self.games < 2 {
            return None;
        }
        let games = self.games as f64;
        let mean = self.score()? - self.expected_score()?;
        let squares = self.squares as f64 / f64::from(WHOLE).powi(2);
        Some(((squares - games * mean * mean).max(0.0) / (games * (games - 1.0))).sqrt())
    }

    #[expect(clippy::cast_precision_loss, reason = "a ratio for people and evaluations")]
    fn per_game(&self, sum: u64, whole: f64) -> Option<f64> {
        (self.games > 0).then(|| sum as f64 / (whole * self.games as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elos_formula() {
        assert_eq!(expected_score(2500, 2500), 500);
        // 400 points are ten to one.
        assert_eq!(expected_score(2900, 2500), 909);
        assert_eq!(expected_score(2500, 2900), 91);
        assert_eq!(expected_score(2600, 2500), 640);
        assert_eq!((expected_score(4000, 1), expected_score(1, 4000)), (1000, 0));
        for difference in 0..1000 {
            let (up, down) =
                (expected_score(2000 + difference, 2000), expected_score(2000, 2000 + difference));
            assert_eq!(up + down, WHOLE, "{difference}");
        }
    }

    #[test]
    fn what_the_ratings_explain_is_taken_off() {
        // A favourite of 200 points who scores what such a favourite scores.
        let mut as_expected = RatingSums::default();
        let expected = expected_score(2700, 2500);
        for game in 0..1000 {
            let outcome = if game < expected { Outcome::WhiteWins } else { Outcome::BlackWins };
            as_expected.add(outcome, expected);
        }
        let corrected = as_expected.corrected_score().expect("there are games");
        assert!((corrected - 0.5).abs() < 1e-9, "{corrected}");
        assert!(as_expected.score().expect("there are games") > 0.75);
        // The same score between equals is all the material's.
        let mut equal = RatingSums::default();
        for game in 0..1000 {
            let outcome = if game < expected { Outcome::WhiteWins } else { Outcome::BlackWins };
            equal.add(outcome, 500);
        }
        let (score, corrected) = (equal.score(), equal.corrected_score());
        assert!((score.expect("games") - corrected.expect("games")).abs() < 1e-3);
        let error = equal.error().expect("games");
        let textbook = (0.76_f64 * 0.24 / 999.0).sqrt();
        assert!((error - textbook).abs() < 1e-5, "{error} {textbook}");
    }

    #[test]
    fn black_sees_the_opposite() {
        let mut sums = RatingSums::default();
        for (outcome, expected) in
            [(Outcome::WhiteWins, 640), (Outcome::Draw, 300), (Outcome::BlackWins, 999)]
        {
            sums.add(outcome, expected);
        }
        let swapped = sums.swapped();
        let cp = |sums: RatingSums| sums.corrected_centipawns().expect("games");
        assert!((cp(sums) + cp(swapped)).abs() < 1e-9);
        assert!((sums.error().expect("games") - swapped.error().expect("games")).abs() < 1e-12);
        assert_eq!(swapped.swapped(), sums);
        assert_eq!(RatingSums::default().corrected_score(), None);
    }
}
