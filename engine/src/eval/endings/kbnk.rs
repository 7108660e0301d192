//! Bishop and knight against king: only the corners of the bishop's colour are mates.

use rules::{Color, Role, squares};

use super::{WON, material, together};
use crate::position::Position;

/// Centipawns for each step that the king is nearer to a corner where it can be mated.
const STEP: i32 = 25;
/// The most steps that it can be away from the nearest.
const FARTHEST: i32 = 7;

/// The score as the stronger side sees it.
pub(super) fn score(position: &Position, strong: Color) -> i32 {
    let board = position.board();
    let dark = board.of(strong, Role::Bishop) & squares::DARK != 0;
    let king = board.king(!strong);
    // The corners a1 and h8 are dark.
    let corners = if dark { [0, 63] } else { [7, 56] };
    let (file, rank) = (i32::from(king.file()), i32::from(king.rank()));
    // Steps along ranks and files tell the way along the edge better than king's moves.
    let away = corners
        .map(|corner| (file - corner % 8).abs() + (rank - corner / 8).abs())
        .into_iter()
        .fold(i32::MAX, i32::min);
    WON + material(position, strong) + STEP * (FARTHEST - away) + together(position)
}
