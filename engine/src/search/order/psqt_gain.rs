//! Piece-square values as a guide to moves (PST-03; E. Schröder, Rebel): what a move gains is the
//! value of where it goes less that of where it comes from.

use rules::{Move, Position};

use crate::{psqt::Psqt, score::sign};

/// What a quiet move gains for its side in centipawns, in a game of this phase.
pub(crate) fn gain(position: &Position, mv: Move, psqt: &Psqt, phase: i32) -> i32 {
    if mv.is_castling() {
        return 0;
    }
    let code = position.board().codes[mv.from().index()];
    let change = psqt.of_code(code, mv.to()) - psqt.of_code(code, mv.from());
    sign(position.turn()) * change.taper(phase)
}
