//! A line for each game, as interfaces send it to engines: `e2e4 c7c5 g1f3 1-0`.

use super::Form;
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

/// Each move and a blank.
pub(super) fn write_moves(plies: &[Ply], to: &mut Vec<u8>) {
    to.reserve(6 * plies.len() + 8);
    for &ply in plies {
        let square = |index: usize| [b'a' + (index % 8) as u8, b'1' + (index / 8) as u8];
        let ([a, b], [c, d]) = (square(ply.from().index()), square(ply.to().index()));
        match ply.promotion() {
            None => to.extend_from_slice(&[a, b, c, d, b' ']),
            Some(role) => {
                let role = role.letter().to_ascii_lowercase() as u8;
                to.extend_from_slice(&[a, b, c, d, role, b' ']);
            }
        }
    }
}
