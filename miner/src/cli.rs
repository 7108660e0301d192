//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use tables::Phase;

/// Mines chess game databases (PGN) into evaluation tables.
#[derive(Debug, Parser)]
#[command(name = "miner", version, about, max_term_width = 100)]
#[command(after_help = "\
Inputs are PGN files, folders that are searched for them, or `-` for standard input; plain, or \
packed with zstd, gzip or bzip2. Without inputs it is everything in the project's `data` folder. \
What every count means is written in docs/tables.md.

Exit codes: 0 all well; 1 failed, and no table was changed; 2 wrong usage; 3 the tables were \
written, but some inputs could not be read, or not to their end.")]
pub struct Cli {
    /// What to mine.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Mining.
    #[command(flatten)]
    Mine(Mining),
    /// Measures the miner's stages on one file, beside pgn-reader and shakmaty.
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
}

/// The commands that mine, one for each kind of table.
#[derive(Debug, Subcommand)]
pub enum Mining {
    /// Material imbalance table: outcomes by the material on the board.
    Imbalance {
        /// What all mining commands take.
        #[command(flatten)]
        common: Common,
        /// Count material only when it stands for at least this many consecutive positions (2 and
        /// up drop what stands only in the middle of an exchange).
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
        stable_plies: usize,
    },
    /// Piece-square tables: outcomes by piece, square and phase of the game.
    Pst {
        /// What all mining commands take.
        #[command(flatten)]
        common: Common,
        /// Which positions: opening, middlegame, endgame, or all of them together. Several
        /// phases make several files.
        #[arg(long, value_name = "PHASE", value_delimiter = ',',
              default_values_t = Phase::PARTITION)]
        phase: Vec<Phase>,
    },
    /// Opening table: outcomes by position and move.
    Opening {
        /// What all mining commands take.
        #[command(flatten)]
        common: Common,
        /// How many plies of each game count.
        #[arg(long, value_name = "N", default_value_t = 60)]
        max_ply: usize,
        /// Drop moves with fewer games (such tables cannot be merged).
        #[arg(long, value_name = "N", default_value_t = 1)]
        min_games: u64,
    },
}

/// What all mining commands take.
#[derive(Debug, Args)]
pub struct Common {
    /// PGN files, folders, or `-`.
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Both players must have at least this Elo (0 for any, also unknown).
    #[arg(long, value_name = "ELO", default_value_t = 0,
          value_parser = clap::value_parser!(u16).range(0..=4000))]
    pub min_elo: u16,
    /// Games from legal set-up positions of standard chess count too.
    #[arg(long)]
    pub include_setup: bool,
    /// Where the table goes [default: the project's `tables` folder].
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the counts as CSV too.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// How many threads work [default: as many as there are cores].
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub threads: Option<usize>,
    /// Print the summary as one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("it must be at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("it is not a whole number".to_owned()),
    }
}

impl Mining {
    /// What all mining commands take.
    #[must_use]
    pub const fn common(&self) -> &Common {
        match self {
            Self::Imbalance { common, .. }
            | Self::Pst { common, .. }
            | Self::Opening { common, .. } => common,
        }
    }
}
