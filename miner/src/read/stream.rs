//! Streams: packed files, archives, pipes.

use std::{
    io::{self, BufRead, BufReader, Cursor, Read},
    ops::Range,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use flate2::bufread::GzDecoder;

use crate::read::{
    archive::{self, ArchiveFormat, Members},
    block::{BLOCK_BYTES, first_bytes},
    digest::Digest,
    encoding::Text,
    packings,
};

/// Enough first bytes to tell what a file is packed in.
const MAGIC_LEN: usize = 6;

/// A stream, unpacked on the way.
pub(crate) struct Stream {
    reader: Unpacked,
    packed: Meter,
    failed: Option<io::Error>,
    /// How many bytes have been read, and which of them are given.
    read: u64,
    within: Range<u64>,
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
    pub(crate) fn open(raw: Box<dyn Read + Send>, path: Option<&Path>) -> io::Result<Self> {
        let packed = Meter::default();
        let mut raw = Metered { raw, meter: packed.clone() };
        let first = first_bytes(&mut raw, MAGIC_LEN)?;
        let packing = Packing::of(&first);
        let raw = BufReader::with_capacity(BLOCK_BYTES, Cursor::new(first).chain(raw));
        let reader: Box<dyn Read + Send> = match packing {
            Packing::Plain => Box::new(raw),
            Packing::Zstd => Box::new(unpack_zstd(raw)?),
            Packing::Xz => packings::xz(raw)?,
            Packing::Lz4 => packings::lz4(raw)?,
            Packing::Archive(format) => {
                let path = path.ok_or_else(|| {
                    io::Error::other("7z, zip and Parquet cannot be read from a pipe")
                })?;
                let members = Text::new(archive::open(path, format));
                let reader = Unpacked::Archive { file: Box::new(raw), members };
                return Ok(Self::new(reader, packed));
            }
            Packing::Gzip => Box::new(Gzip { member: GzDecoder::new(Box::new(raw)) }),
            Packing::Bzip2 => packings::bzip2(raw)?,
        };
        Ok(Self::new(Unpacked::Text(Text::new(reader)), packed))
    }

    fn new(reader: Unpacked, packed: Meter) -> Self {
        Self { reader, packed, failed: None, read: 0, within: 0..u64::MAX }
    }

    /// The text of these zstd frames but for its first `skip` bytes, and the first `more` bytes of the text
    /// behind them. It needs nothing to be done with it.
    pub(crate) fn of_frames(
        frames: impl Read + Send + 'static,
        behind: impl Read + Send + 'static,
        skip: u64,
        more: u64,
    ) -> io::Result<Self> {
        let packed = Meter::default();
        let frames = Metered { raw: Box::new(frames), meter: packed.clone() };
        let text = unpack_zstd(BufReader::with_capacity(BLOCK_BYTES, frames))?
            .chain(unpack_zstd(BufReader::with_capacity(BLOCK_BYTES, behind))?.take(more));
        let reader = Unpacked::Text(Text::as_is(Box::new(text)));
        Ok(Self::new(reader, packed).within(skip..u64::MAX))
    }

    /// Limits the stream to these bytes, counted over all its texts.
    pub(crate) fn within(self, within: Range<u64>) -> Self {
        Self { within, ..self }
    }

    /// The next block of at most `bytes` bytes, in this memory; `None` at the end.
    ///
    /// # Errors
    /// If the stream cannot be read or unpacked. What came before the error is given first.
    pub(crate) fn next_block(
        &mut self,
        bytes: usize,
        mut memory: Vec<u8>,
    ) -> io::Result<Option<Vec<u8>>> {
        loop {
            let before = self.read;
            let bytes = bytes.min(usize::try_from(self.within.end - before).unwrap_or(bytes));
            let Some(mut block) = self.read_block(bytes, memory)? else { return Ok(None) };
            self.read += block.len() as u64;
            if self.read > self.within.start {
                // What comes before the part is no more than the block.
                block.drain(..self.within.start.saturating_sub(before) as usize);
                return Ok(Some(block));
            }
            memory = block;
        }
    }

    fn read_block(&mut self, bytes: usize, memory: Vec<u8>) -> io::Result<Option<Vec<u8>>> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let mut block = memory;
        block.resize(bytes, 0);
        let mut len = 0;
        while len < bytes {
            match self.reader.read(&mut block[len..]) {
                Ok(0) => break,
                Ok(more) => len += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if len == 0 => return Err(error),
                Err(error) => {
                    self.failed = Some(error);
                    break;
                }
            }
        }
        block.truncate(len);
        Ok((len > 0).then_some(block))
    }

    /// When there is no next block: the name of the archive's member that comes next, if one does.
    pub(crate) fn next_member(&mut self) -> Option<String> {
        match &mut self.reader {
            Unpacked::Archive { members, .. } if self.read < self.within.end => {
                members.restart().next_member()
            }
            _ => None,
        }
    }

    /// How many bytes of the input, packed as they are, have been read.
    pub(crate) fn position(&self) -> u64 {
        self.packed.state().0
    }

    /// The digest of the packed bytes that have been read.
    pub(crate) fn digest(&self) -> u128 {
        self.packed.state().1.value()
    }
}

