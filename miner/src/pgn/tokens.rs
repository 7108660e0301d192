//! The move tokens of a game, all at once.
//!
//! Most words are plain, and `plain` reads many of them together. Whatever is not goes, word by
//! word, through [`Movetext`] and [`Word`], which say what every text means; a test holds the two
//! together.

use rules::Outcome;

use super::{
    movetext::{Broken, Movetext},
    plain::{PlainWords, ReadPlain},
    san::{San, Token, Word},
};
use crate::cpu;

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
    list: TokenList,
    plain: PlainWords,
    en_passant: Vec<EnPassant>,
}

/// An `e.p.`, detached or attached to its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// The index of the move that it stands behind, which must be a capture.
    pub behind: usize,
    /// The place of the word that it is, or ends.
    pub at: usize,
}

impl Tokens {
    /// The tokens.
    #[must_use]
    pub fn as_slice(&self) -> &[Token] {
        &self.list.buffer[..self.list.count]
    }

    /// Where `e.p.` stands behind a move, in order; once behind each.
    #[must_use]
    pub fn en_passant(&self) -> &[EnPassant] {
        &self.en_passant
    }

    /// Notes an `e.p.`, unless it stands behind no move or behind another one.
    fn note_en_passant(&mut self, at: usize) -> bool {
        let Some(behind) = self.list.count.checked_sub(1) else { return false };
        let is_first = self.en_passant.last().is_none_or(|last| last.behind != behind);
        if is_first {
            self.en_passant.push(EnPassant { behind, at });
        }
        is_first
    }
}

/// Tokens that are added in bulk.
#[derive(Clone, Debug, Default)]
pub(super) struct TokenList {
    /// What is behind `count` means nothing.
    buffer: Vec<Token>,
    count: usize,
}

impl TokenList {
    fn push(&mut self, token: Token) {
        self.room(1)[0] = token;
        self.add(1);
    }

    /// Space for so many tokens, or more.
    #[inline(always)]
    pub(super) fn room(&mut self, many: usize) -> &mut [Token] {
        if self.buffer.len() < self.count + many {
            self.grow(many);
        }
        &mut self.buffer[self.count..]
    }

    /// Says how many tokens have been written to the space.
    pub(super) const fn add(&mut self, many: usize) {
        self.count += many;
    }

    #[cold]
    fn grow(&mut self, many: usize) {
        let len = 2 * (self.count + many);
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
///
/// It is fastest without comments: [`Bare`](super::split::Bare).
#[inline(never)]
pub fn read<'a>(movetext: &'a [u8], tokens: &mut Tokens) -> Ending<'a> {
    tokens.list.count = 0;
    tokens.en_passant.clear();
    let mut words = Movetext::new(movetext);
    let mut ending = Ending::default();
    let mut ended = false;
    loop {
        if !ended && ending.misfit.is_none() {
            let Tokens { list, plain, .. } = &mut *tokens;
            cpu::run(ReadPlain { words: &mut words, plain, tokens: list });
        }
        let word = match words.next_word() {
            None => return ending,
            Some(Ok(word)) => word,
            Some(Err(broken)) => {
                if !ended {
                    let misfit = (Misfit::Broken(broken), &movetext[..0], words.broken_at());
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
            Word::Move(_) | Word::EnPassantMove(_) if ended => Misfit::AfterResult,
            Word::EnPassantMove(san) => {
                tokens.list.push(Token::new(san));
                tokens.note_en_passant(words.position() - word.len());
                continue;
            }
            Word::Move(san) => {
                tokens.list.push(Token::new(san));
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
        if matches!(Word::read(word), Word::Move(_) | Word::EnPassantMove(_)) {
            if moves == index {
                return (word, words.position() - word.len());
            }
            moves += 1;
        }
    }
    (&movetext[..0], movetext.len())
}
