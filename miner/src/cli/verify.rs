//! `miner verify`: whether the miner counts a file as other programs do.

use std::{io::Write, path::PathBuf, sync::atomic::AtomicBool, thread};

use anyhow::{Result, bail};
use clap::Args;

use crate::{
    cli::{
        Ended, Run,
        args::{at_least_one, expand},
        mine::Interrupted,
        note,
    },
    read::inputs::Input,
    verify::{Unproved, verify},
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
            bail!("verify reads its input twice, and standard input can be read only once");
        }
        let threads =
            self.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        let mut unread = 0;
        for input in &inputs {
            match verify(input, threads, stop) {
                Ok(equal) => writeln!(out, "{}: {equal}", input.short_name())?,
                Err(Unproved::Interrupted) => return Err(Interrupted.into()),
                // The others can be verified all the same.
                Err(error @ Unproved::Unread(..)) if inputs.len() > 1 => {
                    unread += 1;
                    note(&error.to_string());
                }
                Err(error) => return Err(error.into()),
            }
        }
        match unread {
            0 => Ok(Ended::Well),
            _ if unread < inputs.len() => Ok(Ended::Unread),
            _ => bail!("none of the inputs could be read"),
        }
    }
}
