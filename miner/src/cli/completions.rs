//! `miner completions` and `miner man`: the command line for shells and as manual pages.

use std::{io::Write, path::PathBuf, sync::atomic::AtomicBool};

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Ended, Run};

/// `miner completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// Which shell.
    #[arg(value_enum)]
    pub shell: Shell,
}

/// `miner man`.
#[derive(Debug, Args)]
pub struct Man {
    /// The folder they go to.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

impl Run for Completions {
    fn run(&self, out: &mut dyn Write, _: &AtomicBool) -> Result<Ended> {
        // The generator knows no errors of a writer: a vector has none.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "miner", &mut script);
        out.write_all(&script)?;
        Ok(Ended::Well)
    }
}

impl Run for Man {
    fn run(&self, out: &mut dyn Write, _: &AtomicBool) -> Result<Ended> {
        let folder = &self.folder;
        clap_mangen::generate_to(Cli::command(), folder)
            .with_context(|| format!("cannot write into `{}`", folder.display()))?;
        let page = folder.join("miner.1");
        writeln!(out, "Written: {}, and a page for each command.", page.display())?;
        Ok(Ended::Well)
    }
}
