//! Fits the evaluation's weights to positions with outcomes.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use lab::tune::{self, Judges, Only, ScoreBy, Settings};
use tables::SquareMetric;

use super::print;

#[derive(Debug, Args)]
pub(crate) struct Tune {
    /// Files that `miner positions` has written.
    #[arg(required = true, value_name = "POSITIONS")]
    files: Vec<String>,
    /// A folder with the mined tables that the fit begins at; without, those that were built in.
    #[arg(long, default_value = "", hide_default_value = true, value_name = "FOLDER")]
    tables: String,
    /// Where the weights go.
    #[arg(long, default_value = "tables/weights.bin", value_name = "FILE")]
    out: PathBuf,
    /// How often every position is seen.
    #[arg(long, default_value_t = Settings::default().epochs)]
    epochs: usize,
    /// The step of a weight at the start, in centipawns.
    #[arg(long, default_value_t = Settings::default().rate, value_parser = amount, value_name = "CP")]
    rate: f64,
    /// How many centipawns weights are expected to lie from the start: the less, and the fewer positions, the more they
    /// are held there.
    #[arg(long, default_value_t = Settings::default().spread, value_parser = spread, value_name = "CP")]
    spread: f64,
    /// What is expected of piece squares and piece values, in place of `--spread`.
    #[arg(long, default_value_t = Settings::default().psqt_spread, value_parser = spread, value_name = "CP")]
    psqt_spread: f64,
    /// What is expected of the tables of thousands of weights, king squares and pawn patterns, in place of `--spread`.
    #[arg(long, default_value_t = Settings::default().table_spread, value_parser = spread, value_name = "CP")]
    table_spread: f64,
    /// Fit these weights alone; without, all.
    #[arg(long)]
    only: Option<Part>,
    /// How mined counts become the piece squares that the fit begins at: `score` or `occupancy`.
    #[arg(long, default_value = "score")]
    metric: SquareMetric,
    /// Percent of the mined piece squares that the fit begins at. Their log odds count what pieces have in common once for
    /// each of them, so all of it is too much.
    #[arg(long, default_value_t = Settings::default().mined_share, value_parser = clap::value_parser!(u8).range(..=200), value_name = "PERCENT")]
    mined_share: u8,
    /// Fit the share of the imbalance table's blend with the weights.
    #[arg(long)]
    imbalance: bool,
    /// Begin at the weights that were built in, in place of the rough ones.
    #[arg(long)]
    go_on: bool,
    /// Nodes of a search that gives a second opinion on each position; without, the outcome alone is predicted.
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    score_nodes: Option<u64>,
    /// The share of that opinion, 0 to 1.
    #[arg(long, default_value_t = Settings::default().score_share, value_parser = share, value_name = "SHARE", requires = "score_nodes")]
    score_share: f64,
    /// The folder with the tables of that search; without, those that were built in.
    #[arg(
        long,
        default_value = "",
        hide_default_value = true,
        value_name = "FOLDER",
        requires = "score_nodes"
    )]
    score_by: String,
    /// A UCI engine whose search gives that opinion, in place of our own.
    #[arg(long, value_name = "PROGRAM", requires = "score_nodes", conflicts_with = "score_by")]
    score_engine: Option<PathBuf>,
    /// Keep what that search finds in this file: a fit with the same file does not search again.
    #[arg(long, value_name = "FILE", requires = "score_nodes")]
    scores: Option<PathBuf>,
    /// Do not fit to the games of the source of this name, but judge the fit by them.
    #[arg(long, value_name = "SOURCE")]
    without: Option<String>,
    /// Threads; they make no difference to the result.
    #[arg(long, default_value_t = Settings::default().threads)]
    threads: usize,
}

/// A part of the weights.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Part {
    /// Piece values and piece squares, those by where the kings stand among them; all others are nought.
    Psqt,
    /// All others; piece values and piece squares stay as they are.
    Others,
}

impl Tune {
    pub(crate) fn run(&self) -> Result<(), String> {
        let judges = Judges {
            without: self.without.as_deref(),
            score_by: self
                .score_engine
                .as_deref()
                .map_or(ScoreBy::Own(&self.score_by), ScoreBy::Program),
            scores: self.scores.as_deref(),
        };
        tune::run(&self.files, &self.tables, &self.out, self.settings(), judges, &mut print::aside)
    }

    fn settings(&self) -> Settings {
        Settings {
            epochs: self.epochs,
            rate: self.rate,
            spread: self.spread,
            psqt_spread: self.psqt_spread,
            table_spread: self.table_spread,
            only: match self.only {
                None => Only::All,
                Some(Part::Psqt) => Only::Psqt,
                Some(Part::Others) => Only::Others,
            },
            metric: self.metric,
            mined_share: self.mined_share,
            imbalance: self.imbalance,
            go_on: self.go_on,
            score_nodes: self.score_nodes.unwrap_or(0),
            score_share: self.score_share,
            threads: self.threads,
        }
    }
}

/// A number that is not below nought.
fn amount(text: &str) -> Result<f64, String> {
    number(text).filter(|&x| x >= 0.0).ok_or_else(|| "a number from 0 on is wanted".to_owned())
}

/// A number above nought.
fn spread(text: &str) -> Result<f64, String> {
    number(text).filter(|&x| x > 0.0).ok_or_else(|| "a number above 0 is wanted".to_owned())
}

fn share(text: &str) -> Result<f64, String> {
    let share = number(text).filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share is a number from 0 to 1".to_owned())
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|x: &f64| x.is_finite())
}
