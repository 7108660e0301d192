//! Judging predictions by games that the table has not seen.
//!
//! Every (game, cell) pair is one prediction, as the table counts. The cells of a game share its
//! outcome, and the games of an event share players, openings and rules, so standard errors and
//! intervals take an event (or a game, if asked), never a cell, as the unit.

mod calibration;
mod estimate;
mod rival;

pub use calibration::{BINS, Bin, Calibration, Quantity};
pub use estimate::{Estimate, Z95};
pub use rival::Rival;

use estimate::Ratio;
use rules::Outcome;
use statistics::{Predictor, PredictorOptions, WinDrawLoss};
use tables::{ImbalanceTable, Table};

use crate::collect::held::HeldGames;

/// How the rivals did.
#[derive(Clone, Debug)]
pub struct Contest {
    /// Games with at least one cell.
    pub games: u64,
    /// Cells that were predicted, each once for each of these games.
    pub cells: u64,
    /// Groups of games that are taken for independent of each other: events, or games.
    pub groups: u64,
    /// Those of them that the table has no game of.
    pub unseen: u64,
    /// Everyone's marks, in the order of [`Rival::ALL`].
    pub marks: Vec<Marks>,
}

/// How well one rival predicted.
#[derive(Clone, Debug)]
pub struct Marks {
    /// Who.
    pub rival: Rival,
    /// Mean of `−ln P(outcome)` over all cells.
    pub log_loss: Estimate,
    /// By how much that is below the mean score's, cell by cell.
    pub gain: Estimate,
    /// By how much the shrunken prediction is below this one.
    pub behind: Estimate,
    /// Mean of the squared errors of the three chances, summed: 0 to 2.
    pub brier: f64,
    /// Predicted against seen.
    pub calibration: Vec<Calibration>,
}

impl Contest {
    /// Lets all rivals predict the games. Rivals are fitted on the table alone; only the grouped
    /// prior and the shrunken prediction start from the earlier table, if there is one.
    #[must_use]
    pub fn hold(
        table: &ImbalanceTable,
        earlier: Option<&ImbalanceTable>,
        options: PredictorOptions,
        games: &HeldGames,
        by_event: bool,
    ) -> Self {
        let predictor = match earlier {
            Some(earlier) => Predictor::fit_after(earlier, table, options),
            None => Predictor::fit_with(table, options),
        };
        let predictions = Rival::ALL.map(|rival| rival.predictions(table, &predictor));
        let trained = games_of(table);
        let mut contest = Self { games: 0, cells: 0, groups: 0, unseen: 0, marks: Vec::new() };
        let known =
            |cell| [Some(table), earlier].into_iter().flatten().any(|t| t.get(cell).games() > 0);
        contest.groups = games.groups(by_event).count() as u64;
        for game in games.iter() {
            let (mut held, mut unseen) = (0, 0);
            for cell in game.cells() {
                held += 1;
                unseen += u64::from(!known(cell));
            }
            contest.games += u64::from(held > 0);
            contest.cells += held;
            contest.unseen += unseen;
        }
        let [mean, .., shrunken] = &predictions;
        contest.marks = Rival::ALL
            .into_iter()
            .zip(&predictions)
            .map(|(rival, own)| mark(rival, own, [mean, shrunken], games, by_event, trained))
            .collect();
        contest
    }

    /// The marks of one rival.
    #[must_use]
    pub fn of(&self, rival: Rival) -> &Marks {
        &self.marks[rival as usize]
    }
}

/// The loss of a prediction. Chances of 0 are held at what [`Rival`] floors them to.
fn loss(chances: WinDrawLoss, outcome: Outcome) -> f64 {
    -chances[outcome as usize].max(1e-12).ln()
}

fn mark(
    rival: Rival,
    own: &[WinDrawLoss],
    [mean, shrunken]: [&[WinDrawLoss]; 2],
    games: &HeldGames,
    by_event: bool,
    trained: u64,
) -> Marks {
    let [mut losses, mut gains, mut behind] = [const { Ratio::new() }; 3];
    let (mut brier, mut cells) = (0.0, 0.0);
    let mut calibration = Quantity::ALL.map(Calibration::new).to_vec();
    for group in games.groups(by_event) {
        let (mut count, mut sum, mut mean_sum, mut shrunken_sum) = (0.0, 0.0, 0.0, 0.0);
        for game in group {
            for cell in game.cells() {
                let chances = own[cell.index()];
                count += 1.0;
                sum += loss(chances, game.outcome);
                mean_sum += loss(mean[cell.index()], game.outcome);
                shrunken_sum += loss(shrunken[cell.index()], game.outcome);
                for (i, chance) in chances.into_iter().enumerate() {
                    let seen = if i == game.outcome as usize { 1.0 } else { 0.0 };
                    brier += (chance - seen) * (chance - seen);
                }
                for calibration in &mut calibration {
                    calibration.predict(chances, game.outcome);
                }
            }
            calibration.iter_mut().for_each(Calibration::end_game);
        }
        calibration.iter_mut().for_each(Calibration::end_group);
        losses.add(count, sum);
        gains.add(count, mean_sum - sum);
        behind.add(count, sum - shrunken_sum);
        cells += count;
    }
    for calibration in &mut calibration {
        calibration.finish(games.len() as u64, trained);
    }
    Marks {
        rival,
        log_loss: losses.estimate(),
        gain: gains.estimate(),
        behind: behind.estimate(),
        brier: brier / cells,
        calibration,
    }
}

/// How many games a table was made of. Without provenance, the fullest cell tells.
fn games_of(table: &ImbalanceTable) -> u64 {
    let fullest = table.iter().map(|(_, counts)| counts.games()).max().unwrap_or(0);
    table.provenance().counters.games_used.max(fullest).max(1)
}
