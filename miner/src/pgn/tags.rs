//! Tag pairs: `[Name "value"]`.

use memchr::{memchr, memchr_iter, memrchr};

use super::lanes::{LANES, TagLanes};
use crate::cpu::Anyone;

/// The tags that may decide whether a game counts. Values are the raw bytes between the quotes,
/// white space trimmed. Of a tag that comes twice, the last one holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tags<'a> {
    /// `Variant`
    pub variant: Option<&'a [u8]>,
    /// `SetUp`
    pub set_up: Option<&'a [u8]>,
    /// `FEN`
    pub fen: Option<&'a [u8]>,
    /// `WhiteElo`
    pub white_elo: Option<&'a [u8]>,
    /// `BlackElo`
    pub black_elo: Option<&'a [u8]>,
    /// `Result`
    pub result: Option<&'a [u8]>,
    /// `Event`
    pub event: Option<&'a [u8]>,
    /// `Site`
    pub site: Option<&'a [u8]>,
    /// `Date`
    pub date: Option<&'a [u8]>,
    /// `UTCDate`
    pub utc_date: Option<&'a [u8]>,
    /// `White`
    pub white: Option<&'a [u8]>,
    /// `Black`
    pub black: Option<&'a [u8]>,
    /// `WhiteTitle`
    pub white_title: Option<&'a [u8]>,
    /// `BlackTitle`
    pub black_title: Option<&'a [u8]>,
    /// `TimeControl`
    pub time_control: Option<&'a [u8]>,
    /// `Termination`
    pub termination: Option<&'a [u8]>,
    /// `ECO`
    pub eco: Option<&'a [u8]>,
    /// `Opening`
    pub opening: Option<&'a [u8]>,
    /// `Round`
    pub round: Option<&'a [u8]>,
}

impl<'a> Tags<'a> {
    /// Reads a tag section. Without `ALL` only the tags that every game is judged by are sure to
    /// be there.
    #[must_use]
    pub fn read<const ALL: bool>(section: &'a [u8]) -> Self {
        let mut tags = Self::default();
        let mut rest = section;
        loop {
            let mut lines = PlainLines::new(rest, 0);
            for line in &mut lines {
                if starts_with_a_name::<ALL>(line)
                    && !tags.set_usual(line)
                    && let Some((name, value)) = pair(&line[1..])
                {
                    tags.set(name, value);
                }
            }
            rest = &rest[lines.position()..];
            // Most of what is not plain is only too long a line.
            let Some((tag, behind)) = lone_tag(rest) else { break };
            if let Some((name, value)) = pair(tag) {
                tags.set(name, value);
            }
            rest = behind;
        }
        for (name, value) in pairs(rest) {
            tags.set(name, value);
        }
        tags
    }

    /// Sets a tag that nearly every game has, if the plain line is one as nearly all are.
    #[inline(always)]
    fn set_usual(&mut self, line: &'a [u8]) -> bool {
        let slot = if line.starts_with(b"[WhiteElo \"") {
            &mut self.white_elo
        } else if line.starts_with(b"[BlackElo \"") {
            &mut self.black_elo
        } else if line.starts_with(b"[Result \"") {
            &mut self.result
        } else {
            return false;
        };
        let [b'[', .., b'"', b']', b'\n'] = line else { return false };
        // The shortest of the names, its bracket, blank and quote.
        let before = if line[1] == b'R' { 9 } else { 11 };
        let Some(value) = line.get(before..line.len() - 3) else { return false };
        *slot = Some(value.trim_ascii());
        true
    }

    fn set(&mut self, name: &[u8], value: &'a [u8]) {
        let slot = match name {
            b"Variant" => &mut self.variant,
            b"SetUp" => &mut self.set_up,
            b"FEN" => &mut self.fen,
            b"WhiteElo" => &mut self.white_elo,
            b"BlackElo" => &mut self.black_elo,
            b"Result" => &mut self.result,
            b"Event" => &mut self.event,
            b"Site" => &mut self.site,
            b"Date" => &mut self.date,
            b"UTCDate" => &mut self.utc_date,
            b"White" => &mut self.white,
            b"Black" => &mut self.black,
            b"WhiteTitle" => &mut self.white_title,
            b"BlackTitle" => &mut self.black_title,
            b"TimeControl" => &mut self.time_control,
            b"Termination" => &mut self.termination,
            b"ECO" => &mut self.eco,
            b"Opening" => &mut self.opening,
            b"Round" => &mut self.round,
            _ => return,
        };
        *slot = Some(value);
    }
}

