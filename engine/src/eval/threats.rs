//! Threats: pieces that are attacked by smaller ones, or not defended well.
//!
//! Common knowledge (Chess Programming Wiki; M. Costalba and others, Stockfish): pawns that attack pieces; pieces,
//! by what they attack and whether it is defended well; kings among loose pieces, loose pieces at all, pieces that
//! nothing defends, several threats at once, pawns that will attack a piece when they step, squares from which the next
//! move attacks the queen, and squares that the enemy could use but that are contested, or that more of ours look at.

use rules::{Board, Color, Role, Square, Squares, attacks, squares};

use super::{
    attacks::Attacks,
    features::{self, Term, VICTIMS},
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
    for (role, feature) in [
        (Role::Knight, features::KNIGHT_THREAT),
        (Role::Bishop, features::BISHOP_THREAT),
        (Role::Rook, features::ROOK_THREAT),
        (Role::Queen, features::QUEEN_THREAT),
    ] {
        by(position, all.of(us, role) & victims, weak, feature, tally);
    }
    for square in squares::each(all.of(us, Role::King) & weak) {
        tally.add(features::KING_THREAT + role_at(position, square), 1);
    }
    let bigger = board.of(them, Role::Rook) | board.of(them, Role::Queen);
    let by_minors = (all.of(us, Role::Knight) | all.of(us, Role::Bishop)) & bigger;
    let by_rooks = all.of(us, Role::Rook) & board.of(them, Role::Queen);
    let threatened = by_pawns | by_minors | by_rooks | weak & pieces;
    let to_move = usize::from(position.turn() == us);
    tally.add(features::SEVERAL_THREATS + to_move, i32::from(squares::several(threatened)));
    on_queen(board, all, us, tally);
    let loose = weak & (!all.all[other] | pieces & all.twice[side]);
    tally.add(features::HANGING, squares::count(loose));
    for (i, role) in Role::ALL[..VICTIMS].iter().enumerate() {
        let undefended = board.of(them, *role) & !all.all[other];
        tally.add(features::UNDEFENDED + i, squares::count(undefended));
    }
    let pawns = board.of(us, Role::Pawn);
    let one = squares::forward(us, pawns) & !board.occupied;
    let two = squares::forward(us, one & squares::relative_rank(us, 2)) & !board.occupied;
    let safe = !all.of(them, Role::Pawn) & (all.all[side] | !all.all[other]);
    let pushed = attacks::pawns(us, (one | two) & safe) & pieces & !all.of(us, Role::Pawn);
    tally.add(features::PUSH_THREAT, squares::count(pushed));
    let contested = all.all[side] & all.all[other] & !all.of(them, Role::Pawn);
    let contested = contested & !(all.twice[other] & !all.twice[side]);
    tally.add(features::RESTRICTED, squares::count(contested));
    let outnumbered = all.twice[side] & all.all[other] & !all.twice[other];
    tally.add(features::OUTNUMBERED, squares::count(outnumbered));
    tally.close(Term::Threats, us);
}

/// Counts attacked pieces by their role, those that are defended well apart; a king in check is no threatened piece.
#[inline(always)]
fn by<T: Tally>(
    position: &Position,
    attacked: Squares,
    weak: Squares,
    feature: usize,
    tally: &mut T,
) {
    for square in squares::each(attacked & !position.board().both(Role::King)) {
        let defended = if squares::contains(weak, square) { 0 } else { features::VICTIMS };
        tally.add(feature + defended + role_at(position, square), 1);
    }
}

/// Counts the safe squares from which the next move attacks a lone queen; sliders need a second piece that looks there.
#[inline(always)]
fn on_queen<T: Tally>(board: &Board, all: &Attacks, us: Color, tally: &mut T) {
    let (side, them) = (us as usize, !us);
    let queens = board.of(them, Role::Queen);
    if queens == 0 || squares::several(queens) {
        return;
    }
    let queen = squares::first(queens);
    let strong = all.twice[!us as usize] | all.of(them, Role::Pawn);
    let safe = !board.of(us, Role::Pawn) & !strong;
    let knights = attacks::knight(queen) & all.of(us, Role::Knight) & safe;
    tally.add(features::KNIGHT_HITS_QUEEN, squares::count(knights));
    let safe = safe & all.twice[side];
    let bishops = all.of(us, Role::Bishop) & safe;
    if bishops != 0 {
        let hits = bishops & attacks::bishop(queen, board.occupied);
        tally.add(features::SLIDER_HITS_QUEEN, squares::count(hits));
    }
    let rooks = all.of(us, Role::Rook) & safe;
    if rooks != 0 {
        let hits = rooks & attacks::rook(queen, board.occupied);
        tally.add(features::SLIDER_HITS_QUEEN + 1, squares::count(hits));
    }
}

/// The role of the piece on a square, as a number.
#[inline(always)]
fn role_at(position: &Position, square: Square) -> usize {
    usize::from(position.board().codes[square.index()] >> 1)
}
