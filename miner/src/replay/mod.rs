//! From movetext to legal plies. The rules of chess are known in this room only.
//!
//! `position` plays, on the board of `rules`; [`judge`] does the same with shakmaty's rules
//! and agrees on every game of the tests. Set-up positions are rare, and shakmaty says which of
//! them are legal.

pub mod judge;
mod list;
mod position;

use list::List;
use position::{Position, Verdict};
use rules::Outcome;
use shakmaty::Chess;

use crate::{
    cpu::{self, Processor, Work},
    game::{Ply, Start},
    pgn::{
        movetext::{Broken, Movetext},
        san::{Token, is_null_move},
        tokens::{self, Ending, Misfit, Tokens},
    },
};

/// Why a game's main line is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The text is broken.
    #[error("{0}")]
    Broken(Broken),
    /// A word that is no move.
    #[error("`{0}` is not a move")]
    Unknown(String),
    /// A side passes.
    #[error("`{0}` is a null move")]
    NullMove(String),
    /// A move that no legal move fits.
    #[error("`{0}` fits no legal move")]
    Illegal(String),
    /// A move that several legal moves fit.
    #[error("`{0}` fits more than one legal move")]
    Ambiguous(String),
    /// The input could not be read on in the middle of the game.
    #[error("the input breaks off here")]
    BrokenOff,
    /// The game is longer than [`LONGEST_GAME`](crate::pgn::split::LONGEST_GAME).
    #[error("the game that starts here does not end within 64 MiB")]
    TooLong,
    /// The result is none.
    #[error("{0}")]
    NoResult(String),
    /// A move after the termination marker.
    #[error("the move `{0}` follows the result")]
    AfterResult(String),
}

/// What the movetext of one game holds.
#[derive(Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The outcome of its termination marker, if there is one.
    pub marker: Option<Outcome>,
    /// Why it is not legal, and at which byte of the movetext that was found.
    pub flaw: Option<(Flaw, usize)>,
}

/// Replays games one after the other.
#[derive(Debug)]
pub struct Replay {
    standard: Start,
    standard_position: Position,
    start: Option<Start>,
    position: Position,
    tokens: Tokens,
    line: Line,
}

/// A main line that is being played.
#[derive(Clone, Debug, Default)]
struct Line {
    plies: List<Ply>,
    /// The indices of the plies that change the material.
    changes: List<u32>,
}

impl Line {
    /// Keeps the first plies only.
    fn cut(&mut self, plies: usize) {
        self.plies.cut(plies);
        let changes = self.changes.as_slice().iter().filter(|ply| (**ply as usize) < plies);
        let changes = changes.count();
        self.changes.cut(changes);
    }
}

impl Default for Replay {
    fn default() -> Self {
        let standard = judge::start_of(&Chess::default());
        let position = Position::new(&standard);
        Self {
            standard,
            standard_position: position.clone(),
            start: None,
            position,
            tokens: Tokens::default(),
            line: Line::default(),
        }
    }
}

impl Replay {
    /// Sets up the standard start position.
    pub fn set_up_standard(&mut self) {
        self.start = None;
    }

    /// Sets up a position; false if it is not a legal one of standard chess.
    #[must_use]
    pub fn set_up(&mut self, fen: &[u8]) -> bool {
        self.start = judge::position_of(fen).map(|position| judge::start_of(&position));
        self.start.is_some()
    }

    /// Replays the main line of `movetext` from the position that was set up. After a flaw only
    /// the termination marker is looked for; after the marker, text that holds no move is text
    /// between games.
    pub fn replay(&mut self, movetext: &[u8]) -> Replayed {
        self.replay_bare(movetext, None)
    }

