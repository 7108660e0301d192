//! How far a king is from the pawns: the nearest of either side, and whether its flank has any (Stockfish).
//!
//! It depends on pawns and kings alone, so it is kept with the shelter.

use rules::{Board, Color, Role, squares};

use super::{
    features::{self, Term},
    king_danger::FLANKS,
    tally::Tally,
};

/// Counts it for a side's king.
pub(super) fn count<T: Tally>(board: &Board, us: Color, tally: &mut T) {
    let king = board.king(us);
    let pawns = board.both(Role::Pawn);
    let nearest = squares::each(pawns).map(|pawn| king.king_distance(pawn)).min();
    tally.add(features::KING_TO_PAWN + usize::from(nearest.unwrap_or_default()), 1);
    let bare = pawns & FLANKS[usize::from(king.file())] == 0;
    tally.add(features::PAWNLESS_FLANK, i32::from(bare));
    tally.close(Term::KingPawns, us);
}
