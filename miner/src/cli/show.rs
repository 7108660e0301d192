//! `miner show`: asks a table.

mod classes;
mod imbalance;
mod king_squares;
mod opening;
mod overview;
mod priors;
mod pst;
mod wdl;

use std::{io::Write, path::PathBuf, sync::atomic::AtomicBool};

use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use tables::{Arrival, Before, KingOf, Phase, SquareMetric};

use super::{
    Ended, Run,
    args::{at_least_one, fit::FitArgs},
    paint::ColorChoice,
};
use crate::ask::squares::{PstValue, Scale, Side};

/// What is said below intervals.
const INTERVAL_NOTE: &str =
    "Intervals are Wilson's with draws; docs/validation.md has the formulas.";

/// What a table can be asked.
#[derive(Debug, Subcommand)]
pub enum Show {
    /// One material balance: games, score, interval, centipawns, and its colour-swapped twin.
    Imbalance {
        /// `KRPPP v KBPPPP`, the same as `KRP3 v KBP4`, or a FEN.
        #[arg(value_name = "MATERIAL|FEN", required = true)]
        material: Vec<String>,
        /// The table and how to print.
        #[command(flatten)]
        common: Common,
    },
    /// A piece's squares as a heat map.
    Pst {
        /// pawn, knight, bishop, rook, queen or king, or a letter.
        #[arg(value_parser = role)]
        piece: rules::Role,
        /// The phase of the game [default: that of the named table, else middlegame].
        #[arg(long)]
        phase: Option<Phase>,
        /// What the numbers are.
        #[arg(long, value_enum, default_value_t)]
        value: PstValue,
        /// Whose pieces. Both: Black's board turned over and added to White's.
        #[arg(long, value_enum, default_value_t)]
        side: Side,
        /// For centipawns: how many positions at the piece's mean a square starts with.
        #[arg(long, value_name = "POSITIONS", default_value_t = Scale::default().shrink)]
        shrink: f64,
        /// For centipawns: what makes a square good, `score` (of the games with the piece there) or `occupancy`
        /// (how often winners had it there).
        #[arg(long, default_value_t)]
        metric: SquareMetric,
        /// The table and how to print.
        #[command(flatten)]
        common: Common,
    },
    /// A white piece's squares while a king stands somewhere, as a heat map.
    KingSquares {
        /// pawn, knight, bishop, rook or queen, or a letter.
        #[arg(value_parser = role)]
        piece: rules::Role,
        /// Where the piece's own king stands.
        #[arg(
            long,
            value_name = "SQUARE",
            value_parser = square,
            required_unless_present = "enemy_king",
            conflicts_with = "enemy_king"
        )]
        king: Option<rules::Square>,
        /// Where the enemy king stands.
        #[arg(long, value_name = "SQUARE", value_parser = square)]
        enemy_king: Option<rules::Square>,
        /// The phase of the game.
        #[arg(long, default_value_t = Phase::Middlegame)]
        phase: Phase,
        /// What the numbers are.
        #[arg(long, value_enum, default_value_t = PstValue::Score)]
        value: PstValue,
        /// The table and how to print.
        #[command(flatten)]
        common: Common,
    },
    /// A position's moves as a tree with outcome bars.
    Opening {
        /// The moves that lead there: `1. e4 c5` or `e2e4 c7c5`.
        #[arg(value_name = "MOVES")]
        moves: Vec<String>,
        /// Start from this position instead of the start position.
        #[arg(long)]
        fen: Option<String>,
        /// How many plies deep the tree goes.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one)]
        depth: usize,
        /// Leave out moves with fewer games.
        #[arg(long, value_name = "N", default_value_t = 1)]
        min_games: u64,
        /// Show at most this many moves of a position, the popular ones first.
        #[arg(long, value_name = "N", default_value_t = 12)]
        top: usize,
        /// The table and how to print.
        #[command(flatten)]
        common: Common,
    },
    /// The model of chances that engine authors normalise evaluations with, fitted to a table of `miner wdl`.
    Wdl {
        /// How it is written.
        #[arg(
            long = "as",
            value_name = "FORM",
            value_enum,
            default_value_t,
            conflicts_with = "json"
        )]
        form: wdl::Form,
        /// The fit.
        #[command(flatten)]
        fit: FitArgs,
        /// The table and how to print.
        #[command(flatten)]
        common: Common,
    },
    /// White's quiet moves that are played most and least often when they are legal.
    Priors {
        /// Of this piece alone: pawn, knight, bishop, rook, queen or king, or a letter.
        #[arg(value_parser = role)]
        piece: Option<rules::Role>,
        /// The phase of the game.
        #[arg(long, default_value_t = Phase::All)]
        phase: Phase,
        /// After this move of Black, such as `Nf6` or `O-O`: what moved, and where to.
        #[arg(long, value_name = "MOVE", value_parser = black_arrival, conflicts_with = "phase")]
        after: Option<Arrival>,
        /// After this move of White, the one before Black's.
        #[arg(long, value_name = "MOVE", value_parser = white_arrival, conflicts_with_all = ["phase", "after"])]
        after_own: Option<Arrival>,
        /// How many moves to list from each end.
        #[arg(long, value_name = "N", default_value_t = 10)]
        top: usize,
        /// Leave out moves that would have been played less often by chance.
        #[arg(long, value_name = "MOVES", default_value_t = 20.0)]
        min_expected: f64,
        /// The table and how to print.
        #[command(flatten)]
        common: Common,
    },
    /// How many cells have each score, 0 to 100 percent.
    Histogram {
        /// Leave out cells with fewer games.
        #[arg(long, value_name = "N", default_value_t = 1)]
        min_games: u64,
        /// Print `percent,cells` only.
        #[arg(long, conflicts_with = "json")]
        csv: bool,
        /// The table and how to print.
        #[command(flatten)]
        common: Common,
    },
    /// Minimum Elo, games used and cells in use of several tables.
    Tiers {
        /// Imbalance tables, or folders with them [default: the project's in its checkout, elsewhere that in `tables`].
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Print CSV.
        #[arg(long, conflicts_with = "json")]
        csv: bool,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Named imbalances (bishop pair, exchange, queen v two rooks, ...), colours folded.
    Classes {
        /// Print CSV.
        #[arg(long, conflicts_with = "json")]
        csv: bool,
        /// The table and how to print.
        #[command(flatten)]
        common: Common,
    },
}

