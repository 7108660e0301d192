//! How far two scores lie apart, and how sure that is.

use super::figures::Figures;

/// What a 95 % interval reaches on either side, in standard errors.
const REACH: f64 = 1.96;

/// The difference of two scores of different games, in points per game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The later score less the earlier one.
    pub value: f64,
    /// Its 95 % interval: the square root of the sum of squares of what each score's own interval
    /// reaches toward the other (R. G. Newcombe 1998, method 10). Too wide where both share games.
    pub interval: (f64, f64),
}

impl Difference {
    /// How much `to` scores more than `from`; none if either has no games.
    #[must_use]
    pub fn between(from: &Figures, to: &Figures) -> Option<Self> {
        let ((from, (from_low, from_high)), (to, (to_low, to_high))) =
            (from.score.zip(from.interval)?, to.score.zip(to.interval)?);
        let value = to - from;
        let low = value - (to - to_low).hypot(from_high - from);
        let high = value + (to_high - to).hypot(from - from_low);
        Some(Self { value, interval: (low, high) })
    }

    /// How much `to` scores more than a score that is exact.
    #[must_use]
    pub fn from_exact(from: f64, to: &Figures) -> Option<Self> {
        let (score, (low, high)) = to.score.zip(to.interval)?;
        Some(Self { value: score - from, interval: (low - from, high - from) })
    }

    /// How far the interval stays from 0; 0 if it holds 0.
    #[must_use]
    pub fn sure(&self) -> f64 {
        self.interval.0.max(-self.interval.1).max(0.0)
    }

    /// How many standard errors it is worth, by the half of its interval that looks to 0.
    #[must_use]
    pub fn errors(&self) -> f64 {
        let (low, high) = self.interval;
        let half = if self.value > 0.0 { self.value - low } else { high - self.value };
        if half > 0.0 { REACH * self.value.abs() / half } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use tables::OutcomeCounts;

    use super::*;

    fn figures(wins: u64, losses: u64) -> Figures {
        OutcomeCounts { wins, draws: 0, losses }.into()
    }

    /// Newcombe's own example (1998, table II a): 56 of 70 against 48 of 80.
    #[test]
    fn the_interval_is_newcombes() {
        let difference = Difference::between(&figures(48, 32), &figures(56, 14)).expect("games");
        let (low, high) = difference.interval;
        assert!((difference.value - 0.2).abs() < 1e-9);
        assert!((low - 0.0524).abs() < 1e-4 && (high - 0.3339).abs() < 1e-4, "{low} {high}");
        assert!((difference.sure() - low).abs() < 1e-12);
        let back = Difference::between(&figures(56, 14), &figures(48, 32)).expect("games");
        assert!((back.interval.0 + high).abs() < 1e-9 && (back.interval.1 + low).abs() < 1e-9);
        assert!((back.sure() - difference.sure()).abs() < 1e-9);
        assert!((back.errors() - difference.errors()).abs() < 1e-9);
    }

    #[test]
    fn few_games_say_nothing_for_sure() {
        let none = Figures::from(OutcomeCounts::ZERO);
        assert_eq!(Difference::between(&none, &figures(3, 1)), None);
        let one = Difference::between(&figures(1, 0), &figures(0, 1)).expect("games");
        assert!(one.sure() < 0.5 && one.errors() < 5.0, "{one:?}");
        let same = Difference::between(&figures(5, 5), &figures(50, 50)).expect("games");
        assert!(same.sure() == 0.0 && same.errors() == 0.0);
    }
}
