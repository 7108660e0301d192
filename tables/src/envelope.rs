//! The first bytes of every table file.
//!
//! | offset | size | field |
//! |---|---|---|
//! | 0 | 8 | magic `PROSPECT` |
//! | 8 | 4 | kind, ASCII: `MIT `, `PST `, `KSQ `, `OPEN`, `WDL `, `PRIO`, `POSN` or `WGHT` |
//! | 12 | 2 | format version |
//! | 14 | 2 | zero |
//! | 16 | 8 | length of the payload in bytes |
//! | 24 | 8 | XXH3-64 of the payload |
//! | 32 | | payload |
//!
//! Numbers are little-endian. Version 1 is counts alone. Version 2 of imbalance tables has the
//! sums of ratings behind the counts, version 2 of opening tables the sums of each move behind its counts; tables without them are still written as version 1. Versions 3 and
//! 4 are 1 and 2 of a table to which shards are still missing: behind the provenance it says which
//! ([`Shards`](crate::Shards)). Whole tables are never written so.

use std::fmt;

use xxhash_rust::xxh3::xxh3_64;

use crate::TableError;

const MAGIC: [u8; 8] = *b"PROSPECT";
const HEADER_LEN: usize = 32;

/// What shards that are missing add to the version of a table.
pub(crate) const SHARDS_VERSION: u16 = 2;

/// Which table a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// [`ImbalanceTable`](crate::ImbalanceTable)
    Imbalance,
    /// [`PstTable`](crate::PstTable)
    Pst,
    /// [`KingSquaresTable`](crate::KingSquaresTable)
    KingSquares,
    /// [`OpeningTable`](crate::OpeningTable)
    Opening,
    /// [`WdlTable`](crate::WdlTable)
    Wdl,
    /// [`PriorsTable`](crate::PriorsTable)
    Priors,
    /// [`Positions`](crate::Positions)
    Positions,
    /// [`FittedWeights`](crate::FittedWeights)
    Weights,
}

impl Kind {
    const ALL: [Self; 8] = [
        Self::Imbalance,
        Self::Pst,
        Self::KingSquares,
        Self::Opening,
        Self::Wdl,
        Self::Priors,
        Self::Positions,
        Self::Weights,
    ];

    /// How many bytes of a file name its kind.
    pub const NAMED_BYTES: u64 = 12;

    /// What the first [`NAMED_BYTES`](Self::NAMED_BYTES) of a file say it holds. Nothing else of it is looked at.
    #[must_use]
    pub fn named_in(start: &[u8]) -> Option<Self> {
        let tag = start.strip_prefix(&MAGIC)?;
        Self::ALL.into_iter().find(|kind| tag.starts_with(&kind.tag()))
    }

    /// Whether it is a table of what games came to: no positions, no weights.
    #[must_use]
    pub const fn is_counts(self) -> bool {
        !matches!(self, Self::Positions | Self::Weights)
    }

    /// The newest format version of this kind that this crate reads. It reads the older ones too.
    #[must_use]
    pub const fn newest_version(self) -> u16 {
        match self {
            Self::Imbalance | Self::Opening => 2 + SHARDS_VERSION,
            Self::Pst | Self::KingSquares | Self::Wdl | Self::Priors => 1 + SHARDS_VERSION,
            Self::Positions | Self::Weights => 1,
        }
    }

    /// Whether this crate reads files of this version.
    const fn reads(self, version: u16) -> bool {
        match version {
            1 => true,
            3 => self.is_counts(),
            2 | 4 => matches!(self, Self::Imbalance | Self::Opening),
            _ => false,
        }
    }

    const fn tag(self) -> [u8; 4] {
        match self {
            Self::Imbalance => *b"MIT ",
            Self::Pst => *b"PST ",
            Self::KingSquares => *b"KSQ ",
            Self::Opening => *b"OPEN",
            Self::Wdl => *b"WDL ",
            Self::Priors => *b"PRIO",
            Self::Positions => *b"POSN",
            Self::Weights => *b"WGHT",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Imbalance => "imbalance",
            Self::Pst => "pst",
            Self::KingSquares => "king-squares",
            Self::Opening => "opening",
            Self::Wdl => "wdl",
            Self::Priors => "priors",
            Self::Positions => "positions",
            Self::Weights => "weights",
        })
    }
}

/// The checksum of a whole file's payload, as the header holds it.
///
/// # Errors
/// If `file` is not a sound table file.
pub fn checksum(file: &[u8]) -> Result<u64, TableError> {
    open(file).map(|opened| xxh3_64(opened.payload))
}

/// What a file holds once its header is found sound.
pub(crate) struct Opened<'a> {
    pub(crate) kind: Kind,
    pub(crate) version: u16,
    pub(crate) payload: &'a [u8],
}

pub(crate) fn seal(kind: Kind, version: u16, payload: &[u8]) -> Vec<u8> {
    let mut file = Vec::with_capacity(HEADER_LEN + payload.len());
    file.extend_from_slice(&MAGIC);
    file.extend_from_slice(&kind.tag());
    file.extend_from_slice(&version.to_le_bytes());
    file.extend_from_slice(&[0; 2]);
    file.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    file.extend_from_slice(&xxh3_64(payload).to_le_bytes());
    file.extend_from_slice(payload);
    file
}

pub(crate) fn open(file: &[u8]) -> Result<Opened<'_>, TableError> {
    let found = file.len() as u64;
    if !file.starts_with(&MAGIC[..file.len().min(MAGIC.len())]) {
        return Err(TableError::NotATable);
    }
    if file.len() < HEADER_LEN {
        return Err(TableError::Truncated { expected: HEADER_LEN as u64, found });
    }
    let kind = Kind::ALL
        .into_iter()
        .find(|kind| file[8..12] == kind.tag())
        .ok_or(TableError::Invalid("its kind is unknown"))?;
    let version = u16::from_le_bytes([file[12], file[13]]);
    let supported = kind.newest_version();
    if !kind.reads(version) {
        return Err(TableError::Version { found: version, supported });
    }
    if file[14..16] != [0; 2] {
        return Err(TableError::Invalid("reserved bytes of the header are not zero"));
    }
    let [promised, expected] = [16, 24].map(|at| {
        u64::from_le_bytes(file[at..at + 8].try_into().expect("invariant: the slice has 8 bytes"))
    });
    let payload = &file[HEADER_LEN..];
    let present = payload.len() as u64;
    if promised > present {
        return Err(TableError::Truncated {
            expected: promised.saturating_add(HEADER_LEN as u64),
            found,
        });
    }
    if promised < present {
        return Err(TableError::TrailingBytes(present - promised));
    }
    let found = xxh3_64(payload);
    if found != expected {
        return Err(TableError::Checksum { expected, found });
    }
    Ok(Opened { kind, version, payload })
}
