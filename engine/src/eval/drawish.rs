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

/// How much of the endgame value counts if `strong` is the better side.
#[inline(always)]
pub(super) fn scale(position: &Position, passed: Squares, strong: Color) -> i32 {
    let weak = !strong;
    let pawns = position.count(strong, Role::Pawn);
    let pieces = [strong, weak].map(|color| minors_and_more(position, color));
    if pawns == 0 && pieces[0] - pieces[1] <= 3 {
        return match pieces {
            [..5, _] => 0,
            [_, ..=3] => 4,
            _ => 14,
        };
    }
    if wrong_bishop(position, strong) {
        return 0;
    }
    if opposite_bishops(position) {
        let runners = (passed & position.board().of(strong, Role::Pawn)).count_ones() as i32;
        return if pieces == [3, 3] { 18 + 8 * runners } else { 36 + 4 * runners }.min(FULL);
    }
    (44 + 4 * pawns).min(FULL)
}

/// A side's pieces in pawns: 3, 3, 5, 9.
#[inline(always)]
fn minors_and_more(position: &Position, color: Color) -> i32 {
    3 * (position.count(color, Role::Knight) + position.count(color, Role::Bishop))
        + 5 * position.count(color, Role::Rook)
        + 9 * position.count(color, Role::Queen)
}

/// Whether each side has one bishop, on different colours.
#[inline(always)]
fn opposite_bishops(position: &Position) -> bool {
    let bishops = position.board().both(Role::Bishop);
    position.count(Color::White, Role::Bishop) == 1
        && position.count(Color::Black, Role::Bishop) == 1
        && (bishops & squares::DARK).count_ones() == 1
}
