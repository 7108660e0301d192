//! What all tables have in common: bytes, files, merging, CSV.

use std::{fs, io::Write, path::Path};

use crate::{
    Column, Kind, Output, Provenance, Row, TableError, Value,
    codec::{Rows, RowsMut},
    envelope::{self, SHARDS_VERSION},
};

/// Counts of outcomes, or what is fitted to them, with their provenance.
pub trait Table: Sized {
    /// Which kind it is.
    const KIND: Kind;

    /// Where it comes from.
    fn provenance(&self) -> &Provenance;

    /// Adds the counts of a table that was mined under the same options from other games.
    /// Mining A and B apart and merging equals mining A and B together, byte by byte.
    ///
    /// # Errors
    /// If the two were mined by different programs or under different options.
    fn merge(&mut self, other: &Self) -> Result<(), TableError>;

    /// The format version that holds the rows of this table.
    #[doc(hidden)]
    fn version(&self) -> u16 {
        1
    }

    /// Writes the rows. Only [`to_bytes`](Self::to_bytes) calls this.
    #[doc(hidden)]
    fn put_rows(&self, rows: &mut RowsMut);

    /// Reads the rows back. Only [`from_bytes`](Self::from_bytes) calls this.
    #[doc(hidden)]
    fn take_rows(provenance: Provenance, rows: &mut Rows<'_>) -> Result<Self, TableError>;

    /// The columns of its rows.
    fn columns(&self) -> Vec<Column>;

    /// Its rows, in a fixed order: for each column a value of its kind.
    fn rows(&self) -> impl Iterator<Item = Row>;

    /// Writes the table as CSV: a header line, `\n` line ends, the rows in their order.
    ///
    /// # Errors
    /// If the writer fails.
    fn write_csv(&self, to: impl Write) -> Result<(), TableError> {
        let mut csv = csv::Writer::from_writer(to);
        csv.write_record(self.columns().iter().map(|column| column.name))?;
        for row in self.rows() {
            csv.write_record(row.values.iter().map(Value::to_string))?;
        }
        csv.flush().map_err(csv::Error::from)?;
        Ok(())
    }

    /// The table as a file.
    #[must_use]
    fn to_bytes(&self) -> Vec<u8> {
        let mut rows = RowsMut::default();
        self.provenance().put(&mut rows);
        self.put_rows(&mut rows);
        let with_shards = if self.provenance().shards.is_empty() { 0 } else { SHARDS_VERSION };
        envelope::seal(Self::KIND, self.version() + with_shards, &rows.into_bytes())
    }

    /// Reads a file's bytes. Total: any bytes give a table or an error, and memory stays in
    /// proportion to their number.
    ///
    /// # Errors
    /// If the bytes are truncated, corrupt, of another kind or version, or hold impossible rows.
    fn from_bytes(file: &[u8]) -> Result<Self, TableError> {
        let envelope::Opened { kind: found, version, payload } = envelope::open(file)?;
        if found != Self::KIND {
            return Err(TableError::WrongKind { expected: Self::KIND, found });
        }
        let mut rows = Rows::new(payload, version);
        let provenance = Provenance::take(&mut rows)?;
        let table = Self::take_rows(provenance, &mut rows)?;
        rows.finish()?;
        Ok(table)
    }

    /// Reads a table file.
    ///
    /// # Errors
    /// If it cannot be read, or as [`from_bytes`](Self::from_bytes).
    fn load(path: &Path) -> Result<Self, TableError> {
        let file = fs::read(path).map_err(|e| TableError::io("reading", path, e))?;
        Self::from_bytes(&file)
    }

    /// Writes a table file and returns its size: beside the old one, read back, then renamed over
    /// it. Whatever fails on the way, the old file stays as it was. A link is followed; what is no
    /// regular file (a device, a pipe) is written as it is.
    ///
    /// # Errors
    /// If the folder cannot be written or the disk is full.
    fn save(&self, path: &Path) -> Result<u64, TableError> {
        let output = self.prepare(path)?;
        output.finish().map_err(|e| TableError::io("writing", path, e))
    }

    /// As [`save`](Self::save), but for the last step: the new file lies beside the old one, read
    /// back, and [`finish`](Output::finish) puts it in its place.
    ///
    /// # Errors
    /// As [`save`](Self::save).
    fn prepare(&self, path: &Path) -> Result<Output, TableError> {
        let failed = |e| TableError::io("writing", path, e);
        let bytes = self.to_bytes();
        let mut output = Output::create(path).map_err(failed)?;
        output.write_all(&bytes).and_then(|()| output.sync()).map_err(failed)?;
        match output.read_back() {
            Ok(read_back) if read_back.as_ref().is_none_or(|read| *read == bytes) => Ok(output),
            Ok(_) => Err(TableError::Invalid("what was written does not read back the same")),
            Err(error) => Err(TableError::io("reading back", path, error)),
        }
    }
}
