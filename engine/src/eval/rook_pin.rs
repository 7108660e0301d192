//! Rook pins on the eighth row (RP8-01, E. Schröder, Pro Deo; untested there).
//!
//! The three diagrams are lost. Reading: a rook or queen on the enemy's first rank looks along it at
//! the king, with one enemy knight, bishop or rook between and nothing else. *A* if the king cannot
//! step off the rank and no other enemy piece protects the pinned one, can move between or can take
//! the piece that pins; *B* if it is pinned otherwise; *C* if two pieces stand between, both the
//! enemy's. None of them if the piece that pins hangs: attacked, the pinned one's attack included, and
//! not defended, or attacked by something that is worth less.

use rules::{Color, Role, Square, attacks, squares};

use super::{
    attacks::Attacks,
    features::{self, Term},
    tally::Tally,
};
use crate::position::Position;

/// Counts a side's pins on the enemy's first rank.
#[inline(always)]
pub(super) fn count<T: Tally>(position: &Position, all: &Attacks, us: Color, tally: &mut T) {
    let board = position.board();
    let last = squares::relative_rank(us, 7);
    let majors = (board.of(us, Role::Rook) | board.of(us, Role::Queen)) & last;
    let king = all.kings[us as usize ^ 1];
    if majors != 0 && squares::contains(last, king) {
        pins(position, all, us, majors, tally);
    }
    tally.close(Term::RookPin, us);
}

#[cold]
fn pins<T: Tally>(
    position: &Position,
    all: &Attacks,
    us: Color,
    majors: rules::Squares,
    tally: &mut T,
) {
    let board = position.board();
    let (them, last) = (!us, squares::relative_rank(us, 7));
    let other = them as usize;
    let king = all.kings[other];
    let may_be_pinned =
        board.of(them, Role::Knight) | board.of(them, Role::Bishop) | board.of(them, Role::Rook);
    for from in squares::each(majors) {
        let between = attacks::between(from, king);
        let inside = between & board.occupied;
        if inside & !may_be_pinned != 0 || hangs(board, all, us, from) {
            continue;
        }
        match inside.count_ones() {
            1 => {
                let flight = attacks::king(king) & !last & !all.sides[other];
                let can_step = flight & !all.all[us as usize] != 0;
                // What the pinned rook itself attacks along the rank is no help.
                let rooks = squares::each(board.of(them, Role::Rook) & !inside)
                    .fold(0, |sum, rook| sum | attacks::rook(rook, board.occupied));
                let helpers = [Role::Pawn, Role::Knight, Role::Bishop, Role::Queen]
                    .iter()
                    .fold(rooks, |sum, &role| sum | all.by[other][role as usize]);
                let relief = between | squares::of(from);
                let paralysed = !can_step && helpers & relief == 0;
                tally.add(features::ROOK_PIN + usize::from(!paralysed), 1);
            }
            2 => tally.add(features::ROOK_PIN + 2, 1),
            _ => {}
        }
    }
}

/// Whether the enemy wins a rook or queen that it can take.
fn hangs(board: &rules::Board, all: &Attacks, us: Color, on: Square) -> bool {
    let them = !us;
    let by = |role: Role| all.of(them, role);
    let mut cheaper = by(Role::Knight) | by(Role::Bishop);
    if squares::contains(board.of(us, Role::Queen), on) {
        cheaper |= by(Role::Rook);
    }
    let loose = all.all[them as usize] & !all.all[us as usize];
    squares::contains(loose | cheaper, on)
}
