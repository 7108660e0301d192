//! The payload: bincode, and nothing else in the project knows that.
//!
//! A payload is the provenance, then the number of rows, then the rows. Rows are tuples of
//! integers in bincode's variable-length little-endian form. Swapping bincode for another codec
//! changes this file only.

use bincode::config::{Configuration, Limit, LittleEndian, Varint};

use crate::{TableError, envelope::SHARDS_VERSION};

/// No single value of a payload may ask for more memory than this. Rows are far smaller; only the
/// provenance's lists come near.
const VALUE_LIMIT: usize = 16 << 20;

const CONFIG: Configuration<LittleEndian, Varint, Limit<VALUE_LIMIT>> =
    bincode::config::standard().with_limit::<VALUE_LIMIT>();

/// Writes a payload.
#[derive(Debug, Default)]
pub struct RowsMut {
    bytes: Vec<u8>,
}

impl RowsMut {
    /// Appends one value.
    pub fn put<T: bincode::Encode>(&mut self, value: &T) {
        bincode::encode_into_std_write(value, &mut self.bytes, CONFIG)
            .expect("invariant: integers and strings always encode into memory");
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// Where the rows of a sparse table stand: a row's place is written as its gap, the number of places passed over since
/// the row before.
#[derive(Debug, Default)]
pub(crate) struct Gaps {
    next: u32,
}

impl Gaps {
    /// The gap before a row's place; places come in their order.
    pub(crate) const fn before(&mut self, place: u32) -> u32 {
        let gap = place - self.next;
        self.next = place + 1;
        gap
    }

    /// The place of the row behind a gap. Lies in a file may lead beyond any table.
    pub(crate) const fn behind(&mut self, gap: u32) -> u32 {
        let place = self.next.saturating_add(gap);
        self.next = place.saturating_add(1);
        place
    }
}

/// Reads a payload.
#[derive(Debug)]
pub struct Rows<'a> {
    bytes: &'a [u8],
    version: u16,
}

impl<'a> Rows<'a> {
    pub(crate) const fn new(bytes: &'a [u8], version: u16) -> Self {
        Self { bytes, version }
    }

    /// The format version of the rows.
    #[must_use]
    pub const fn version(&self) -> u16 {
        if self.has_shards() { self.version - SHARDS_VERSION } else { self.version }
    }

    /// Whether the provenance names shards.
    pub(crate) const fn has_shards(&self) -> bool {
        self.version > SHARDS_VERSION
    }

    /// How many bytes are left.
    pub(crate) const fn left(&self) -> usize {
        self.bytes.len()
    }

    /// Takes the next value.
    ///
    /// # Errors
    /// If the bytes hold no such value.
    pub fn take<T: bincode::Decode<()>>(&mut self) -> Result<T, TableError> {
        let (value, used) = bincode::decode_from_slice(self.bytes, CONFIG)
            .map_err(|_| TableError::Invalid("a value cannot be decoded"))?;
        self.bytes = &self.bytes[used..];
        Ok(value)
    }

    /// Takes a count of rows of `integers` numbers each. A number has a byte at least, so a count
    /// that the bytes cannot hold is a lie, and what is allocated for an honest one stays in
    /// proportion to the size of the file.
    ///
    /// # Errors
    /// If the bytes hold no count or an impossible one.
    pub fn take_count(&mut self, integers: usize) -> Result<usize, TableError> {
        let count: u64 = self.take()?;
        usize::try_from(count)
            .ok()
            .filter(|&count| count <= self.bytes.len() / integers)
            .ok_or(TableError::Invalid("it promises more rows than it has bytes"))
    }

    /// Checks that nothing is left over.
    ///
    /// # Errors
    /// If something is.
    pub const fn finish(self) -> Result<(), TableError> {
        if self.bytes.is_empty() {
            Ok(())
        } else {
            Err(TableError::Invalid("bytes follow the last row"))
        }
    }
}
