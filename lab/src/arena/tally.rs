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
        let [first, second] = half_points;
        self.add_game(first);
        self.add_game(second);
        self.pairs[(first + second) as usize] += 1;
    }

    /// Adds a game that is in no pair.
    pub const fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
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

    /// How many pairs there are.
    #[must_use]
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The games as observations of A's score.
    #[must_use]
    pub fn by_games(&self) -> Sample {
        Sample::of([self.losses, self.draws, self.wins])
    }

    /// The pairs as observations of A's score. Openings that favour a side make their variance smaller than
    /// half of a game's.
    #[must_use]
    pub fn by_pairs(&self) -> Sample {
        Sample::of(self.pairs)
    }
}

/// Observations of a score from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// How many.
    pub count: u64,
    /// Their mean; one half without any.
    pub mean: f64,
    /// The variance of one.
    pub variance: f64,
    /// Whether none differs from another. Their variance is 0 then, and says nothing about the error.
    pub is_alike: bool,
}

impl Sample {
    /// Outcomes whose scores go from 0 to 1 in equal steps, by how many there are of each.
    fn of<const N: usize>(counts: [u64; N]) -> Self {
        let count: u64 = counts.iter().sum();
        let average = |of: &dyn Fn(f64) -> f64| {
            let scored = counts.iter().zip(0..).map(|(&n, i)| (n as f64, f64::from(i)));
            let sum: f64 = scored.map(|(n, i)| n * of(i / (N - 1) as f64)).sum();
            sum / count.max(1) as f64
        };
        let mean = if count == 0 { 0.5 } else { average(&|score| score) };
        Self {
            count,
            mean,
            variance: average(&|score| (score - mean) * (score - mean)),
            is_alike: counts.iter().filter(|&&n| n > 0).count() < 2,
        }
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
