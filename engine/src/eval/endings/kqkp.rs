//! Queen against a rook's or bishop's pawn on the seventh, from a bitbase that `build.rs` computes: it
//! is drawn where the defender's king is beside its pawn and the other one is far, since stalemate
//! threatens (A. Philidor, 1777; the method is retrograde analysis, K. Thompson, 1986).
//!
//! It is asked when the queen is to move; with the pawn to move, one ply of search is.

use rules::{Color, Role, Square, squares};

use crate::{embedded, position::Position};

/// Whether the queen's side, which is to move, wins; `None` if this is no such ending. What is not won
/// is drawn.
#[must_use]
pub fn wins(position: &Position, strong: Color) -> Option<bool> {
    let board = position.board();
    let (queen, pawn) = (board.of(strong, Role::Queen), board.of(!strong, Role::Pawn));
    if position.turn() != strong || board.occupied.count_ones() != 4 || queen == 0 || pawn == 0 {
        return None;
    }
    let pawn = squares::first(pawn);
    let mirror = if pawn.file() > 3 { 7 } else { 0 };
    let place = |square: Square| square.relative_to(strong).index() ^ mirror;
    let on_c = match place(pawn) {
        8 => false,
        10 => true,
        _ => return None,
    };
    let [king, other] = [board.king(strong), board.king(!strong)].map(place);
    Some(embedded::kqkp(king, other, on_c, place(squares::first(queen))))
}
