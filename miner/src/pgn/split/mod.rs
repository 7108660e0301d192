//! Where games begin and end.
//!
//! Only the structure of lines and comments decides, so that a game that nobody wants can be
//! passed over without looking at its moves:
//!
//! * A **tag section** is a run of lines that start with `[` and a letter, with comments between
//!   them or not. One that follows movetext begins a new game, and so does a line `[Event "` that
//!   follows an `Event` tag, or tags and a blank line.
//! * **Without tags**, a game begins at a line that starts with move number `1.` (not `1...`) when
//!   the text before it ends in a termination marker.
//! * Neither counts inside a comment. A `{` that is never closed ends where the next line
//!   starts with `[Event "`; it *is* closed, whatever lines it holds, if the first brace after
//!   that line's tag is a `}` at most [`LONGEST_COMMENT_AFTER_EVENT`] bytes on.
//! * `;` comments end with their line. A line that starts with `%` is passed over.
//! * Tags behind a byte order mark at a line start, or behind the sign that ends a text under DOS, begin a new game:
//!   texts were put one behind the other.
//!
//! * A game ends at most [`LONGEST_GAME`] bytes behind its start. One that does not is given up, and
//!   the next one starts at the first line `[Event "` behind that place.
//!
//! Invariant: functions here see a prefix of the input when `at_end` is false, and then answer
//! either what they would answer for the whole input, or [`None`] for "show me more".

mod bare;
mod last_text;
mod quiet;
#[cfg(test)]
mod tests;

use memchr::{memchr, memchr2, memchr3, memmem};

use super::tags::{PlainLines, closing_bracket};
use crate::cpu;
pub use bare::Bare;
use last_text::LastText;
use quiet::QuietLines;

/// Where a tag section that belongs to no earlier game surely starts.
pub const EVENT: &[u8] = b"[Event \"";

/// How far behind a line `[Event "` inside a comment its closing brace may lie. What a stream
/// must hold to decide is bounded by it.
pub const LONGEST_COMMENT_AFTER_EVENT: usize = 1 << 20;

/// How long a game may be, with its comments. What a stream must hold is bounded by it.
pub const LONGEST_GAME: usize = 64 << 20;

const BOM: &[u8] = b"\xef\xbb\xbf";
/// How many bytes of a long comment are looked at first; then twice as many.
const FIRST_SIGHT: usize = 1 << 12;
/// The sign that ends a text under DOS (Ctrl-Z).
const END_OF_TEXT: u8 = 0x1a;

/// The place of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Where its tags, or without tags its movetext, start.
    pub start: usize,
    /// Where its tag section ends.
    pub movetext: usize,
    /// Where the game ends and the next may start.
    pub end: usize,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// A game.
    Game(Extent),
    /// A game that does not end in time, and where it starts.
    TooLong(usize),
    /// Nothing but white space and comments, to the end of the input.
    End,
}

/// The next game at or after `from`.
#[must_use]
pub fn next_game(bytes: &[u8], from: usize, at_end: bool) -> Option<Next> {
    next_within::<true>(bytes, from, at_end, LONGEST_GAME, None)
}

/// The same as [`next_game`], and makes the game's bare movetext on the way.
#[must_use]
pub fn next_game_bare(bytes: &[u8], from: usize, at_end: bool, bare: &mut Bare) -> Option<Next> {
    next_within::<true>(bytes, from, at_end, LONGEST_GAME, Some(bare))
}

/// The same as [`next_game`] in its plainest form, without looking at 64 bytes at once: its judge in tests.
#[must_use]
pub fn next_game_slowly(bytes: &[u8], from: usize, at_end: bool) -> Option<Next> {
    next_within::<false>(bytes, from, at_end, LONGEST_GAME, None)
}

fn next_within<const FAST: bool>(
    bytes: &[u8],
    from: usize,
    at_end: bool,
    longest: usize,
    bare: Option<&mut Bare>,
) -> Option<Next> {
    // What a place may see behind it, and whether that is all that will ever be there.
    let sight = |place: usize| match bytes.get(..place + longest) {
        Some(seen) if seen.len() < bytes.len() => (seen, false),
        _ => (bytes, at_end),
    };
    let is_cut = |seen: &[u8]| seen.len() < bytes.len();
    let first = Scan::<true> { bytes, at_end }.skip_blank(from);
    let (seen, is_all) = sight(first);
    let start = match game_start(seen, from, is_all) {
        Some(Some(start)) => start,
        Some(None) => return Some(Next::End),
        None => return is_cut(seen).then_some(Next::TooLong(first)),
    };
    let (seen, is_all) = sight(start);
    match (Scan::<FAST> { bytes: seen, at_end: is_all }).game(start, bare) {
        Some(extent) => Some(Next::Game(extent)),
        None => is_cut(seen).then_some(Next::TooLong(start)),
    }
}

