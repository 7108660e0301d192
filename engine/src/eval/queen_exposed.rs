//! Queens that one piece, of either side, shields from a rook or bishop of the enemy: it is pinned, or discovers an attack (Stockfish).

use rules::{Board, Color, Role, Square};

use super::{
    attacks::Attacks,
    features::{self, Term},
    tally::Tally,
};

/// Counts a side's exposed queens.
#[inline(always)]
pub(super) fn count<T: Tally>(all: &Attacks, us: Color, tally: &mut T) {
    tally.add(features::QUEEN_EXPOSED, all.exposed_queens[us as usize]);
    tally.close(Term::QueenExposed, us);
}

/// Whether a side's queen is.
#[inline(always)]
pub(super) fn is_exposed(board: &Board, us: Color, queen: Square) -> bool {
    board.blockers(queen, !us) & !board.of(!us, Role::Queen) != 0
}
