//! Small terms of knights and bishops.
//!
//! - `Blockade` (SML-5, E. Schröder): a knight right before an enemy pawn that is isolated or
//!   backward. A word is missing in the source; we read *weak pawn*. The source asks for a small bonus; the fit
//!   makes it a small penalty in the middlegame (`SML_Fitted`).
//! - `Knight pair` (CKN-01, E. Schröder): the source lost its diagrams. Reading: two knights side
//!   by side on a rank or file are good, two that protect each other are bad. Weights are zero.
//! - `Bishop pair`: two bishops on different colours.
//! - `Bad bishop`: own pawns on the colour of an own bishop.
//! - `Long diagonal`: a bishop that looks through pieces at two of the four squares of the centre (Chess Programming
//!   Wiki; Stockfish).
//! - `Shielded minor`: a knight or bishop right behind a pawn of either side.
//! - `Bishop v knight` (SML-1, E. Schröder): each side has one minor piece, one of them a bishop,
//!   and no other pieces; both sides have pawns on both flanks (a-c, f-h), none on the d- and e-files.
//!   The bishop's side is better, by as many centipawns as the option says: the phase makes them no
//!   less, nor does what [`drawish`](super::drawish) says of few pawns.

use rules::{Color, Role, Squares, attacks, squares};

use super::{
    attacks::Attacks,
    features::{self, Term},
    pawns,
    tally::Tally,
};
use crate::position::Position;

const QUEEN_FLANK: Squares = squares::FILE_A * 0b0000_0111;
const KING_FLANK: Squares = squares::FILE_A * 0b1110_0000;
const CENTRE: Squares = squares::FILE_A * 0b0001_1000;
/// The squares d4, e4, d5 and e5.
const CORE: Squares = CENTRE & (squares::RANK_1 << 24 | squares::RANK_1 << 32);

/// Counts the features of these terms for a side.
#[inline(always)]
pub(super) fn count<T: Tally>(position: &Position, all: &Attacks, us: Color, tally: &mut T) {
    let board = position.board();
    let (knights, bishops) = (board.of(us, Role::Knight), board.of(us, Role::Bishop));
    let pawns_of_both = board.both(Role::Pawn);
    let mut blockades = 0;
    let before = knights & squares::forward(!us, board.of(!us, Role::Pawn));
    if before != 0 {
        let weak = pawns::weak(board, !us);
        blockades = squares::count(before & squares::forward(!us, weak.isolated | weak.backward));
    }
    tally.add(features::KNIGHT_BLOCKADE, blockades);
    tally.close(Term::KnightBlockade, us);
    if squares::several(knights) {
        let first = squares::first(knights);
        let others = knights & !squares::of(first);
        let one = squares::of(first);
        let beside = squares::east(one) | squares::west(one) | one << 8 | one >> 8;
        tally.add(features::KNIGHT_PAIR_GOOD, i32::from(others & beside != 0));
        tally.add(features::KNIGHT_PAIR_BAD, i32::from(others & attacks::knight(first) != 0));
    }
    tally.close(Term::KnightPair, us);
    let both_colours = bishops & squares::DARK != 0 && bishops & !squares::DARK != 0;
    tally.add(features::BISHOP_PAIR, i32::from(both_colours));
    tally.close(Term::BishopPair, us);
    let ours = board.of(us, Role::Pawn);
    let on = |colour: Squares| squares::count(bishops & colour) * squares::count(ours & colour);
    tally.add(features::BAD_BISHOP, on(squares::DARK) + on(!squares::DARK));
    tally.close(Term::BadBishop, us);
    tally.add(features::LONG_DIAGONAL, all.long_diagonals[us as usize]);
    tally.close(Term::LongDiagonal, us);
    let shielded = (knights | bishops) & squares::forward(!us, pawns_of_both);
    tally.add(features::SHIELDED_MINOR, squares::count(shielded));
    tally.close(Term::Shielded, us);
    let is_better = better_bishop(position) == Some(us);
    tally.add(features::BISHOP_V_KNIGHT, i32::from(is_better));
    tally.close(Term::BishopVKnight, us);
}

/// Whether a bishop with these rays is on a long diagonal.
#[inline(always)]
pub(super) const fn is_on_long_diagonal(rays: Squares) -> bool {
    squares::several(rays & CORE)
}

/// The phase of two minor pieces.
const TWO_MINORS: i32 = 2;

/// The side with the better bishop (SML-1).
#[inline(always)]
pub(super) fn better_bishop(position: &Position) -> Option<Color> {
    let board = position.board();
    // Two kings and two minor pieces beside the pawns. The phase is at hand, and nearly always says no.
    if position.phase() != TWO_MINORS
        || board.occupied.count_ones() != board.both(Role::Pawn).count_ones() + 4
    {
        return None;
    }
    let fits = board.both(Role::Pawn) & CENTRE == 0
        && Color::ALL.iter().all(|&color| {
            let pawns = board.of(color, Role::Pawn);
            pawns & QUEEN_FLANK != 0 && pawns & KING_FLANK != 0
        });
    Color::ALL.into_iter().find(|&us| {
        fits && position.count(us, Role::Bishop) == 1 && position.count(!us, Role::Knight) == 1
    })
}
