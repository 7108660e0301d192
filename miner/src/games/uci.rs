//! A line for each game, as interfaces send it to engines: `e2e4 c7c5 g1f3 1-0`.

use super::text::Form;
use crate::game::{Game, Ply};

/// The moves, then the result. A game from a set-up position begins with `fen FEN moves`, as UCI's command
/// `position` does.
#[derive(Clone, Copy, Debug)]
pub struct UciLine;

impl Form for UciLine {
    fn write(&self, game: &Game<'_>, to: &mut Vec<u8>) {
        if let Some(fen) = game.fen {
            to.extend_from_slice(b"fen ");
            to.extend_from_slice(fen);
            to.extend_from_slice(b" moves ");
        }
        write_moves(game.plies, to);
        to.extend_from_slice(game.outcome.pgn().as_bytes());
        to.push(b'\n');
    }
}

/// The names of the squares.
pub(super) const NAMES: [[u8; 2]; 64] = {
    let mut names = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        names[square] = [b'a' + square as u8 % 8, b'1' + square as u8 / 8];
        square += 1;
    }
    names
};

/// The greatest length of a move with the blank behind it.
const LONGEST: usize = 6;

/// Each move and a blank.
pub(super) fn write_moves(plies: &[Ply], to: &mut Vec<u8>) {
    let mut at = to.len();
    to.resize(at + LONGEST * plies.len(), b' ');
    for ply in plies {
        let ([a, b], [c, d]) = (NAMES[ply.from().index()], NAMES[ply.to().index()]);
        let letter = ply.promotion().map(|role| role.letter().to_ascii_lowercase() as u8);
        to[at..at + LONGEST].copy_from_slice(&[a, b, c, d, letter.unwrap_or(b' '), b' ']);
        at += LONGEST - usize::from(letter.is_none());
    }
    to.truncate(at);
}