/// The table and how to print.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// The table to ask, or a folder with tables [default: the project's in its checkout, elsewhere
    /// `tables` in the current folder].
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
    /// Colour: on a terminal where NO_COLOR is not set, always, or never.
    #[arg(long, value_enum, default_value_t)]
    pub color: ColorChoice,
}

fn square(text: &str) -> Result<rules::Square, String> {
    text.parse().map_err(|_| "it is none of a1 to h8".to_owned())
}

fn white_arrival(text: &str) -> Result<Arrival, String> {
    castling(text, '1').map_or_else(|| arrival(text), square_of_king)
}

fn black_arrival(text: &str) -> Result<Arrival, String> {
    castling(text, '8').map_or_else(|| arrival(text), square_of_king)
}

/// The square that castling goes to in a table of priors: the rook's.
fn castling(text: &str, rank: char) -> Option<String> {
    match text {
        "O-O" | "0-0" => Some(format!("h{rank}")),
        "O-O-O" | "0-0-0" => Some(format!("a{rank}")),
        _ => None,
    }
}

fn square_of_king(name: String) -> Result<Arrival, String> {
    Ok(Arrival { role: rules::Role::King, to: square(&name)? })
}

fn arrival(text: &str) -> Result<Arrival, String> {
    let (letter, to) = text.split_at_checked(text.len().saturating_sub(2)).unwrap_or((text, ""));
    Ok(Arrival { role: role(if letter.is_empty() { "P" } else { letter })?, to: square(to)? })
}

fn role(text: &str) -> Result<rules::Role, String> {
    use rules::Role;
    let names = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    let lower = text.to_ascii_lowercase();
    Role::ALL
        .into_iter()
        .zip(names)
        .find(|(role, name)| {
            lower == *name || lower == role.letter().to_ascii_lowercase().to_string()
        })
        .map(|(role, _)| role)
        .ok_or_else(|| format!("it is none of {}", names.join(", ")))
}

impl Run for Show {
    fn run(&self, out: &mut dyn Write, _: &AtomicBool) -> Result<Ended> {
        run(self, out)?;
        Ok(Ended::Well)
    }
}

/// Answers a question.
fn run(show: &Show, out: &mut dyn Write) -> Result<()> {
    match show {
        Show::Imbalance { material, common } => imbalance::run(&material.join(" "), common, out),
        Show::Pst { piece, phase, value, side, shrink, metric, common } => {
            let question = pst::Question {
                role: *piece,
                phase: *phase,
                value: *value,
                side: *side,
                scale: Scale { metric: *metric, shrink: *shrink },
            };
            pst::run(&question, common, out)
        }
        Show::KingSquares { piece, king, enemy_king, phase, value, common } => {
            let own = king.map(|square| (KingOf::Own, square));
            let enemy = enemy_king.map(|square| (KingOf::Enemy, square));
            let question = king_squares::Question {
                role: *piece,
                king: own.or(enemy).ok_or_else(|| anyhow!("where does the king stand?"))?,
                phase: *phase,
                value: *value,
                scale: Scale::default(),
            };
            king_squares::run(&question, common, out)
        }
        Show::Opening { moves, fen, depth, min_games, top, common } => {
            let limits = opening::Limits { depth: *depth, min_games: *min_games, top: *top };
            opening::run(&moves.join(" "), fen.as_deref(), limits, common, out)
        }
        Show::Wdl { form, fit, common } => wdl::run(*form, fit, common, out),
        Show::Priors { piece, phase, after, after_own, top, min_expected, common } => {
            let theirs = after.map(|moved| (Before::Theirs, moved));
            let question = priors::Question {
                role: *piece,
                phase: *phase,
                after: theirs.or(after_own.map(|moved| (Before::Own, moved))),
                top: *top,
                min_expected: *min_expected,
            };
            priors::run(&question, common, out)
        }
        Show::Histogram { min_games, csv, common } => {
            overview::histogram(*min_games, *csv, common, out)
        }
        Show::Tiers { files, csv, json } => overview::tiers(files, *csv, *json, out),
        Show::Classes { csv, common } => classes::run(*csv, common, out),
    }
}
