//! Where kings, rooks and pawns go, by the index of a square.

use rules::{Color, Squares, attacks, squares};

pub(super) const fn bit(square: usize) -> Squares {
    1 << square
}

pub(super) fn king(from: usize) -> Squares {
    attacks::king(squares::square(from as u32))
}

/// What White's pawn attacks.
pub(super) fn pawn(from: usize) -> Squares {
    attacks::pawn(Color::White, squares::square(from as u32))
}

pub(super) fn rook(from: usize, occupied: Squares) -> Squares {
    attacks::rook(squares::square(from as u32), occupied)
}

pub(super) fn between(a: usize, b: usize) -> Squares {
    attacks::between(squares::square(a as u32), squares::square(b as u32))
}

pub(super) const fn has(set: Squares, square: usize) -> bool {
    set >> square & 1 != 0
}

/// Whether two squares are the same or neighbours.
pub(super) fn near(a: usize, b: usize) -> bool {
    a == b || has(king(a), b)
}

pub(super) fn each(set: Squares) -> impl Iterator<Item = usize> {
    squares::each(set).map(|square| square.index())
}

/// The squares from which a rook gets to one of `targets` over squares of `empty`.
pub(super) const fn rooks_to(targets: Squares, empty: Squares) -> Squares {
    const NOT_A: Squares = !squares::FILE_A;
    const NOT_H: Squares = !squares::FILE_H;
    let (mut north, mut south, mut east, mut west) = (targets, targets, targets, targets);
    let mut step = 0;
    while step < 6 {
        north |= north << 8 & empty;
        south |= south >> 8 & empty;
        east |= east << 1 & empty & NOT_A;
        west |= west >> 1 & empty & NOT_H;
        step += 1;
    }
    north << 8 | south >> 8 | east << 1 & NOT_A | west >> 1 & NOT_H
}
