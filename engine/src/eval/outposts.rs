//! Outposts: knights and bishops where no enemy pawn can drive them away (SML-2, E. Schröder,
//! Pro Deo).
//!
//! On the fourth to sixth rank, before every square from which an enemy pawn could attack; those that a knight can go to
//! count as well (Stockfish).
//! Schröder found that the plain outpost gains and that pawns covering it add nothing; others found
//! the opposite, so both are here: *plain* ignores pawns, *covered* adds to covered pieces.

use rules::{Color, Role, attacks, squares};

use super::{
    attacks::Attacks,
    features::{self, Term},
    tally::Tally,
};
use crate::{options::OutpostMode, position::Position};

/// Counts a side's outposts.
#[inline(always)]
pub(super) fn count<T: Tally>(
    position: &Position,
    all: &Attacks,
    mode: OutpostMode,
    us: Color,
    tally: &mut T,
) {
    if mode != OutpostMode::Off {
        let board = position.board();
        let theirs = attacks::pawns(!us, board.of(!us, Role::Pawn));
        let reachable = theirs | squares::ahead(!us, theirs);
        let ranks = squares::relative_rank(us, 3)
            | squares::relative_rank(us, 4)
            | squares::relative_rank(us, 5);
        let holes = ranks & !reachable;
        let covered = holes & all.of(us, Role::Pawn);
        for (role, plain, with_pawn) in [
            (Role::Knight, features::OUTPOST_KNIGHT, features::OUTPOST_KNIGHT_COVERED),
            (Role::Bishop, features::OUTPOST_BISHOP, features::OUTPOST_BISHOP_COVERED),
        ] {
            let pieces = board.of(us, role);
            tally.add(plain, (pieces & holes).count_ones() as i32);
            if mode == OutpostMode::Covered {
                tally.add(with_pawn, (pieces & covered).count_ones() as i32);
            }
        }
        let free = holes & all.of(us, Role::Knight) & !all.sides[us as usize];
        tally.add(features::OUTPOST_REACHABLE, free.count_ones() as i32);
    }
    tally.close(Term::Outpost, us);
}
