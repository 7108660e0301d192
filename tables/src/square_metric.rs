//! How the counts of a piece's squares become centipawns (PST-01; E. Schröder, Rebel, who gives no
//! formula): by how games ended, or by where the winners stood.

use std::{fmt, str::FromStr};

use rules::Square;

use crate::{
    OutcomeCounts,
    score::{centipawns, shrunken},
};

/// Centipawns for a square on which winners had the piece twice as often as on another.
const CENTIPAWNS_PER_DOUBLING: f64 = 4.0;

/// What makes a square good. Both read the same counts, and both centre a piece's values so that its mean
/// square is worth nothing; a square on which the piece was never seen is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SquareMetric {
    /// The score of the games with the piece there, as log odds.
    ///
    /// With `s` the score of a square, [shrunken] toward the score `m` of all squares together as
    /// if `weight` more positions had been seen there at `m`, the value is `cp(s) − cp(m)` where
    /// `cp` is [`centipawns`].
    #[default]
    Score,
    /// How often winners had the piece there.
    ///
    /// With `p` the share of the square in all positions of a winner's piece, `weight` more positions
    /// spread evenly over the squares on which the piece was seen, the value is
    /// `4 · log2(p) − Σ p · 4 · log2(p)`. Where pieces stand because games begin there is high too.
    Occupancy,
}

impl SquareMetric {
    /// Both, in the order of their discriminants.
    pub const ALL: [Self; 2] = [Self::Score, Self::Occupancy];

    const NAMES: [(Self, &'static str); 2] =
        [(Self::Score, "score"), (Self::Occupancy, "occupancy")];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }

    /// Counts by square, the piece owner's, as centipawns. `weight` is a number of positions, 1 at least.
    #[must_use]
    pub fn centipawns(
        self,
        counts: impl Fn(Square) -> OutcomeCounts,
        weight: f64,
    ) -> [f64; Square::COUNT] {
        let mut board = [OutcomeCounts::ZERO; Square::COUNT];
        for square in Square::all() {
            board[square.index()] = counts(square);
        }
        match self {
            Self::Score => by_score(&board, weight.max(1.0)),
            Self::Occupancy => by_occupancy(&board, weight.max(1.0)),
        }
    }
}

impl fmt::Display for SquareMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SquareMetric {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::NAMES.iter().find(|(_, n)| *n == name).map(|(metric, _)| *metric).ok_or_else(|| {
            let names = Self::NAMES.map(|(_, name)| name).join(", ");
            format!("`{name}` is no metric; there are {names}")
        })
    }
}

fn by_score(board: &[OutcomeCounts; Square::COUNT], weight: f64) -> [f64; Square::COUNT] {
    let mut total = OutcomeCounts::ZERO;
    for &counts in board {
        total.merge(counts);
    }
    // Half a game each way keeps the logarithms finite.
    let mean = shrunken(total, 0.5, 1.0);
    board.map(|counts| centipawns(shrunken(counts, mean, weight)) - centipawns(mean))
}

#[expect(clippy::cast_precision_loss, reason = "a share for evaluations")]
fn by_occupancy(board: &[OutcomeCounts; Square::COUNT], weight: f64) -> [f64; Square::COUNT] {
    let seen = board.iter().filter(|counts| counts.games() > 0).count() as f64;
    let won: u64 = board.iter().map(|counts| counts.wins).sum();
    let share =
        |counts: OutcomeCounts| (counts.wins as f64 + weight / seen) / (won as f64 + weight);
    let value = |counts| CENTIPAWNS_PER_DOUBLING * share(counts).log2();
    let here = board.iter().filter(|counts| counts.games() > 0);
    let mean: f64 = here.map(|&counts| share(counts) * value(counts)).sum();
    board.map(|counts| if counts.games() > 0 { value(counts) - mean } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNIGHT: [(usize, OutcomeCounts); 3] = [
        (18, OutcomeCounts { wins: 400, draws: 100, losses: 500 }),
        (21, OutcomeCounts { wins: 800, draws: 100, losses: 100 }),
        (0, OutcomeCounts { wins: 0, draws: 0, losses: 10 }),
    ];

    fn counts(square: Square) -> OutcomeCounts {
        let place = KNIGHT.iter().find(|(index, _)| *index == square.index());
        place.map_or(OutcomeCounts::ZERO, |(_, counts)| *counts)
    }

    #[test]
    fn twice_the_winners_are_worth_a_doubling() {
        // So small a weight that the counts speak for themselves.
        let values = SquareMetric::Occupancy.centipawns(counts, 1.0);
        assert!((values[21] - values[18] - CENTIPAWNS_PER_DOUBLING).abs() < 0.02, "{values:?}");
        assert!(values[0] < -25.0, "no winner stood there: {values:?}");
        assert_eq!(values[63].to_bits(), 0.0_f64.to_bits(), "nobody stood there");
    }

    #[test]
    fn squares_that_are_alike_are_worth_nothing() {
        let alike = |_| OutcomeCounts { wins: 30, draws: 20, losses: 10 };
        for metric in SquareMetric::ALL {
            let values = metric.centipawns(alike, 1000.0);
            assert!(values.iter().all(|value| value.abs() < 0.1), "{metric}: {values:?}");
        }
    }

    #[test]
    fn the_mean_position_of_winners_is_worth_nothing() {
        let values = SquareMetric::Occupancy.centipawns(counts, 1.0);
        let won = |counts: OutcomeCounts| counts.wins as f64;
        let total: f64 = KNIGHT.iter().map(|&(_, counts)| won(counts)).sum();
        let sum: f64 = KNIGHT.iter().map(|&(place, counts)| won(counts) * values[place]).sum();
        assert!((sum / total).abs() < 0.05, "{}", sum / total);
    }

    #[test]
    fn an_empty_table_says_nothing() {
        for metric in SquareMetric::ALL {
            let values = metric.centipawns(|_| OutcomeCounts::ZERO, 1000.0);
            assert!(values.iter().all(|&value| value == 0.0), "{metric}");
        }
    }

    #[test]
    fn names_are_read_back() {
        for (metric, name) in SquareMetric::NAMES {
            assert_eq!(name.parse(), Ok(metric));
            assert_eq!(metric.to_string(), name);
        }
        assert!("elo".parse::<SquareMetric>().unwrap_err().contains("score, occupancy"));
    }
}
