//! Where games go.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use tables::Output;

use crate::collect::key;

/// Where games go.
#[derive(Debug)]
pub enum Place {
    /// To a stream: what is written cannot be taken back.
    Stream(File),
    /// To a file that appears when all of it is written.
    File(PathBuf),
    /// The same, but that it is open only while it is written.
    OneOfMany(PathBuf),
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Where it is; nothing for a stream.
    pub path: Option<PathBuf>,
    /// How many games it holds.
    pub games: u64,
    /// Its size in bytes.
    pub bytes: u64,
}

/// A file whose games are all written, still beside its place.
#[derive(Debug)]
pub struct Ready {
    sink: Sink,
    games: u64,
}

impl Ready {
    /// Whether it holds no game.
    pub const fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// Where it goes; nothing for a stream.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.sink.path.as_deref()
    }
}

/// Puts files in their places, all or none.
///
/// # Errors
/// If the disk is full.
pub fn finish_all(ready: Vec<Ready>) -> io::Result<Vec<Written>> {
    let (mut outputs, mut written) = (Vec::new(), Vec::new());
    for Ready { sink: Sink { to, path, bytes, .. }, games } in ready {
        written.push(Written { path, games, bytes });
        match to {
            To::Stream(mut stream) => stream.flush()?,
            To::File(file) => outputs.push(file),
        }
    }
    Output::finish_all(outputs).map_err(|(_, error)| error)?;
    Ok(written)
}

/// The files that games go to, one after the other.
#[derive(Debug)]
pub enum Places {
    /// All to one.
    One(Place),
    /// So many to each; the files are numbered from 1.
    Numbered {
        /// How many.
        each: u64,
        /// The file whose name gets the numbers.
        path: PathBuf,
    },
}

impl Places {
    /// How many games go to each file.
    pub(super) const fn each(&self) -> u64 {
        match self {
            Self::One(_) => u64::MAX,
            Self::Numbered { each, .. } => *each,
        }
    }

    /// Starts the file of this number, from 0.
    pub(super) fn open(self, number: u64) -> io::Result<(Self, Sink)> {
        match self {
            Self::One(place) => {
                let sink = Sink::open(place)?;
                Ok((Self::Numbered { each: u64::MAX, path: PathBuf::new() }, sink))
            }
            Self::Numbered { each, path } => {
                let file = key::file_of(&path, &format!("{:04}", number + 1));
                Ok((Self::Numbered { each, path }, Sink::open(Place::File(file))?))
            }
        }
    }
}

/// How many bytes a file that is one of many keeps until it is opened to write them.
const PENDING: usize = 32 << 10;

/// A file in the making, or a stream.
#[derive(Debug)]
pub(super) struct Sink {
    to: To,
    path: Option<PathBuf>,
    bytes: u64,
    /// Of one of many files, what has not been written.
    pending: Option<Vec<u8>>,
}

#[derive(Debug)]
enum To {
    Stream(BufWriter<File>),
    File(Output),
}

impl Sink {
    pub(super) fn open(place: Place) -> io::Result<Self> {
        Ok(match place {
            Place::Stream(stream) => {
                let to = To::Stream(BufWriter::new(stream));
                Self { to, path: None, bytes: 0, pending: None }
            }
            Place::File(path) => {
                let to = To::File(Output::create(&path)?);
                Self { to, path: Some(path), bytes: 0, pending: None }
            }
            Place::OneOfMany(path) => {
                let mut output = Output::create(&path)?;
                output.park()?;
                let pending = Some(Vec::new());
                Self { to: To::File(output), path: Some(path), bytes: 0, pending }
            }
        })
    }

    /// All games are written.
    pub(super) fn ready(mut self, games: u64) -> io::Result<Ready> {
        if let (To::File(file), Some(pending)) = (&mut self.to, &mut self.pending) {
            file.write_all(pending)?;
            *pending = Vec::new();
        }
        if let To::File(file) = &mut self.to {
            file.park()?;
        }
        Ok(Ready { sink: self, games })
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match (&mut self.to, &mut self.pending) {
            (To::Stream(stream), _) => stream.write(bytes),
            (To::File(file), None) => file.write(bytes),
            (To::File(file), Some(pending)) => {
                pending.extend_from_slice(bytes);
                if pending.len() >= PENDING {
                    file.write_all(pending)?;
                    file.park()?;
                    pending.clear();
                }
                Ok(bytes.len())
            }
        }?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            To::Stream(stream) => stream.flush(),
            To::File(file) => file.flush(),
        }
    }
}
