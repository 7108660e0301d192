//! The imbalance table, as its cells with games, and what `tables::predict` makes of them.

use tables::{
    Cell, ImbalanceTable,
    predict::{Options, Predictor},
};

use super::narrow;

pub(super) fn bytes(table: &ImbalanceTable) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(20 * table.cells_in_use());
    let predictors = [false, true]
        .map(|folded| Predictor::fit_with(table, Options { folded, ..Options::default() }));
    for (cell, counts) in table.iter() {
        let [wins, draws, losses] = narrow(counts);
        for number in [cell.index() as u32, wins, draws, losses] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        for predictor in &predictors {
            bytes.extend_from_slice(&correction(predictor, cell).to_le_bytes());
        }
    }
    bytes
}

/// By how much counting pieces errs, in centipawns. Cells in which pieces say nothing, because one
/// side always won, are as far off as a cell can be; a hundred times a pawn is enough.
fn correction(predictor: &Predictor, cell: Cell) -> i16 {
    predictor.correction(cell).round().clamp(-10_000.0, 10_000.0) as i16
}
