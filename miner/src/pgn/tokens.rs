//! The move tokens of a game, all at once.
//!
//! Most movetext is numbers and moves with blanks between them, and most moves are a piece, perhaps
//! a file or rank, perhaps an `x`, a destination and perhaps a `+`. Of these, 64 bytes are looked at
//! together: bit operations find where tokens start and pass over numbers, and one multiplication
//! finds what stands before the destination in a table. Whatever is not found there goes, word by
//! word, through [`Movetext`] and [`Word`], which say what every text means; a test holds the two
//! together.

use memchr::memchr;
use tables::{Outcome, Role, Square};

use crate::cpu::{self, Work};

use super::{
    lanes::{LANES, MovetextLanes},
    movetext::{Broken, Movetext},
    san::{San, Token, Word},
};

/// Why the words of a main line are not a game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The text is broken.
    Broken(Broken),
    /// A word is no move.
    Unknown,
    /// A move stands behind the termination marker.
    AfterResult,
}

/// The move tokens of one game; keeps its memory from game to game.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    /// What is behind `count` means nothing.
    buffer: Vec<Token>,
    count: usize,
    en_passant: Vec<EnPassant>,
}

/// A detached `e.p.`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// The index of the move that it stands behind, which must be a capture.
    pub behind: usize,
    /// The place of the word.
    pub at: usize,
}

/// No block holds more words: each takes two characters and a blank.
const ROOM: usize = 32;

impl Tokens {
    /// The tokens.
    #[must_use]
    pub fn as_slice(&self) -> &[Token] {
        &self.buffer[..self.count]
    }

    /// Where `e.p.` stands behind a move, in order; once behind each.
    #[must_use]
    pub fn en_passant(&self) -> &[EnPassant] {
        &self.en_passant
    }

    /// Notes an `e.p.`, unless it stands behind no move or behind another one.
    fn note_en_passant(&mut self, at: usize) -> bool {
        let Some(behind) = self.count.checked_sub(1) else { return false };
        let is_first = self.en_passant.last().is_none_or(|last| last.behind != behind);
        if is_first {
            self.en_passant.push(EnPassant { behind, at });
        }
        is_first
    }

    fn push(&mut self, token: Token) {
        self.room()[0] = token;
        self.count += 1;
    }

    /// Space for the tokens of a block.
    #[inline(always)]
    fn room(&mut self) -> &mut [Token; ROOM] {
        if self.buffer.len() < self.count + ROOM {
            self.grow();
        }
        self.buffer[self.count..].first_chunk_mut().expect("invariant: there is room")
    }

    #[cold]
    fn grow(&mut self) {
        let len = (2 * self.buffer.len()).max(1024);
        self.buffer.resize(len, Token::new(San::Castle { king_side: true }));
    }
}

/// What the words of a game are but its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ending<'a> {
    /// The outcome of the termination marker, if there is one.
    pub marker: Option<Outcome>,
    /// What does not belong there, the word and its place. Moves behind it are left out.
    pub misfit: Option<(Misfit, &'a [u8], usize)>,
}

/// Reads the move tokens of a movetext into `tokens`. After a misfit only the termination marker is
/// looked for; after the marker, text that holds no move is text between games.
#[inline(never)]
pub fn read<'a>(movetext: &'a [u8], tokens: &mut Tokens) -> Ending<'a> {
    tokens.count = 0;
    tokens.en_passant.clear();
    let mut words = Movetext::new(movetext);
    let mut ending = Ending::default();
    let mut ended = false;
    loop {
        if !ended && ending.misfit.is_none() {
            cpu::run(ReadPlain { words: &mut words, tokens });
        }
        let word = match words.next_word() {
            None => return ending,
            Some(Ok(word)) => word,
            Some(Err(broken)) => {
                if !ended {
                    let misfit = (Misfit::Broken(broken), &movetext[..0], words.position());
                    ending.misfit.get_or_insert(misfit);
                }
                continue;
            }
        };
        let misfit = match Word::read(word) {
            Word::Filler => continue,
            Word::Termination(_) if ended => continue,
            Word::Termination(outcome) => {
                ending.marker = outcome;
                ended = true;
                continue;
            }
            Word::Unknown | Word::EnPassant if ended => continue,
            _ if ending.misfit.is_some() => continue,
            Word::EnPassant if tokens.note_en_passant(words.position() - word.len()) => continue,
            Word::Move(_) if ended => Misfit::AfterResult,
            Word::Move(san) => {
                tokens.push(Token::new(san));
                continue;
            }
            Word::Unknown | Word::EnPassant => Misfit::Unknown,
        };
        ending.misfit = Some((misfit, word, words.position() - word.len()));
    }
}

