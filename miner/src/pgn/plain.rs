//! Plain words, many at once.
//!
//! Most movetext without comments is numbers and moves with blanks between them, and most moves are a piece,
//! perhaps a file or rank, perhaps an `x`, a destination and perhaps a `+` or a `!`. Two passes read it:
//!
//! * The first looks at 64 bytes together: bit operations find variations, where words start and end, and
//!   pass over numbers and NAGs; the words' bytes are set apart. It ends at whatever is no such text, as
//!   comments are.
//! * The second looks at eight words together, without a branch that depends on them: one
//!   multiplication finds what stands before the destination in a table.
//!
//! What is not found there is read by [`Word`], and if it is no move, left to the caller.

use super::{
    lanes::{LANES, MovetextLanes, VariationLanes},
    movetext::Movetext,
    prefixes::prefix_like,
    san::{San, Token, Word},
    tokens::TokenList,
};
use crate::cpu::{Processor, Work};

/// How many words are set apart before they are read.
const MOST: usize = 512;
/// How many words are read together.
const CHUNK: usize = 8;
/// How many words are written together.
const STEP: usize = 4;
/// No block holds more words (each takes a character and a blank), and as many may be written
/// behind them as are written at once.
const ROOM: usize = LANES / 2 + CHUNK;
/// A block and what a load from its end may touch.
const SIGHT: usize = LANES + 8;

/// Words that are set apart; keeps its memory from game to game.
#[derive(Clone, Debug)]
pub(super) struct PlainWords {
    /// The first eight bytes of each word, the first byte lowest.
    bytes: Box<[u64; MOST + ROOM]>,
    /// Their lengths without the marks at their ends.
    lengths: Box<[u8; MOST + ROOM]>,
    /// Where each word starts in the movetext.
    starts: Box<[u32; MOST + ROOM]>,
    count: usize,
    parts: Box<[Parts; MOST + ROOM]>,
    /// How many words to set apart at a time, more or less.
    most: usize,
}

impl Default for PlainWords {
    fn default() -> Self {
        Self {
            bytes: Box::new([0; _]),
            lengths: Box::new([0; _]),
            starts: Box::new([0; _]),
            count: 0,
            parts: Box::new([Parts::default(); _]),
            most: MOST,
        }
    }
}

/// Reads tokens as long as nothing unusual comes, and leaves `words` at the word that does.
pub(super) struct ReadPlain<'a, 'b> {
    pub(super) words: &'a mut Movetext<'b>,
    pub(super) plain: &'a mut PlainWords,
    pub(super) tokens: &'a mut TokenList,
}

impl Work for ReadPlain<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self, processor: P) {
        let Self { words, plain, tokens } = self;
        let text = words.bytes();
        let mut scan = Scan { at: words.position(), ..Scan::default() };
        loop {
            let goes_on = plain.set_apart(text, &mut scan, processor);
            match plain.read(tokens) {
                Ok(()) => {
                    plain.most = MOST;
                    if !goes_on {
                        return words.move_to(scan.at);
                    }
                }
                Err(start) => {
                    // Where one word is unusual, the next ones often are.
                    plain.most = LANES;
                    return words.move_to(with_number(text, words.position(), start));
                }
            }
        }
    }
}

/// Where the word at `start` starts with its number, if there is one: it belongs to the word. The digits of a
/// NAG do not.
fn with_number(text: &[u8], from: usize, start: usize) -> usize {
    let in_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    match text[from..start].iter().rposition(|byte| !in_number(byte)) {
        Some(before) if text[from + before] == b'$' => start,
        Some(before) => from + before + 1,
        None => from,
    }
}

/// How far the setting apart has come, and what that place is inside of.
#[derive(Clone, Copy, Debug, Default)]
struct Scan {
    /// The next byte to look at: between words, or inside a variation.
    at: usize,
    /// How many variations are open.
    depth: usize,
    /// Where the outermost of them starts.
    variation: usize,
}

impl Scan {
    /// Goes back to where the caller can go on: the last place that is inside nothing.
    const fn retreat(&mut self) {
        if self.depth > 0 {
            *self = Self { at: self.variation, depth: 0, variation: 0 };
        }
    }
}

/// Variations and NAGs of a block.
#[derive(Clone, Copy)]
struct Aside {
    /// What belongs to variations.
    variation: u64,
    /// What belongs to NAGs.
    nag: u64,
    /// What neither explains.
    unusual: u64,
}

