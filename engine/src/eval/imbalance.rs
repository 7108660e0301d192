//! The material imbalance table as a term of the evaluation (E. Schröder, Rebel, 2021).
//!
//! The embedded counts become one centipawn value per cell when the options are set, so that the
//! search pays one look-up. Two readings so far:
//!
//! - *crude* (MIT-U1): the score in percent, less 50, for every cell with games. The percentage is
//!   rounded, but 0 and 100 stand only for cells that one side always won.
//! - *safe* (MIT-U2): only cells that one side always won, with enough games; the value grows by
//!   [`EvalOptions::imbalance_safe_scale`] with each doubling of the games and is capped.
//!
//! The stored counts are not folded: a cell and its colour-swapped cell come from different games.
//! With [`EvalOptions::imbalance_fold`] both are read as one - the cell's counts plus the swapped
//! cell's, seen from the other side - and the two values are each other's negative, exactly.

use tables::{CELLS, Cell, OutcomeCounts};

use crate::{embedded, options::EvalOptions};

/// How cells become centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImbalanceMode {
    /// Not at all.
    Off,
    /// MIT-U1.
    Crude,
    /// MIT-U2.
    Safe,
}

/// The counts as they are read, and the value of each cell for White in centipawns.
#[derive(Debug)]
pub struct ImbalanceBonus {
    values: Box<[i16]>,
    fold: bool,
}

impl ImbalanceBonus {
    /// Reads the embedded table as the options say.
    #[must_use]
    pub fn new(options: &EvalOptions) -> Self {
        Self::of(&embedded::imbalance().collect::<Vec<_>>(), options)
    }

    fn of(counts: &[(Cell, OutcomeCounts)], options: &EvalOptions) -> Self {
        let fold = options.imbalance_fold;
        if options.imbalance == ImbalanceMode::Off {
            return Self { values: Box::default(), fold };
        }
        let mut values = vec![0; CELLS].into_boxed_slice();
        for &(cell, outcomes) in counts {
            if fold {
                let swapped = cell.swapped();
                let folded = fold_counts(outcomes, find(counts, swapped), cell, swapped);
                let value = value(folded, options);
                // One of the two is computed twice; both times from the same counts.
                values[cell.index()] = if cell <= swapped { value } else { -value };
                values[swapped.index()] = -values[cell.index()];
            } else {
                values[cell.index()] = value(outcomes, options);
            }
        }
        Self { values, fold }
    }

    /// The value of a cell for White; nothing beyond the caps.
    #[must_use]
    pub fn get(&self, cell: Option<Cell>) -> i32 {
        cell.and_then(|cell| self.values.get(cell.index())).map_or(0, |&value| i32::from(value))
    }

    /// The outcomes that a cell's value was computed from, as White sees them.
    #[must_use]
    pub fn counts(&self, cell: Cell) -> OutcomeCounts {
        let counts: Vec<_> = embedded::imbalance().collect();
        let mut sum = find(&counts, cell);
        if self.fold {
            sum.merge(find(&counts, cell.swapped()).swapped());
        }
        sum
    }
}

fn find(counts: &[(Cell, OutcomeCounts)], cell: Cell) -> OutcomeCounts {
    let place = counts.binary_search_by_key(&cell, |&(cell, _)| cell);
    place.map_or(OutcomeCounts::ZERO, |place| counts[place].1)
}

/// Both cells' outcomes, from the point of view of White in the lower one.
fn fold_counts(
    own: OutcomeCounts,
    other: OutcomeCounts,
    cell: Cell,
    swapped: Cell,
) -> OutcomeCounts {
    let (mut lower, upper) = if cell <= swapped { (own, other) } else { (other, own) };
    lower.merge(upper.swapped());
    lower
}

fn value(counts: OutcomeCounts, options: &EvalOptions) -> i16 {
    let value = match options.imbalance {
        ImbalanceMode::Off => 0,
        ImbalanceMode::Crude => percent(counts) - 50,
        ImbalanceMode::Safe => safe(counts, options),
    };
    value.clamp(-options.imbalance_cap, options.imbalance_cap) as i16
}

/// The score in percent, to the nearest; 0 and 100 only where they are exact, 50 without games.
fn percent(counts: OutcomeCounts) -> i32 {
    let (points, most) = (counts.half_points(), 2 * counts.games());
    if most == 0 {
        50
    } else if points == 0 || points == most {
        if points == 0 { 0 } else { 100 }
    } else {
        ((points * 200 + most) / (2 * most)).clamp(1, 99) as i32
    }
}

fn safe(counts: OutcomeCounts, options: &EvalOptions) -> i32 {
    let games = counts.games();
    if games < u64::from(options.imbalance_min_games.unsigned_abs()) {
        return 0;
    }
    let height = (f64::from(options.imbalance_safe_scale) * (games as f64).log2()).round() as i32;
    match percent(counts) {
        0 => -height,
        100 => height,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(wins: u64, draws: u64, losses: u64) -> OutcomeCounts {
        OutcomeCounts { wins, draws, losses }
    }

    fn options(imbalance: ImbalanceMode) -> EvalOptions {
        EvalOptions { imbalance, ..EvalOptions::default() }
    }

    #[test]
    fn crude_is_percent_less_fifty() {
        let crude = options(ImbalanceMode::Crude);
        assert_eq!(value(counts(73, 0, 27), &crude), 23);
        assert_eq!(value(counts(0, 0, 5), &crude), -50);
        assert_eq!(value(counts(999, 1, 0), &crude), 49);
        assert_eq!(value(counts(0, 0, 0), &crude), 0);
    }

    #[test]
    fn safe_believes_only_certainty_with_enough_games() {
        let safe = options(ImbalanceMode::Safe);
        assert_eq!(value(counts(9, 0, 0), &safe), 0);
        assert!(value(counts(10, 0, 0), &safe) > 0);
        assert!(value(counts(0, 0, 10), &safe) < 0);
        assert_eq!(value(counts(999, 1, 0), &safe), 0);
        let mut last = 0;
        for games in 10..10_000 {
            let now = value(counts(games, 0, 0), &safe);
            assert!(now >= last);
            last = now;
        }
    }

    #[test]
    fn folded_cells_are_each_others_negative() {
        let cell = |index| Cell::new(index).unwrap();
        // A queen for White in cell 2, for Black in cell 1; cell 3 is its own mirror.
        let table =
            [(cell(1), counts(0, 0, 20)), (cell(2), counts(30, 1, 0)), (cell(3), counts(5, 0, 0))];
        for mode in [ImbalanceMode::Crude, ImbalanceMode::Safe] {
            let bonus = ImbalanceBonus::of(&table, &options(mode));
            assert_eq!(bonus.get(Some(cell(1))), -bonus.get(Some(cell(2))));
            assert_eq!(bonus.get(Some(cell(3))), 0);
            assert_eq!(bonus.get(None), 0);
        }
        let raw = EvalOptions { imbalance_fold: false, ..options(ImbalanceMode::Crude) };
        let bonus = ImbalanceBonus::of(&table, &raw);
        assert_eq!([1, 2, 3].map(|i| bonus.get(Some(cell(i)))), [-50, 48, 50]);
    }
}
