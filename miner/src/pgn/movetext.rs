//! The words of a game's main line.
//!
//! Comments, NAGs, `%` lines and variations (nested to any depth, without recursion) are passed
//! over; what is left are moves, move numbers and termination markers, or words that should not
//! be there.

use memchr::memchr;

/// Why the main line cannot be read on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// `{` without `}`
    #[error("a comment is never closed")]
    OpenComment,
    /// `(` without `)`
    #[error("a variation is never closed")]
    OpenVariation,
    /// `)` without `(`
    #[error("a `)` closes no variation")]
    StrayParenthesis,
    /// `}` without `{`
    #[error("a `}}` closes no comment")]
    StrayBrace,
}

/// A lexer over one game's movetext.
#[derive(Clone, Debug)]
pub struct Movetext<'a> {
    bytes: &'a [u8],
    at: usize,
    broken_at: usize,
}

impl<'a> Movetext<'a> {
    /// A lexer at the start of `bytes`, which must be a line start or follow one.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, broken_at: 0 }
    }

    /// How many bytes have been read.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.at
    }

    /// Where what was told to be broken begins.
    #[must_use]
    pub const fn broken_at(&self) -> usize {
        self.broken_at
    }

    /// All of the movetext.
    pub(super) const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Goes on from a place where no word, comment or variation has begun.
    pub(crate) const fn move_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The next word of the main line, `None` at the end. What is broken is told once, and the words
    /// behind it follow.
    pub fn next_word(&mut self) -> Option<Result<&'a [u8], Broken>> {
        let mut depth = 0_usize;
        // Where the outermost one begins.
        let mut variation = 0;
        loop {
            let Some(&byte) = self.bytes.get(self.at) else {
                self.broken_at = variation;
                return (depth > 0).then_some(Err(Broken::OpenVariation));
            };
            match byte {
                b if is_blank(b) => self.at += 1,
                b'{' => match memchr(b'}', &self.bytes[self.at..]) {
                    Some(end) => self.at += end + 1,
                    None => {
                        self.broken_at = self.at;
                        self.at = self.bytes.len();
                        return Some(Err(Broken::OpenComment));
                    }
                },
                b';' => self.skip_line(),
                b'%' if self.at == 0 || self.bytes[self.at - 1] == b'\n' => self.skip_line(),
                b'(' => {
                    if depth == 0 {
                        variation = self.at;
                    }
                    depth += 1;
                    self.at += 1;
                }
                b')' if depth == 0 => {
                    self.broken_at = self.at;
                    self.at += 1;
                    return Some(Err(Broken::StrayParenthesis));
                }
                b')' => {
                    depth -= 1;
                    self.at += 1;
                }
                b'}' if depth == 0 => {
                    self.broken_at = self.at;
                    self.at += 1;
                    return Some(Err(Broken::StrayBrace));
                }
                b'}' => self.at += 1,
                b'$' if self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit) => {
                    self.skip_nag();
                }
                b'\\' if let Some(len) = escaped_glyph(&self.bytes[self.at + 1..]) => {
                    self.at += 1 + len;
                }
                0xef if self.bytes[self.at..].starts_with(b"\xef\xbb\xbf") => self.at += 3,
                _ => {
                    let word = self.take_word();
                    if depth == 0 {
                        return Some(Ok(word));
                    }
                }
            }
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes[self.at..];
        self.at += memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
    }

    fn skip_nag(&mut self) {
        let digits = self.bytes[self.at + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
        self.at += 1 + digits;
    }

    fn take_word(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let mut len = 1 + word_len(&rest[1..]);
        if let [b'(', b'N' | b'B' | b'R' | b'Q' | b'n' | b'b' | b'r' | b'q', b')', ..] = rest[len..]
        {
            // A promotion in parentheses, `e8(Q)`, is no variation.
            if matches!(rest[..len], [.., b'a'..=b'h', b'1' | b'8']) {
                len += 3;
                len += word_len(&rest[len..]);
            }
        }
        self.at += len;
        &rest[..len]
    }
}

/// The length of an annotation glyph behind a backslash, as some programs escape them: `\$14`, `\!?`.
fn escaped_glyph(rest: &[u8]) -> Option<usize> {
    let (first, behind) = rest.split_first()?;
    let len = match first {
        b'$' => behind.iter().take_while(|byte| byte.is_ascii_digit()).count(),
        b'!' | b'?' => {
            return Some(1 + behind.iter().take_while(|b| matches!(b, b'!' | b'?')).count());
        }
        _ => 0,
    };
    (len > 0).then_some(1 + len)
}

/// How many bytes of a word stand here.
fn word_len(rest: &[u8]) -> usize {
    let ends = |(at, &byte): (usize, &u8)| {
        ends_word(byte) || byte == b'\\' && escaped_glyph(&rest[at + 1..]).is_some()
    };
    rest.iter().enumerate().position(ends).unwrap_or(rest.len())
}

const fn ends_word(byte: u8) -> bool {
    is_blank(byte) || matches!(byte, b'{' | b'}' | b'(' | b')' | b';' | b'$')
}

/// White space, and control characters too: real files are padded with NUL bytes.
const fn is_blank(byte: u8) -> bool {
    byte <= b' '
}
