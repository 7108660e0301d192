//! The `miner` program: arguments in, tables and a summary out.

use std::{
    io::{self, Write},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::Result;
use clap::Parser;
use miner::{cli::Cli, run};

/// Some inputs could not be read; see `miner --help`.
const EXIT_UNREAD: u8 = 3;
/// What shells expect of a program that Ctrl-C ended.
const EXIT_INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    match run_and_report() {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "miner: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run_and_report() -> Result<ExitCode> {
    let cli = Cli::parse();
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = Arc::clone(&stop);
    ctrlc::set_handler(move || stopper.store(true, Ordering::Relaxed))?;
    let Some(summary) = run::run(&cli.command, &stop)? else {
        writeln!(io::stderr(), "miner: interrupted; the tables are as they were")?;
        return Ok(ExitCode::from(EXIT_INTERRUPTED));
    };
    if cli.command.common().json {
        writeln!(io::stdout(), "{}", summary.json())?;
    } else {
        write!(io::stdout(), "{summary}")?;
    }
    Ok(if summary.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(EXIT_UNREAD) })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
