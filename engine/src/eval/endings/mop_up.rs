//! Driving a bare king to the edge with the own king's help (D. Slate and L. Atkin, Chess 4.x, 1977).

use rules::Color;

use super::{WON, material, together};
use crate::position::Position;

/// The score as the stronger side sees it.
pub(super) fn score(position: &Position, strong: Color) -> i32 {
    let board = position.board();
    let king = board.king(!strong);
    // Steps from the nearest of the four squares in the middle, along files and ranks.
    let off = |line: u8| i32::from(if line > 3 { line - 4 } else { 3 - line });
    let edge = off(king.file()) + off(king.rank());
    WON + material(position, strong) + 15 * edge + together(position)
}