/// Where the game behind one that is too long and starts at `start` starts.
#[must_use]
pub fn behind_too_long(bytes: &[u8], start: usize) -> Option<usize> {
    event_line(bytes, start + LONGEST_GAME)
}

/// Where the next game at or after `from` starts: what comes before is white space and comments.
/// `Some(None)` at the end of the input.
#[must_use]
pub fn game_start(bytes: &[u8], from: usize, at_end: bool) -> Option<Option<usize>> {
    let scan = Scan::<true> { bytes, at_end };
    let mut at = from;
    loop {
        at = scan.skip_blank(at);
        let Some(&byte) = bytes.get(at) else { return at_end.then_some(None) };
        at = match byte {
            b';' => scan.line_end(at)?,
            b'%' if scan.is_line_start(at) => scan.line_end(at)?,
            b'{' => match scan.comment(at)? {
                Comment::Closed(end) => end,
                Comment::Unclosed(end) => return Some((end < bytes.len()).then_some(end)),
            },
            0xef if at_end || bytes.len() - at >= BOM.len() => {
                if !bytes[at..].starts_with(BOM) {
                    return Some(Some(at));
                }
                at + BOM.len()
            }
            0xef => return None,
            END_OF_TEXT | 0 => at + 1,
            _ => return Some(Some(at)),
        };
    }
}

/// Finds a place where a game starts, *unless* that place is inside a comment: the first line at
/// or after `from` that starts with `[Event "`.
#[must_use]
pub fn event_line(bytes: &[u8], from: usize) -> Option<usize> {
    memmem::find_iter(&bytes[from..], EVENT)
        .map(|at| from + at)
        .find(|&at| at > 0 && matches!(bytes[at - 1], b'\n' | b'\r'))
}

/// How a comment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comment {
    /// With its brace; the place behind it.
    Closed(usize),
    /// Not at all; where the next game starts.
    Unclosed(usize),
}

/// Looks at what is in sight, if `FAST` at 64 bytes together where nothing unusual is.
#[derive(Clone, Copy)]
struct Scan<'a, const FAST: bool> {
    bytes: &'a [u8],
    at_end: bool,
}

