//! Text in the encodings that databases come in, as the bytes that the reader of PGN knows.
//!
//! Nearly all are UTF-8, Latin-1 or the like, and pass as they are. UTF-16 is told by its byte order
//! mark and becomes UTF-8. Text whose lines end in CR alone is told by its first 64 KiB, which hold no
//! LF, and gets LF.

use std::io::{self, Read};

/// How many bytes tell an encoding.
pub const SIGHT: usize = 1 << 16;

/// What has to be done with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Nothing.
    AsIs,
    /// Lines end in CR.
    CarriageReturns,
    /// UTF-16, the low or the high byte first.
    Utf16 {
        /// The high byte comes first.
        big_endian: bool,
    },
}

impl Encoding {
    /// The encoding of a text that starts so.
    #[must_use]
    pub fn of(first: &[u8]) -> Self {
        match first {
            [0xff, 0xfe, ..] => Self::Utf16 { big_endian: false },
            [0xfe, 0xff, ..] => Self::Utf16 { big_endian: true },
            _ if memchr::memchr(b'\n', first).is_some() => Self::AsIs,
            _ if memchr::memchr(b'\r', first).is_some() => Self::CarriageReturns,
            _ => Self::AsIs,
        }
    }
}

/// Refuses a tar archive, by its first bytes: its members would be read as one text, and their headers as moves.
///
/// # Errors
/// If it is one.
pub fn refuse_tar(first: &[u8]) -> io::Result<()> {
    const PLACE: usize = 257;
    match first.get(PLACE..) {
        Some([b'u', b's', b't', b'a', b'r', ..]) => {
            Err(io::Error::other("it is a tar archive: unpack it first"))
        }
        _ => Ok(()),
    }
}

/// A reader of text in any of the encodings.
#[derive(Debug)]
pub struct Text<R> {
    reader: R,
    /// Nothing before the first bytes have been read.
    encoding: Option<Encoding>,
    /// Bytes that have been read, and how many of them have been given.
    ready: Vec<u8>,
    given: usize,
    utf16: Utf16,
    /// Why it cannot be read on behind what is ready.
    failed: Option<io::Error>,
}

/// What is left of UTF-16 between two reads.
#[derive(Debug, Default)]
struct Utf16 {
    low: Option<u8>,
    high_surrogate: Option<u16>,
    /// Whether lines end in CR.
    carriage_returns: bool,
}

impl<R: Read> Text<R> {
    /// Reads a text from its start.
    pub fn new(reader: R) -> Self {
        let (ready, utf16) = (Vec::new(), Utf16::default());
        Self { reader, encoding: None, ready, given: 0, utf16, failed: None }
    }

    /// Goes on with a text that is known to need nothing.
    pub fn as_is(reader: R) -> Self {
        Self { encoding: Some(Encoding::AsIs), ..Self::new(reader) }
    }

    /// The reader, which is at the start of another text.
    pub fn restart(&mut self) -> &mut R {
        (self.encoding, self.given) = (None, 0);
        self.ready.clear();
        self.utf16 = Utf16::default();
        self.failed = None;
        &mut self.reader
    }

    /// Reads the first bytes and tells what they are.
    fn start(&mut self) -> io::Result<Encoding> {
        self.ready = self.next_bytes()?;
        refuse_tar(&self.ready)?;
        let encoding = Encoding::of(&self.ready);
        self.encoding = Some(encoding);
        match encoding {
            Encoding::AsIs => {}
            Encoding::CarriageReturns => with_line_ends(&mut self.ready),
            Encoding::Utf16 { big_endian } => {
                self.ready = self.utf16.decode(&self.ready[2..], big_endian);
                if Encoding::of(&self.ready) == Encoding::CarriageReturns {
                    self.utf16.carriage_returns = true;
                    with_line_ends(&mut self.ready);
                }
            }
        }
        Ok(encoding)
    }

    /// The next bytes as they are. An error behind some is kept until they have been given.
    fn next_bytes(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self.reader.by_ref().take(SIGHT as u64).read_to_end(&mut bytes) {
            Err(error) if bytes.is_empty() => return Err(error),
            read => self.failed = read.err(),
        }
        Ok(bytes)
    }
}

