//! Commands of the miner.

use std::{
    ffi::OsString,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::Duration,
};

use clap::Parser;
use miner::cli::{self, Cli, Command, Ended};
use pyo3::prelude::*;

use crate::{Error, error};

/// How often Python is asked whether somebody pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long an interrupted command has to end by itself.
const GRACE: Duration = Duration::from_secs(2);

/// Reads arguments as the command line does.
pub(crate) fn parse(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let words = ["miner", "--no-progress"].into_iter().map(OsString::from);
    Cli::try_parse_from(words.chain(arguments))
}

/// What is wrong with the arguments, as the command line says it.
pub(crate) fn wrong(error: &clap::Error) -> PyErr {
    Error::new_err(error.to_string())
}

/// Runs a command and gives what it prints. Inputs that cannot be read to their end are an error, with what was printed:
/// a table of a part is nothing to go on with unnoticed.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<String> {
    let cli = match parse(arguments) {
        Ok(cli) => cli,
        Err(help) if !help.use_stderr() => return Ok(help.to_string()),
        Err(error) => return Err(wrong(&error)),
    };
    if let Command::Games(games) = &cli.command
        && games.out.as_deref().is_none_or(|out| out == Path::new("-"))
    {
        let sentence = "games go to a file that --out names; `prospector.games` iterates them";
        return Err(Error::new_err(sentence));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let (done, answer) = channel();
    let stopper = Arc::clone(&stop);
    // Signals are Python's, and only this thread may ask for them.
    thread::spawn(move || {
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
                    // What reads games leaves every file as it was, and takes its new ones away. A pipe that says
                    // nothing may keep it from that for ever.
                    let _ = py.detach(move || answer.recv_timeout(GRACE));
                    return Err(interrupt);
                }
            }
        }
    };
    let (ended, out) = result.map_err(|failure| error(&failure))?;
    let out = String::from_utf8(out)
        .map_err(|_| Error::new_err("what it prints is no text: name a file with --out"))?;
    match ended {
        Ended::Well => Ok(out),
        Ended::Unread => {
            Err(Error::new_err(format!("inputs could not be read, or not to their end: {out}")))
        }
    }
}