impl<const FAST: bool> Scan<'_, FAST> {
    /// The extent of the game that starts at `start`.
    fn game(self, start: usize, mut bare: Option<&mut Bare>) -> Option<Extent> {
        if let Some(bare) = &mut bare {
            bare.start();
        }
        let (movetext, next_begins) = self.tags_end(start)?;
        let end = if next_begins { movetext } else { self.movetext_end(movetext, bare)? };
        Some(Extent { start, movetext, end })
    }

    /// The end of the tag section at `start`, and whether another game starts right there.
    fn tags_end(self, start: usize) -> Option<(usize, bool)> {
        let bytes = self.bytes;
        let (mut at, mut tags, mut events) = (start, 0, 0);
        // The end of the line that was looked at last.
        let mut known_end = start;
        // Whether this line holds nothing so far, and whether there was a blank line.
        let (mut empty, mut blank) = (false, false);
        loop {
            if FAST && (empty || tags == 0) {
                // At a line start, and most lines are plain.
                let mut lines = PlainLines::new(bytes, at);
                for line in lines.by_ref() {
                    let is_event = line.starts_with(EVENT);
                    if is_event && tags > 0 && (events > 0 || blank) {
                        return Some((at, true));
                    }
                    (tags, events) = (tags + 1, events + u32::from(is_event));
                    (blank, empty) = (false, true);
                    at += line.len();
                }
            }
            let line = at;
            at = self.skip_spaces(at);
            match bytes.get(at) {
                None => return self.at_end.then_some((at, false)),
                Some(b'\n') => (at, blank, empty) = (at + 1, blank || empty, true),
                Some(b'\r') => at += 1,
                Some(b'%') if at == line => at = self.line_end(at)?,
                Some(b';') => at = self.line_end(at)?,
                Some(b'{') => match self.comment(at)? {
                    Comment::Closed(end) => (at, empty) = (end, false),
                    Comment::Unclosed(_) => return Some((line, false)),
                },
                Some(&(0xef | END_OF_TEXT)) if at == line && self.begins_text(at)? => {
                    return Some((line, true));
                }
                Some(b'[') if self.is_tag(at)? => {
                    let is_event = self.has(at, EVENT)?;
                    if is_event && tags > 0 && (events > 0 || blank) {
                        return Some((line, true));
                    }
                    if at >= known_end {
                        known_end = self.line_end(at)?;
                    }
                    let (end, same_line) = self.tag_end(at, known_end);
                    (tags, events) = (tags + 1, events + u32::from(is_event));
                    (blank, empty) = (false, !same_line);
                    at = end;
                    if same_line {
                        // More tags may follow on the line, or the movetext may start there.
                        at = self.skip_spaces(at);
                        match bytes.get(at) {
                            Some(b'[' | b'{' | b';' | b'\n' | b'\r') | None => {}
                            Some(_) => return Some((at, false)),
                        }
                    }
                }
                Some(_) => return Some((line, false)),
            }
        }
    }

    /// The place behind the tag at `at`, and whether its bracket was found on the line, which ends at `line_end`; a tag
    /// without one takes its whole line.
    fn tag_end(self, at: usize, line_end: usize) -> (usize, bool) {
        let close = closing_bracket(&self.bytes[at..line_end]);
        close.map_or((line_end, false), |close| (at + close + 1, true))
    }

    /// The end of the movetext at `start`. What it holds but for comments is added to `bare`.
    fn movetext_end(self, start: usize, mut bare: Option<&mut Bare>) -> Option<usize> {
        let bytes = self.bytes;
        let mut line = start;
        let mut text = LastText::new(bytes, start);
        // Behind a tag, on its line: for who reads the movetext alone it begins a line.
        if let Some(bare) = &mut bare
            && bytes.get(start) == Some(&b'%')
        {
            bare.spoil();
        }
        'lines: loop {
            let mut at = self.skip_spaces(line);
            match bytes.get(at) {
                None => return self.at_end.then_some(bytes.len()),
                Some(b'\n' | b'\r') => {
                    // What follows a carriage return is not at the start of a line.
                    if let Some(bare) = &mut bare {
                        bare.add_blank();
                    }
                    line = at + 1;
                    continue;
                }
                Some(b'%') if at == line && self.is_line_start(at) => {
                    if let Some(bare) = &mut bare {
                        bare.spoil();
                    }
                    line = self.line_end(at)?;
                    continue;
                }
                Some(b'[') if text.is_any() && self.is_tag(at)? => return Some(line),
                Some(&(0xef | END_OF_TEXT))
                    if at == line
                        && text.is_any()
                        && self.is_line_start(at)
                        && self.begins_text(at)? =>
                {
                    return Some(line);
                }
                Some(b'1')
                    if self.is_first_move(at)? && text.last().is_some_and(ends_in_marker) =>
                {
                    return Some(line);
                }
                Some(_) => {}
            }
            if FAST {
                if let Some(bare) = &mut bare
                    && at > line
                {
                    bare.add_blank();
                }
                let bare = bare.as_deref_mut();
                let quiet = cpu::run(QuietLines { bytes, from: at, bare });
                if quiet > at {
                    text.pass_over(at, quiet);
                    line = quiet;
                    continue;
                }
            }
            loop {
                let Some(found) = memchr3(b'\n', b'{', b';', &bytes[at..]) else {
                    return self.at_end.then_some(bytes.len());
                };
                text.pass_over(at, at + found);
                at += found;
                match bytes[at] {
                    b'{' => match self.comment(at)? {
                        Comment::Closed(end) => at = end,
                        Comment::Unclosed(end) => return Some(end),
                    },
                    b';' => {
                        line = self.line_end(at)?;
                        continue 'lines;
                    }
                    _ => {
                        line = at + 1;
                        continue 'lines;
                    }
                }
            }
        }
    }

    /// How the comment whose `{` is at `open` ends.
    fn comment(self, open: usize) -> Option<Comment> {
        let rest = &self.bytes[open..];
        // Most comments hold no line end, so they hold no line.
        if let Some(end) = memchr3(b'}', b'\n', b'\r', rest)
            && rest[end] == b'}'
        {
            return Some(Comment::Closed(open + end + 1));
        }
        // Either may lie far off, and nothing behind the nearer one is looked at.
        let mut sight = FIRST_SIGHT;
        let event = loop {
            let seen = &rest[..rest.len().min(sight)];
            let close = memchr(b'}', seen);
            if let Some(event) = event_line(&seen[..close.unwrap_or(seen.len())], 0) {
                break event;
            }
            if let Some(close) = close {
                return Some(Comment::Closed(open + close + 1));
            }
            if seen.len() == rest.len() {
                return self.at_end.then_some(Comment::Unclosed(self.bytes.len()));
            }
            sight *= 2;
        };
        // The first brace behind that line's tag tells whose it is. Nothing beyond the window counts.
        let behind = &rest[event..];
        let window = &behind[..behind.len().min(LONGEST_COMMENT_AFTER_EVENT + 1)];
        let is_whole = self.at_end || behind.len() > LONGEST_COMMENT_AFTER_EVENT;
        if !is_whole && memchr(b'\n', window).is_none() {
            // The tag may end further on.
            return None;
        }
        let behind_tag = 1 + closing_bracket(first_line(window)).unwrap_or(0);
        match memchr2(b'{', b'}', &window[behind_tag..]).map(|brace| behind_tag + brace) {
            Some(brace) if window[brace] == b'}' => Some(Comment::Closed(open + event + brace + 1)),
            None if !is_whole => None,
            _ => Some(Comment::Unclosed(open + event)),
        }
    }

    /// Whether a tag starts at the `[` at `at`.
    fn is_tag(self, at: usize) -> Option<bool> {
        match self.bytes.get(self.skip_spaces(at + 1)) {
            Some(next) => Some(next.is_ascii_alphabetic()),
            None => self.at_end.then_some(false),
        }
    }

    /// Whether tags follow a byte order mark, or the sign that ends a text, at `at`; or nothing does: a shard may end there.
    fn begins_text(self, at: usize) -> Option<bool> {
        let mark: &[u8] = if self.bytes[at] == END_OF_TEXT { &[END_OF_TEXT] } else { BOM };
        if !self.has(at, mark)? {
            return Some(false);
        }
        let behind = at + mark.len();
        match self.bytes.get(behind) {
            Some(b'[') => self.is_tag(behind),
            // A mark may follow the sign.
            Some(0xef) if mark != BOM => self.begins_text(behind),
            Some(_) => Some(false),
            None => self.at_end.then_some(true),
        }
    }

    /// Whether the move number of White's first move starts at the `1` at `at`.
    fn is_first_move(self, at: usize) -> Option<bool> {
        match &self.bytes[at + 1..] {
            [b'.', next, ..] => Some(*next != b'.'),
            [] | [b'.'] if !self.at_end => None,
            _ => Some(false),
        }
    }

    /// Whether `what` stands at `at`.
    fn has(self, at: usize, what: &[u8]) -> Option<bool> {
        let rest = &self.bytes[at..];
        if rest.len() < what.len() && what.starts_with(rest) && !self.at_end {
            return None;
        }
        Some(rest.starts_with(what))
    }

    /// The place behind the line end at or after `at`.
    fn line_end(self, at: usize) -> Option<usize> {
        match memchr(b'\n', &self.bytes[at..]) {
            Some(end) => Some(at + end + 1),
            None => self.at_end.then_some(self.bytes.len()),
        }
    }

    fn is_line_start(self, at: usize) -> bool {
        at == 0 || self.bytes[at - 1] == b'\n'
    }

    fn skip_spaces(self, from: usize) -> usize {
        let rest = &self.bytes[from..];
        from + rest.iter().position(|b| !matches!(b, b' ' | b'\t')).unwrap_or(rest.len())
    }

    fn skip_blank(self, from: usize) -> usize {
        let rest = &self.bytes[from..];
        from + rest.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(rest.len())
    }
}

/// Whether the last word of `text` is a termination marker.
fn ends_in_marker(text: &[u8]) -> bool {
    let mut words = text.rsplit(u8::is_ascii_whitespace);
    matches!(words.next().unwrap_or_default(), b"1-0" | b"0-1" | b"1/2-1/2" | b"*")
}

fn first_line(bytes: &[u8]) -> &[u8] {
    &bytes[..memchr(b'\n', bytes).unwrap_or(bytes.len())]
}
