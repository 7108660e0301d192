//! The nearer the draw by fifty moves, the less a score is worth.
//!
//! With two hundred half-moves in the scale, half of the score is left when the draw is there.
//! The count is no part of the transposition table's key, so an entry may come from a position with
//! another count, as with every engine that does this; the draw itself is never taken from there.

const SCALE: i32 = 200;

/// What is left of a score after this many half-moves without a capture or pawn move.
#[inline(always)]
pub(super) fn scaled(centipawns: i32, halfmoves: u16) -> i32 {
    centipawns * (SCALE - i32::from(halfmoves.min(100))) / SCALE
}
