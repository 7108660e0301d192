//! Predicted against seen.

use tables::{
    Outcome,
    predict::{Wdl, score},
};

use super::Z95;

/// How many bins: predictions of 0 to 0.1, of 0.1 to 0.2, and so on.
pub const BINS: usize = 10;
/// With fewer games, a bin's interval means nothing.
const LEAST_GAMES: u64 = 30;

/// What is predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// White's score.
    Score,
    /// The chance that White wins.
    Win,
    /// Of a draw.
    Draw,
    /// That White loses.
    Loss,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Score, Self::Win, Self::Draw, Self::Loss];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }

    fn of(self, chances: Wdl) -> f64 {
        match self {
            Self::Score => score(chances),
            Self::Win => chances[0],
            Self::Draw => chances[1],
            Self::Loss => chances[2],
        }
    }

    /// The variance of one observation, if the chances are right.
    fn variance(self, chances: Wdl) -> f64 {
        let mean = self.of(chances);
        match self {
            Self::Score => chances[0] + chances[1] / 4.0 - mean * mean,
            _ => mean * (1.0 - mean),
        }
    }
}

/// Predictions of about the same value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// Games with such a prediction.
    pub games: u64,
    /// Such predictions.
    pub cells: u64,
    /// Their mean.
    pub predicted: f64,
    /// What came of them, on average.
    pub seen: f64,
    /// Half the width of the 95 % interval of seen minus predicted.
    pub margin: f64,
}

impl Bin {
    /// Whether there are games enough to say anything.
    #[must_use]
    pub const fn counts(&self) -> bool {
        self.games >= LEAST_GAMES
    }

    /// Whether what was predicted lies within the interval.
    #[must_use]
    pub fn agrees(&self) -> bool {
        (self.seen - self.predicted).abs() <= self.margin
    }
}

/// Ten bins of predictions of one quantity.
///
/// The cells of one game share its outcome, and neighbours their prediction, so a game is one
/// observation of a bin however many of its cells fall there. With `d` a game's sum of seen minus
/// predicted in the bin, `m` the number of its cells there, `D = Σ d / Σ m`, the squared standard
/// error of `D` is `Σ (d − D m)² / (Σ m)²` with G/(G−1) for G games. It is taken to be at least
/// `Σ m² v / (Σ m)²`, with `v` the variance that the prediction itself gives to the outcome, for
/// bins where too few surprises happened to show it. The prediction is an estimate too, from
/// another sample of games: the squared error is multiplied by `1 + games here / games in the
/// table`. The interval is 1.96 standard errors to either side.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// Of what.
    pub quantity: Quantity,
    /// The bins.
    pub bins: [Bin; BINS],
    sums: [Sums; BINS],
    game: [InGame; BINS],
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    games: f64,
    cells: f64,
    predicted: f64,
    seen: f64,
    cells2: f64,
    difference2: f64,
    cross: f64,
    expected2: f64,
}

/// What the game at hand has put into a bin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct InGame {
    cells: f64,
    predicted: f64,
    seen: f64,
    variance: f64,
}

impl Calibration {
    pub(super) const fn new(quantity: Quantity) -> Self {
        const BIN: Bin = Bin { games: 0, cells: 0, predicted: 0.0, seen: 0.0, margin: 0.0 };
        const SUMS: Sums = Sums {
            games: 0.0,
            cells: 0.0,
            predicted: 0.0,
            seen: 0.0,
            cells2: 0.0,
            difference2: 0.0,
            cross: 0.0,
            expected2: 0.0,
        };
        const NONE: InGame = InGame { cells: 0.0, predicted: 0.0, seen: 0.0, variance: 0.0 };
        Self { quantity, bins: [BIN; BINS], sums: [SUMS; BINS], game: [NONE; BINS] }
    }

    pub(super) fn predict(&mut self, chances: Wdl, outcome: Outcome) {
        let predicted = self.quantity.of(chances);
        let mut happened = [0.0; 3];
        happened[outcome as usize] = 1.0;
        let bin = ((predicted * BINS as f64) as usize).min(BINS - 1);
        let game = &mut self.game[bin];
        game.cells += 1.0;
        game.predicted += predicted;
        game.seen += self.quantity.of(happened);
        game.variance += self.quantity.variance(chances);
    }

    pub(super) fn end_game(&mut self) {
        for (sums, game) in self.sums.iter_mut().zip(&mut self.game) {
            let InGame { cells, predicted, seen, variance } = std::mem::take(game);
            if cells > 0.0 {
                let difference = seen - predicted;
                sums.games += 1.0;
                sums.cells += cells;
                sums.predicted += predicted;
                sums.seen += seen;
                sums.cells2 += cells * cells;
                sums.difference2 += difference * difference;
                sums.cross += cells * difference;
                // All cells of the game err together: m² times their mean variance.
                sums.expected2 += cells * variance;
            }
        }
    }

    pub(super) fn finish(&mut self, games: u64, trained: u64) {
        #[expect(clippy::cast_precision_loss, reason = "numbers of games")]
        let wider = 1.0 + games as f64 / trained as f64;
        for (bin, sums) in self.bins.iter_mut().zip(&self.sums) {
            if sums.cells == 0.0 {
                continue;
            }
            let off = (sums.seen - sums.predicted) / sums.cells;
            let spread = sums.difference2 - 2.0 * off * sums.cross + off * off * sums.cells2;
            let spread = spread * sums.games / (sums.games - 1.0).max(1.0);
            let error = (spread.max(sums.expected2) * wider).sqrt() / sums.cells;
            *bin = Bin {
                games: sums.games as u64,
                cells: sums.cells as u64,
                predicted: sums.predicted / sums.cells,
                seen: sums.seen / sums.cells,
                margin: Z95 * error,
            };
        }
    }

    /// Bins that say anything, and those of them whose interval holds what was predicted.
    #[must_use]
    pub fn agreement(&self) -> (usize, usize) {
        let bins = self.bins.iter().filter(|bin| bin.counts());
        bins.fold((0, 0), |(all, good), bin| (all + 1, good + usize::from(bin.agrees())))
    }

    /// The mean distance of seen from predicted, bins weighted by their cells.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "numbers of cells")]
    pub fn mean_error(&self) -> f64 {
        let cells: f64 = self.bins.iter().map(|bin| bin.cells as f64).sum();
        let off = self.bins.iter().map(|bin| (bin.seen - bin.predicted).abs() * bin.cells as f64);
        off.sum::<f64>() / cells
    }
}
