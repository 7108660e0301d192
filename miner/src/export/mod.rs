//! Tables in other programs' formats, one file each.

pub mod c_header;
pub mod csv;
pub mod epd;
pub mod json;
pub mod mat;
pub mod options;
mod parquet_tables;
pub mod polyglot;
pub mod pst_text;
pub mod wdl_code;
mod wdl_model;

use std::{io::Write, path::Path};

use anyhow::{Context, Result, bail};
use tables::{
    AnyTable, ImbalanceTable, Kind, OpeningFile, Provenance, PstTable, TableError, WdlTable,
};

pub use tables::Output;

use self::options::{ExportOption, Options};

/// The formats, in the order of the help. A new one is a file and a name here.
pub static FORMATS: &[&Format] = &[
    &csv::FORMAT,
    &json::FORMAT,
    &parquet_tables::FORMAT,
    &mat::FORMAT,
    &pst_text::FORMAT,
    &c_header::FORMAT,
    &polyglot::FORMAT,
    &epd::FORMAT,
    &wdl_model::FORMAT,
];

/// A form that tables can be written in.
#[derive(Debug)]
pub struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, for the help.
    pub about: &'static str,
    /// Endings of files that are in it, in lower case, without the dot.
    pub endings: &'static [&'static str],
    /// How tables are written, a writer for each kind that the format has room for.
    pub writers: &'static [Writer],
}

/// Writes tables of one kind, or of all. The options are those that it has a use for.
#[derive(Debug)]
pub enum Writer {
    /// Any table.
    Any(fn(&AnyTable, &mut dyn Write) -> Result<Exported>),
    /// Imbalance tables.
    Imbalance(OptionNames, fn(&ImbalanceTable, &Options, &mut dyn Write) -> Result<Exported>),
    /// Piece-square tables.
    Pst(OptionNames, fn(&PstTable, &Options, &mut dyn Write) -> Result<Exported>),
    /// Opening tables. They may be large, and what is wanted of them is a small part.
    Opening(OptionNames, fn(&OpeningFile, &Options, &mut dyn Write) -> Result<Exported>),
    /// Tables of evaluations.
    Wdl(OptionNames, fn(&WdlTable, &Options, &mut dyn Write) -> Result<Exported>),
    /// Imbalance tables, as files in a folder. Gives their size in bytes, too.
    ImbalanceFolder(fn(&ImbalanceTable, &Path) -> Result<(Exported, u64)>),
}

/// A table in the form that a format reads it in.
#[derive(Debug)]
pub enum Source {
    /// In memory.
    Table(AnyTable),
    /// An opening table as it lies in its file.
    Openings(OpeningFile),
}

impl Source {
    /// Which kind it is.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Table(table) => table.kind(),
            Self::Openings(_) => Kind::Opening,
        }
    }

    /// Where it comes from.
    #[must_use]
    pub fn provenance(&self) -> &Provenance {
        match self {
            Self::Table(table) => table.provenance(),
            Self::Openings(file) => file.provenance(),
        }
    }

    /// How many cells, squares or moves have counts.
    #[must_use]
    pub fn entries(&self) -> usize {
        match self {
            Self::Table(table) => table.entries(),
            Self::Openings(file) => file.rows(),
        }
    }
}

/// Options that a writer has a use for.
pub type OptionNames = &'static [&'static ExportOption];

/// What an export wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// Cells, squares, moves or positions.
    pub rows: u64,
    /// Sentences about what could not go in as it is.
    pub notes: Vec<String>,
}

impl Exported {
    /// This many rows, and nothing to say about them.
    #[must_use]
    pub const fn rows(rows: u64) -> Self {
        Self { rows, notes: Vec::new() }
    }
}

impl Writer {
    /// The kind of table that it writes; `None` if any.
    #[must_use]
    pub const fn kind(&self) -> Option<Kind> {
        match self {
            Self::Any(_) => None,
            Self::Imbalance(..) | Self::ImbalanceFolder(_) => Some(Kind::Imbalance),
            Self::Pst(..) => Some(Kind::Pst),
            Self::Opening(..) => Some(Kind::Opening),
            Self::Wdl(..) => Some(Kind::Wdl),
        }
    }

    /// The options that it has a use for.
    #[must_use]
    pub const fn options(&self) -> OptionNames {
        match self {
            Self::Any(_) | Self::ImbalanceFolder(_) => &[],
            Self::Imbalance(options, _)
            | Self::Pst(options, _)
            | Self::Opening(options, _)
            | Self::Wdl(options, _) => options,
        }
    }
}

