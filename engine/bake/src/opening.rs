//! The opening table, as entries of one size for binary search.

use tables::OpeningTable;

use super::narrow;

pub(super) fn bytes(table: &OpeningTable) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(22 * table.entries().len());
    for entry in table.entries() {
        bytes.extend_from_slice(&entry.key.to_le_bytes());
        bytes.extend_from_slice(&entry.mv.packed().to_le_bytes());
        for number in narrow(entry.counts) {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
    }
    bytes
}
