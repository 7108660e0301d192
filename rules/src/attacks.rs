//! What pieces attack with others on the board. The sliders' look-ups are shakmaty's.

use shakmaty::{Bitboard, attacks};

use crate::{
    Color, Role, Square, Squares,
    masks::{MASKS, row},
    squares::{east, forward, west},
};

#[inline(always)]
const fn theirs(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square.index() as u32)
}

/// A knight's squares.
#[must_use]
#[inline(always)]
pub fn knight(from: Square) -> Squares {
    MASKS[from.index()].reach[row::KNIGHT]
}

/// A king's squares.
#[must_use]
#[inline(always)]
pub fn king(from: Square) -> Squares {
    MASKS[from.index()].reach[row::KING]
}

/// The squares that a pawn of `color` attacks.
#[must_use]
#[inline(always)]
pub fn pawn(color: Color, from: Square) -> Squares {
    // Where the other side's pawns attack a square from, a pawn there attacks.
    MASKS[from.index()].reach[row::ATTACK + (color as usize ^ 1)]
}

/// The squares that all these pawns of `color` attack.
#[must_use]
#[inline(always)]
pub const fn pawns(color: Color, pawns: Squares) -> Squares {
    let ahead = forward(color, pawns);
    east(ahead) | west(ahead)
}

/// A bishop's squares, up to and with the first occupied one each way.
#[must_use]
#[inline(always)]
pub fn bishop(from: Square, occupied: Squares) -> Squares {
    attacks::bishop_attacks(theirs(from), Bitboard(occupied)).0
}

/// A rook's squares, up to and with the first occupied one each way.
#[must_use]
#[inline(always)]
pub fn rook(from: Square, occupied: Squares) -> Squares {
    attacks::rook_attacks(theirs(from), Bitboard(occupied)).0
}

/// A queen's squares, up to and with the first occupied one each way.
#[must_use]
#[inline(always)]
pub fn queen(from: Square, occupied: Squares) -> Squares {
    bishop(from, occupied) | rook(from, occupied)
}

/// The squares that a piece attacks.
#[must_use]
#[inline(always)]
pub fn of(color: Color, role: Role, from: Square, occupied: Squares) -> Squares {
    match role {
        Role::Pawn => pawn(color, from),
        Role::Knight => knight(from),
        Role::Bishop => bishop(from, occupied),
        Role::Rook => rook(from, occupied),
        Role::Queen => queen(from, occupied),
        Role::King => king(from),
    }
}

/// The squares between two, if they are on a line; none if not.
#[must_use]
#[inline(always)]
pub fn between(a: Square, b: Square) -> Squares {
    MASKS[a.index()].between[b.index()]
}

/// The whole line through two squares, from edge to edge; none if they are not on one.
#[must_use]
#[inline(always)]
pub fn line(a: Square, b: Square) -> Squares {
    attacks::ray(theirs(a), theirs(b)).0
}
