//! Bytes of inputs, in blocks, whatever they are packed in.
//!
//! A plain file is read in place, so that each thread reads its own blocks; everything else is a
//! stream that whoever needs the next block moves on. What a file is packed in is told by its
//! first bytes, not by its name.

use std::{
    fs::File,
    io::{self, BufReader, Cursor, Read, Seek, SeekFrom},
    os::unix::fs::FileExt,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use xxhash_rust::xxh3::Xxh3Default;

use crate::{
    archive::{self, Format, Members},
    encoding::{Encoding, SIGHT, Text},
    inputs::Input,
};

/// How many bytes a block has unless told otherwise; the last one of an input has fewer.
pub const BLOCK_BYTES: usize = 1 << 20;

/// Enough first bytes to tell what a file is packed in.
const MAGIC_LEN: usize = 6;

/// An opened input.
#[derive(Debug)]
pub enum Source {
    /// A plain file.
    Plain(PlainFile),
    /// A packed file, or standard input.
    Stream(Stream),
}

/// A plain file and how far its blocks have been given out.
#[derive(Debug)]
pub struct PlainFile {
    file: Arc<File>,
    len: u64,
    next: u64,
}

/// A place of a plain file that is still to be read.
#[derive(Debug)]
pub struct PlainBlock {
    file: Arc<File>,
    offset: u64,
    len: usize,
}

/// A block's bytes, or where they are.
#[derive(Debug)]
pub enum Block {
    /// Still on disk.
    Plain(PlainBlock),
    /// Read and unpacked.
    Bytes(Vec<u8>),
}

impl Block {
    /// The bytes, in this memory if they are still on disk.
    ///
    /// # Errors
    /// If the file cannot be read or has become shorter.
    pub fn read(self, memory: Vec<u8>) -> io::Result<Vec<u8>> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            Self::Plain(PlainBlock { file, offset, len }) => {
                // Whatever was in it before is overwritten; new memory the system would fill first.
                let mut bytes = memory;
                bytes.resize(len, 0);
                file.read_exact_at(&mut bytes, offset)?;
                Ok(bytes)
            }
        }
    }
}

impl Source {
    /// Opens an input.
    ///
    /// # Errors
    /// If it cannot be opened or its first bytes cannot be read.
    pub fn open(input: &Input) -> io::Result<Self> {
        match input {
            Input::Stdin => Stream::open(Box::new(io::stdin()), None).map(Self::Stream),
            Input::File(path) => {
                let mut file = File::open(path)?;
                let metadata = file.metadata()?;
                if metadata.is_dir() {
                    return Err(io::ErrorKind::IsADirectory.into());
                }
                if !metadata.is_file() {
                    // A pipe or the like cannot be read in place.
                    return Stream::open(Box::new(file), None).map(Self::Stream);
                }
                let first = first_bytes(&mut file, SIGHT)?;
                file.seek(SeekFrom::Start(0))?;
                match Packing::of(&first) {
                    Packing::Plain if Encoding::of(&first) == Encoding::AsIs => {
                        Ok(Self::Plain(PlainFile {
                            file: Arc::new(file),
                            len: metadata.len(),
                            next: 0,
                        }))
                    }
                    _ => Stream::open(Box::new(file), Some(path)).map(Self::Stream),
                }
            }
        }
    }

    /// The next block of at most `bytes` bytes, `None` at the end.
    ///
    /// # Errors
    /// If the stream cannot be read or unpacked.
    pub fn next_block(&mut self, bytes: usize) -> io::Result<Option<Block>> {
        match self {
            Self::Plain(plain) => Ok(plain.next_block(bytes).map(Block::Plain)),
            Self::Stream(stream) => Ok(stream.next_block(bytes)?.map(Block::Bytes)),
        }
    }

    /// When there is no next block: the name of the archive's member that comes next, if one does.
    pub fn next_member(&mut self) -> Option<String> {
        match self {
            Self::Stream(Stream { reader: Unpacked::Archive { members, .. }, .. }) => {
                members.restart().next_member()
            }
            _ => None,
        }
    }

    /// How many bytes of the input, packed as they are, have been read or given out.
    #[must_use]
    pub fn position(&self) -> u64 {
        match self {
            Self::Plain(plain) => plain.next,
            Self::Stream(stream) => stream.packed.state().0,
        }
    }

