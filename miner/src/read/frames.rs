//! Files of several zstd frames, each of which can be unpacked without those before it.
//!
//! `pzstd`, which packs lichess's databases, makes such files: a frame for every 32 MiB or so of text, each
//! behind a skippable frame that holds its size. Other files are walked from block to block, which reads
//! three bytes of each.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    ops::Range,
    path::Path,
};

use crate::read::{
    block::{BLOCK_BYTES, first_bytes},
    encoding::{Encoding, SIGHT, refuse_tar},
    inputs::FramePlace,
    sight::Sight,
    stream::{Stream, unpack_zstd},
};
use crate::system::FileAt;

const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// A file of several frames.
#[derive(Debug)]
pub(crate) struct Frames {
    file: File,
    len: u64,
    /// Where each frame starts, with the skippable ones before it.
    starts: Vec<u64>,
}

impl Frames {
    /// Finds the frames of a file; `None` if it has fewer than two, is damaged, or holds a text that something
    /// must be done with.
    pub(crate) fn find(path: &Path) -> io::Result<Option<Self>> {
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        let mut starts = Vec::new();
        let (mut at, mut start) = (0, 0);
        while at < len {
            let Some((end, holds_text)) = frame_end(&file, at, len)? else { return Ok(None) };
            if holds_text {
                starts.push(start);
                start = end;
            }
            at = end;
        }
        if starts.len() < 2 {
            return Ok(None);
        }
        let frames = Self { file, len, starts };
        let first = first_bytes(&mut frames.unpack(0..len)?, SIGHT)?;
        refuse_tar(&first)?;
        Ok((Encoding::of(&first) == Encoding::AsIs).then_some(frames))
    }

    /// The first frame that starts at or behind a byte of the file; without one, the end.
    pub(crate) fn first_from(&self, byte: u64) -> u64 {
        let at = self.starts.partition_point(|start| *start < byte);
        self.starts.get(at).copied().unwrap_or(self.len)
    }

    /// The text around the start of a frame, so far back and ahead.
    pub(crate) fn around(&self, frame: u64, back: usize, ahead: usize) -> io::Result<Sight> {
        let mut sight = Sight { from_start: true, ..Sight::default() };
        let mut from = self.starts.partition_point(|start| *start < frame);
        while from > 0 && sight.bytes.len() < back {
            from -= 1;
            let next = self.starts.get(from + 1).copied().unwrap_or(self.len);
            let mut tail = Tail { bytes: Vec::new(), most: back, is_cut: false };
            io::copy(&mut self.unpack(self.starts[from]..next)?, &mut tail)?;
            sight.from_start = from == 0 && !tail.is_cut;
            let mut tail = tail.bytes;
            tail.extend_from_slice(&sight.bytes);
            sight.bytes = tail;
        }
        sight.place = sight.bytes.len();
        let behind = first_bytes(&mut self.unpack(frame..self.len)?, ahead)?;
        sight.to_end = behind.len() < ahead;
        sight.bytes.extend_from_slice(&behind);
        Ok(sight)
    }

    /// How long the text before a frame is.
    pub(crate) fn len_before(&self, frame: u64) -> io::Result<u64> {
        // To the decoder no bytes are a frame that is cut off.
        if frame == 0 { Ok(0) } else { io::copy(&mut self.unpack(0..frame)?, &mut io::sink()) }
    }

    fn unpack(&self, packed: Range<u64>) -> io::Result<impl Read> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(packed.start))?;
        let packed = file.take(packed.end - packed.start);
        unpack_zstd(BufReader::with_capacity(BLOCK_BYTES, packed))
    }
}

/// Keeps the last bytes that are written to it.
struct Tail {
    bytes: Vec<u8>,
    most: usize,
    is_cut: bool,
}

impl io::Write for Tail {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > 2 * self.most {
            self.bytes.drain(..self.bytes.len() - self.most);
            self.is_cut = true;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Opens the text between two places.
pub(crate) fn open(path: &Path, places: &Range<FramePlace>) -> io::Result<Stream> {
    let at = |byte| {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(byte))?;
        Ok::<_, io::Error>(file)
    };
    let Range { start, end } = places;
    let frames = at(start.frame)?.take(end.frame - start.frame);
    Stream::of_frames(frames, at(end.frame)?, start.skip, end.skip)
}

/// The end of the frame at `at`, and whether it holds text; `None` if there is no sound frame.
fn frame_end(file: &File, at: u64, len: u64) -> io::Result<Option<(u64, bool)>> {
    let mut header = [0; 8];
    if at + 8 > len {
        return Ok(None);
    }
    file.read_exact_at(&mut header, at)?;
    let [m0, m1, m2, m3, size @ ..] = header;
    if is_skippable([m0, m1, m2, m3]) {
        let end = at + 8 + u64::from(u32::from_le_bytes(size));
        return Ok((end <= len).then_some((end, false)));
    }
    if [m0, m1, m2, m3] != MAGIC {
        return Ok(None);
    }
    // pzstd's: the frame before says how long this one is.
    let mut hint = [0; 12];
    if at >= 12 && file.read_exact_at(&mut hint, at - 12).is_ok() {
        let is_hint = hint[..4] == [0x50, 0x2a, 0x4d, 0x18] && hint[4..8] == [4, 0, 0, 0];
        let size = u32::from_le_bytes([hint[8], hint[9], hint[10], hint[11]]);
        let end = at + u64::from(size);
        // A frame of nothing would be found again for ever.
        if is_hint && size > 0 && (end == len || is_frame(file, end, len)?) {
            return Ok(Some((end, true)));
        }
    }
    let descriptor = size[0];
    let is_single = descriptor & 0x20 != 0;
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let content_size = match descriptor >> 6 {
        0 => u64::from(is_single),
        flag => 1 << flag,
    };
    let mut at = at + 5 + u64::from(!is_single) + dictionary + content_size;
    loop {
        if at + 3 > len {
            return Ok(None);
        }
        let mut block = [0; 4];
        file.read_exact_at(&mut block[..3], at)?;
        let block = u32::from_le_bytes(block);
        at += 3 + match block >> 1 & 3 {
            0 | 2 => u64::from(block >> 3),
            1 => 1,
            _ => return Ok(None),
        };
        if block & 1 == 1 {
            break;
        }
    }
    at += if descriptor & 4 != 0 { 4 } else { 0 };
    Ok((at <= len).then_some((at, true)))
}

fn is_frame(file: &File, at: u64, len: u64) -> io::Result<bool> {
    if at + 4 > len {
        return Ok(false);
    }
    let mut magic = [0; 4];
    file.read_exact_at(&mut magic, at)?;
    Ok(magic == MAGIC || is_skippable(magic))
}

const fn is_skippable(magic: [u8; 4]) -> bool {
    matches!(magic, [0x50..=0x5f, 0x2a, 0x4d, 0x18])
}
