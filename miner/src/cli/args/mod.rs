//! The command line.

pub mod filters;
pub mod show;
pub mod table;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use tables::{Phase, predict::Options};

use crate::{cli::args::filters::FilterArgs, shard::Shard};

/// Mines chess game databases (PGN) into evaluation tables.
#[derive(Debug, Parser)]
#[command(name = "miner", version, about, max_term_width = 100)]
#[command(after_help = "\
Inputs are PGN files, folders that are searched for them, or `-` for standard input; plain, or \
packed as zst, gz, bz2, xz, lz4, 7z or zip. Without inputs it is everything in the project's `data` folder. \
What every count means is written in docs/tables.md.

Exit codes: 0 all well; 1 failed, and no table was changed; 2 wrong usage; 3 the work was done, \
but some inputs could not be read, or not to their end; 130 interrupted.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Mining.
    #[command(flatten)]
    Mine(Mining),
    /// Mine what a recipe file (TOML) says: inputs, filters and tables, in one pass.
    Recipe(Recipe),
    /// Report a database's health: results, Elo, lengths, and every bad game with its place.
    Check(Check),
    /// Collect quiet positions with the outcomes of their games, for fitting an evaluation.
    Positions(PositionsArgs),
    /// Work on table files.
    #[command(flatten)]
    Table(table::TableCommand),
    /// Measure the miner's stages on one file, beside pgn-reader and shakmaty.
    Bench {
        /// A PGN file that fits into memory.
        #[arg(value_name = "FILE")]
        input: PathBuf,
        /// How many threads the last row uses [default: as many as there are cores].
        #[arg(long, value_name = "N", value_parser = at_least_one)]
        threads: Option<usize>,
        /// How often each stage runs.
        #[arg(long, value_name = "N", default_value_t = 5, value_parser = at_least_one)]
        rounds: usize,
        /// Only stages whose name holds this.
        #[arg(long, value_name = "TEXT", default_value = "")]
        only: String,
    },
    /// Judge an imbalance table by how well it predicts games that it has not seen.
    Validate(Validate),
    /// Print completions for a shell.
    Completions {
        /// Which shell.
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Write manual pages, one for each command.
    Man {
        /// The folder they go to.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

/// The commands that mine, one for each kind of table.
#[derive(Debug, Subcommand)]
pub enum Mining {
    /// Material imbalance table: outcomes by the material on the board.
    Imbalance {
        /// What all mining commands take.
        #[command(flatten)]
        common: Common,
        /// How it is counted.
        #[command(flatten)]
        count: ImbalanceArgs,
    },
    /// Piece-square tables: outcomes by piece, square and phase of the game.
    Pst {
        /// What all mining commands take.
        #[command(flatten)]
        common: Common,
        /// How they are counted.
        #[command(flatten)]
        count: PstArgs,
    },
    /// Opening table: outcomes by position and move.
    Opening {
        /// What all mining commands take.
        #[command(flatten)]
        common: Common,
        /// How it is counted.
        #[command(flatten)]
        count: OpeningArgs,
    },
    /// All three kinds of table in one pass.
    All {
        /// What all mining commands take.
        #[command(flatten)]
        common: Common,
        /// How the imbalance table is counted.
        #[command(flatten)]
        imbalance: ImbalanceArgs,
        /// How the piece-square tables are counted.
        #[command(flatten)]
        pst: PstArgs,
        /// How the opening table is counted.
        #[command(flatten)]
        opening: OpeningArgs,
    },
}

/// How the imbalance table is counted.
#[derive(Clone, Debug, Args)]
pub struct ImbalanceArgs {
    /// Count material only when it stands for at least this many consecutive positions (2 and up
    /// drop what stands only in the middle of an exchange).
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
    pub stable_plies: usize,
    /// Keep for each cell what the players' Elo made expect, so that scores can be corrected for
    /// it; the table's file is larger, its counts are the same.
    #[arg(long)]
    pub rating_correction: bool,
}

/// How the piece-square tables are counted.
#[derive(Clone, Debug, Args)]
pub struct PstArgs {
    /// Which positions: opening, middlegame, endgame, or all of them together. Several phases make
    /// several files.
    #[arg(long, value_name = "PHASE", value_delimiter = ',',
          default_values_t = Phase::PARTITION)]
    pub phase: Vec<Phase>,
}

/// How the opening table is counted.
#[derive(Clone, Debug, Args)]
pub struct OpeningArgs {
    /// How many plies of each game count.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub max_ply: usize,
    /// Drop moves with fewer games (such tables cannot be merged).
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub min_games: u64,
}

