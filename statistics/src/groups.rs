//! Groups of like cells, and how they correct a prior.

use std::collections::HashMap;

use tables::{Cell, ImbalanceTable};

use crate::{WinDrawLoss, dispersion, numbers};

/// How alike the cells of a group are.
#[derive(Clone, Copy, Debug)]
pub(super) enum Likeness {
    /// Alike in the differences of all pieces and pawns, whatever else is on the board.
    Differences,
    /// Alike in each side's pieces, knights and bishops taken for one, and in the difference of pawns,
    /// whatever their number.
    Pieces,
}

/// What makes two cells members of one group.
type Key = [i8; 9];

impl Likeness {
    /// The group of a cell, and whether it has the colours the other way round: colours are folded.
    fn key(self, cell: Cell) -> (Key, bool) {
        let [wp, bp, wn, bn, wb, bb, wr, br, wq, bq] = cell.dimensions().map(u8::cast_signed);
        let pawns = wp - bp;
        let (here, there) = match self {
            Self::Differences => {
                let (n, b, r, q) = (wn - bn, wb - bb, wr - br, wq - bq);
                ([q, r, n + b, b, pawns, 0, 0, 0, 0], [-q, -r, -n - b, -b, -pawns, 0, 0, 0, 0])
            }
            Self::Pieces => {
                let (w, b) = (wn + wb, bn + bb);
                ([wq, wr, w, pawns, bq, br, b, 0, 0], [bq, br, b, -pawns, wq, wr, w, 0, 0])
            }
        };
        if here >= there { (here, false) } else { (there, true) }
    }
}

/// Corrects chances group by group, by what its cells scored against them.
///
/// With `O` the outcomes of a group, `E` those that the chances make expect, and `e` = `E` per game,
/// each outcome's chance is multiplied by `(O + weight · e) / (E + weight · e)`, and the chances are
/// brought back to a sum of 1. Groups without games change nothing.
pub(super) fn correct(
    chances: &mut [WinDrawLoss],
    table: &ImbalanceTable,
    likeness: Likeness,
    weight: f64,
) {
    let mut sums: HashMap<Key, [WinDrawLoss; 2]> = HashMap::new();
    for (cell, counts) in table.iter() {
        let (key, is_turned) = likeness.key(cell);
        let counts = numbers(counts);
        let games: f64 = counts.iter().sum();
        let share = dispersion::share(games);
        let [seen, expected] = sums.entry(key).or_default();
        for i in 0..3 {
            let at = turned(i, is_turned);
            seen[at] += counts[i] * share;
            expected[at] += chances[cell.index()][i] * games * share;
        }
    }
    let factors: HashMap<Key, WinDrawLoss> = sums
        .into_iter()
        .map(|(key, [seen, expected])| {
            let games: f64 = expected.iter().sum();
            let factor = std::array::from_fn(|i| {
                let pull = weight * expected[i] / games;
                (seen[i] + pull) / (expected[i] + pull)
            });
            (key, factor)
        })
        .collect();
    for (cell, chances) in Cell::all().zip(chances) {
        let (key, is_turned) = likeness.key(cell);
        let Some(factor) = factors.get(&key) else { continue };
        let corrected: WinDrawLoss =
            std::array::from_fn(|i| chances[i] * factor[turned(i, is_turned)]);
        let total: f64 = corrected.iter().sum();
        *chances = corrected.map(|chance| chance / total);
    }
}

/// Where an outcome stands once the colours are turned.
const fn turned(outcome: usize, is_turned: bool) -> usize {
    if is_turned { 2 - outcome } else { outcome }
}