/// The word of the `index`th move of a movetext, and its place.
#[must_use]
pub fn nth_move(movetext: &[u8], index: usize) -> (&[u8], usize) {
    let mut words = Movetext::new(movetext);
    let mut moves = 0;
    while let Some(Ok(word)) = words.next_word() {
        if matches!(Word::read(word), Word::Move(_)) {
            if moves == index {
                return (word, words.position() - word.len());
            }
            moves += 1;
        }
    }
    (&movetext[..0], movetext.len())
}

/// A block and what a load from its last byte may touch.
const SIGHT: usize = LANES + 8;

/// Reading plain words.
struct ReadPlain<'a, 'b> {
    words: &'a mut Movetext<'b>,
    tokens: &'a mut Tokens,
}

impl Work for ReadPlain<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        read_plain(self.words, self.tokens);
    }
}

/// Reads tokens as long as nothing unusual comes, and leaves `words` at the word that does.
#[inline(always)]
fn read_plain(words: &mut Movetext<'_>, tokens: &mut Tokens) {
    let bytes = words.bytes();
    let mut at = words.position();
    loop {
        let end = match bytes[at..].first_chunk() {
            Some(block) => read_block(block, tokens),
            None => {
                // What lies behind the end is as good as blank.
                let rest = &bytes[at..];
                let mut block = [b' '; SIGHT];
                block[..rest.len()].copy_from_slice(rest);
                let end = read_block(&block, tokens);
                end.map(|end| end.min(rest.len())).map_err(|at| at.min(rest.len()))
            }
        };
        match end {
            Ok(end) => at += end,
            Err(word) => {
                at += word;
                match bytes.get(at) {
                    Some(b'{') => {
                        // Where comments are, they are everywhere.
                        let Some(close) = memchr(b'}', &bytes[at..]) else { break };
                        at += close + 1;
                    }
                    _ => break,
                }
            }
        }
        if at >= bytes.len() {
            break;
        }
    }
    words.move_to(at);
}

/// Reads the tokens of a block that starts between words. Says how far it came, where again no
/// word has begun, or else which word is not plain.
#[inline(always)]
fn read_block(block: &[u8; SIGHT], tokens: &mut Tokens) -> Result<usize, usize> {
    let (lanes, _) = block.split_first_chunk().expect("invariant: the sight is longer");
    let MovetextLanes { blank, digit, dot } = MovetextLanes::of(lanes);
    if blank == 0 {
        return Err(0);
    }
    // Words that end before this place are complete.
    let end = 63 - blank.leading_zeros();
    let complete = (1 << end) - 1;
    let starts = !blank & (blank << 1 | 1);
    // Adding a run's first bit to the run carries into the place behind it.
    let number_ends = (starts & digit).wrapping_add(digit) & !digit;
    let dots_ends = (number_ends & dot).wrapping_add(dot) & !dot;
    let mut moves = (starts & !digit | dots_ends & !blank) & complete;
    // Digits with something else behind them: a termination marker, most likely.
    let odd = number_ends & !dot & !blank & complete;
    let first_odd = odd & odd.wrapping_neg();
    moves &= first_odd.wrapping_sub(1);

    let room = tokens.room();
    let mut count = 0;
    let mut strange = first_odd.trailing_zeros();
    while moves != 0 {
        let start = moves.trailing_zeros();
        moves &= moves - 1;
        let length = (blank >> start).trailing_zeros();
        let first = start as usize & (LANES - 1);
        let text = block[first..first + 8].try_into().expect("invariant: eight bytes");
        let Some(token) = plain_token(u64::from_le_bytes(text), length) else {
            strange = start;
            break;
        };
        room[count % ROOM] = token;
        count += 1;
    }
    tokens.count += count;
    if strange < 64 {
        // Back to where its word starts, behind the last blank.
        let before = blank & ((1 << strange) - 1);
        return Err(64 - before.leading_zeros() as usize);
    }
    Ok(end as usize + 1)
}

