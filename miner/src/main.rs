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
use miner::cli::{self, Cli, mine::Interrupted};

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "miner: {error:#}");
            let interrupted = error.is::<Interrupted>();
            ExitCode::from(if interrupted { cli::EXIT_INTERRUPTED } else { cli::EXIT_FAILED })
        }
    }
}

fn run() -> Result<ExitCode> {
    let arguments = Cli::parse();
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        // Who asks twice does not want to wait for a pipe that says nothing.
        if stopper.swap(true, Ordering::Relaxed) {
            std::process::exit(cli::EXIT_INTERRUPTED.into());
        }
    })?;
    let mut out = Answers(io::stdout().lock());
    let code = cli::run(&arguments.command, &mut out, &stop)?;
    out.flush()?;
    Ok(code)
}

/// Standard output, whose failures say what they are.
struct Answers<W>(W);

impl<W: Write> Write for Answers<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(|error| unwritten(&error))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(|error| unwritten(&error))
    }
}

fn unwritten(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
