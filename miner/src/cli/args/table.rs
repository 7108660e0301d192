//! The commands that work on table files.

use std::path::PathBuf;

use clap::{ArgAction, Args, Subcommand, ValueEnum};
use tables::SquareMetric;

use crate::{cli::args::show::Show, export::Format};

/// The commands that work on table files.
#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Adds tables of one kind, mined under the same options from different games.
    Merge(Merge),
    /// Writes a table in another program's format.
    Export(Export),
    /// Reads Rebel's pos.mat and perc.mat into an imbalance table.
    ImportMat(ImportMat),
    /// Asks a table.
    #[command(subcommand)]
    Show(Show),
    /// Says what changed between two tables of one kind.
    Diff(Diff),
    /// Writes tables as one HTML page to look at: boards, balances, openings, provenance.
    Report(Report),
}

/// `miner merge`.
#[derive(Debug, Args)]
pub struct Merge {
    /// The table to write.
    pub out: PathBuf,
    /// The tables to add.
    #[arg(value_name = "TABLE", required = true)]
    pub tables: Vec<PathBuf>,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}

/// `miner export`.
#[derive(Debug, Args)]
pub struct Export {
    /// The table to read.
    pub table: PathBuf,
    /// The format [default: by the name of the output].
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Where it goes: a file, `-` for standard output, or a folder for mat.
    #[arg(long, value_name = "PATH")]
    pub out: PathBuf,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
    /// What goes into it.
    #[command(flatten)]
    pub options: ExportOptions,
}

/// What goes into an export. Options that a format has no use for are refused.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Options of some formats")]
pub struct ExportOptions {
    /// polyglot, epd, c-header: leave out what has fewer games.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u64>,
    /// polyglot: leave out moves that scored less for their mover, 0 to 1.
    #[arg(long, value_name = "SCORE", value_parser = zero_to_one)]
    pub min_score: Option<f64>,
    /// polyglot: only moves of White.
    #[arg(long, action = ArgAction::SetTrue, conflicts_with = "only_black")]
    pub only_white: bool,
    /// polyglot: only moves of Black.
    #[arg(long, action = ArgAction::SetTrue)]
    pub only_black: bool,
    /// polyglot: all moves weigh the same.
    #[arg(long, action = ArgAction::SetTrue)]
    pub uniform: bool,
    /// epd: positions after at least this many plies.
    #[arg(long, value_name = "N")]
    pub min_ply: Option<usize>,
    /// epd: positions after at most this many plies.
    #[arg(long, value_name = "N")]
    pub max_ply: Option<usize>,
    /// epd: only the most popular positions, so many.
    #[arg(long, value_name = "N")]
    pub top: Option<usize>,
    /// c-header of an imbalance table: two arrays of all 236,196 cells instead of a sorted list.
    #[arg(long, action = ArgAction::SetTrue)]
    pub dense: bool,
    /// c-header of an imbalance table: one array more, of the centipawns shrunken toward like
    /// cells.
    #[arg(long, action = ArgAction::SetTrue)]
    pub shrunken: bool,
    /// pst-text, c-header of a piece-square table: how many positions at the piece's mean a square
    /// starts with [default: 1000].
    #[arg(long, value_name = "POSITIONS")]
    pub shrink: Option<f64>,
    /// pst-text, c-header of a piece-square table: what makes a square good, `score` (of the games with the
    /// piece there) or `occupancy` (how often winners had it there) [default: score].
    #[arg(long)]
    pub metric: Option<SquareMetric>,
    /// pst-text, c-header of a piece-square table: list the squares from a8 or from a1 on
    /// [default: a8].
    #[arg(long, value_enum)]
    pub first: Option<FirstSquare>,
}

/// Which corner a list of squares starts in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FirstSquare {
    /// a8, b8, ... h1: as a diagram is read.
    #[default]
    A8,
    /// a1, b1, ... h8: as tables count.
    A1,
}

/// `miner import-mat`.
#[derive(Debug, Args)]
pub struct ImportMat {
    /// The folder of pos.mat and perc.mat.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The table to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}

/// `miner diff`.
#[derive(Debug, Args)]
pub struct Diff {
    /// The table before.
    pub old: PathBuf,
    /// The table after.
    pub new: PathBuf,
    /// How many changes of score to list.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub top: usize,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// `miner report`.
#[derive(Debug, Args)]
pub struct Report {
    /// Table files, or folders of them [default: the project's tables].
    #[arg(value_name = "TABLE")]
    pub tables: Vec<PathBuf>,
    /// Where the page goes; `-` for standard output.
    #[arg(long, short, value_name = "FILE", default_value = "report.html")]
    pub out: PathBuf,
    /// What stands above the page.
    #[arg(long, value_name = "TEXT", default_value = "What the games say")]
    pub title: String,
    /// What `miner validate --json` wrote, for calibration plots; may be given several times.
    #[arg(long, value_name = "FILE")]
    pub validation: Vec<PathBuf>,
    /// Matches of the engine's ideas, CSV or JSON; see docs/report.md for the columns.
    #[arg(long, value_name = "FILE")]
    pub evidence: Option<PathBuf>,
    /// Leave out opening moves with fewer games [default: as few as leave at most 40,000].
    #[arg(long, value_name = "N")]
    pub min_games: Option<u64>,
    /// Leave out cells with fewer games, both colours together [default: as few as leave at most
    /// 30,000 pairs].
    #[arg(long, value_name = "N")]
    pub min_cell_games: Option<u64>,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}

fn zero_to_one(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|number| (0.0..=1.0).contains(number))
        .ok_or_else(|| "it is not a number from 0 to 1".to_owned())
}