impl PlainWords {
    /// Sets words of a text apart. Says whether there is more of the same.
    #[inline(always)]
    fn set_apart<P: Processor>(&mut self, text: &[u8], scan: &mut Scan, processor: P) -> bool {
        self.count = 0;
        while scan.at < text.len() && scan.at < u32::MAX as usize / 2 {
            if self.count >= self.most {
                return true;
            }
            let rest = &text[scan.at..];
            let is_usual = match rest.first_chunk() {
                Some(block) => self.set_block_apart(block, scan, processor),
                None => {
                    // What lies behind the end is as good as blank.
                    let mut block = [b' '; SIGHT];
                    block[..rest.len()].copy_from_slice(rest);
                    let is_usual = self.set_block_apart(&block, scan, processor);
                    scan.at = scan.at.min(text.len());
                    is_usual
                }
            };
            if !is_usual {
                break;
            }
        }
        scan.retreat();
        false
    }

    /// Sets the words of a block apart. Says whether all of it was usual; if not, the scan stays before what
    /// was not.
    #[inline(always)]
    fn set_block_apart<P: Processor>(
        &mut self,
        block: &[u8; SIGHT],
        scan: &mut Scan,
        processor: P,
    ) -> bool {
        let (lanes, _) = block.split_first_chunk().expect("invariant: the sight is longer");
        let MovetextLanes { blank, digit, dot, mark, special } =
            MovetextLanes::of(lanes, processor);
        let mut aside = Aside { variation: 0, nag: 0, unusual: special };
        if special != 0 || scan.depth != 0 {
            aside = set_aside(lanes, blank, digit, special, scan, processor);
        }
        // Words end here, wherever the block ends.
        let gap = blank | aside.variation;
        let blank = gap | aside.nag;
        let starts = !blank & (blank << 1 | 1);
        // Adding a run's first bit to the run carries into the place behind it.
        let number_ends = (starts & digit).wrapping_add(digit) & !digit;
        let dots_ends = (number_ends & dot).wrapping_add(dot) & !dot;
        // Digits with something else behind them: a termination marker, most likely. And marks within a word.
        let unusual = number_ends & !dot & !blank | (mark << 1) & !mark & !blank | aside.unusual;
        let first_unusual = unusual & unusual.wrapping_neg();
        if unusual != 0 && aside.variation & first_unusual == 0 {
            // Variations were looked for behind that place, too.
            scan.depth = 0;
        }
        let before = gap & first_unusual.wrapping_sub(1);
        if before == 0 {
            return false;
        }
        // Words that end before this place are complete.
        let end = 63 - before.leading_zeros() as usize;
        let moves = (starts & !digit | dots_ends & !blank) & ((1 << end) - 1);
        self.write(block, scan.at, moves, blank | mark);
        scan.at += end + 1;
        unusual == 0
    }

    /// Writes down the words that start at these places of a block, which starts at `at`, and end at those.
    #[inline(always)]
    fn write(&mut self, block: &[u8; SIGHT], at: usize, mut moves: u64, ends: u64) {
        let Self { bytes, lengths, starts, count, .. } = self;
        let words = moves.count_ones() as usize;
        // In steps of a fixed length: their number is easier to guess than that of the words.
        let mut written = 0;
        while written < words {
            let from = (*count + written).min(MOST + ROOM - STEP);
            let bytes = &mut bytes[from..from + STEP];
            let lengths = &mut lengths[from..from + STEP];
            let starts = &mut starts[from..from + STEP];
            for i in 0..STEP {
                let start = moves.trailing_zeros() as usize;
                moves &= moves.wrapping_sub(1);
                let text = block[start..start + 8].try_into().expect("invariant: eight bytes");
                bytes[i] = u64::from_le_bytes(text);
                lengths[i] = ends.wrapping_shr(start as u32).trailing_zeros() as u8;
                starts[i] = (at + start) as u32;
            }
            written += STEP;
        }
        *count += words;
    }

