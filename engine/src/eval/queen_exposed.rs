//! Queens that one piece, of either side, shields from a rook or bishop of the enemy: it is pinned, or discovers an attack (Stockfish).

use rules::{Color, Role, squares};

use super::{
    features::{self, Term},
    tally::Tally,
};
use crate::position::Position;

/// Counts a side's exposed queens.
#[inline(always)]
pub(super) fn count<T: Tally>(position: &Position, us: Color, tally: &mut T) {
    let board = position.board();
    let shields = |queen| board.blockers(queen, !us) & !board.of(!us, Role::Queen);
    let exposed = squares::each(board.of(us, Role::Queen)).filter(|&queen| shields(queen) != 0);
    tally.add(features::QUEEN_EXPOSED, exposed.count() as i32);
    tally.close(Term::QueenExposed, us);
}
