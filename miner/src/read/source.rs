//! Bytes of inputs, in blocks, whatever they are packed in.
//!
//! A plain file is read in place, so that each thread reads its own blocks; everything else is a
//! stream, which a thread of its own reads ahead. What a file is packed in is told by its first
//! bytes, not by its name.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom},
    sync::Arc,
};

use crate::read::{
    ahead::Ahead,
    block::{Block, Piece, PlainBlock, first_bytes},
    encoding::{Encoding, SIGHT, refuse_tar},
    frames,
    inputs::{Input, Slice, Span},
    stream::{Packing, Stream},
};

/// An input that is open for reading.
#[derive(Debug)]
pub enum Source {
    /// A plain file.
    Plain(PlainFile),
    /// A packed file, or standard input.
    Stream(Ahead),
}

/// A plain file and how far its blocks have been given out.
#[derive(Debug)]
pub struct PlainFile {
    file: Arc<File>,
    /// Where its part starts and ends that is read.
    start: u64,
    end: u64,
    next: u64,
    block_bytes: usize,
}

impl Source {
    /// Opens an input that is to be read in blocks of `block_bytes` bytes.
    ///
    /// # Errors
    /// If it cannot be opened or its first bytes cannot be read.
    pub fn open(input: &Input, block_bytes: usize) -> io::Result<Self> {
        let ahead = |stream| Ahead::new(stream, block_bytes).map(Self::Stream);
        match input {
            Input::Stdin => ahead(Stream::open(Box::new(io::stdin()), None)?),
            Input::Slice(Slice { path, span }) => match span {
                Span::Plain(bytes) => Ok(Self::Plain(PlainFile {
                    file: Arc::new(File::open(path)?),
                    start: bytes.start,
                    end: bytes.end,
                    next: bytes.start,
                    block_bytes,
                })),
                Span::Text(bytes) => {
                    let stream = Stream::open(Box::new(File::open(path)?), Some(path))?;
                    ahead(stream.within(bytes.clone()))
                }
                Span::Frames(places) => ahead(frames::open(path, places)?),
            },
            Input::File(path) => {
                let mut file = File::open(path)?;
                let metadata = file.metadata()?;
                if metadata.is_dir() {
                    std::fs::read_dir(path)?;
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                if !metadata.is_file() {
                    // A pipe or the like cannot be read in place.
                    return ahead(Stream::open(Box::new(file), None)?);
                }
                let first = first_bytes(&mut file, SIGHT)?;
                file.seek(SeekFrom::Start(0))?;
                match Packing::of(&first) {
                    Packing::Plain if Encoding::of(&first) == Encoding::AsIs => {
                        refuse_tar(&first)?;
                        Ok(Self::Plain(PlainFile {
                            file: Arc::new(file),
                            start: 0,
                            end: metadata.len(),
                            next: 0,
                            block_bytes,
                        }))
                    }
                    _ => ahead(Stream::open(Box::new(file), Some(path))?),
                }
            }
        }
    }

    /// Opens an input before its turn, so that a thread of its own unpacks its first blocks meanwhile. Plain
    /// files need none, and pipes may have nothing to say yet: both wait for their turn.
    #[must_use]
    pub fn open_ahead(input: &Input, block_bytes: usize) -> Option<io::Result<Self>> {
        let path = match input {
            Input::Stdin | Input::Slice(Slice { span: Span::Plain(_), .. }) => return None,
            Input::Slice(Slice { path, .. }) | Input::File(path) => path,
        };
        let is_file = std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
        let opened = is_file.then(|| Self::open(input, block_bytes))?;
        (!matches!(opened, Ok(Self::Plain(_)))).then_some(opened)
    }

    /// The next piece. Nothing is to be asked for behind the end or an error.
    ///
    /// # Errors
    /// If the stream cannot be read or unpacked.
    pub fn next_piece(&mut self) -> io::Result<Piece> {
        match self {
            Self::Plain(plain) => Ok(plain.next_piece()),
            Self::Stream(stream) => stream.next_piece(),
        }
    }

    /// Whether it is read ahead.
    #[must_use]
    pub const fn is_stream(&self) -> bool {
        matches!(self, Self::Stream(_))
    }

    /// Takes memory back that blocks of a stream came in.
    pub fn give_back(&self, memory: Vec<u8>) {
        if let Self::Stream(stream) = self {
            stream.give_back(memory);
        }
    }
}

impl PlainFile {
    fn next_piece(&mut self) -> Piece {
        let (offset, file) = (self.next, Arc::clone(&self.file));
        let len = (self.end - offset).min(self.block_bytes as u64);
        if len == 0 {
            return Piece::End { digest: None };
        }
        self.next += len;
        let block = Block::Plain(PlainBlock { file, offset, len: len as usize });
        Piece::Block { block, position: self.next - self.start }
    }
}
