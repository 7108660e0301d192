//! Counts of outcomes.

use rules::Outcome;

/// Wins, draws and losses of one side; the owner of the counts says which side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OutcomeCounts {
    /// Games (or positions) that this side won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl OutcomeCounts {
    /// No games.
    pub const ZERO: Self = Self { wins: 0, draws: 0, losses: 0 };

    /// Counts `n` more of `outcome`, already [seen by](Outcome::seen_by) this side.
    pub const fn add(&mut self, outcome: Outcome, n: u64) {
        match outcome {
            Outcome::WhiteWins => self.wins += n,
            Outcome::Draw => self.draws += n,
            Outcome::BlackWins => self.losses += n,
        }
    }

    /// Adds another count of the same side.
    pub const fn merge(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// These games as the other side sees them: wins and losses swapped.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Wins, draws and losses together.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Half points: two for a win, one for a draw.
    #[must_use]
    pub const fn half_points(self) -> u64 {
        2 * self.wins + self.draws
    }

    /// The score per game, 0 to 1; `None` without games.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a ratio for people and evaluations")]
    pub fn score(self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| self.half_points() as f64 / (2 * games) as f64)
    }
}

impl OutcomeCounts {
    /// Counts from a file: at least one game, and few enough that sums of tables cannot overflow.
    pub(crate) fn checked(wins: u64, draws: u64, losses: u64) -> Result<Self, crate::TableError> {
        // The cells of a table are fewer than 2^19.
        const MOST: u64 = 1 << 44;
        if wins.max(draws).max(losses) > MOST {
            return Err(crate::TableError::Invalid("a count is impossibly large"));
        }
        let counts = Self { wins, draws, losses };
        if counts.games() == 0 {
            return Err(crate::TableError::Invalid("a row has no games"));
        }
        Ok(counts)
    }
}
