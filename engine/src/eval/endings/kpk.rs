//! King and pawn against king, from a bitbase that `build.rs` computes.
//!
//! The table says for each side to move, both kings, and a pawn on the files a to d whether the
//! pawn's side wins; other files are mirrored.

use rules::{Color, Role, Square, squares};

use super::{WON, material};
use crate::{embedded, position::Position};

/// Whether the pawn's side wins, `None` if this is no such ending.
#[must_use]
pub fn wins(position: &Position, strong: Color) -> Option<bool> {
    let board = position.board();
    let pawns = board.of(strong, Role::Pawn);
    if pawns.count_ones() != 1 || board.occupied.count_ones() != 3 {
        return None;
    }
    let pawn = squares::first(pawns);
    let mirror = if pawn.file() > 3 { 7 } else { 0 };
    let place = |square: Square| square.relative_to(strong).index() ^ mirror;
    let [king, other] = [board.king(strong), board.king(!strong)].map(place);
    Some(embedded::kpk(position.turn() == strong, king, other, place(pawn)))
}

/// Centipawns for each rank that the pawn has gone.
const RANK: i32 = 20;

/// The score of a won ending as the pawn's side sees it.
pub(super) fn score(position: &Position, strong: Color) -> i32 {
    let pawn = squares::first(position.board().of(strong, Role::Pawn));
    let rank = i32::from(pawn.relative_to(strong).rank());
    WON.max(material(position, strong)) + RANK * rank
}
