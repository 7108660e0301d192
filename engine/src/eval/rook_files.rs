//! Rooks on files: open and half-open (EV-02), behind a blocked pawn (SML-3), behind pawns that
//! run or are to be stopped (SML-4).
//!
//! EV-02 is J. Swafford's (Prophet): only pawns count, other pieces may stand on the file. SML-3
//! and SML-4 are E. Schröder's (Pro Deo): a rook behind its own pawn that an enemy pawn blocks does
//! nothing; rooks belong behind passed pawns, their own and the enemy's (Tarrasch's rule). The source
//! has rooks attack enemy pawns from behind, passed or not: so with `RookBehind_All`.

use rules::{Color, Role, Squares, attacks, squares};

use super::{
    features::{self, Term},
    tally::Tally,
};
use crate::position::Position;

/// Counts a side's rooks on their files.
#[inline(always)]
pub(super) fn count<T: Tally>(
    position: &Position,
    passed: Squares,
    behind_all: bool,
    us: Color,
    tally: &mut T,
) {
    let board = position.board();
    let rooks = board.of(us, Role::Rook);
    let (ours, theirs) = (board.of(us, Role::Pawn), board.of(!us, Role::Pawn));
    let rammed = ours & squares::forward(!us, theirs);
    // Bit sets instead of a loop over the rooks: the loop's end would be mispredicted.
    let without = rooks & !squares::files(ours);
    let open = without & !squares::files(theirs);
    tally.add(features::ROOK_OPEN, squares::count(open));
    tally.close(Term::RookOpen, us);
    tally.add(features::ROOK_HALF_OPEN, squares::count(without & !open));
    tally.close(Term::RookHalfOpen, us);
    tally.add(features::ROOK_BLOCKED, squares::count(rooks & squares::ahead(!us, rammed)));
    tally.close(Term::RookBlocked, us);
    // Behind a pawn is where it came from.
    let behind_own = rooks & squares::ahead(!us, passed & ours);
    let mut behind_theirs =
        rooks & squares::ahead(us, if behind_all { theirs } else { passed & theirs });
    if behind_all {
        let sees = |rook| {
            attacks::rook(rook, board.occupied) & squares::ahead(!us, squares::of(rook)) & theirs
        };
        behind_theirs = squares::each(behind_theirs)
            .filter(|&rook| sees(rook) != 0)
            .fold(0, |set, rook| set | squares::of(rook));
    }
    tally.add(features::ROOK_BEHIND_OWN, squares::count(behind_own));
    tally.add(features::ROOK_BEHIND_THEIRS, squares::count(behind_theirs));
    tally.close(Term::RookBehind, us);
}
