//! Lines that can end no game, 64 bytes at a time.

use super::super::{
    comments::Comments,
    lanes::{CommentLanes, LANES},
};
use crate::cpu::Work;

/// Passes over movetext, 64 bytes at a time, as long as nothing can end a game: comments that are closed before
/// a line in them starts with `[`, and lines that start with an ordinary word. Starts outside of comments, and
/// stops at a line start that is none, too; or goes nowhere.
pub(super) struct QuietLines<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) from: usize,
}

/// Whether a line that starts with this byte needs a closer look.
const LOUD: [bool; 256] = {
    let mut loud = [false; 256];
    let mut bytes: &[u8] = b"[1% \t\r";
    while let [byte, rest @ ..] = bytes {
        loud[*byte as usize] = true;
        bytes = rest;
    }
    loud
};

impl Work for QuietLines<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        let Self { bytes, from } = self;
        let (mut at, mut line, mut carried) = (from, from, 0);
        // A byte more: what a line starts with.
        while let Some(seen) = bytes[at..].first_chunk::<{ LANES + 1 }>() {
            let (block, _) = seen.split_first_chunk().expect("invariant: it is longer");
            let CommentLanes { line_end, open, close, semicolon } = CommentLanes::of(block);
            let comments = Comments::of(open, close, carried);
            let stop = comments.broken | semicolon & !comments.inside;
            let mut line_ends = line_end & (stop & stop.wrapping_neg()).wrapping_sub(1);
            while line_ends != 0 {
                let place = line_ends.trailing_zeros() as usize;
                line_ends &= line_ends - 1;
                let (end, next) = (seen[place], seen[place + 1]);
                if comments.inside >> place & 1 != 0 {
                    if next == b'[' {
                        return line;
                    }
                } else if end == b'\n' {
                    line = at + place + 1;
                    if LOUD[usize::from(next)] && !(next == b'1' && is_later_number(&bytes[line..]))
                    {
                        return line;
                    }
                }
            }
            if stop != 0 {
                return line;
            }
            carried = comments.carried();
            at += LANES;
        }
        line
    }
}

/// Whether a line that starts with `1` surely starts with no game's first move.
#[inline(always)]
fn is_later_number(line: &[u8]) -> bool {
    matches!(line, [_, next, ..] if *next != b'.')
}
