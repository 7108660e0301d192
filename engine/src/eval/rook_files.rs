//! Rooks on files: open and half-open (EV-02), behind a blocked pawn (SML-3), behind pawns that
//! run or are to be stopped (SML-4).
//!
//! EV-02 is J. Swafford's (Prophet): only pawns count, other pieces may stand on the file. SML-3
//! and SML-4 are E. Schröder's (ProDeo): a rook behind its own pawn that an enemy pawn blocks does
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
    let [mut open, mut half_open, mut blocked, mut own, mut enemy] = [0; 5];
    for rook in squares::each(rooks) {
        let file = squares::file(rook);
        let front = squares::ahead(us, squares::of(rook));
        if file & ours == 0 {
            if file & theirs == 0 {
                open += 1;
            } else {
                half_open += 1;
            }
        }
        blocked += i32::from(front & rammed != 0);
        own += i32::from(front & passed & ours != 0);
        // Behind a pawn is where it came from.
        let behind = squares::ahead(!us, squares::of(rook));
        let stopped =
            if behind_all { attacks::rook(rook, board.occupied) & theirs } else { passed & theirs };
        enemy += i32::from(behind & stopped != 0);
    }
    tally.add(features::ROOK_OPEN, open);
    tally.close(Term::RookOpen, us);
    tally.add(features::ROOK_HALF_OPEN, half_open);
    tally.close(Term::RookHalfOpen, us);
    tally.add(features::ROOK_BLOCKED, blocked);
    tally.close(Term::RookBlocked, us);
    tally.add(features::ROOK_BEHIND_OWN, own);
    tally.add(features::ROOK_BEHIND_THEIRS, enemy);
    tally.close(Term::RookBehind, us);
}
