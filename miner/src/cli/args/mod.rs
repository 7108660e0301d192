//! Arguments that several commands take.

pub mod declared;
pub mod export;
pub mod filters;
pub mod fit;
pub mod kinds;
pub mod label;
pub mod show;

use std::{path::PathBuf, thread};

use anyhow::Result;
use clap::Args;

use super::{note, project};
use crate::{
    read::inputs::{self, Expanded, Input},
    shard::Shard,
};

/// Which part of the inputs is read.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ShardArgs {
    /// Read the I-th of N parts of the inputs, which are cut by bytes at games; `miner merge` joins
    /// the tables of all parts to those of the whole (docs/spark.md).
    #[arg(long, value_name = "I/N", conflicts_with_all = ["first", "no_duplicates"])]
    pub shard: Option<Shard>,
}

/// What is read, and how the work is done.
#[derive(Debug, Default, Args)]
pub struct SourceArgs {
    /// PGN files, folders, or `-`.
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// How many threads work [default: as many as there are cores; at most 8 for each].
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

impl SourceArgs {
    /// The inputs; without arguments everything in the project's `data` folder.
    ///
    /// # Errors
    /// If there is nothing to read.
    pub fn inputs(&self) -> Result<Vec<Input>> {
        expand(&self.inputs)
    }
}

/// The inputs of these arguments, as [`SourceArgs::inputs`].
///
/// # Errors
/// If there is nothing to read.
pub fn expand(arguments: &[PathBuf]) -> Result<Vec<Input>> {
    let data = project::root().map(|root| root.join("data"));
    let Expanded { inputs, left_out } = inputs::expand(arguments, data.as_deref())?;
    left_out.iter().for_each(|sentence| note(sentence));
    Ok(inputs)
}

/// More threads than this for each core only take memory and time from each other.
const MOST_PER_CORE: usize = 8;

/// How many threads work: as many as there are cores, or as many as are asked for within reason.
pub(super) fn threads(asked: Option<usize>) -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let most = MOST_PER_CORE * cores;
    let asked = asked.unwrap_or(cores);
    if asked > most {
        let s = if cores == 1 { "" } else { "s" };
        note(&format!("--threads {asked} is too many for {cores} core{s}: {most} threads work"));
    }
    asked.min(most)
}

/// Reads a whole number, 1 or more.
pub(super) fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("it must be at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(_) => Err("it is not a whole number".to_owned()),
    }
}
