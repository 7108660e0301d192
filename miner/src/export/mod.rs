//! Tables in other programs' formats, one file each.

pub mod c_header;
pub mod csv;
pub mod epd;
pub mod json;
pub mod mat;
pub mod parquet;
pub mod polyglot;
pub mod pst_text;

use std::{io::Write, path::Path};

use anyhow::{Result, bail};
use clap::ValueEnum;
use tables::{AnyTable, Kind};

pub use tables::Output;

use crate::cli::args::table::ExportOptions;

/// How many positions at the piece's mean a square of a piece-square table starts with, unless
/// asked otherwise. The engine believes its squares as much.
pub const PST_SHRINK: f64 = 1000.0;

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Counts, score, 95 % interval, centipawns (all tables).
    Csv,
    /// Provenance and rows (all tables).
    Json,
    /// Apache Parquet, for DuckDB, Polars, pandas (all tables).
    Parquet,
    /// Rebel's pos.mat and perc.mat in a folder (imbalance).
    Mat,
    /// Twelve boards, and C and Rust arrays (pst).
    PstText,
    /// A C header (imbalance, pst).
    CHeader,
    /// A Polyglot opening book (opening).
    Polyglot,
    /// Popular positions (opening).
    Epd,
}

impl Format {
    /// The format that a file's name stands for.
    ///
    /// # Errors
    /// If it stands for none.
    pub fn guess(out: &Path, kind: Kind) -> Result<Self> {
        let extension = out.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        Ok(match (extension.as_str(), kind) {
            ("csv", _) => Self::Csv,
            ("json", _) => Self::Json,
            ("parquet" | "pq", _) => Self::Parquet,
            ("h" | "hpp", _) => Self::CHeader,
            ("txt", Kind::Pst) => Self::PstText,
            ("bin", Kind::Opening) => Self::Polyglot,
            ("epd", Kind::Opening) => Self::Epd,
            (_, Kind::Imbalance) if out.is_dir() => Self::Mat,
            _ => bail!("`{}` does not say which format; name one with --format", out.display()),
        })
    }

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Parquet => "parquet",
            Self::Mat => "mat",
            Self::PstText => "pst-text",
            Self::CHeader => "c-header",
            Self::Polyglot => "polyglot",
            Self::Epd => "epd",
        }
    }

    /// Which tables it has room for.
    const fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Csv | Self::Json | Self::Parquet => &[Kind::Imbalance, Kind::Pst, Kind::Opening],
            Self::Mat => &[Kind::Imbalance],
            Self::PstText => &[Kind::Pst],
            Self::CHeader => &[Kind::Imbalance, Kind::Pst],
            Self::Polyglot | Self::Epd => &[Kind::Opening],
        }
    }

    /// Which options of the command line the format has a use for, in a table of this kind.
    const fn options(self, kind: Kind) -> &'static [&'static str] {
        match (self, kind) {
            (Self::PstText, _) | (Self::CHeader, Kind::Pst) => &["--shrink", "--metric", "--first"],
            (Self::CHeader, _) => &["--min-games", "--dense", "--shrunken"],
            (Self::Polyglot, _) => {
                &["--min-games", "--min-score", "--only-white", "--only-black", "--uniform"]
            }
            (Self::Epd, _) => &["--min-games", "--min-ply", "--max-ply", "--top"],
            _ => &[],
        }
    }
}

/// What an export wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Cells, squares, moves or positions.
    pub rows: u64,
    /// Sentences about what could not go in as it is.
    pub notes: Vec<String>,
}

impl Exported {
    /// So many rows, and nothing to say about them.
    #[must_use]
    pub const fn rows(rows: u64) -> Self {
        Self { rows, notes: Vec::new() }
    }
}

/// Writes a table.
///
/// # Errors
/// If the format has no room for such a table, an option makes no sense for it, or writing fails.
pub fn write(
    table: &AnyTable,
    format: Format,
    options: &ExportOptions,
    to: &mut dyn Write,
) -> Result<Exported> {
    match (format, table) {
        (Format::Csv, table) => csv::write(table, to),
        (Format::Json, table) => json::write(table, to),
        (Format::Parquet, table) => parquet::write(table, to),
        (Format::PstText, AnyTable::Pst(table)) => pst_text::write(table, options, to),
        (Format::CHeader, AnyTable::Pst(table)) => pst_text::write_header(table, options, to),
        (Format::CHeader, AnyTable::Imbalance(table)) => c_header::write(table, options, to),
        (Format::Polyglot, AnyTable::Opening(table)) => polyglot::write(table, options, to),
        (Format::Epd, AnyTable::Opening(table)) => epd::write(table, options, to),
        (Format::Mat, AnyTable::Imbalance(_)) => bail!("mat is two files: name a folder"),
        (format, table) => {
            bail!("{} has no room for a table of kind `{}`", format.name(), table.kind())
        }
    }
}

/// Checks that a format has room for a table of this kind and a use for the options given.
///
/// # Errors
/// If not.
pub fn check(kind: Kind, format: Format, options: &ExportOptions) -> Result<()> {
    if !format.kinds().contains(&kind) {
        bail!("{} has no room for a table of kind `{kind}`", format.name());
    }
    let useful = format.options(kind);
    match options.given().into_iter().find(|given| !useful.contains(given)) {
        Some(useless) => bail!("{useless} means nothing for {} of kind `{kind}`", format.name()),
        None => Ok(()),
    }
}

impl ExportOptions {
    /// The options that were given.
    fn given(&self) -> Vec<&'static str> {
        [
            ("--min-games", self.min_games.is_some()),
            ("--min-score", self.min_score.is_some()),
            ("--only-white", self.only_white),
            ("--only-black", self.only_black),
            ("--uniform", self.uniform),
            ("--min-ply", self.min_ply.is_some()),
            ("--max-ply", self.max_ply.is_some()),
            ("--top", self.top.is_some()),
            ("--dense", self.dense),
            ("--shrunken", self.shrunken),
            ("--shrink", self.shrink.is_some()),
            ("--metric", self.metric.is_some()),
            ("--first", self.first.is_some()),
        ]
        .into_iter()
        .filter_map(|(name, given)| given.then_some(name))
        .collect()
    }
}
