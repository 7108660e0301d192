//! Driving a bare king to the edge with the own king's help (D. Slate and L. Atkin, Chess 4.x, 1977).

use rules::Color;

use super::{WON, material, together};
use crate::position::Position;

/// Centipawns for each step that the king is away from the middle.
const STEP: i32 = 15;

/// The score as the stronger side sees it.
pub(super) fn score(position: &Position, strong: Color) -> i32 {
    let board = position.board();
    let king = board.king(!strong);
    // Steps from the nearest of the four squares in the middle, along files and ranks.
    let off = |line: u8| i32::from(if line > 3 { line - 4 } else { 3 - line });
    let edge = off(king.file()) + off(king.rank());
    WON + material(position, strong) + STEP * edge + together(position)
}
