//! Games that begin with certain moves.

use std::fmt;

use rules::{Role, Square};
use shakmaty::{CastlingMode, Chess, Move, Position, san::San, uci::UciMove};

use crate::game::Ply;

/// Moves from the standard start position on.
#[derive(Clone, Debug)]
pub struct Line {
    steps: Vec<(Square, Square, Option<Role>)>,
    text: String,
}

impl Line {
    /// Reads moves in SAN or UCI, with or without numbers.
    ///
    /// # Errors
    /// If a word is no legal move.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut steps = Vec::new();
        play(&mut Chess::default(), text, |_, mv| steps.extend(step(mv))).map_err(no_move)?;
        if steps.is_empty() {
            return Err("it holds no move".to_owned());
        }
        Ok(Self { steps, text: text.to_owned() })
    }

    /// Whether a game from the standard start position begins so.
    #[must_use]
    pub fn begins(&self, plies: &[Ply]) -> bool {
        let first = plies.get(..self.steps.len());
        first.is_some_and(|plies| {
            plies
                .iter()
                .map(|ply| (ply.from(), ply.to(), ply.promotion()))
                .eq(self.steps.iter().copied())
        })
    }
}

/// What is said of a word that is no move.
pub(super) fn no_move(word: &str) -> String {
    format!("`{word}` is no legal move")
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Squares and promotion, castling as the king's move of two squares.
fn step(mv: Move) -> Option<(Square, Square, Option<Role>)> {
    let square = |square: shakmaty::Square| Square::new(square as u8);
    match mv.to_uci(CastlingMode::Standard) {
        UciMove::Normal { from, to, promotion } => {
            let role = promotion.map(|role| Role::ALL[role as usize - 1]);
            Some((square(from)?, square(to)?, role))
        }
        _ => None,
    }
}

/// Plays moves in SAN or UCI, with or without numbers; tells each before it is played.
///
/// # Errors
/// With the first word that is no legal move.
pub fn play<'a>(
    position: &mut Chess,
    moves: &'a str,
    mut each: impl FnMut(&Chess, Move),
) -> Result<(), &'a str> {
    for word in moves.split_whitespace() {
        let is_castling = word.starts_with("0-0");
        let name =
            if is_castling { word } else { word.trim_start_matches(|c: char| c.is_ascii_digit()) };
        let name = name.trim_start_matches(['.', '…']).trim_end_matches(['!', '?']);
        if !name.is_empty() {
            let mv = move_of(position, name).ok_or(word)?;
            each(position, mv);
            position.play_unchecked(mv);
        }
    }
    Ok(())
}

fn move_of(position: &Chess, word: &str) -> Option<Move> {
    let san = word.replace('0', "O");
    let san = san.trim_end_matches(['+', '#']);
    if let Ok(san) = San::from_ascii(san.as_bytes())
        && let Ok(mv) = san.to_move(position)
    {
        return Some(mv);
    }
    UciMove::from_ascii(word.as_bytes()).ok()?.to_move(position).ok()
}
