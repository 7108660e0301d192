//! A table of whichever kind a file holds.

use std::{fs, io::Write, path::Path};

use crate::{
    Column, ImbalanceTable, Kind, KingSquaresTable, OpeningTable, Output, PriorsTable, Provenance,
    PstTable, Row, Table, TableError, WdlTable, envelope,
};

/// What `$what` is of the table that `$any` holds, whichever kind it is.
macro_rules! of_each {
    ($any:expr, $table:ident => $what:expr) => {
        match $any {
            AnyTable::Imbalance($table) => $what,
            AnyTable::Pst($table) => $what,
            AnyTable::KingSquares($table) => $what,
            AnyTable::Opening($table) => $what,
            AnyTable::Wdl($table) => $what,
            AnyTable::Priors($table) => $what,
        }
    };
}

/// A table whose kind is known only when its file has been opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyTable {
    /// Outcomes by material.
    Imbalance(ImbalanceTable),
    /// Outcomes by piece and square.
    Pst(PstTable),
    /// Outcomes by piece, square and where one of the kings stands.
    KingSquares(KingSquaresTable),
    /// Outcomes by position and move.
    Opening(OpeningTable),
    /// Outcomes by evaluation, material and move number.
    Wdl(WdlTable),
    /// How often moves were played.
    Priors(PriorsTable),
}

impl AnyTable {
    /// Reads a file's bytes, as [`Table::from_bytes`] does.
    ///
    /// # Errors
    /// If the bytes are no sound table of this version.
    pub fn from_bytes(file: &[u8]) -> Result<Self, TableError> {
        Ok(match envelope::open(file)?.kind {
            Kind::Imbalance => Self::Imbalance(ImbalanceTable::from_bytes(file)?),
            Kind::Pst => Self::Pst(PstTable::from_bytes(file)?),
            Kind::KingSquares => Self::KingSquares(KingSquaresTable::from_bytes(file)?),
            Kind::Opening => Self::Opening(OpeningTable::from_bytes(file)?),
            Kind::Wdl => Self::Wdl(WdlTable::from_bytes(file)?),
            Kind::Priors => Self::Priors(PriorsTable::from_bytes(file)?),
            Kind::Positions | Kind::Weights => {
                return Err(TableError::Invalid("it holds positions or weights, no counts"));
            }
        })
    }

    /// Reads a table file.
    ///
    /// # Errors
    /// If it cannot be read, or as [`from_bytes`](Self::from_bytes).
    pub fn load(path: &Path) -> Result<Self, TableError> {
        let file = fs::read(path).map_err(|e| TableError::io("reading", path, e))?;
        Self::from_bytes(&file)
    }

    /// Which kind it is.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Imbalance(_) => Kind::Imbalance,
            Self::Pst(_) => Kind::Pst,
            Self::KingSquares(_) => Kind::KingSquares,
            Self::Opening(_) => Kind::Opening,
            Self::Wdl(_) => Kind::Wdl,
            Self::Priors(_) => Kind::Priors,
        }
    }

    /// Where it comes from.
    #[must_use]
    pub fn provenance(&self) -> &Provenance {
        of_each!(self, table => table.provenance())
    }

    /// How many cells, squares or moves have counts.
    #[must_use]
    pub fn entries(&self) -> usize {
        match self {
            Self::Imbalance(table) => table.cells_in_use(),
            Self::Pst(table) => table.entries(),
            Self::KingSquares(table) => table.entries(),
            Self::Opening(table) => table.entries().len(),
            Self::Wdl(table) => table.entries().len(),
            Self::Priors(table) => table.entries(),
        }
    }

    /// Adds the counts of another table, as [`Table::merge`] does.
    ///
    /// # Errors
    /// If the two are of different kinds, or were mined under different options.
    pub fn merge(&mut self, other: &Self) -> Result<(), TableError> {
        match (self, other) {
            (Self::Imbalance(table), Self::Imbalance(other)) => table.merge(other),
            (Self::Pst(table), Self::Pst(other)) => table.merge(other),
            (Self::KingSquares(table), Self::KingSquares(other)) => table.merge(other),
            (Self::Opening(table), Self::Opening(other)) => table.merge(other),
            (Self::Wdl(table), Self::Wdl(other)) => table.merge(other),
            (Self::Priors(table), Self::Priors(other)) => table.merge(other),
            (table, other) => {
                Err(TableError::WrongKind { expected: table.kind(), found: other.kind() })
            }
        }
    }

    /// Writes a table file, as [`Table::save`] does.
    ///
    /// # Errors
    /// If the folder cannot be written or the disk is full.
    pub fn save(&self, path: &Path) -> Result<u64, TableError> {
        of_each!(self, table => table.save(path))
    }

    /// Writes a table file beside its place, as [`Table::prepare`] does.
    ///
    /// # Errors
    /// If the folder cannot be written or the disk is full.
    pub fn prepare(&self, path: &Path) -> Result<Output, TableError> {
        of_each!(self, table => table.prepare(path))
    }

    /// The table with this provenance in place of its own.
    #[must_use]
    pub fn with_provenance(self, provenance: Provenance) -> Self {
        match self {
            Self::Imbalance(table) => Self::Imbalance(table.with_provenance(provenance)),
            Self::Pst(table) => Self::Pst(table.with_provenance(provenance)),
            Self::KingSquares(table) => Self::KingSquares(table.with_provenance(provenance)),
            Self::Opening(table) => Self::Opening(table.with_provenance(provenance)),
            Self::Wdl(table) => Self::Wdl(table.with_provenance(provenance)),
            Self::Priors(table) => Self::Priors(table.with_provenance(provenance)),
        }
    }

    /// The columns of its rows, as [`Table::columns`].
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        of_each!(self, table => table.columns())
    }

    /// Its rows, as [`Table::rows`].
    pub fn rows(&self) -> Box<dyn Iterator<Item = Row> + '_> {
        of_each!(self, table => Box::new(table.rows()))
    }

    /// Writes the counts as CSV, as [`Table::write_csv`] does.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn write_csv(&self, to: impl Write) -> Result<(), TableError> {
        of_each!(self, table => table.write_csv(to))
    }
}