/// Unpacks zstd frames, whatever memory they ask for.
pub(crate) fn unpack_zstd<R: BufRead>(packed: R) -> io::Result<zstd::Decoder<'static, R>> {
    let mut decoder = zstd::Decoder::with_buffer(packed)?;
    decoder.window_log_max(31)?;
    Ok(decoder)
}

/// A gzip file: members one after the other, which may be filled up with zeros.
struct Gzip {
    member: GzDecoder<Box<dyn BufRead + Send>>,
}

impl Gzip {
    /// Goes on to the next member, if there is one. Zeros before it are no part of the text, but of the file.
    fn next_member(&mut self) -> io::Result<bool> {
        let packed = self.member.get_mut();
        loop {
            let bytes = packed.fill_buf()?;
            let len = bytes.len();
            let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
            packed.consume(zeros);
            if len == 0 {
                return Ok(false);
            }
            if zeros < len {
                let packed = std::mem::replace(packed, Box::new(io::empty()));
                self.member.reset(packed);
                return Ok(true);
            }
        }
    }
}

impl Read for Gzip {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let len = self.member.read(buffer)?;
            if len > 0 || buffer.is_empty() || !self.next_member()? {
                return Ok(len);
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Plain,
    Zstd,
    Gzip,
    Bzip2,
    Xz,
    Lz4,
    Archive(ArchiveFormat),
}

impl Packing {
    pub(crate) const fn of(first: &[u8]) -> Self {
        match first {
            // A frame, or a skippable frame before one.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Self::Xz,
            [0x04, 0x22, 0x4d, 0x18, ..] => Self::Lz4,
            [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => Self::Archive(ArchiveFormat::SevenZip),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Self::Archive(ArchiveFormat::Zip),
            [b'P', b'A', b'R', b'1', ..] => Self::Archive(ArchiveFormat::Parquet),
            [0x1f, 0x8b, ..] => Self::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Self::Bzip2,
            _ => Self::Plain,
        }
    }
}

/// How many bytes went through a [`Metered`] reader, and their digest so far.
#[derive(Clone, Default)]
struct Meter(Arc<Mutex<(u64, Digest)>>);

impl Meter {
    fn state(&self) -> MutexGuard<'_, (u64, Digest)> {
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
        state.1.add(&buffer[..len]);
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packer.write_all(text).expect("memory is enough");
        packer.finish().expect("memory is enough")
    }

    /// The text of a stream, its digest, and the error at its end.
    fn read(bytes: &[u8]) -> (Vec<u8>, u128, Option<io::Error>) {
        let raw = Box::new(Cursor::new(bytes.to_vec()));
        let mut stream = Stream::open(raw, None).expect("its first bytes are there");
        let mut text = Vec::new();
        loop {
            match stream.next_block(100, Vec::new()) {
                Ok(Some(block)) => text.extend(block),
                Ok(None) => return (text, stream.digest(), None),
                Err(error) => return (text, stream.digest(), Some(error)),
            }
        }
    }

    #[test]
    fn a_gzip_file_may_be_filled_up_with_zeros() {
        let texts = [b"1. e4 e5 1-0\n".repeat(50), b"1. d4 d5 0-1\n".repeat(50)];
        let members = texts.each_ref().map(|text| gzip(text));
        for zeros in [0, 1, 512, 3 * BLOCK_BYTES] {
            let file = [&members[0], &members[1], &vec![0; zeros]].map(Vec::as_slice).concat();
            let (text, digest, error) = read(&file);
            assert!(text == texts.concat() && error.is_none(), "{zeros}: {error:?}");
            // The zeros are bytes of the file.
            let mut whole = Digest::default();
            whole.add(&file);
            assert_eq!(digest, whole.value(), "{zeros}");
        }
        for wrong in [&b"\x1f\x8b"[..], b"something else", b"\0\0something else"] {
            let (text, _, error) = read(&[members[0].as_slice(), wrong].concat());
            assert!(text == texts[0] && error.is_some(), "{}", wrong.escape_ascii());
        }
    }
}
