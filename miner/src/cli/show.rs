//! `miner show`: asks a table.

mod classes;
mod imbalance;
mod opening;
mod overview;
mod pst;

use std::io::Write;

use anyhow::Result;

use crate::{ask::squares::Scale, cli::args::show::Show};

/// What is said below intervals.
const INTERVAL_NOTE: &str = "Intervals are Wilson's with draws; docs/commands.md has the formulas.";

/// Answers a question.
///
/// # Errors
/// If the question makes no sense, or the table cannot be read.
pub fn run(show: &Show, out: &mut dyn Write) -> Result<()> {
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
        Show::Opening { moves, fen, depth, min_games, top, common } => {
            let limits = opening::Limits { depth: *depth, min_games: *min_games, top: *top };
            opening::run(&moves.join(" "), fen.as_deref(), limits, common, out)
        }
        Show::Histogram { min_games, csv, common } => {
            overview::histogram(*min_games, *csv, common, out)
        }
        Show::Tiers { files, csv, json } => overview::tiers(files, *csv, *json, out),
        Show::Classes { csv, common } => classes::run(*csv, common, out),
    }
}
