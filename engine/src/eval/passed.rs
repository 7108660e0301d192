//! Passed pawns: by rank, by what stands and looks on their way, by a rook or queen of the enemy behind them, by the distance
//! of the kings.
//!
//! EV-03 (J. Swafford, Prophet) gives each passed pawn the same; that values grow with the rank, and
//! what helps and hinders a pawn, is common knowledge since Fruit and the Chess Programming Wiki. The
//! king's distance is that to the stop square, for pawns from the fourth rank on. A pawn is
//! *unstoppable* if the other side has only king and pawns, its path is free, and the king is outside
//! the square (the rule of the square) - or if its own king guards the way to the end.

use rules::{Color, Role, Square, attacks, squares};

use super::{
    attacks::Attacks,
    features::{self, Term},
    tally::Tally,
};
use crate::{position::Position, tapered::Tapered};

/// Counts the passed pawns of a side; returns what they come to, as it sees it.
#[inline(always)]
pub(super) fn count<T: Tally>(
    position: &Position,
    all: &Attacks,
    passed: rules::Squares,
    us: Color,
    tally: &mut T,
) -> Tapered {
    let board = position.board();
    let (side, them) = (us as usize, !us);
    let alone = !position.has_pieces(them);
    let chasers = board.of(them, Role::Rook) | board.of(them, Role::Queen);
    for square in squares::each(passed & board.of(us, Role::Pawn)) {
        let pawn = squares::of(square);
        let stop = squares::forward(us, pawn);
        let path = squares::ahead(us, pawn);
        let rank = usize::from(square.relative_to(us).rank() - 1).min(5);
        tally.add(features::PASSED + rank, 1);
        if stop & board.occupied != 0 {
            tally.add(features::PASSED_BLOCKED + rank, 1);
        } else if stop & all.all[them as usize] == 0 {
            tally.add(features::PASSED_SAFE_STOP + rank, 1);
        }
        let free = path & (all.sides[them as usize] | all.all[them as usize]) == 0;
        if free {
            tally.add(features::PASSED_FREE + rank, 1);
        }
        if pawn & all.of(us, Role::Pawn) != 0 || stop & all.of(us, Role::Pawn) != 0 {
            tally.add(features::PASSED_SUPPORTED + rank, 1);
        }
        if stop & all.all[side] != 0 {
            tally.add(features::PASSED_HELPED + rank, 1);
        }
        if squares::ahead(them, pawn) & chasers != 0 {
            tally.add(features::PASSED_CHASED + rank, 1);
        }
        if rank >= 2 {
            let stop = squares::first(stop);
            let row = 8 * (rank - 2);
            let distance = |side: usize| usize::from(all.kings[side].king_distance(stop));
            tally.add(features::PASSED_OWN_KING + row + distance(side), 1);
            tally.add(features::PASSED_THEIR_KING + row + distance(side ^ 1), 1);
        }
        if alone && path & board.occupied == 0 && runs(position, all, square, path, us) {
            tally.add(features::PASSED_UNSTOPPABLE, 1);
        }
    }
    tally.close(Term::Passed, us)
}

/// Whether the other king, alone with its pawns, cannot stop a pawn with a free path.
fn runs(
    position: &Position,
    all: &Attacks,
    square: Square,
    path: rules::Squares,
    us: Color,
) -> bool {
    if path & !attacks::king(all.kings[us as usize]) == 0 {
        return true;
    }
    let goal = squares::first(path & (squares::RANK_1 | squares::RANK_1 << 56));
    // The double step saves a move.
    let steps = path.count_ones() as usize;
    let steps = if square.relative_to(us).rank() == 1 { steps - 1 } else { steps };
    let late = usize::from(position.turn() != us);
    usize::from(all.kings[us as usize ^ 1].king_distance(goal)) > steps + late
}
