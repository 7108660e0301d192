//! What a contest has come to: for the first contestant, A.

use rules::{Color, Outcome};

/// Counts of games and of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that A won.
    pub wins: u64,
    /// Games that A lost.
    pub losses: u64,
    /// Drawn games.
    pub draws: u64,
    /// Pairs by A's half points, 0 to 4.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Adds a pair of games, by A's half points in each.
    pub const fn add(&mut self, half_points: [u8; 2]) {
        let mut i = 0;
        while i < 2 {
            match half_points[i] {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
            i += 1;
        }
        self.pairs[(half_points[0] + half_points[1]) as usize] += 1;
    }

    /// These games and others.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            draws: self.draws + other.draws,
            pairs: std::array::from_fn(|i| self.pairs[i] + other.pairs[i]),
        }
    }

    /// These games, counted in pairs too; `None` if they are not five numbers, or of other games.
    #[must_use]
    pub fn in_pairs(self, pairs: &[u64]) -> Option<Self> {
        let pairs: [u64; 5] = pairs.try_into().ok()?;
        let count = pairs.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n))?;
        let sum = |times: [u64; 5]| {
            times
                .iter()
                .zip(pairs)
                .try_fold(0, |sum: u64, (&t, n)| sum.checked_add(n.checked_mul(t)?))
        };
        let points = self.wins.checked_mul(2)?.checked_add(self.draws)?;
        let is_same = count.checked_mul(2)? == self.games() && sum([0, 1, 2, 3, 4])? == points;
        is_same.then_some(Self { pairs, ..self })
    }

    /// Games of all kinds.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// A's share of the points; one half before the first game.
    #[must_use]
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The variance of one game's score.
    #[must_use]
    pub fn game_variance(&self) -> f64 {
        let games = self.games().max(1) as f64;
        let mean = self.score();
        (self.wins as f64 + self.draws as f64 / 4.0) / games - mean * mean
    }

    /// How many pairs there are.
    #[must_use]
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The variance of a pair's mean score. Openings that favour a side make it smaller than half a
    /// game's. Where all pairs came out alike and not even, it is taken as if each kind of pair had come once
    /// more: a side that wins all is not stronger without any doubt, and a test of it ends.
    #[must_use]
    pub fn pair_variance(&self) -> f64 {
        let is_sweep = self.pairs.iter().filter(|&&n| n > 0).count() == 1 && self.pairs[2] == 0;
        let counts = self.pairs.map(|n| n as f64 + f64::from(u8::from(is_sweep)));
        let all = counts.iter().sum::<f64>().max(1.0);
        let moment = |power: i32| {
            let sum = counts.iter().zip(0..);
            sum.map(|(n, i)| n * (f64::from(i) / 4.0).powi(power)).sum::<f64>() / all
        };
        moment(2) - moment(1).powi(2)
    }
}

/// The half points of the player who had `color`.
#[must_use]
pub const fn half_points(outcome: Outcome, color: Color) -> u8 {
    match (outcome, color) {
        (Outcome::Draw, _) => 1,
        (Outcome::WhiteWins, Color::White) | (Outcome::BlackWins, Color::Black) => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_of_the_games_or_refused() {
        let mut tally = Tally::default();
        for half_points in [[2, 0], [1, 1], [2, 2], [0, 1]] {
            tally.add(half_points);
        }
        let games = Tally { pairs: [0; 5], ..tally };
        assert_eq!(games.in_pairs(&[0, 1, 2, 0, 1]), Some(tally));
        for wrong in [&[0, 1, 2, 0][..], &[0, 1, 2, 0, 2], &[1, 0, 2, 0, 1], &[u64::MAX; 5]] {
            assert_eq!(games.in_pairs(wrong), None, "{wrong:?}");
        }
    }
}
