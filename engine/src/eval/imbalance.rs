//! The material imbalance table as a term of the evaluation (MIT-07; E. Schröder, Rebel, 2021).
//!
//! The counts become one centipawn value per cell when the options are set, so that the
//! search pays one look-up. The readings:
//!
//! - *crude* (MIT-U1): the score in percent, less 50, for every cell with games. The percentage is
//!   rounded, but 0 and 100 stand only for cells that one side always won.
//! - *safe* (MIT-U2): only cells that one side always won, with enough games; the value grows by
//!   [`EvalOptions::imbalance_safe_scale`] with each doubling of the games and is capped.
//! - *blend* (MIT-U3): every cell with enough games whose percentage is at most `MIT_LowPct` or at least
//!   `MIT_HighPct`, of which `MIT_Weight` percent of `MIT_Value` are given: the score in *percent* as
//!   crude has it, the *games* as safe has them, or the *correction* - the centipawns that counting
//!   pieces misses, shrunken toward like cells by [`statistics`]. With 50 and 50 (the default) all
//!   cells count, with 0 and 100 only certain ones, so crude and safe are settings of blend; with 9 and
//!   91 it is the rule of reliability (MIT-08: beyond 90 or below 10 percent, with enough games).
//! - *selective* (MIT-U4): blend, for cells of chosen classes alone. `MIT_Classes` is a sum of
//!   powers of two, 1 for the first of [`tables::classes::CLASSES`], 2 for the second and so on.
//!
//! The stored counts are not folded: a cell and its colour-swapped cell come from different games.
//! With [`EvalOptions::imbalance_fold`] both are read as one - the cell's counts plus the swapped
//! cell's, seen from the other side - and the two values are each other's negative, exactly. The
//! corrections are computed in either way, when an option first asks for them.

use tables::{CELLS, Cell, OutcomeCounts, classes};

use crate::{
    mined::Mined,
    options::{EvalOptions, ImbalanceMode, ImbalanceValue},
    position::Position,
};

/// A cell with games, and what the modes read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CellData {
    cell: Cell,
    /// The outcomes as White saw them.
    counts: OutcomeCounts,
    /// Centipawns for White that counting pieces misses, as they are and with colours folded.
    corrections: [i16; 2],
}

/// The table's cells, with the corrections if the options ask for them.
fn cells(tables: &Mined, options: &EvalOptions) -> Vec<CellData> {
    let wanted = matches!(options.imbalance(), ImbalanceMode::Blend | ImbalanceMode::Selective)
        && options.imbalance_value() == ImbalanceValue::Correction;
    let known: &[[i16; 2]] = if wanted { tables.corrections() } else { &[] };
    let cells = tables.imbalance().iter().enumerate();
    cells
        .map(|(i, &(cell, counts))| CellData {
            cell,
            counts,
            corrections: known.get(i).copied().unwrap_or_default(),
        })
        .collect()
}

/// The counts as they are read, and the value of each cell for White in centipawns.
#[derive(Debug)]
pub struct ImbalanceBonus {
    values: Box<[i16]>,
    fold: bool,
}

impl ImbalanceBonus {
    /// Reads a table as the options say.
    #[must_use]
    pub fn new(options: &EvalOptions, tables: &Mined) -> Self {
        Self::of(&cells(tables, options), options)
    }

    fn of(table: &[CellData], options: &EvalOptions) -> Self {
        let fold = options.imbalance_fold();
        if options.imbalance() == ImbalanceMode::Off {
            return Self { values: Box::default(), fold };
        }
        let mut values = vec![0; CELLS].into_boxed_slice();
        for data in table {
            let CellData { cell, counts, corrections } = *data;
            if fold {
                let swapped = cell.swapped();
                let lower = cell.min(swapped);
                let counts = fold_counts(counts, find(table, swapped), cell, swapped);
                let correction = if cell <= swapped { corrections[1] } else { -corrections[1] };
                let folded = CellData { cell: lower, counts, corrections: [correction; 2] };
                let value = if cell == swapped { 0 } else { value(&folded, 1, options) };
                // One of the two may be computed twice; both times from the same counts.
                if cell <= swapped || find(table, swapped).games() == 0 {
                    values[lower.index()] = value;
                    values[lower.swapped().index()] = -value;
                }
            } else {
                values[cell.index()] = value(data, 0, options);
            }
        }
        Self { values, fold }
    }

