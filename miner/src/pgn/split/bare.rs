//! Movetext without its comments, as a by-product of looking for a game's end.

use super::super::lanes::{self, LANES};
use crate::cpu::{Anyone, Processor};

/// Longer movetexts are read with their comments: a second copy of them would be memory for games that nobody plays.
const LONGEST: usize = 1 << 20;

/// A movetext with a blank in place of each comment; keeps its memory from game to game.
///
/// For who looks for words it is the same text, and for databases that hold a clock or more behind each move a
/// far shorter one.
#[derive(Clone, Debug, Default)]
pub struct Bare {
    /// What is behind `len` means nothing.
    text: Vec<u8>,
    pub(super) len: usize,
    is_spoilt: bool,
}

impl Bare {
    /// The text, if all of it was so plain that it could be made.
    #[must_use]
    pub fn text(&self) -> Option<&[u8]> {
        (!self.is_spoilt).then(|| &self.text[..self.len])
    }

    /// Begins a movetext.
    pub(super) const fn start(&mut self) {
        (self.len, self.is_spoilt) = (0, false);
    }

    /// Says that the movetext holds something else.
    pub(super) const fn spoil(&mut self) {
        self.is_spoilt = true;
    }

    /// Adds a blank.
    pub(super) fn add_blank(&mut self) {
        self.len = self.add(self.len, &[b' '; LANES], 1, 0, Anyone);
    }

    /// Writes these bytes of a block behind the first `len` ones, those at which comments close as blanks. Gives the
    /// new length, which the caller holds: kept in here, each block would wait for the one before.
    #[inline(always)]
    pub(super) fn add<P: Processor>(
        &mut self,
        len: usize,
        block: &[u8; LANES],
        kept: u64,
        close: u64,
        processor: P,
    ) -> usize {
        let len = if self.text.len() < len + LANES { self.make_room(len) } else { len };
        let room = self.text[len..].first_chunk_mut().expect("invariant: there is room");
        lanes::keep(block, kept, close, room, processor);
        len + kept.count_ones() as usize
    }

    /// Gives the length at which to go on: 0 in a text that is too long and spoilt.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, len: usize) -> usize {
        if len > LONGEST {
            self.spoil();
            return 0;
        }
        self.text.resize(2 * (len + LANES), 0);
        len
    }
}
