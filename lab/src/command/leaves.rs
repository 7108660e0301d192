//! Positions that searches meet, as a file for the fit.

use std::path::PathBuf;

use clap::{Args, value_parser};
use lab::tune::{
    self,
    leaves::{self, Settings},
};
use tables::Table as _;

use super::print;

/// Searches from a position of each of some games, and keeps leaves of these searches: what an evaluation is asked for, and games
/// do not show. The file goes to `lab tune`, beside those of `miner positions`.
#[derive(Debug, Args)]
pub(crate) struct Leaves {
    /// Files that `miner positions` has written.
    #[arg(required = true, value_name = "POSITIONS")]
    files: Vec<String>,
    /// Where the leaves go.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games of which a position is searched.
    #[arg(long, default_value_t = 5_000, value_name = "GAMES")]
    roots: usize,
    /// Nodes of each search.
    #[arg(long, default_value_t = 60_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Of so many leaves one is kept.
    #[arg(long, default_value_t = 128, value_parser = value_parser!(u64).range(1..), value_name = "LEAVES")]
    one_in: u64,
    /// Threads; they make no difference to the result.
    #[arg(long, default_value_t = tune::Settings::default().threads)]
    threads: usize,
}

impl Leaves {
    pub(crate) fn run(&self) -> Result<(), String> {
        let &Self { roots, nodes, one_in, threads, .. } = self;
        let files =
            self.files.iter().map(|name| tune::load(name)).collect::<Result<Vec<_>, _>>()?;
        let leaves = leaves::of(&files, Settings { roots, nodes, one_in, threads })?;
        leaves.save(&self.out).map_err(|e| e.to_string())?;
        print::aside(&format!("{} leaves written to {}", leaves.len(), self.out.display()));
        Ok(())
    }
}
