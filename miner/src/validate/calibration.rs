//! Predicted against seen.

use rules::Outcome;
use statistics::{WinDrawLoss, score};

use super::estimate::Ratio;

/// How many bins: predictions of 0 to 0.1, of 0.1 to 0.2, and so on.
pub const BINS: usize = 10;
/// With fewer games, a bin's interval means nothing.
const LEAST_GAMES: u64 = 30;
/// Nor with fewer groups.
const LEAST_GROUPS: u64 = 10;

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

    /// Its name in reports and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }

    fn of(self, chances: WinDrawLoss) -> f64 {
        match self {
            Self::Score => score(chances),
            Self::Win => chances[0],
            Self::Draw => chances[1],
            Self::Loss => chances[2],
        }
    }

    /// The variance of one observation, if the chances are right.
    fn variance(self, chances: WinDrawLoss) -> f64 {
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
    /// Groups with such a prediction.
    pub groups: u64,
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
    /// Whether there are games and groups enough to say anything.
    #[must_use]
    pub const fn counts(&self) -> bool {
        self.games >= LEAST_GAMES && self.groups >= LEAST_GROUPS
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
/// observation of a bin however many of its cells fall there; and the games of an event are not
/// quite independent. So a group (an event, or a game) is the unit: the error of seen minus
/// predicted is the jackknife's over groups, and the interval reaches as many errors as Student's
/// quantile for these groups says; see `Ratio`.
///
/// The squared error is taken to be at least `Σ m² v / (Σ m)²` over games, with `m` a game's cells in
/// the bin and `v` the variance that the prediction itself gives to the outcome, for bins where too
/// few surprises happened to show it. The prediction is an estimate too, from another sample of
/// games: the squared error is multiplied by `1 + games here / games in the table`.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// Of what.
    pub quantity: Quantity,
    /// Predictions by their size, the smallest first.
    pub bins: [Bin; BINS],
    sums: [Sums; BINS],
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Sums {
    games: f64,
    /// Of seen minus predicted.
    groups: Ratio,
    expected2: f64,
    predicted: f64,
    seen: f64,
    cells: f64,
    game: InGame,
    /// Cells of the group at hand, and its sum of seen minus predicted.
    group: (f64, f64),
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
    pub(super) fn new(quantity: Quantity) -> Self {
        Self { quantity, bins: [Bin::default(); BINS], sums: Default::default() }
    }

    pub(super) fn predict(&mut self, chances: WinDrawLoss, outcome: Outcome) {
        let predicted = self.quantity.of(chances);
        let mut happened = [0.0; 3];
        happened[outcome as usize] = 1.0;
        let bin = ((predicted * BINS as f64) as usize).min(BINS - 1);
        let game = &mut self.sums[bin].game;
        game.cells += 1.0;
        game.predicted += predicted;
        game.seen += self.quantity.of(happened);
        game.variance += self.quantity.variance(chances);
    }

    pub(super) fn end_game(&mut self) {
        for sums in &mut self.sums {
            let InGame { cells, predicted, seen, variance } = std::mem::take(&mut sums.game);
            if cells > 0.0 {
                sums.games += 1.0;
                sums.cells += cells;
                sums.predicted += predicted;
                sums.seen += seen;
                // All cells of the game err together: m² times their mean variance.
                sums.expected2 += cells * variance;
                sums.group.0 += cells;
                sums.group.1 += seen - predicted;
            }
        }
    }

    pub(super) fn end_group(&mut self) {
        for sums in &mut self.sums {
            let (cells, difference) = std::mem::take(&mut sums.group);
            sums.groups.add(cells, difference);
        }
    }

    pub(super) fn finish(&mut self, games: u64, trained: u64) {
        #[expect(clippy::cast_precision_loss, reason = "numbers of games")]
        let wider = (1.0 + games as f64 / trained as f64).sqrt();
        for (bin, sums) in self.bins.iter_mut().zip(std::mem::take(&mut self.sums)) {
            if sums.cells == 0.0 {
                continue;
            }
            let least = sums.expected2.sqrt() / sums.cells;
            let error = sums.groups.estimate().error.max(least);
            *bin = Bin {
                games: sums.games as u64,
                groups: sums.groups.groups() as u64,
                cells: sums.cells as u64,
                predicted: sums.predicted / sums.cells,
                seen: sums.seen / sums.cells,
                margin: sums.groups.quantile() * error * wider,
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Random numbers that are the same everywhere (S. Vigna's `splitmix64`).
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    /// What takes a game, an event, or each cell for independent.
    #[derive(Clone, Copy, PartialEq)]
    enum Unit {
        Cell,
        Game,
        Event,
    }

    /// Plays events of very different sizes in a world where the prediction is right on average, but
    /// each event has a bias of its own, and gives what a calibration makes of them.
    fn calibrated(random: &mut Random, unit: Unit, bias: f64) -> Bin {
        let chances = [0.40, 0.30, 0.30];
        let mut calibration = Calibration::new(Quantity::Score);
        let mut games = 0;
        for event in 0..60 {
            let size = if event % 10 == 0 { 60 } else { 6 };
            let win = chances[0] + bias * (2.0 * random.next() - 1.0);
            for _ in 0..size {
                games += 1;
                let at = random.next();
                let outcome = match at {
                    at if at < win => Outcome::WhiteWins,
                    at if at < win + chances[1] => Outcome::Draw,
                    _ => Outcome::BlackWins,
                };
                for _ in 0..1 + (random.next() * 8.0) as usize {
                    calibration.predict(chances, outcome);
                    if unit == Unit::Cell {
                        calibration.end_game();
                        calibration.end_group();
                    }
                }
                calibration.end_game();
                if unit == Unit::Game {
                    calibration.end_group();
                }
            }
            calibration.end_group();
        }
        calibration.finish(games, u64::MAX);
        calibration.bins[5]
    }

    /// The share of 600 such worlds whose interval holds the truth.
    fn coverage(unit: Unit, bias: f64) -> f64 {
        let mut random = Random(7);
        let held = (0..600).filter(|_| calibrated(&mut random, unit, bias).agrees()).count();
        held as f64 / 600.0
    }

    #[test]
    fn intervals_by_event_hold_the_truth_and_narrower_ones_do_not() {
        let by_event = coverage(Unit::Event, 0.3);
        assert!((0.92..=0.985).contains(&by_event), "by event {by_event}");
        let by_game = coverage(Unit::Game, 0.3);
        assert!(by_game < 0.85, "events differ, games are not independent: {by_game}");
        let by_cell = coverage(Unit::Cell, 0.3);
        assert!(by_cell < by_game - 0.1, "cells of a game are one observation: {by_cell}");
    }

    #[test]
    fn where_events_are_alike_games_are_enough() {
        for unit in [Unit::Game, Unit::Event] {
            let coverage = coverage(unit, 0.0);
            assert!((0.92..=0.985).contains(&coverage), "{coverage}");
        }
        assert!(coverage(Unit::Cell, 0.0) < 0.85);
    }

    #[test]
    fn a_wrong_prediction_is_found_out() {
        let mut random = Random(3);
        let mut calibration = Calibration::new(Quantity::Score);
        for _ in 0..400 {
            let outcome = if random.next() < 0.7 { Outcome::WhiteWins } else { Outcome::BlackWins };
            calibration.predict([0.55, 0.0, 0.45], outcome);
            calibration.end_game();
            calibration.end_group();
        }
        calibration.finish(400, u64::MAX);
        assert!(calibration.bins[5].counts() && !calibration.bins[5].agrees());
    }
}
