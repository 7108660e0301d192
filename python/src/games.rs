//! Games, read ahead by a thread of their own.

use std::{
    ffi::OsString,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    thread,
    time::Duration,
    vec::IntoIter,
};

use miner::{
    cli::{Command, games::Games as GamesArgs, mine, progress},
    collect::TieredCollector,
    games::stream::{Record, StreamCollector},
};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    Error,
    command::{parse, wrong},
    error,
};

/// A game that passed the filters.
#[pyclass(module = "prospector")]
#[derive(Debug)]
pub(crate) struct Game(Record);

#[pymethods]
impl Game {
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        self.0.tags.iter().try_for_each(|(name, value)| tags.set_item(name, value))?;
        Ok(tags)
    }

    #[getter]
    const fn outcome(&self) -> &'static str {
        self.0.outcome.pgn()
    }

    #[getter]
    fn fen(&self) -> Option<&str> {
        self.0.fen.as_deref()
    }

    #[getter]
    fn uci(&self) -> Vec<&str> {
        self.0.uci.split_ascii_whitespace().collect()
    }

    #[getter]
    fn san(&self) -> Vec<&str> {
        self.0.san.split_ascii_whitespace().collect()
    }

    #[getter]
    fn scores(&self) -> Vec<Option<i16>> {
        self.0.scores.clone()
    }

    #[getter]
    fn clocks(&self) -> Vec<Option<f64>> {
        seconds(&self.0.clocks)
    }

    #[getter]
    fn times(&self) -> Vec<Option<f64>> {
        seconds(&self.0.times)
    }

    #[getter]
    fn depths(&self) -> Vec<Option<u16>> {
        self.0.depths.clone()
    }

    const fn __len__(&self) -> usize {
        self.0.scores.len()
    }

    fn __repr__(&self) -> String {
        let tag = |name: &str| {
            let found = self.0.tags.iter().find(|(other, _)| other == name);
            found.map_or("?", |(_, value)| value)
        };
        format!("<{} - {}, {}>", tag("White"), tag("Black"), self.0.outcome.pgn())
    }
}

fn seconds(milliseconds: &[Option<u32>]) -> Vec<Option<f64>> {
    milliseconds.iter().map(|time| time.map(|time| f64::from(time) / 1000.0)).collect()
}

/// How often Python is asked whether somebody pressed Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);
/// Blocks of games that are read ahead.
const AHEAD: usize = 4;

/// Reads games while they are asked for.
#[pyclass(module = "prospector")]
#[derive(Debug)]
pub(crate) struct Games {
    stop: Arc<AtomicBool>,
    coming: Mutex<Coming>,
}

#[derive(Debug)]
struct Coming {
    block: IntoIter<Record>,
    /// Blocks of games; behind the last one, nothing.
    blocks: Option<Receiver<anyhow::Result<Option<Vec<Record>>>>>,
}

#[pymethods]
impl Games {
    #[new]
    fn new(arguments: Vec<OsString>) -> PyResult<Self> {
        let Command::Games(arguments) = parse(arguments).map_err(|error| wrong(&error))?.command
        else {
            return Err(Error::new_err("only `games` can be iterated"));
        };
        let is_shaped = arguments.clean || !arguments.tags.is_empty();
        if arguments.out.is_some() || arguments.format.is_some() || is_shaped {
            let sentence = "games that are iterated are not written: out, format, clean and tags have no meaning";
            return Err(Error::new_err(sentence));
        }
        progress::set_hidden(true);
        let (sender, blocks) = sync_channel(AHEAD);
        let stop = Arc::new(AtomicBool::new(false));
        let stopper = Arc::clone(&stop);
        thread::spawn(move || {
            let last = sender.clone();
            let collector = StreamCollector::new(move |block| sender.send(Ok(Some(block))).is_ok());
            let end = read(&arguments, &collector, &stopper).map(|()| None);
            // Who has gone does not want to know.
            let _ = last.send(end);
        });
        let coming = Coming { block: Vec::new().into_iter(), blocks: Some(blocks) };
        Ok(Self { stop, coming: Mutex::new(coming) })
    }

    const fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Game>> {
        loop {
            let next = py.detach(|| {
                self.coming.lock().unwrap_or_else(PoisonError::into_inner).next(PATIENCE)
            });
            match next {
                Ok(Some(game)) => return Ok(Some(Game(game))),
                Ok(None) => py.check_signals()?,
                Err(End::Over) => return Ok(None),
                Err(End::Failed(failure)) => return Err(error(&failure)),
            }
        }
    }
}

impl Drop for Games {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Why there are no more games.
enum End {
    Over,
    Failed(anyhow::Error),
}

impl Coming {
    /// The next game; nothing if none has come in time.
    fn next(&mut self, patience: Duration) -> Result<Option<Record>, End> {
        if let Some(game) = self.block.next() {
            return Ok(Some(game));
        }
        match self.blocks.as_ref().ok_or(End::Over)?.recv_timeout(patience) {
            Ok(Ok(Some(block))) => {
                self.block = block.into_iter();
                Ok(self.block.next())
            }
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Ok(Ok(None)) => {
                self.blocks = None;
                Err(End::Over)
            }
            Ok(Err(failure)) => {
                self.blocks = None;
                Err(End::Failed(failure))
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.blocks = None;
                Err(End::Failed(anyhow::anyhow!("the miner ended before its last game")))
            }
        }
    }
}

fn read(
    arguments: &GamesArgs,
    collector: &StreamCollector,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let GamesArgs { source, min_elo, filters, .. } = arguments;
    let wanted = [TieredCollector { min_elo: *min_elo, collector }];
    let (_, reading) = mine::read(&wanted, &source.inputs()?, source, filters, stop)?;
    match reading.failed.into_iter().next() {
        Some(failed) => Err(anyhow::anyhow!("cannot read `{}`: {}", failed.input, failed.error)),
        None => Ok(()),
    }
}
