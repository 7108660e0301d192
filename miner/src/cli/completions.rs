//! `miner completions` and `miner man`: the command line for shells and as manual pages.

use std::{fs, io::Write, path::PathBuf, sync::atomic::AtomicBool};

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use tables::Output;

use super::{Cli, Ended, Run};

/// `miner completions`.
#[derive(Debug, Args)]
pub struct Completions {
    /// Which shell.
    #[arg(value_enum)]
    pub shell: Shell,
    /// Where they go [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// `miner man`.
#[derive(Debug, Args)]
pub struct Man {
    /// The folder they go to.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

impl Run for Completions {
    fn only_reports(&self) -> bool {
        self.out.is_some()
    }

    fn run(&self, out: &mut dyn Write, _: &AtomicBool) -> Result<Ended> {
        // The generator knows no errors of a writer: a vector has none.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "miner", &mut script);
        let Some(path) = &self.out else {
            out.write_all(&script)?;
            return Ok(Ended::Well);
        };
        let context = || format!("cannot write `{}`", path.display());
        let mut output = Output::create(path).with_context(context)?;
        output.write_all(&script).with_context(context)?;
        output.finish().with_context(context)?;
        writeln!(out, "Written: {}", path.display())?;
        Ok(Ended::Well)
    }
}

impl Run for Man {
    fn only_reports(&self) -> bool {
        true
    }

    fn run(&self, out: &mut dyn Write, _: &AtomicBool) -> Result<Ended> {
        let folder = &self.folder;
        fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), folder))
            .with_context(|| format!("cannot write into `{}`", folder.display()))?;
        let page = folder.join("miner.1");
        writeln!(out, "Written: {}, and a page for each command.", page.display())?;
        Ok(Ended::Well)
    }
}
