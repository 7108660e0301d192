//! Commands of the miner.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

use clap::Parser;
use miner::cli::{self, Cli, Ended};
use pyo3::prelude::*;

use crate::{Error, error};

/// How often Python is asked whether somebody pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// Reads arguments as the command line does.
pub(crate) fn parse(arguments: Vec<String>) -> PyResult<Cli> {
    let words = ["miner", "--no-progress"].into_iter().map(str::to_owned).chain(arguments);
    Cli::try_parse_from(words).map_err(|error| Error::new_err(error.to_string()))
}

/// Runs a command and gives what it prints. Inputs that cannot be read to their end are an error, with what was printed:
/// a table of a part is nothing to go on with unnoticed.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<String>) -> PyResult<String> {
    let cli = parse(arguments)?;
    let stop = Arc::new(AtomicBool::new(false));
    let (done, answer) = channel();
    let stopper = Arc::clone(&stop);
    // Signals are Python's, and only this thread may ask for them.
    let worker = thread::spawn(move || {
        let mut out = Vec::new();
        let result = cli::run(&cli, &mut out, &stopper).map(|ended| (ended, out));
        // Who does not wait any more has no use for it.
        let _ = done.send(result);
    });
    let mut answer = answer;
    let result = loop {
        let heard;
        (answer, heard) = py.detach(move || {
            let heard = answer.recv_timeout(PATIENCE);
            (answer, heard)
        });
        match heard {
            Ok(result) => break result,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Error::new_err("the miner ended without an answer"));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interrupt) = py.check_signals() {
                    stop.store(true, Ordering::Relaxed);
                    // It leaves every file as it was, and takes its new ones away.
                    let _ = py.detach(|| worker.join());
                    return Err(interrupt);
                }
            }
        }
    };
    let (ended, out) = result.map_err(|failure| error(&failure))?;
    let out = String::from_utf8_lossy(&out).into_owned();
    match ended {
        Ended::Well => Ok(out),
        Ended::Unread => {
            Err(Error::new_err(format!("inputs could not be read, or not to their end: {out}")))
        }
    }
}
