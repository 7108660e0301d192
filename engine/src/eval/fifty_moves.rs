//! Scores shrink as the draw by fifty moves comes near.
//!
//! The scale is linear: at [`FIFTY_MOVES`], where the game is drawn, half of the score is left.
//! The count is no part of the transposition table's key, so an entry may come from a position with
//! another count, as with every engine that does this; the draw itself is never taken from there.

use rules::FIFTY_MOVES;

const SCALE: i32 = 2 * FIFTY_MOVES as i32;

/// The score after `halfmoves` plies without a capture or pawn move.
#[inline(always)]
pub(super) fn scaled(centipawns: i32, halfmoves: u16) -> i32 {
    centipawns * (SCALE - i32::from(halfmoves.min(FIFTY_MOVES))) / SCALE
}