    /// The digest of a stream that was read to its end; a plain file's is made from its blocks.
    #[must_use]
    pub fn stream_digest(&self) -> Option<u128> {
        match self {
            Self::Plain(_) => None,
            Self::Stream(stream) => Some(stream.packed.state().1.digest128()),
        }
    }
}

impl PlainFile {
    fn next_block(&mut self, bytes: usize) -> Option<PlainBlock> {
        let len = (self.len - self.next).min(bytes as u64);
        if len == 0 {
            return None;
        }
        let block =
            PlainBlock { file: Arc::clone(&self.file), offset: self.next, len: len as usize };
        self.next += len;
        Some(block)
    }
}

/// A stream, unpacked on the way.
pub struct Stream {
    reader: Unpacked,
    packed: Meter,
    failed: Option<io::Error>,
}

/// What a stream holds.
enum Unpacked {
    /// One text.
    Text(Text<Box<dyn Read + Send>>),
    /// Several.
    Archive {
        /// The archive itself, read for the digest of its bytes in their order.
        file: Box<dyn Read + Send>,
        members: Text<Members>,
    },
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Text(text) => text.read(buffer),
            Self::Archive { file, members } => {
                io::copy(file, &mut io::sink())?;
                members.read(buffer)
            }
        }
    }
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("position", &self.packed.state().0).finish_non_exhaustive()
    }
}

impl Stream {
    /// Opens a stream. Archives cannot be read from a pipe: they need the path of their file.
    fn open(raw: Box<dyn Read + Send>, path: Option<&Path>) -> io::Result<Self> {
        let packed = Meter::default();
        let mut raw = Metered { raw, meter: packed.clone() };
        let first = first_bytes(&mut raw, MAGIC_LEN)?;
        let packing = Packing::of(&first);
        let raw = BufReader::with_capacity(BLOCK_BYTES, Cursor::new(first).chain(raw));
        let reader: Box<dyn Read + Send> = match packing {
            Packing::Plain => Box::new(raw),
            Packing::Zstd => {
                let mut decoder = zstd::Decoder::with_buffer(raw)?;
                decoder.window_log_max(31)?;
                Box::new(decoder)
            }
            Packing::Xz => Box::new(lzma_rust2::XzReader::new(raw, true)),
            Packing::Lz4 => Box::new(lz4_flex::frame::FrameDecoder::new(raw)),
            Packing::Archive(format) => {
                let path = path.ok_or_else(|| {
                    io::Error::other("7z and zip archives cannot be read from a pipe")
                })?;
                let members = Text::new(archive::open(path, format));
                let reader = Unpacked::Archive { file: Box::new(raw), members };
                return Ok(Self { reader, packed, failed: None });
            }
            Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(raw)),
            Packing::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(raw)),
        };
        Ok(Self { reader: Unpacked::Text(Text::new(reader)), packed, failed: None })
    }

    fn next_block(&mut self, bytes: usize) -> io::Result<Option<Vec<u8>>> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let mut block = Vec::with_capacity(bytes);
        if let Err(error) = self.reader.by_ref().take(bytes as u64).read_to_end(&mut block) {
            if block.is_empty() {
                return Err(error);
            }
            // What came before the error is sound.
            self.failed = Some(error);
        }
        Ok((!block.is_empty()).then_some(block))
    }
}

fn first_bytes(reader: &mut impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut first = Vec::with_capacity(most);
    reader.take(most as u64).read_to_end(&mut first)?;
    Ok(first)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Plain,
    Zstd,
    Gzip,
    Bzip2,
    Xz,
    Lz4,
    Archive(Format),
}

impl Packing {
    const fn of(first: &[u8]) -> Self {
        match first {
            // A frame, or a skippable frame before one.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            [0x04, 0x22, 0x4d, 0x18, ..] => Self::Lz4,
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Self::Archive(Format::SevenZip),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::Archive(Format::Zip),
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Bzip2,
            _ => Self::Plain,
        }
    }
}

/// How many bytes went through a [`Metered`] reader, and their digest so far.
#[derive(Clone, Default)]
struct Meter(Arc<Mutex<(u64, Xxh3Default)>>);

impl Meter {
    fn state(&self) -> MutexGuard<'_, (u64, Xxh3Default)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Metered {
    raw: Box<dyn Read + Send>,
    meter: Meter,
}

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.raw.read(buffer)?;
        let mut state = self.meter.state();
        state.0 += len as u64;
        state.1.update(&buffer[..len]);
        Ok(len)
    }
}
