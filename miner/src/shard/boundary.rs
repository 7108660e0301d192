//! Where the first game behind a place starts, told from the text around it.
//!
//! Whether a line `[Event "` stands in a comment may depend on a brace anywhere before it. Yet there are
//! lines of which it is certain, whatever the text before says, that a game starts there. A line
//! `[Event "` is **certain** if
//!
//! * it holds no brace, and the next one behind it is a `{`, or none comes for
//!   [`LONGEST_COMMENT_AFTER_EVENT`] bytes: then no comment that began before it goes on behind it, because
//!   the first brace behind the first such line in a comment is what closes it;
//! * the last line before it that is not blank starts with a letter, a digit or a `*`, and so does what
//!   stands behind the first `}` in that line, if it has one: then, whether that line begins in a
//!   comment or not, text stands outside of comments before ours, so that no tag section goes on.
//!
//! One thing more can make a certain line no start: it may lie in the last bytes of a game that is given up
//! for being too long. So two certain lines are looked for, not too near and not too far from each other:
//! then the second is the start of a game. From there games are read, as always, up to the place.
//! Where no such pair is found the answer is to look further back, in the end from the start of the text.

use memchr::{memchr, memchr2, memrchr};

use crate::{
    pgn::split::{EVENT, LONGEST_COMMENT_AFTER_EVENT, LONGEST_GAME, Next, event_line, next_game},
    read::sight::Sight,
};

/// How far apart the two certain lines may be.
///
/// A game is given up when its end cannot be told from its first [`LONGEST_GAME`] bytes; for that, less
/// than the nearer bound has to be seen behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) nearest: usize,
    pub(crate) farthest: usize,
}

impl Pair {
    pub(crate) const SAFE: Self = Self {
        nearest: 2 * LONGEST_COMMENT_AFTER_EVENT,
        farthest: LONGEST_GAME - 4 * LONGEST_COMMENT_AFTER_EVENT,
    };
}

/// What is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The first game starts this many bytes behind the place, or the text ends there.
    At(usize),
    /// More of what comes before has to be seen.
    LookBack,
    /// More of what comes behind has to be seen.
    LookAhead,
    /// Only the whole text can tell.
    Unclear,
}

impl Sight {
    /// The first game that starts at or behind the place.
    pub(crate) fn first_start(&self, pair: Pair) -> Verdict {
        let Self { bytes, place, from_start, to_end } = self;
        let start = if *from_start { Some(0) } else { self.certain_start(pair) };
        let Some(mut at) = start else { return Verdict::LookBack };
        loop {
            match next_game(bytes, at, *to_end) {
                None => return Verdict::LookAhead,
                Some(Next::End) => return Verdict::At(bytes.len() - place),
                Some(Next::TooLong(_)) => return Verdict::Unclear,
                Some(Next::Game(game)) if game.start < *place => at = game.end,
                Some(Next::Game(game)) if !can_be_first(bytes, game.start) => {
                    return Verdict::Unclear;
                }
                Some(Next::Game(game)) => return Verdict::At(game.start - place),
            }
        }
    }

    /// A place before the place where a game is sure to start.
    fn certain_start(&self, pair: Pair) -> Option<usize> {
        let mut first = None;
        let mut from = 0;
        while let Some(line) = event_line(&self.bytes[..self.place], from) {
            from = line + EVENT.len();
            if !self.is_certain(line) {
                continue;
            }
            let distance = line - *first.get_or_insert(line);
            if distance > pair.farthest {
                first = Some(line);
            } else if distance >= pair.nearest {
                return Some(line);
            }
        }
        None
    }

    /// Whether no comment and no tag section can go on behind the line `[Event "` at `line`.
    fn is_certain(&self, line: usize) -> bool {
        let (before, behind) = self.bytes.split_at(line);
        let Some(len) = memchr(b'\n', behind) else { return false };
        let (this, behind) = behind.split_at(len + 1);
        if !before.ends_with(b"\n") || memchr2(b'{', b'}', this).is_some() {
            return false;
        }
        let window = &behind[..behind.len().min(LONGEST_COMMENT_AFTER_EVENT + 1)];
        let opens = match memchr2(b'{', b'}', window) {
            Some(brace) => window[brace] == b'{',
            None => self.to_end || behind.len() > LONGEST_COMMENT_AFTER_EVENT,
        };
        opens && has_text(before)
    }
}

/// Whether the last line of `before` that is not blank holds text outside of comments, wherever the
/// comments before it end.
fn has_text(before: &[u8]) -> bool {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let Some(last) = before.iter().rposition(|byte| !is_blank(byte)) else { return false };
    let before = &before[..=last];
    let Some(line_end) = memrchr(b'\n', before) else { return false };
    let line = &before[line_end + 1..];
    let is_text = |bytes: &[u8]| {
        bytes.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'*')
    };
    let behind_comment = |brace: usize| {
        let behind = &line[brace + 1..];
        let blank = behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        is_text(&behind[blank..])
    };
    is_text(line) && memchr(b'\r', line).is_none() && memchr(b'}', line).is_none_or(behind_comment)
}

/// Whether a text can be cut where this game starts: a `%` is told from a comment by what stands before it.
pub(crate) fn can_be_first(bytes: &[u8], start: usize) -> bool {
    bytes.get(start) != Some(&b'%')
}