/// Reads the word of so many of these bytes, lowest first, if it is a plain move.
#[inline(always)]
fn plain_token(bytes: u64, length: u32) -> Option<Token> {
    // The word's last byte on top, nothing below its first.
    let word = bytes.wrapping_shl(64_u32.wrapping_sub(8 * length));
    let last = word >> 56;
    let is_check = last == u64::from(b'+') || last == u64::from(b'#');
    let word = word << (8 * u32::from(is_check));
    let rank = (word >> 56) as u32;
    let file = (word >> 48) as u32 & 0xff;
    let (file, rank) = (file.wrapping_sub(b'a'.into()), rank.wrapping_sub(b'1'.into()));
    let prefix = (word >> 16) as u32;
    let known = PREFIXES[prefix_slot(prefix)];
    let is_plain = (file | rank) < 8 && word.trailing_zeros() >= 16 && known.prefix == prefix;
    if is_plain && length <= 8 {
        return Some(known.token.to_square(8 * rank + file));
    }
    match word {
        KING_SIDE if length <= 8 => Some(Token::new(San::Castle { king_side: true })),
        QUEEN_SIDE if length <= 8 => Some(Token::new(San::Castle { king_side: false })),
        _ => None,
    }
}

const KING_SIDE: u64 = u64::from_be_bytes(*b"O-O\0\0\0\0\0").swap_bytes() << 40;
const QUEEN_SIDE: u64 = u64::from_be_bytes(*b"O-O-O\0\0\0").swap_bytes() << 24;

/// What stands before a destination, at most four bytes with the last one on top, and what it says.
#[derive(Clone, Copy)]
struct Prefix {
    prefix: u32,
    token: Token,
}

/// How many bits of the product make the slot.
const SLOT_BITS: u32 = 10;

/// The slot of a prefix. The factor was found by trying: with it, no two of the prefixes without
/// full origin meet.
const fn prefix_slot(prefix: u32) -> usize {
    (prefix.wrapping_mul(0x3820_92fb) >> (u32::BITS - SLOT_BITS)) as usize
}

/// Prefixes by their slot. Empty slots hold the empty prefix, which has slot 0 for its own.
static PREFIXES: [Prefix; 1 << SLOT_BITS] = prefixes();

const fn prefixes() -> [Prefix; 1 << SLOT_BITS] {
    const LETTERS: [(u8, Option<Role>); 6] = [
        (0, None),
        (b'N', Some(Role::Knight)),
        (b'B', Some(Role::Bishop)),
        (b'R', Some(Role::Rook)),
        (b'Q', Some(Role::Queen)),
        (b'K', Some(Role::King)),
    ];
    let to = Square::new(0).expect("invariant: a1");
    let none = San::Normal { role: None, from_file: None, from_rank: None, to, promotion: None };
    let mut table = [Prefix { prefix: 0, token: Token::new(none) }; 1 << SLOT_BITS];
    let mut i = 0;
    while i < LETTERS.len() {
        let (letter, role) = LETTERS[i];
        // No origin, a file, or a rank.
        let mut origin = 0;
        while origin <= 16 {
            let (text, from_file, from_rank) = match origin {
                0 => (0, None, None),
                1..=8 => (b'a' + origin - 1, Some(origin - 1), None),
                _ => (b'1' + origin - 9, None, Some(origin - 9)),
            };
            let token = Token::new(San::Normal { role, from_file, from_rank, to, promotion: None });
            if letter != 0 || origin <= 8 {
                insert(&mut table, [letter, text, 0], token);
                insert(&mut table, [letter, text, b'x'], token);
            }
            origin += 1;
        }
        i += 1;
    }
    // Full origins without a letter, where there is room.
    let mut from = 0;
    while from < 64 {
        let (file, rank) = (from % 8, from / 8);
        let (from_file, from_rank) = (Some(file), Some(rank));
        let san = San::Normal { role: None, from_file, from_rank, to, promotion: None };
        insert(&mut table, [b'a' + file, b'1' + rank, 0], Token::new(san));
        insert(&mut table, [b'a' + file, b'1' + rank, b'-'], Token::new(san));
        from += 1;
    }
    table
}

/// Inserts the prefix of these characters, zeros left out, unless its slot is taken.
const fn insert(table: &mut [Prefix; 1 << SLOT_BITS], text: [u8; 3], token: Token) {
    let mut prefix = 0;
    let mut i = 0;
    while i < text.len() {
        if text[i] != 0 {
            prefix = prefix >> 8 | (text[i] as u32) << 24;
        }
        i += 1;
    }
    let slot = prefix_slot(prefix);
    if slot != 0 && table[slot].prefix == 0 {
        table[slot] = Prefix { prefix, token };
    }
}