/// The names that [`Tags`] has room for; first those that every game is judged by.
const NAMES: [&[u8]; 19] = [
    b"Variant",
    b"SetUp",
    b"FEN",
    b"WhiteElo",
    b"BlackElo",
    b"Result",
    b"Event",
    b"Site",
    b"Date",
    b"UTCDate",
    b"White",
    b"Black",
    b"WhiteTitle",
    b"BlackTitle",
    b"TimeControl",
    b"Termination",
    b"ECO",
    b"Opening",
    b"Round",
];

/// How many names every game is judged by.
const ALWAYS: usize = 6;

/// The first bytes of each name as a number, and which bits of it count.
const STARTS: [(u64, u64); NAMES.len()] = {
    let mut starts = [(0, 0); NAMES.len()];
    let mut i = 0;
    while i < NAMES.len() {
        let mut j = 0;
        while j < NAMES[i].len() && j < 8 {
            starts[i].0 |= (NAMES[i][j] as u64) << (8 * j);
            starts[i].1 |= 0xff << (8 * j);
            j += 1;
        }
        i += 1;
    }
    starts
};

/// Whether a plain line starts with one of the names, or at least with its first eight letters.
#[inline(always)]
fn starts_with_a_name<const ALL: bool>(line: &[u8]) -> bool {
    let Some((_, rest)) = line.split_first() else { return false };
    let Some(first) = rest.first_chunk() else { return true };
    let first = u64::from_le_bytes(*first);
    let starts = if ALL { &STARTS[..] } else { &STARTS[..ALWAYS] };
    starts.iter().fold(false, |any, (name, bits)| any | (first & bits == *name))
}

/// The lines of a tag section, for as long as they are plain: `[`, a letter, and no `]` but the last
/// character. Such a line is one tag, whatever its quotes are like.
#[derive(Clone, Debug)]
pub(super) struct PlainLines<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The 64 bytes that are being looked at start here.
    block: usize,
    lanes: TagLanes,
}

impl<'a> PlainLines<'a> {
    /// The lines from `at` on, which is a line start.
    pub(super) const fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at, block: at, lanes: TagLanes { line_end: 0, close: 0 } }
    }

    /// Where the first line starts that was not taken.
    pub(super) const fn position(&self) -> usize {
        self.at
    }
}

impl<'a> Iterator for PlainLines<'a> {
    type Item = &'a [u8];

    #[inline(always)]
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.lanes.line_end == 0 {
            self.block = self.at;
            let rest = self.bytes.get(self.at..)?;
            self.lanes = match rest.first_chunk() {
                Some(block) => TagLanes::of(block, Anyone),
                None => {
                    let mut block = [0; LANES];
                    block[..rest.len()].copy_from_slice(rest);
                    TagLanes::of(&block, Anyone)
                }
            };
        }
        let TagLanes { line_end, close } = self.lanes;
        if line_end == 0 {
            return None;
        }
        let end = self.block + line_end.trailing_zeros() as usize;
        let line = &self.bytes[self.at..=end];
        let first_close = self.block + close.trailing_zeros() as usize;
        let is_plain = match line {
            [b'[', letter, .., b'\r', _] => letter.is_ascii_alphabetic() && first_close + 2 == end,
            [b'[', letter, .., _] => letter.is_ascii_alphabetic() && first_close + 1 == end,
            _ => false,
        };
        if !is_plain {
            return None;
        }
        self.at = end + 1;
        self.lanes.line_end &= line_end - 1;
        self.lanes.close &= close - 1;
        Some(line)
    }
}

/// What follows the `[` of a tag that has the first line for itself, and what is behind that line.
fn lone_tag(section: &[u8]) -> Option<(&[u8], &[u8])> {
    let line_end = memchr(b'\n', section)? + 1;
    let (line, behind) = section.split_at(line_end);
    let close = closing_bracket(line.strip_prefix(b"[")?)?;
    line[close + 2..].trim_ascii().is_empty().then_some((&line[1..=close + 1], behind))
}

/// A value as text: Latin-1 if it is not UTF-8, and without the backslashes before quotes and backslashes.
#[must_use]
pub fn text_of(value: &[u8]) -> String {
    let text = match std::str::from_utf8(value) {
        Ok(text) => text.to_owned(),
        Err(_) => value.iter().copied().map(char::from).collect(),
    };
    let mut plain = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match signs.peek() {
            Some(&next @ ('"' | '\\')) if sign == '\\' => {
                plain.push(next);
                signs.next();
            }
            _ => plain.push(sign),
        }
    }
    plain
}