    /// Reads the words that were set apart. If one is no move, those behind it are left out, and its
    /// place is told.
    #[inline(always)]
    fn read(&mut self, tokens: &mut TokenList) -> Result<(), usize> {
        let Self { bytes, lengths, starts, count, parts, .. } = self;
        // As many as fill the registers; what stands behind the words does no harm.
        let many = (*count).min(MOST + ROOM - CHUNK).next_multiple_of(CHUNK);
        let words = bytes[..many].iter().zip(&lengths[..many]);
        for ((&bytes, &length), parts) in words.zip(&mut parts[..many]) {
            *parts = Parts::of(bytes, length);
        }
        let room = tokens.room(*count);
        for (i, (parts, room)) in parts[..*count].iter().zip(&mut *room).enumerate() {
            let known = prefix_like(parts.prefix);
            if known.prefix ^ parts.prefix | parts.to & !63 == 0 {
                *room = known.token.with_destination(parts.to);
            } else if let Some(token) = read_word(bytes[i], lengths[i]) {
                *room = token;
            } else {
                tokens.add(i);
                return Err(starts[i] as usize);
            }
        }
        tokens.add(*count);
        Ok(())
    }
}

/// Finds the variations and NAGs of a block in which something special is, or which starts inside a variation.
#[inline(never)]
fn set_aside<P: Processor>(
    lanes: &[u8; LANES],
    blank: u64,
    digit: u64,
    special: u64,
    scan: &mut Scan,
    processor: P,
) -> Aside {
    let VariationLanes { open, close, dollar } = VariationLanes::of(lanes, processor);
    let (open, close, dollar) = (open & special, close & special, dollar & special);
    let first_digits = dollar << 1 & digit;
    let nag = dollar & first_digits >> 1 | digit & !first_digits.wrapping_add(digit);
    let mut unusual = special & !(open | close | dollar);
    let (mut variation, mut begin) = (0_u64, 1_u64);
    let mut parentheses = (open | close) & (unusual & unusual.wrapping_neg()).wrapping_sub(1);
    while parentheses != 0 {
        let bit = parentheses & parentheses.wrapping_neg();
        parentheses ^= bit;
        match (scan.depth, open & bit != 0) {
            // In the middle of a word it may be a promotion, `e8(Q)`.
            (0, true) if (blank | variation | nag) << 1 & bit == 0 && bit != 1 => {
                unusual |= bit;
                break;
            }
            (0, true) => {
                (scan.depth, begin) = (1, bit);
                scan.variation = scan.at + bit.trailing_zeros() as usize;
            }
            (0, false) => {
                unusual |= bit;
                break;
            }
            (depth, true) => scan.depth = depth + 1,
            (depth, false) => {
                scan.depth = depth - 1;
                if scan.depth == 0 {
                    variation |= (bit << 1).wrapping_sub(begin);
                }
            }
        }
    }
    if scan.depth > 0 {
        variation |= begin.wrapping_neg();
    }
    // Inside a variation a `$` may be anything.
    Aside { variation, nag, unusual: unusual | dollar & !nag & !variation }
}

/// Reads one word, if it is a move of at most eight bytes.
#[inline(never)]
fn read_word(bytes: u64, length: u8) -> Option<Token> {
    let bytes = bytes.to_le_bytes();
    match bytes.get(..usize::from(length))? {
        b"O-O" => Some(Token::new(San::Castle { king_side: true })),
        b"O-O-O" => Some(Token::new(San::Castle { king_side: false })),
        word => match Word::read(word) {
            // With a number before it, another one or dots would not be understood.
            Word::Move(san) if word[0].is_ascii_alphabetic() => Some(Token::new(san)),
            _ => None,
        },
    }
}

/// A plain word, taken to pieces.
#[derive(Clone, Copy, Debug, Default)]
struct Parts {
    /// What stands before the destination.
    prefix: u32,
    /// The index of the destination; more than 63 if the word has none.
    to: u32,
}

impl Parts {
    /// Takes a word to pieces, without a branch.
    #[inline(always)]
    fn of(bytes: u64, length: u8) -> Self {
        // The last byte on top, nothing below the first. Longer words leave nothing.
        let shift = 64_u64.wrapping_sub(8 * u64::from(length));
        let word = if shift < 64 { bytes << shift } else { 0 };
        let rank = (word >> 56).wrapping_sub(b'1'.into());
        let file = (word >> 48 & 0xff).wrapping_sub(b'a'.into());
        let is_plain = (file | rank) & !7 | word & 0xffff == 0;
        let to = if is_plain { rank << 3 | file } else { 64 };
        Self { prefix: (word >> 16) as u32, to: to as u32 }
    }
}
