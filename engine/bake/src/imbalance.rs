//! The imbalance table, as its cells with games.

use tables::ImbalanceTable;

use super::narrow;

pub(super) fn bytes(table: &ImbalanceTable) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(16 * table.cells_in_use());
    for (cell, counts) in table.iter() {
        let [wins, draws, losses] = narrow(counts);
        for number in [cell.index() as u32, wins, draws, losses] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
    }
    bytes
}
