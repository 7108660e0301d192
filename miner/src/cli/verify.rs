//! `miner verify`: whether the miner counts a file as other programs do.

use std::{io::Write, path::PathBuf, sync::atomic::AtomicBool, thread};

use anyhow::{Result, bail};
use clap::Args;

use crate::{
    cli::{
        Ended, Run,
        args::{at_least_one, expand},
    },
    read::inputs::Input,
    verify::verify,
};

/// `miner verify`
#[derive(Debug, Args)]
pub struct Verify {
    /// PGN files or folders.
    #[arg(value_name = "INPUT", required = true)]
    pub inputs: Vec<PathBuf>,
    /// How many threads work [default: as many as there are cores].
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub threads: Option<usize>,
}

impl Run for Verify {
    fn run(&self, out: &mut dyn Write, stop: &AtomicBool) -> Result<Ended> {
        let inputs = expand(&self.inputs)?;
        if inputs.contains(&Input::Stdin) {
            bail!("standard input can be read once only, and verify reads twice");
        }
        let threads =
            self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        for input in &inputs {
            let equal = verify(input, threads, stop)?;
            writeln!(out, "{}: {equal}", input.short_name())?;
        }
        Ok(Ended::Well)
    }
}
