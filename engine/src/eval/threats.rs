//! Threats: pieces that are attacked by smaller ones, or not defended well.
//!
//! Common knowledge (CPW; M. Costalba and others, Stockfish): pawns that attack pieces, minors and
//! rooks that attack what is not defended well, kings among loose pieces, loose pieces at all,
//! pawns that will attack a piece when they step, and squares that the enemy could use but that
//! are contested.

use rules::{Color, Role, Square, Squares, attacks, squares};

use super::{
    attacks::Attacks,
    features::{self, Term},
    tally::Tally,
};
use crate::position::Position;

/// Counts a side's threats.
#[inline(always)]
pub(super) fn count<T: Tally>(position: &Position, all: &Attacks, us: Color, tally: &mut T) {
    let board = position.board();
    let (side, them) = (us as usize, !us);
    let other = them as usize;
    let victims = all.sides[other];
    let pieces = victims & !board.of(them, Role::Pawn) & !board.of(them, Role::King);
    let weak = victims & all.weak_for(them);
    let by_pawns = all.of(us, Role::Pawn) & pieces;
    for square in squares::each(by_pawns) {
        tally.add(features::PAWN_THREAT + role_at(position, square) - 1, 1);
    }
    let bigger = board.of(them, Role::Rook) | board.of(them, Role::Queen);
    let minors = all.of(us, Role::Knight) | all.of(us, Role::Bishop);
    by(position, minors & (weak | bigger), features::MINOR_THREAT, them, tally);
    let rooks = all.of(us, Role::Rook) & (weak | board.of(them, Role::Queen));
    by(position, rooks, features::ROOK_THREAT, them, tally);
    tally.add(features::KING_THREAT, i32::from(all.of(us, Role::King) & weak != 0));
    let loose = weak & (!all.all[other] | pieces & all.twice[side]);
    tally.add(features::HANGING, count_of(loose));
    let pawns = board.of(us, Role::Pawn);
    let one = squares::forward(us, pawns) & !board.occupied;
    let two = squares::forward(us, one & squares::relative_rank(us, 2)) & !board.occupied;
    let safe = !all.of(them, Role::Pawn) & (all.all[side] | !all.all[other]);
    let pushed = attacks::pawns(us, (one | two) & safe) & pieces & !all.of(us, Role::Pawn);
    tally.add(features::PUSH_THREAT, count_of(pushed));
    let contested = all.all[side] & all.all[other] & !all.of(them, Role::Pawn);
    let contested = contested & !(all.twice[other] & !all.twice[side]);
    tally.add(features::RESTRICTED, count_of(contested));
    tally.close(Term::Threats, us);
}

/// Counts attacked pieces by their role; a king in check is no threatened piece.
#[inline(always)]
fn by<T: Tally>(
    position: &Position,
    attacked: Squares,
    feature: usize,
    them: Color,
    tally: &mut T,
) {
    for square in squares::each(attacked & !position.board().of(them, Role::King)) {
        tally.add(feature + role_at(position, square), 1);
    }
}

/// The role of the piece on a square, as a number.
#[inline(always)]
fn role_at(position: &Position, square: Square) -> usize {
    usize::from(position.board().codes[square.index()] >> 1)
}

#[inline(always)]
const fn count_of(set: Squares) -> i32 {
    set.count_ones() as i32
}
