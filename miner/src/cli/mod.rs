//! The command line: the commands, a file each with its arguments, and what people read.

pub mod args;
pub mod bench;
pub mod book;
pub mod check;
pub mod completions;
pub mod diff;
pub mod export;
mod files;
pub mod games;
mod guard;
pub mod merge;
pub mod mine;
pub mod paint;
pub mod positions;
pub mod progress;
pub mod project;
pub mod recipe;
pub mod report;
pub mod show;
pub mod summary;
pub mod validate;
pub mod verify;

use std::{
    io::{self, Write},
    process::ExitCode,
    sync::atomic::AtomicBool,
};

use anyhow::Result;
use clap::{Parser, Subcommand};

/// All well.
pub const EXIT_OK: u8 = 0;
/// Nothing was done.
pub const EXIT_FAILED: u8 = 1;
/// The work was done, but some inputs could not be read, or not to their end.
pub const EXIT_UNREAD: u8 = 3;
/// What shells expect of a program that Ctrl-C ended.
pub const EXIT_INTERRUPTED: u8 = 130;

/// Mines chess game databases (PGN) into evaluation tables.
#[derive(Debug, Parser)]
#[command(name = "miner", version, about, max_term_width = 100)]
#[command(after_help = "\
Inputs are PGN files, folders of them, or `-` for standard input; plain, or packed as zst, gz, bz2, xz, lz4, 7z or \
zip. Without inputs, inside a checkout of the project, the miner reads everything in its `data` folder. \
docs/tables.md says what every count means.

Exit codes: 0 all well; 1 failed, and no table was changed; 2 wrong usage; 3 the work was done, \
but some inputs could not be read, or not to their end; 130 interrupted.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Print nothing on success; `show` and other questions still print their answer.
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Show no progress bar.
    #[arg(long, global = true)]
    pub no_progress: bool,
}

/// A command that has its arguments.
pub trait Run {
    /// Does the work and writes what there is to say to `out`. Long work ends early when `stop`
    /// becomes true.
    ///
    /// # Errors
    /// If the work could not be done; what was there before is then as it was.
    fn run(&self, out: &mut dyn Write, stop: &AtomicBool) -> Result<Ended>;

    /// Whether what it writes to `out` only tells which files it has written.
    fn only_reports(&self) -> bool {
        false
    }
}

/// How a command ended that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All well.
    Well,
    /// Some inputs could not be read, or not to their end.
    Unread,
}

impl From<Ended> for ExitCode {
    fn from(ended: Ended) -> Self {
        Self::from(match ended {
            Ended::Well => EXIT_OK,
            Ended::Unread => EXIT_UNREAD,
        })
    }
}

macro_rules! commands {
    ($($(#[$attribute:meta])+ $name:ident($arguments:ty),)+) => {
        /// The commands.
        #[derive(Debug, Subcommand)]
        pub enum Command {
            $($(#[$attribute])+ $name($arguments),)+
        }

        impl Command {
            fn arguments(&self) -> &dyn Run {
                match self {
                    $(Self::$name(arguments) => arguments,)+
                }
            }
        }
    };
}

// A new command is a file and a line here.
commands! {
    /// Mining.
    #[command(flatten)]
    Mine(args::kinds::Mining),
    /// Mine what a recipe file (TOML) says: inputs, filters and tables, in one pass.
    Recipe(recipe::Recipe),
    /// Report a database's health: results, Elo, lengths, and every bad game with its place.
    Check(check::Check),
    /// Write the games that pass the filters: as PGN, UCI lines, Parquet.
    Games(games::Games),
    /// Collect quiet positions with the outcomes of their games, for fitting an evaluation.
    Positions(positions::Positions),
    /// Add tables of one kind, mined under the same options from different games.
    Merge(merge::Merge),
    /// Write a table in another program's format.
    Export(export::Export),
    /// Write a book of openings to start games from: exits of an opening table, by plies, games, draws and score.
    Book(book::BookArgs),
    /// Import Rebel's pos.mat and perc.mat as an imbalance table.
    ImportMat(export::ImportMat),
    /// Ask a table.
    #[command(subcommand)]
    Show(show::Show),
    /// Say what changed between two tables of one kind.
    Diff(diff::Diff),
    /// Write tables as one HTML page: boards, balances, openings, provenance.
    Report(report::Report),
    /// Measure the miner's stages on one file, beside pgn-reader and shakmaty.
    Bench(bench::Bench),
    /// Judge an imbalance table by how well it predicts games that it has not seen.
    Validate(validate::Validate),
    /// Count files again with pgn-reader and shakmaty, and compare the tables cell by cell.
    Verify(verify::Verify),
    /// Print completions for a shell.
    Completions(completions::Completions),
    /// Write manual pages, one for each command.
    Man(completions::Man),
}

/// Says something beside the answer, which scripts read.
fn note(sentence: &str) {
    // Without a reader there is nobody to tell.
    let _ = writeln!(io::stderr(), "miner: {sentence}");
}

/// Runs a command.
///
/// # Errors
/// As [`Run::run`].
pub fn run(cli: &Cli, out: &mut dyn Write, stop: &AtomicBool) -> Result<Ended> {
    progress::set_hidden(cli.no_progress || cli.quiet);
    let arguments = cli.command.arguments();
    let is_quiet = cli.quiet && arguments.only_reports();
    summary::set_quiet(is_quiet);
    let out: &mut dyn Write = if is_quiet { &mut io::sink() } else { out };
    arguments.run(out, stop)
}
