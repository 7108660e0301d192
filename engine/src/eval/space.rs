//! Space: squares in the centre that no enemy pawn attacks; those behind own pawns count twice.
//!
//! C- to f-file, second to fourth rank, not occupied by an own pawn (CPW; Stockfish). The weight is
//! for the middlegame. It depends on pawns alone, so it is kept with their structure.

use rules::{Board, Color, Role, Squares, attacks, squares};

use super::{
    features::{self, Term},
    tally::Tally,
};

const FILES: Squares = squares::FILE_A * 0b0011_1100;

/// Counts a side's space.
pub(super) fn count<T: Tally>(board: &Board, us: Color, tally: &mut T) {
    let pawns = board.of(us, Role::Pawn);
    let ranks = squares::relative_rank(us, 1)
        | squares::relative_rank(us, 2)
        | squares::relative_rank(us, 3);
    let safe = FILES & ranks & !pawns & !attacks::pawns(!us, board.of(!us, Role::Pawn));
    let behind = safe & squares::ahead(!us, pawns);
    tally.add(features::SPACE, (safe.count_ones() + behind.count_ones()) as i32);
    tally.close(Term::Space, us);
}
