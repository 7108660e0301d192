//! Bishops and rook's pawns against king: drawn if the last square of the pawns' file is of the colour
//! that the bishops are not on, and the king is at that corner (the *wrong bishop*; known at least since
//! J. Kling and B. Horwitz, 1851).
//!
//! It is exact: of the corner and the three squares around it, one is always free and safe for the king,
//! as the other king cannot be next to it and no bishop attacks the corner, and what promotes there is
//! taken. A king further away may still get there, which the search sees.

use rules::{Color, Role, squares};

use crate::position::Position;

/// Whether `strong` has only bishops of one colour and pawns on one rook's file, whose last square is of
/// the other colour, and the other king is at the corner. The other side may have more than its king.
#[inline(always)]
pub(crate) fn wrong_bishop(position: &Position, strong: Color) -> bool {
    let board = position.board();
    let bishops = board.of(strong, Role::Bishop);
    if bishops == 0
        || position.count(strong, Role::Knight)
            + position.count(strong, Role::Rook)
            + position.count(strong, Role::Queen)
            > 0
    {
        return false;
    }
    let pawns = board.of(strong, Role::Pawn);
    [squares::FILE_A, squares::FILE_H].into_iter().any(|file| {
        let corner = file & squares::relative_rank(strong, 7);
        let wrong = if corner & squares::DARK != 0 { !squares::DARK } else { squares::DARK };
        pawns != 0
            && pawns & !file == 0
            && bishops & !wrong == 0
            && board.king(!strong).king_distance(squares::first(corner)) <= 1
    })
}
