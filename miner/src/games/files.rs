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

/// Files in the making.
#[derive(Debug)]
pub(super) struct Files {
    sink: Sink,
    path: Option<PathBuf>,
    games: u64,
    bytes: u64,
    failed: Option<io::Error>,
}

#[derive(Debug)]
enum Sink {
    Stream(BufWriter<File>),
    File(Output),
}

impl Sink {
    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Stream(stream) => stream,
            Self::File(file) => file,
        }
    }
}

impl Files {
    pub(super) fn open(place: Place) -> io::Result<Self> {
        let (sink, path) = match place {
            Place::Stream(stream) => (Sink::Stream(BufWriter::new(stream)), None),
            Place::File(path) => (Sink::File(Output::create(&path)?), Some(path)),
        };
        Ok(Self { sink, path, games: 0, bytes: 0, failed: None })
    }

    /// Adds the text of games. After a failure nothing more is written.
    pub(super) fn add(&mut self, text: &[u8], games: u64) {
        if self.failed.is_some() {
            return;
        }
        self.games += games;
        self.bytes += text.len() as u64;
        self.failed = self.sink.writer().write_all(text).err();
    }

    pub(super) const fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    pub(super) fn finish(self) -> io::Result<Vec<Written>> {
        let Self { sink, path, games, bytes, failed } = self;
        if let Some(error) = failed {
            return Err(error);
        }
        match sink {
            Sink::Stream(mut stream) => stream.flush()?,
            Sink::File(file) => {
                file.finish()?;
            }
        }
        Ok(vec![Written { path, games, bytes }])
    }
}
