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
use miner::{
    cli::Cli,
    cmd::{self, mine::Interrupted},
};

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "miner: {error:#}");
            let interrupted = error.is::<Interrupted>();
            ExitCode::from(if interrupted { cmd::EXIT_INTERRUPTED } else { cmd::EXIT_FAILED })
        }
    }
}

fn run() -> Result<ExitCode> {
    let cli = Cli::parse();
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = Arc::clone(&stop);
    ctrlc::set_handler(move || stopper.store(true, Ordering::Relaxed))?;
    cmd::run(&cli.command, &mut io::stdout().lock(), &stop)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
