//! Columns of whole numbers as a page carries them: each in the narrowest type that holds it, one
//! behind the other, packed by gzip, in base64. `report/js/data.js` unpacks them.

use std::io::Write;

use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::{Compression, GzBuilder};
use serde::Serialize;

/// What stands for a number that does not exist; no figure is as low.
pub(super) const NONE: i64 = i16::MIN as i64;

/// Columns of equal length.
#[derive(Debug, Default)]
pub(super) struct Columns {
    columns: Vec<Column>,
    bytes: Vec<u8>,
}

/// A column's name and type.
#[derive(Debug, Serialize)]
struct Column {
    name: String,
    /// i8, i16, i32 or f64, as JavaScript's typed arrays are called.
    kind: &'static str,
}

/// Columns, packed.
#[derive(Debug, Serialize)]
pub(super) struct Packed {
    rows: usize,
    columns: Vec<Column>,
    data: String,
}

impl Columns {
    /// Adds a column.
    pub(super) fn add(&mut self, name: impl Into<String>, values: &[i64]) {
        let (least, most) =
            values.iter().fold((0, 0), |(low, high), &value| (low.min(value), high.max(value)));
        let fits = |low: i64, high: i64| low <= least && most <= high;
        let kind = if fits(i8::MIN.into(), i8::MAX.into()) {
            self.bytes.extend(values.iter().flat_map(|&value| (value as i8).to_le_bytes()));
            "i8"
        } else if fits(i16::MIN.into(), i16::MAX.into()) {
            self.bytes.extend(values.iter().flat_map(|&value| (value as i16).to_le_bytes()));
            "i16"
        } else if fits(i32::MIN.into(), i32::MAX.into()) {
            self.bytes.extend(values.iter().flat_map(|&value| (value as i32).to_le_bytes()));
            "i32"
        } else {
            #[expect(clippy::cast_precision_loss, reason = "counts stay below 2^53")]
            self.bytes.extend(values.iter().flat_map(|&value| (value as f64).to_le_bytes()));
            "f64"
        };
        self.columns.push(Column { name: name.into(), kind });
    }

    /// Packs them. All must have this many rows.
    #[must_use]
    pub(super) fn pack(self, rows: usize) -> Packed {
        Packed { rows, columns: self.columns, data: packed(&self.bytes) }
    }
}

/// Bytes, packed. The same bytes always give the same text.
#[must_use]
pub(super) fn packed(bytes: &[u8]) -> String {
    let mut gzip = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    gzip.write_all(bytes).expect("invariant: memory takes what is written");
    STANDARD.encode(gzip.finish().expect("invariant: memory takes what is written"))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn columns_take_the_narrowest_type_and_come_back() {
        let mut columns = Columns::default();
        columns.add("tiny", &[-128, 127]);
        columns.add("small", &[NONE, 128]);
        columns.add("middle", &[-40_000, 1 << 30]);
        columns.add("large", &[1 << 31, 1 << 52]);
        let packed = columns.pack(2);
        let kinds: Vec<_> = packed.columns.iter().map(|column| column.kind).collect();
        assert_eq!(kinds, ["i8", "i16", "i32", "f64"]);
        let gzip = STANDARD.decode(&packed.data).expect("base64");
        let mut bytes = Vec::new();
        GzDecoder::new(&gzip[..]).read_to_end(&mut bytes).expect("gzip");
        assert_eq!(bytes.len(), 2 * (1 + 2 + 4 + 8));
        assert_eq!(bytes[..2], [0x80, 0x7f]);
        assert_eq!(bytes[14..22], (f64::from(1_u32 << 31)).to_le_bytes());
    }
}
