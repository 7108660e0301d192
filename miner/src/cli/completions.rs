//! `miner completions` and `miner man`: the command line for shells and as manual pages.

use std::{io::Write, path::Path};

use anyhow::{Context, Result};
use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::args::Cli;

/// Writes a shell's completions to `out`.
///
/// # Errors
/// If they cannot be written.
pub fn write(shell: Shell, out: &mut dyn Write) -> Result<()> {
    // The generator knows no errors of a writer: a vector has none.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "miner", &mut script);
    out.write_all(&script)?;
    Ok(())
}

/// Writes a manual page for the program and one for each command into a folder.
///
/// # Errors
/// If the folder cannot be written.
pub fn write_manual(folder: &Path, out: &mut dyn Write) -> Result<()> {
    clap_mangen::generate_to(Cli::command(), folder)
        .with_context(|| format!("cannot write into `{}`", folder.display()))?;
    writeln!(out, "Written: {}, and a page for each command.", folder.join("miner.1").display())?;
    Ok(())
}
