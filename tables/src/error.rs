//! What can be wrong with a table, in one sentence each.

use std::{io, path::Path};

use crate::Kind;

/// Why a table could not be read, merged or written.
///
/// The sentences name no file: whoever opened it knows the path and puts it in front.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file could not be opened, read or written.
    #[error("{action} failed: {cause}")]
    Io {
        /// What was being done, with the path.
        action: String,
        /// The operating system's answer.
        cause: io::Error,
    },
    /// The first bytes are not those of a table file.
    #[error("this is not a table file of this program")]
    NotATable,
    /// The file ends before the table does.
    #[error("the file is truncated: {expected} bytes were promised and {found} are there")]
    Truncated {
        /// Bytes that the header promises, or the size of a header.
        expected: u64,
        /// Bytes that are there.
        found: u64,
    },
    /// Bytes follow the table.
    #[error("{0} stray bytes follow the table")]
    TrailingBytes(u64),
    /// Header and payload do not belong together.
    #[error(
        "the file is corrupt: its checksum is {found:016x} where the header says {expected:016x}"
    )]
    Checksum {
        /// The checksum in the header.
        expected: u64,
        /// The checksum of the payload as it is.
        found: u64,
    },
    /// A table of another kind.
    #[error("this is a table of kind `{found}` where `{expected}` is wanted")]
    WrongKind {
        /// The wanted kind.
        expected: Kind,
        /// The kind in the header.
        found: Kind,
    },
    /// A format that this program does not read.
    #[error("the table has format version {found}; this program reads versions up to {supported}")]
    Version {
        /// The version in the header.
        found: u16,
        /// The newest version that this program reads.
        supported: u16,
    },
    /// The checksum holds, and yet the payload is no table.
    #[error("the table's content is invalid: {0}")]
    Invalid(&'static str),
    /// Two tables cannot be added.
    #[error("the tables cannot be merged: {0}")]
    Unmergeable(String),
    /// A CSV writer failed.
    #[error("writing CSV failed: {0}")]
    Csv(#[from] csv::Error),
}

impl TableError {
    pub(crate) fn io(action: &str, path: &Path, cause: io::Error) -> Self {
        Self::Io { action: format!("{action} `{}`", path.display()), cause }
    }
}
