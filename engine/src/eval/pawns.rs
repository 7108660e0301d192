//! Pawn structure: isolated, doubled, backward, connected, candidate; and which pawns are passed.
//!
//! All of it depends on pawns alone, so it is kept in a table of its own (`memo`). Readings: a pawn is *passed* if
//! no enemy pawn stands before it on its own or a neighbouring file (a second pawn behind it is
//! passed as well, EV-03); *isolated* without own pawns on the neighbouring files (EV-04);
//! *doubled* if another own pawn is on its file, both of them counted (EV-05); *backward* if it
//! is not isolated, its stop square is attacked by an enemy pawn, and no own pawn can ever attack
//! that square; a *candidate* has no enemy pawn before it on its file, is not passed, and has as
//! many helpers on the neighbouring files as there are enemy pawns to stop it.

use rules::{Board, Color, Role, Squares, attacks, squares};

use super::{
    features::{self, Term},
    tally::Tally,
};

/// The passed pawns of a side.
#[inline(always)]
pub(super) const fn passed(board: &Board, us: Color) -> Squares {
    let ours = board.of(us, Role::Pawn);
    let theirs = board.of(other(us), Role::Pawn);
    let front = squares::ahead(other(us), theirs);
    ours & !(front | squares::east(front) | squares::west(front))
}

const fn other(color: Color) -> Color {
    match color {
        Color::White => Color::Black,
        Color::Black => Color::White,
    }
}

/// The pawns of a side that no own pawn can protect: isolated and backward ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weak {
    pub(super) isolated: Squares,
    pub(super) backward: Squares,
}

/// Finds a side's weak pawns.
#[inline(always)]
pub(super) fn weak(board: &Board, us: Color) -> Weak {
    let ours = board.of(us, Role::Pawn);
    let files = ours | squares::ahead(us, ours) | squares::ahead(!us, ours);
    let isolated = ours & !(squares::east(files) | squares::west(files));
    let covered = attacks::pawns(us, ours);
    let span = covered | squares::ahead(us, covered);
    let theirs = attacks::pawns(!us, board.of(!us, Role::Pawn));
    let stops = squares::forward(us, ours) & theirs & !span;
    Weak { isolated, backward: squares::forward(!us, stops) & !isolated }
}

/// Counts a side's pawn structure.
pub(super) fn structure<T: Tally>(board: &Board, us: Color, tally: &mut T) {
    let ours = board.of(us, Role::Pawn);
    let theirs = board.of(!us, Role::Pawn);
    let open = ours & !squares::ahead(!us, theirs);
    let weak = weak(board, us);
    let count = |set: Squares| set.count_ones() as i32;
    tally.add(features::ISOLATED, count(weak.isolated & !open));
    tally.add(features::ISOLATED + 1, count(weak.isolated & open));
    tally.close(Term::Isolated, us);
    let doubled = ours & (squares::ahead(us, ours) | squares::ahead(!us, ours));
    tally.add(features::DOUBLED, count(doubled));
    tally.close(Term::Doubled, us);
    tally.add(features::BACKWARD, count(weak.backward & !open));
    tally.add(features::BACKWARD + 1, count(weak.backward & open));
    tally.close(Term::Backward, us);
    by_rank(us, ours & (squares::east(ours) | squares::west(ours)), features::PHALANX, tally);
    by_rank(us, ours & attacks::pawns(us, ours), features::SUPPORTED, tally);
    tally.close(Term::Connected, us);
    by_rank(
        us,
        candidates(us, ours, theirs, open & !passed(board, us)),
        features::CANDIDATE,
        tally,
    );
    tally.close(Term::Candidate, us);
}

/// Counts pawns by rank, the second rank first.
fn by_rank<T: Tally>(us: Color, set: Squares, feature: usize, tally: &mut T) {
    for square in squares::each(set) {
        tally.add(feature + usize::from(square.relative_to(us).rank() - 1).min(5), 1);
    }
}

fn candidates(us: Color, ours: Squares, theirs: Squares, open: Squares) -> Squares {
    let mut found = 0;
    for square in squares::each(open) {
        let pawn = squares::of(square);
        let beside = squares::east(pawn) | squares::west(pawn);
        let front = squares::ahead(us, beside);
        let behind = beside | squares::ahead(!us, beside);
        if (behind & ours).count_ones() >= (front & theirs).count_ones() {
            found |= pawn;
        }
    }
    found
}