    /// The same, faster if the movetext is there without its comments too.
    pub fn replay_bare(&mut self, movetext: &[u8], bare: Option<&[u8]>) -> Replayed {
        let Ending { marker, misfit } = self.read_tokens(movetext, bare);
        self.position = match &self.start {
            Some(start) => Position::new(start),
            None => self.standard_position.clone(),
        };
        let played = cpu::run(Play {
            position: &mut self.position,
            tokens: self.tokens.as_slice(),
            line: &mut self.line,
        });
        let flaw = match played {
            Ok(()) => misfit.map(|(misfit, word, at)| {
                let flaw = match misfit {
                    Misfit::Broken(broken) => Flaw::Broken(broken),
                    Misfit::Unknown => not_a_move(word),
                    Misfit::AfterResult => Flaw::AfterResult(quoted(word)),
                };
                (flaw, at)
            }),
            Err(verdict) => {
                let (word, at) = tokens::nth_move(movetext, self.line.plies.len());
                let flaw = match verdict {
                    Verdict::Illegal => Flaw::Illegal(quoted(word)),
                    Verdict::Ambiguous => Flaw::Ambiguous(quoted(word)),
                };
                Some((flaw, at))
            }
        };
        let flaw = self.stray_en_passant(movetext).or(flaw);
        Replayed { marker, flaw }
    }

    fn read_tokens<'t>(&mut self, movetext: &'t [u8], bare: Option<&[u8]>) -> Ending<'t> {
        if let Some(bare) = bare {
            let Ending { marker, misfit } = tokens::read(bare, &mut self.tokens);
            // Where something stands that must be looked at, the movetext itself tells.
            if misfit.is_none() && self.tokens.en_passant().is_empty() {
                return Ending { marker, misfit: None };
            }
        }
        tokens::read(movetext, &mut self.tokens)
    }

    /// The first `e.p.` that stands behind a move that was played and captured nothing. The game ends
    /// there. Other flaws come later.
    fn stray_en_passant(&mut self, movetext: &[u8]) -> Option<(Flaw, usize)> {
        if self.tokens.en_passant().is_empty() {
            return None;
        }
        let plies = self.line.plies.as_slice();
        let stray = self.tokens.en_passant().iter().find(|en_passant| {
            plies.get(en_passant.behind).is_some_and(|ply| ply.captured().is_none())
        })?;
        let mut words = Movetext::new(movetext);
        words.move_to(stray.at);
        let word = words.next_word()?.unwrap_or_default();
        self.line.cut(stray.behind + 1);
        Some((Flaw::Unknown(quoted(word)), stray.at))
    }

    /// The position that the game started from.
    #[must_use]
    pub fn start(&self) -> &Start {
        self.start.as_ref().unwrap_or(&self.standard)
    }

    /// The plies of the replayed main line.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        self.line.plies.as_slice()
    }

    /// The indices of the plies that change the material, in order.
    #[must_use]
    pub fn changes(&self) -> &[u32] {
        self.line.changes.as_slice()
    }
}

/// Playing the tokens of a game.
struct Play<'a> {
    position: &'a mut Position,
    tokens: &'a [Token],
    line: &'a mut Line,
}

impl Work for Play<'_> {
    type Output = Result<(), Verdict>;

    #[inline(always)]
    fn run<P: Processor>(self, _: P) -> Self::Output {
        self.position.play(self.tokens, self.line)
    }
}

/// What is wrong with a word that is no move.
fn not_a_move(word: &[u8]) -> Flaw {
    if is_null_move(word) { Flaw::NullMove(quoted(word)) } else { Flaw::Unknown(quoted(word)) }
}

/// What is wrong with a game that has this result, or none.
#[must_use]
pub fn no_result(tag: Option<&[u8]>) -> Flaw {
    Flaw::NoResult(match tag {
        Some(tag) => format!("`{}` is no result", quoted(tag)),
        None => "no result is told".to_owned(),
    })
}

impl Flaw {
    /// Whether the moves are what cannot be used.
    #[must_use]
    pub const fn is_of_moves(&self) -> bool {
        !matches!(self, Self::NoResult(_))
    }
}

fn quoted(word: &[u8]) -> String {
    const LONGEST: usize = 24;
    let text: String = String::from_utf8_lossy(word).chars().take(LONGEST).collect();
    text.replace(char::is_control, "?")
}
