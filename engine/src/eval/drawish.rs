//! Material that is hard to win with: part of the endgame value is taken away.
//!
//! By the stronger side, the one with the better endgame value, in 64ths: without pawns, little is
//! won with less than a rook more; bishops of opposite colours draw, alone more than with other
//! pieces; rook pawns with a bishop of the wrong colour win nothing if the king holds the corner; and
//! the fewer pawns, the likelier a draw (common knowledge; the scales follow M. Costalba and others,
//! Stockfish, in kind).

use rules::{Color, Role, Squares, squares};

use super::endings::kbpk::wrong_bishop;
use crate::position::Position;

/// All of the endgame value.
pub(super) const FULL: i32 = 64;
/// Pawns' worth of pieces that a side without pawns must be ahead by more than, to be let off.
const LITTLE: i32 = 3;
/// What counts of a little more, without pawns: with less than a rook, against a minor piece at most, and else.
const PAWNLESS: [i32; 3] = [0, 4, 14];
/// Bishops of opposite colours alone: what counts, and what more for each passed pawn.
const BISHOPS_ALONE: [i32; 2] = [18, 8];
/// The same with other pieces.
const BISHOPS: [i32; 2] = [36, 4];
/// What counts else, and what more for each pawn.
const BY_PAWNS: [i32; 2] = [44, 4];
/// Pieces in pawns.
const MINOR: i32 = Role::Bishop.classic_value();
const ROOK: i32 = Role::Rook.classic_value();
const QUEEN: i32 = Role::Queen.classic_value();

/// How much of the endgame value counts if `strong` is the better side.
#[inline(always)]
pub(super) fn scale(position: &Position, passed: Squares, strong: Color) -> i32 {
    let weak = !strong;
    let pawns = position.count(strong, Role::Pawn);
    let pieces = [strong, weak].map(|color| minors_and_more(position, color));
    if pawns == 0 && pieces[0] - pieces[1] <= LITTLE {
        let [below_rook, against_minor, other] = PAWNLESS;
        return match pieces {
            [..ROOK, _] => below_rook,
            [_, ..=MINOR] => against_minor,
            _ => other,
        };
    }
    let growing = |[base, each]: [i32; 2], count: i32| (base + each * count).min(FULL);
    if wrong_bishop(position, strong) {
        return 0;
    }
    if opposite_bishops(position) {
        let runners = (passed & position.board().of(strong, Role::Pawn)).count_ones() as i32;
        return growing(if pieces == [MINOR; 2] { BISHOPS_ALONE } else { BISHOPS }, runners);
    }
    growing(BY_PAWNS, pawns)
}

/// A side's pieces in pawns.
#[inline(always)]
fn minors_and_more(position: &Position, color: Color) -> i32 {
    MINOR * (position.count(color, Role::Knight) + position.count(color, Role::Bishop))
        + ROOK * position.count(color, Role::Rook)
        + QUEEN * position.count(color, Role::Queen)
}

/// Whether each side has one bishop, on different colours.
#[inline(always)]
fn opposite_bishops(position: &Position) -> bool {
    let bishops = position.board().both(Role::Bishop);
    position.count(Color::White, Role::Bishop) == 1
        && position.count(Color::Black, Role::Bishop) == 1
        && (bishops & squares::DARK).count_ones() == 1
}