impl Format {
    /// The format of a name on the command line.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        FORMATS.iter().copied().find(|format| format.name == name)
    }

    /// The format that a file's name stands for, or a folder.
    ///
    /// # Errors
    /// If it stands for none.
    pub fn guess(out: &Path, kind: Kind) -> Result<&'static Self> {
        let ending = out.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let formats = || FORMATS.iter().copied();
        let has_ending = |format: &&Self| format.endings.contains(&ending.as_str());
        formats()
            .filter(has_ending)
            .find(|format| format.writer(kind).is_some())
            .or_else(|| formats().filter(|_| out.is_dir()).find(|format| format.is_folder(kind)))
            .or_else(|| formats().find(has_ending))
            .with_context(|| {
                format!("`{}` does not say which format; name one with --format", out.display())
            })
    }

    fn writer(&self, kind: Kind) -> Option<&Writer> {
        self.writers.iter().find(|writer| writer.kind().is_none_or(|own| own == kind))
    }

    /// Opens a table file of these bytes in the form that the format reads.
    ///
    /// # Errors
    /// If the bytes are no sound table.
    pub fn open(&self, file: Vec<u8>) -> Result<Source, TableError> {
        let writer = Kind::named_in(&file).and_then(|kind| self.writer(kind));
        Ok(match writer {
            Some(Writer::Opening(..)) => Source::Openings(OpeningFile::open(file)?),
            _ => Source::Table(AnyTable::from_bytes(&file)?),
        })
    }

    fn is_folder(&self, kind: Kind) -> bool {
        matches!(self.writer(kind), Some(Writer::ImbalanceFolder(_)))
    }

    fn no_room(&self, kind: Kind) -> anyhow::Error {
        anyhow::anyhow!("{} cannot hold a table of kind `{kind}`", self.name)
    }

    /// Checks that the format has room for a table of this kind and a use for the options given.
    ///
    /// # Errors
    /// If not.
    pub fn check(&self, kind: Kind, options: &Options) -> Result<()> {
        let useful = self.writer(kind).ok_or_else(|| self.no_room(kind))?.options();
        let is_useless = |given: &&&str| useful.iter().all(|option| option.name != **given);
        match options.given().iter().find(is_useless) {
            Some(useless) => bail!("--{useless} has no effect with {} of kind `{kind}`", self.name),
            None => Ok(()),
        }
    }

    /// Writes a table that [`open`](Self::open) has opened.
    ///
    /// # Errors
    /// If the format has no room for such a table or needs a folder, an option makes no sense for
    /// it, or writing fails.
    pub fn write(
        &self,
        source: &Source,
        options: &Options,
        to: &mut dyn Write,
    ) -> Result<Exported> {
        use AnyTable::{Imbalance, Pst, Wdl};
        use Source::{Openings, Table};
        match (self.writer(source.kind()), source) {
            (Some(Writer::Any(write)), Table(table)) => write(table, to),
            (Some(Writer::Imbalance(_, write)), Table(Imbalance(table))) => {
                write(table, options, to)
            }
            (Some(Writer::Pst(_, write)), Table(Pst(table))) => write(table, options, to),
            (Some(Writer::Opening(_, write)), Openings(file)) => write(file, options, to),
            (Some(Writer::Wdl(_, write)), Table(Wdl(table))) => write(table, options, to),
            (Some(Writer::ImbalanceFolder(_)), Table(Imbalance(_))) => {
                bail!("{} is several files: name a folder", self.name)
            }
            _ => Err(self.no_room(source.kind())),
        }
    }

    /// Checks that something of the table was written, if there is something in it.
    ///
    /// # Errors
    /// If not, with what is known of the reason.
    pub fn check_rows(
        &self,
        source: &Source,
        options: &Options,
        exported: &Exported,
    ) -> Result<()> {
        if exported.rows > 0 || source.entries() == 0 {
            return Ok(());
        }
        let why =
            if options.given().is_empty() { "fits the format" } else { "passes these options" };
        let notes: String = exported.notes.iter().map(|note| format!("; {note}")).collect();
        bail!("no row of the table {why}. Nothing was written{notes}")
    }

    /// Writes a table to a file, or a folder if the format is several files; what was there before
    /// stays until all is written. Gives the size in bytes, too.
    ///
    /// # Errors
    /// As [`write`](Self::write), if the place cannot be written, or if the options leave nothing of the table.
    pub fn save(&self, source: &Source, options: &Options, out: &Path) -> Result<(Exported, u64)> {
        if let (Some(Writer::ImbalanceFolder(write)), Source::Table(AnyTable::Imbalance(table))) =
            (self.writer(source.kind()), source)
        {
            return write(table, out);
        }
        let context = || format!("cannot write `{}`", out.display());
        let mut output = Output::create(out).with_context(context)?;
        let exported = self.write(source, options, &mut output).with_context(context)?;
        self.check_rows(source, options, &exported)?;
        Ok((exported, output.finish().with_context(context)?))
    }
}

/// Text that cannot end the comment it stands in.
fn in_comment(text: &str) -> String {
    text.replace("*/", "* /").replace(char::is_control, "?")
}

#[cfg(test)]
mod tests {
    use super::{FORMATS, options::OPTIONS};

    #[test]
    fn every_option_is_of_use_and_every_name_is_one_of_its_own() {
        let used: Vec<_> = FORMATS
            .iter()
            .flat_map(|format| format.writers)
            .flat_map(|writer| writer.options())
            .map(|option| option.name)
            .collect();
        for option in OPTIONS {
            assert!(used.contains(&option.name), "--{} is of no use", option.name);
        }
        let mut names: Vec<_> = OPTIONS.iter().map(|option| option.name).collect();
        assert!(used.iter().all(|name| names.contains(name)));
        names.extend(FORMATS.iter().map(|format| format.name));
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
