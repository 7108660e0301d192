//! Where games go.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use tables::Output;

/// Where games go.
#[derive(Debug)]
pub enum Place {
    /// To a stream: what is written cannot be taken back.
    Stream(File),
    /// To a file that appears when all of it is written.
    File(PathBuf),
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

/// A file in the making, or a stream.
#[derive(Debug)]
pub(super) struct Sink {
    to: To,
    path: Option<PathBuf>,
    bytes: u64,
}

#[derive(Debug)]
enum To {
    Stream(BufWriter<File>),
    File(Output),
}

impl Sink {
    pub(super) fn open(place: Place) -> io::Result<Self> {
        let (to, path) = match place {
            Place::Stream(stream) => (To::Stream(BufWriter::new(stream)), None),
            Place::File(path) => (To::File(Output::create(&path)?), Some(path)),
        };
        Ok(Self { to, path, bytes: 0 })
    }

    /// Puts the file in its place.
    pub(super) fn finish(self, games: u64) -> io::Result<Written> {
        let Self { to, path, bytes } = self;
        match to {
            To::Stream(mut stream) => stream.flush()?,
            To::File(file) => {
                file.finish()?;
            }
        }
        Ok(Written { path, games, bytes })
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.to {
            To::Stream(stream) => stream.write(bytes),
            To::File(file) => file.write(bytes),
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
