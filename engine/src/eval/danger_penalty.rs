//! From the danger units of a king to a penalty, which grows with the square of the middlegame units
//! and with the endgame units themselves (A. Grant, Ethereal, 2019).

use crate::tapered::Tapered;

/// Squared middlegame units per centipawn.
pub const MG_DIVISOR: i32 = 720;
/// Endgame units per centipawn.
pub const EG_DIVISOR: i32 = 20;
/// Units count no further, so that no sum can overflow.
const MOST: i32 = 2_000;

/// The penalty in centipawns, negative or zero, for the side whose king is in danger. `percent` scales
/// it (`KingDanger`).
#[inline(always)]
pub(super) const fn penalty(units: Tapered, percent: i32) -> Tapered {
    let (mg, eg) = (bounded(units.mg()), bounded(units.eg()));
    Tapered::new(-(mg * mg / MG_DIVISOR) * percent / 100, -(eg / EG_DIVISOR) * percent / 100)
}

const fn bounded(units: i32) -> i32 {
    if units < 0 {
        0
    } else if units > MOST {
        MOST
    } else {
        units
    }
}