/// All tag pairs of a section, as name and trimmed value. Comments between them are passed over.
pub fn pairs(section: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    // What is left, and how much of it the line has that was looked at last.
    let (mut rest, mut on_line) = (section, 0_usize);
    std::iter::from_fn(move || {
        loop {
            let before = rest.len();
            rest = rest.trim_ascii_start();
            on_line = on_line.saturating_sub(before - rest.len());
            if on_line == 0 {
                on_line = memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            }
            let end = match rest.first()? {
                b'[' => closing_bracket(&rest[..on_line]).map_or(on_line, |close| close + 1),
                b'{' => memchr(b'}', rest).map_or(rest.len(), |close| close + 1),
                _ => on_line,
            };
            let (text, behind) = rest.split_at(end);
            (rest, on_line) = (behind, on_line.saturating_sub(end));
            if let Some(tag) = text.strip_prefix(b"[")
                && let Some(pair) = pair(tag)
            {
                return Some(pair);
            }
        }
    })
}

/// Name and value of what follows a `[`. A value without closing quote goes on to the end.
fn pair(tag: &[u8]) -> Option<(&[u8], &[u8])> {
    let quote = memchr(b'"', tag)?;
    let name = tag[..quote].trim_ascii();
    let value = &tag[quote + 1..];
    let value = memrchr(b'"', value).map_or(value, |end| &value[..end]);
    Some((name, value.trim_ascii()))
}

/// The `]` that closes the tag at the start of `line`: the first one behind a quote that no
/// backslash escapes, or else, for broken escapes and stray quotes, the last one behind any quote.
#[must_use]
pub fn closing_bracket(line: &[u8]) -> Option<usize> {
    let mut last = None;
    for at in memchr_iter(b']', line) {
        let before = line[..at].trim_ascii_end();
        let Some((b'"', value)) = before.split_last() else { continue };
        if !value.contains(&b'"') {
            continue;
        }
        let backslashes = value.iter().rev().take_while(|b| **b == b'\\').count();
        if backslashes % 2 == 0 {
            return Some(at);
        }
        last = Some(at);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(section: &str) -> Vec<(String, String)> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        pairs(section.as_bytes()).map(|(name, value)| (text(name), text(value))).collect()
    }

    #[test]
    fn values_lose_their_escapes_and_become_utf_8() {
        let value = |bytes: &[u8]| text_of(bytes);
        assert_eq!(value(br#"The \"Kid\" \\ x"#), r#"The "Kid" \ x"#);
        assert_eq!(value("Müller".as_bytes()), "Müller");
        assert_eq!(value(b"M\xfcller"), "Müller");
        assert_eq!(value(br"a\b\"), r"a\b\");
    }

    #[test]
    fn reads_tags_as_real_files_hold_them() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(
            read("[Event \"x\"]\n[Site \" y \"]\r\n"),
            [pair("Event", "x"), pair("Site", "y")]
        );
        assert_eq!(read("[ Event  \"x\" ]"), [pair("Event", "x")]);
        assert_eq!(read("[A \"1\"] [B \"2\"]\n"), [pair("A", "1"), pair("B", "2")]);
        assert_eq!(
            read("[Event \"It (open) \\\"]\n[B \"2\"]"),
            [pair("Event", "It (open) \\"), pair("B", "2")]
        );
        assert_eq!(read("[Event \"a \\\"b\\\"]\"]"), [pair("Event", "a \\\"b\\\"]")]);
        assert_eq!(read("[Event \"open\n[B \"2\"]"), [pair("Event", "open"), pair("B", "2")]);
        assert_eq!(read("[Event ]\n[B \"2\"]"), [pair("B", "2")]);
        assert_eq!(read("[White \"The \"Kid\" x\"]"), [pair("White", "The \"Kid\" x")]);
        assert_eq!(
            read("[A \"1\"] {\n[X \"9\"]\n} ; [Y \"9\"]\n; [Z \"9\"]\n[ B \"2\"]"),
            [pair("A", "1"), pair("B", "2")]
        );
    }

    /// The way for lines as most are reads what the way for all of them does.
    #[test]
    fn usual_lines_are_read_like_all_others() {
        let mut lines = 0;
        for name in ["WhiteElo", "BlackElo", "Result", "Resul", "Results", "FEN"] {
            for value in ["\"2400\"", "\"\"", "\"", "", "\" 1-0 \"", "\"a\"b\"", "\"a\\\"", "\"a"] {
                for (before, behind) in [(" ", ""), ("", ""), ("  ", ""), (" ", " "), ("\t", "\t")]
                {
                    for end in ["\n", "\r\n"] {
                        let line = format!("[{name}{before}{value}{behind}]{end}");
                        let mut expected = Tags::default();
                        if let Some((name, value)) = pair(&line.as_bytes()[1..]) {
                            expected.set(name, value);
                        }
                        assert_eq!(Tags::read::<false>(line.as_bytes()), expected, "{line}");
                        lines += 1;
                    }
                }
            }
        }
        assert_eq!(lines, 480);
    }

    #[test]
    fn the_last_of_two_holds() {
        assert_eq!(
            Tags::read::<false>(b"[Result \"1-0\"]\n[Result \"0-1\"]\n").result,
            Some(&b"0-1"[..])
        );
    }
}