/// What all mining commands take.
#[derive(Debug, Args)]
pub struct Common {
    /// What is read.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Which part of it.
    #[command(flatten)]
    pub shard: ShardArgs,
    /// Where the tables go.
    #[command(flatten)]
    pub output: OutputArgs,
    /// Which games count.
    #[command(flatten)]
    pub filters: FilterArgs,
}

/// Which part of the inputs is read.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ShardArgs {
    /// Read the I-th of N parts of the inputs, which are cut by bytes at games; `miner merge` joins
    /// the tables of all parts to those of the whole (docs/spark.md).
    #[arg(long, value_name = "I/N", conflicts_with_all = ["first", "no_duplicates"])]
    pub shard: Option<Shard>,
}

/// What is read, and how the work is done.
#[derive(Debug, Args)]
pub struct SourceArgs {
    /// PGN files, folders, or `-`.
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// How many threads work [default: as many as there are cores].
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub threads: Option<usize>,
    /// Print the summary as one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
    /// Write the text of games with unusable moves to this file.
    #[arg(long, value_name = "FILE")]
    pub errors_to: Option<PathBuf>,
    /// Fail at the first game with unusable moves.
    #[arg(long)]
    pub strict: bool,
}

/// Where tables go, and what their players must have.
#[derive(Clone, Debug, Args)]
pub struct OutputArgs {
    /// Both players must have at least this Elo (0 for any, also unknown). Several values make a
    /// table for each in one pass.
    #[arg(long, value_name = "ELO", value_delimiter = ',', default_value = "0",
          value_parser = clap::value_parser!(u16).range(0..=4000))]
    pub min_elo: Vec<u16>,
    /// Where the table goes; a folder if there are several tables, which is made if it is not there
    /// [default: the project's `tables` folder].
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the counts as CSV too; a folder if there are several tables.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
}

/// `miner recipe`
#[derive(Debug, Args)]
pub struct Recipe {
    /// The recipe; see docs/commands.md.
    pub recipe: PathBuf,
    /// What is read; inputs here take the place of those in the recipe.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Read the I-th of N parts of the inputs, as `miner all` does.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
}

/// `miner check`
#[derive(Debug, Args)]
pub struct Check {
    /// What is read.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Which games are looked at.
    #[command(flatten)]
    pub filters: FilterArgs,
}

/// `miner positions`
#[derive(Debug, Args)]
pub struct PositionsArgs {
    /// What is read. Each input is a source by itself: filters that count games (--first,
    /// --no-duplicates) count in each.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Both players must have at least this Elo (0 for any, also unknown).
    #[arg(long, value_name = "ELO", default_value_t = 0,
          value_parser = clap::value_parser!(u16).range(0..=4000))]
    pub min_elo: u16,
    /// Plies of a game before its first position.
    #[arg(long, value_name = "N", default_value_t = 14)]
    pub min_ply: usize,
    /// The most positions of one game, spread over it [default: all].
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub per_game: Option<usize>,
    /// Where they go.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Write them as EPD too, the outcome in `c9`.
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
    /// Which games count.
    #[command(flatten)]
    pub filters: FilterArgs,
}

/// `miner validate`
#[derive(Debug, Args)]
pub struct Validate {
    /// The imbalance table.
    pub table: PathBuf,
    /// What is read.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Both players must have at least this Elo [default: as when the table was mined].
    #[arg(long, value_name = "ELO", value_parser = clap::value_parser!(u16).range(0..=4000))]
    pub min_elo: Option<u16>,
    /// How many games the prior counts as beside a cell's own.
    #[arg(long, value_name = "GAMES", default_value_t = Options::default().weight,
          value_parser = not_negative)]
    pub weight: f64,
    /// A table of earlier games: its predictions, recalibrated on the table's own games, are the
    /// prior of the table's cells.
    #[arg(long, value_name = "TABLE")]
    pub earlier: Option<PathBuf>,
    /// What is taken for independent: games, or events, whose games share players, openings and
    /// rules.
    #[arg(long, value_enum, default_value_t = Unit::Event)]
    pub errors_by: Unit,
    /// Read the table with its colours folded.
    #[arg(long)]
    pub folded: bool,
    /// Which games are predicted.
    #[command(flatten)]
    pub filters: FilterArgs,
}

/// What is taken for independent when errors are estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Unit {
    /// Each game.
    Game,
    /// All games of an event together; a game without an event is one of its own.
    Event,
}

fn not_negative(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok(number),
        _ => Err("it must be a number, 0 or more".to_owned()),
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("it must be at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("it is not a whole number".to_owned()),
    }
}
