//! All frames of an lz4 file, as other programs read them.
//!
//! The library's decoder ends with each frame, and takes a file that is cut between two blocks for whole.

use std::io::{self, BufRead, ErrorKind, Read};

use lz4_flex::frame::FrameDecoder;

/// The text of all frames, one behind the other.
pub(super) struct Lz4Frames<R: BufRead> {
    decoder: FrameDecoder<Counted<R>>,
    /// Whether the frame that is being read has given something.
    in_frame: bool,
}

impl<R: BufRead> Lz4Frames<R> {
    pub(super) fn new(packed: R) -> Self {
        let packed = Counted { packed, taken: 0, has_ended: false };
        Self { decoder: FrameDecoder::new(packed), in_frame: false }
    }
}

impl<R: BufRead> Read for Lz4Frames<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            self.decoder.get_mut().taken = 0;
            let read = self.decoder.read(to)?;
            if read > 0 || to.is_empty() {
                self.in_frame = true;
                return Ok(read);
            }
            let Counted { taken, has_ended, .. } = *self.decoder.get_ref();
            if !has_ended {
                // A frame ended with its mark, and another one may follow.
                self.in_frame = false;
                continue;
            }
            if self.in_frame || taken > 0 {
                return Err(io::Error::new(ErrorKind::UnexpectedEof, "an lz4 frame is cut off"));
            }
            return Ok(0);
        }
    }
}

/// What a decoder has taken.
struct Counted<R> {
    packed: R,
    /// Bytes since somebody set it to 0.
    taken: usize,
    /// Whether it has met the end.
    has_ended: bool,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let read = self.packed.read(to)?;
        self.taken += read;
        self.has_ended |= read == 0 && !to.is_empty();
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use lz4_flex::frame::{BlockSize, FrameEncoder, FrameInfo};

    use super::*;

    fn frame(text: &[u8]) -> Vec<u8> {
        let info = FrameInfo::new().block_size(BlockSize::Max64KB).content_checksum(true);
        let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
        encoder.write_all(text).expect("memory takes it");
        encoder.finish().expect("memory takes it")
    }

    fn text_of(packed: &[u8], step: usize) -> io::Result<Vec<u8>> {
        let (mut frames, mut text) = (Lz4Frames::new(packed), Vec::new());
        let mut part = vec![0; step];
        loop {
            let read = frames.read(&mut part)?;
            if read == 0 {
                return Ok(text);
            }
            text.extend_from_slice(&part[..read]);
        }
    }

    #[test]
    fn all_frames_are_read_whole_or_not_at_all() {
        let parts: [Vec<u8>; 4] =
            [vec![b'a'; 200_000], Vec::new(), (0..=255).cycle().take(65_536).collect(), vec![b'c']];
        let packed: Vec<Vec<u8>> = parts.iter().map(|part| frame(part)).collect();
        let whole = packed.concat();
        for step in [1 << 10, 200_000, 1 << 20] {
            assert!(text_of(&whole, step).is_ok_and(|text| text == parts.concat()));
        }
        let ends: Vec<usize> = packed
            .iter()
            .scan(0, |end, frame| {
                *end += frame.len();
                Some(*end)
            })
            .collect();
        for cut in 1..whole.len() {
            assert_eq!(text_of(&whole[..cut], 1 << 16).is_ok(), ends.contains(&cut), "{cut}");
        }
    }
}
