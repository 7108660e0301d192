//! Lines that can end no game, 64 bytes at a time, and what is left of them without comments.

use super::{
    super::{
        comments::Comments,
        lanes::{CommentLanes, LANES},
    },
    bare::Bare,
};
use crate::cpu::{Processor, Work};

/// Passes over movetext, 64 bytes at a time, as long as nothing can end a game: comments that are closed before
/// a line in them starts with `[`, and lines that start with an ordinary word. Starts outside of comments, and
/// stops at a line start that is none, too; or goes nowhere.
///
/// What lies outside of comments is added to `bare`, if there is one; but if what stopped it is no line, the bare
/// text is spoilt.
pub(super) struct QuietLines<'a, 'b> {
    pub(super) bytes: &'a [u8],
    pub(super) from: usize,
    pub(super) bare: Option<&'b mut Bare>,
}

/// Whether a line that starts with this byte needs a closer look.
const LOUD: [bool; 256] = {
    let mut loud = [false; 256];
    let mut bytes: &[u8] = b"[1% \t\r\xef\x1a";
    while let [byte, rest @ ..] = bytes {
        loud[*byte as usize] = true;
        bytes = rest;
    }
    loud
};

impl Work for QuietLines<'_, '_> {
    type Output = usize;

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) -> usize {
        let Self { bytes, from, mut bare } = self;
        let (mut at, mut line, mut carried) = (from, from, 0);
        let mut len = bare.as_ref().map_or(0, |bare| bare.len);
        // A byte more: what a line starts with.
        'blocks: while let Some(seen) = bytes[at..].first_chunk::<{ LANES + 1 }>() {
            let (block, _) = seen.split_first_chunk().expect("invariant: it is longer");
            let CommentLanes { line_end, open, close, semicolon } =
                CommentLanes::of(block, processor);
            if open | close | line_end | (carried ^ 1) == 0 {
                // In the middle of a long comment.
                at += LANES;
                continue;
            }
            let comments = Comments::of(open, close, carried);
            let stop = comments.broken | semicolon & !comments.inside;
            let mut line_ends = line_end & (stop & stop.wrapping_neg()).wrapping_sub(1);
            while line_ends != 0 {
                let place = line_ends.trailing_zeros() as usize;
                line_ends &= line_ends - 1;
                let (end, next) = (seen[place], seen[place + 1]);
                if comments.inside >> place & 1 != 0 {
                    if next == b'[' {
                        break 'blocks;
                    }
                } else if end == b'\n' {
                    line = at + place + 1;
                    if LOUD[usize::from(next)] && !(next == b'1' && is_later_number(&bytes[line..]))
                    {
                        if let Some(bare) = bare {
                            let kept = !comments.inside & !(!1 << place);
                            bare.len = bare.add(len, block, kept, close, processor);
                        }
                        return line;
                    }
                }
            }
            if stop != 0 {
                break;
            }
            if let Some(bare) = &mut bare {
                len = bare.add(len, block, !comments.inside, close, processor);
            }
            carried = comments.inside >> 63;
            at += LANES;
        }
        if let Some(bare) = bare {
            bare.spoil();
        }
        line
    }
}

/// Whether a line that starts with `1` surely starts with no game's first move.
#[inline(always)]
fn is_later_number(line: &[u8]) -> bool {
    matches!(line, [_, next, ..] if *next != b'.')
}