impl<R: Read> Read for Text<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let encoding = match self.encoding {
            Some(encoding) => encoding,
            None => self.start()?,
        };
        loop {
            let ready = &self.ready[self.given..];
            if !ready.is_empty() {
                let len = ready.len().min(buffer.len());
                buffer[..len].copy_from_slice(&ready[..len]);
                self.given += len;
                return Ok(len);
            }
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            match encoding {
                Encoding::AsIs => return self.reader.read(buffer),
                Encoding::CarriageReturns => {
                    let len = self.reader.read(buffer)?;
                    with_line_ends(&mut buffer[..len]);
                    return Ok(len);
                }
                Encoding::Utf16 { big_endian } => {
                    let bytes = self.next_bytes()?;
                    self.ready = if bytes.is_empty() {
                        self.utf16.finish()
                    } else {
                        self.utf16.decode(&bytes, big_endian)
                    };
                    self.given = 0;
                    if bytes.is_empty() && self.ready.is_empty() {
                        return Ok(0);
                    }
                }
            }
        }
    }
}

fn with_line_ends(bytes: &mut [u8]) {
    for byte in bytes.iter_mut().filter(|byte| **byte == b'\r') {
        *byte = b'\n';
    }
}

impl Utf16 {
    fn decode(&mut self, bytes: &[u8], big_endian: bool) -> Vec<u8> {
        let bytes: Vec<u8> = self.low.take().into_iter().chain(bytes.iter().copied()).collect();
        let (pairs, rest) = bytes.as_chunks();
        self.low = rest.first().copied();
        let units = pairs.iter().map(|pair| match big_endian {
            true => u16::from_be_bytes(*pair),
            false => u16::from_le_bytes(*pair),
        });
        let mut units: Vec<u16> = self.high_surrogate.take().into_iter().chain(units).collect();
        // The other half comes with the next bytes.
        self.high_surrogate = units.pop_if(|last| (0xd800..0xdc00).contains(last));
        let mut text = String::from_utf16_lossy(&units).into_bytes();
        if self.carriage_returns {
            with_line_ends(&mut text);
        }
        text
    }

    /// What is left stands for nothing.
    fn finish(&mut self) -> Vec<u8> {
        let is_cut = self.low.take().is_some() | self.high_surrogate.take().is_some();
        if is_cut { "\u{fffd}".into() } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = buffer.len().min(1);
            self.0.read(&mut buffer[..len])
        }
    }

    /// Cannot be read.
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }

    fn read(bytes: &[u8]) -> String {
        let mut text = String::new();
        Text::new(Slow(bytes)).read_to_string(&mut text).expect("it is UTF-8 now");
        text
    }

    #[test]
    fn utf16_line_ends_and_the_rest() {
        let text = "[White \"Müller \u{1f600}\"]\n".repeat(5000);
        for big_endian in [false, true] {
            let units = ["\u{feff}", &text].concat();
            let bytes = units.encode_utf16().flat_map(|unit| match big_endian {
                true => unit.to_be_bytes(),
                false => unit.to_le_bytes(),
            });
            assert_eq!(read(&bytes.collect::<Vec<u8>>()), text);
            let with_returns = units.replace('\n', "\r");
            let bytes = with_returns.encode_utf16().flat_map(|unit| match big_endian {
                true => unit.to_be_bytes(),
                false => unit.to_le_bytes(),
            });
            assert_eq!(read(&bytes.collect::<Vec<u8>>()), text);
        }
        assert_eq!(read(b"\xff\xfea\0\n\0b"), "a\n\u{fffd}");
        assert_eq!(read(b"\xff\xfe\x3d\xd8"), "\u{fffd}");
        assert_eq!(read(b"a\rb\r\r"), "a\nb\n\n");
        assert_eq!(read(b"a\r\nb\r"), "a\r\nb\r");
        assert_eq!(read(text.as_bytes()), text);
        assert_eq!(read(b""), "");
    }

    #[test]
    fn a_tar_archive_is_no_text() {
        let header = |magic: &str| ["g.pgn", &"\0".repeat(252), magic, "00"].concat();
        let mut text = String::new();
        let told = Text::new(Slow(header("ustar").as_bytes())).read_to_string(&mut text);
        assert!(told.is_err_and(|error| error.to_string().contains("tar archive")));
        assert_eq!(read(header("other").as_bytes()), header("other"));
    }

    #[test]
    fn what_comes_before_an_error_is_given() {
        for lines in [0, 1, 10_000] {
            let text = "[White \"Ann\"]\n".repeat(lines);
            let utf16 = ["\u{feff}", &text].concat();
            for bytes in [
                text.clone().into_bytes(),
                text.replace('\n', "\r").into_bytes(),
                utf16.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            ] {
                let mut reader = Text::new(Slow(&bytes).chain(Broken));
                let mut given = Vec::new();
                let error = reader.read_to_end(&mut given).expect_err("it is broken");
                assert_eq!(error.to_string(), "broken");
                assert!(given == text.as_bytes(), "{lines} lines, {} bytes", given.len());
            }
        }
    }
}
