//! The `miner` program: arguments in, tables and a summary out.

use std::{
    io::{self, Write},
    process::{self, ExitCode},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::Result;
use clap::Parser;
use miner::cli::{self, Cli, mine::Interrupted};
use tables::Output;

/// How long an interrupted command has to end by itself.
const GRACE: Duration = Duration::from_millis(300);

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
        stopper.store(true, Ordering::Relaxed);
        // What reads games ends by itself, unless a pipe says nothing; what asks tables or writes does not look.
        thread::sleep(GRACE);
        Output::abandon();
        let _ = writeln!(io::stderr(), "miner: {Interrupted}");
        process::exit(cli::EXIT_INTERRUPTED.into());
    })?;
    let mut out = Answers(io::stdout().lock());
    let ended = cli::run(&arguments, &mut out, &stop)?;
    out.flush()?;
    Ok(ended.into())
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