    /// The value of a position's cell for White.
    #[inline(always)]
    pub(crate) fn bonus(&self, position: &Position) -> i32 {
        if self.values.is_empty() { 0 } else { self.get(position.cell()) }
    }

    /// The value of a cell for White; nothing beyond the caps.
    #[must_use]
    #[inline(always)]
    pub fn get(&self, cell: Option<Cell>) -> i32 {
        cell.and_then(|cell| self.values.get(cell.index())).map_or(0, |&value| i32::from(value))
    }

    /// The outcomes that a cell's value was computed from, as White sees them.
    #[must_use]
    pub(crate) fn counts(&self, cell: Cell, tables: &Mined) -> OutcomeCounts {
        let find = |cell| tables.cell(cell);
        let mut sum = find(cell);
        if self.fold {
            sum.merge(find(cell.swapped()).swapped());
        }
        sum
    }
}

fn find(table: &[CellData], cell: Cell) -> OutcomeCounts {
    let place = table.binary_search_by_key(&cell, |data| data.cell);
    place.map_or(OutcomeCounts::ZERO, |place| table[place].counts)
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

/// The value of a cell; `folded` is which of its corrections counts.
fn value(data: &CellData, folded: usize, options: &EvalOptions) -> i16 {
    let value = match options.imbalance() {
        ImbalanceMode::Off => 0,
        ImbalanceMode::Crude => percent(data.counts) - 50,
        ImbalanceMode::Safe => safe(data.counts, options),
        ImbalanceMode::Blend => blend(data, folded, options),
        ImbalanceMode::Selective if is_chosen(data.cell, options) => blend(data, folded, options),
        ImbalanceMode::Selective => 0,
    };
    value.clamp(-options.imbalance_cap(), options.imbalance_cap()) as i16
}

/// The score in percent; 50 without games.
fn percent(counts: OutcomeCounts) -> i32 {
    tables::percent(counts).map_or(50, i32::from)
}

fn has_games(counts: OutcomeCounts, options: &EvalOptions) -> bool {
    counts.games() >= u64::from(options.imbalance_min_games().unsigned_abs())
}

fn safe(counts: OutcomeCounts, options: &EvalOptions) -> i32 {
    if has_games(counts, options) { certain(counts, options) } else { 0 }
}

/// The logarithm of the games of a cell that one side always won.
fn certain(counts: OutcomeCounts, options: &EvalOptions) -> i32 {
    let games = counts.games() as f64;
    let height = (f64::from(options.imbalance_safe_scale()) * games.log2()).round() as i32;
    match percent(counts) {
        0 => -height,
        100 => height,
        _ => 0,
    }
}

fn blend(data: &CellData, folded: usize, options: &EvalOptions) -> i32 {
    let percent = percent(data.counts);
    let believed = percent <= options.imbalance_low() || percent >= options.imbalance_high();
    if !believed || !has_games(data.counts, options) {
        return 0;
    }
    let value = match options.imbalance_value() {
        ImbalanceValue::Percent => percent - 50,
        ImbalanceValue::Games => certain(data.counts, options),
        ImbalanceValue::Correction => i32::from(data.corrections[folded]),
    };
    value * options.imbalance_weight() / 100
}

/// Whether a cell is of a chosen class.
fn is_chosen(cell: Cell, options: &EvalOptions) -> bool {
    let chosen = |index: usize| options.imbalance_classes() >> index & 1 != 0;
    classes::of(cell).any(|(class, _)| {
        classes::CLASSES.iter().position(|one| one.name == class.name).is_some_and(chosen)
    })
}

#[cfg(test)]
#[cfg(feature = "lab")]
mod tests {
    use rules::{Color, Role};

    use super::*;

    fn data(counts: OutcomeCounts) -> CellData {
        CellData { cell: Cell::new(2).unwrap(), counts, corrections: [30, -20] }
    }

    fn value(counts: OutcomeCounts, options: &EvalOptions) -> i16 {
        super::value(&data(counts), 0, options)
    }

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
        let data = |index, counts, corrections| CellData { cell: cell(index), counts, corrections };
        let table = [
            data(1, counts(0, 0, 20), [-50, -45]),
            data(2, counts(30, 1, 0), [40, 45]),
            data(3, counts(5, 0, 0), [10, 0]),
        ];
        for mode in [
            ImbalanceMode::Crude,
            ImbalanceMode::Safe,
            ImbalanceMode::Blend,
            ImbalanceMode::Selective,
        ] {
            let bonus = ImbalanceBonus::of(&table, &options(mode));
            assert_eq!(bonus.get(Some(cell(1))), -bonus.get(Some(cell(2))));
            assert_eq!(bonus.get(Some(cell(3))), 0);
            assert_eq!(bonus.get(None), 0);
        }
        let raw = EvalOptions { imbalance_fold: false, ..options(ImbalanceMode::Crude) };
        let bonus = ImbalanceBonus::of(&table, &raw);
        assert_eq!([1, 2, 3].map(|i| bonus.get(Some(cell(i)))), [-50, 48, 50]);
    }
    #[test]
    fn crude_and_safe_are_settings_of_blend() {
        let blend = EvalOptions {
            imbalance_min_games: 1,
            imbalance_value: ImbalanceValue::Percent,
            imbalance_weight: 100,
            ..options(ImbalanceMode::Blend)
        };
        let crude = options(ImbalanceMode::Crude);
        let certain = EvalOptions {
            imbalance_value: ImbalanceValue::Games,
            imbalance_low: 0,
            imbalance_high: 100,
            imbalance_weight: 100,
            ..options(ImbalanceMode::Blend)
        };
        let safe = options(ImbalanceMode::Safe);
        for wins in 0..40 {
            for (draws, losses) in [(0, 0), (1, 0), (0, 3), (5, 5)] {
                let counts = counts(wins, draws, losses);
                if counts.games() > 0 {
                    assert_eq!(value(counts, &blend), value(counts, &crude), "{counts:?}");
                }
                assert_eq!(value(counts, &certain), value(counts, &safe), "{counts:?}");
            }
        }
    }

    #[test]
    fn the_reliable_are_beyond_ninety_percent() {
        let rule = EvalOptions {
            imbalance_low: 9,
            imbalance_high: 91,
            imbalance_value: ImbalanceValue::Correction,
            imbalance_weight: 100,
            ..options(ImbalanceMode::Blend)
        };
        assert_eq!(value(counts(90, 0, 10), &rule), 0);
        assert_eq!(value(counts(92, 0, 8), &rule), 30);
        assert_eq!(value(counts(9, 0, 0), &rule), 0, "too few games");
        let half = EvalOptions { imbalance_weight: 50, ..rule };
        assert_eq!(value(counts(92, 0, 8), &half), 15);
        assert_eq!(super::value(&data(counts(92, 0, 8)), 1, &half), -10);
    }

    #[test]
    fn only_chosen_classes_count() {
        let pair = classes::CLASSES.iter().position(|class| class.name == "bishop-pair").unwrap();
        let cell = |white_bishops| {
            let mut material = tables::Material::BARE;
            material.set(Color::White, Role::Bishop, white_bishops);
            material.set(Color::White, Role::Knight, 2 - white_bishops);
            material.set(Color::Black, Role::Knight, 2);
            material.set(Color::White, Role::Pawn, 5);
            material.set(Color::Black, Role::Pawn, 5);
            material.cell().unwrap()
        };
        let chosen = |classes, cell| {
            let options =
                EvalOptions { imbalance_classes: classes, ..options(ImbalanceMode::Selective) };
            is_chosen(cell, &options)
        };
        assert!(chosen(1 << pair, cell(2)));
        assert!(!chosen(1 << pair, cell(1)));
        assert!(!chosen(!(1 << pair), cell(2)));
        assert!(!chosen(0, cell(2)));
    }
}
