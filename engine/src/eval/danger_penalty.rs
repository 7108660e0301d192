//! From the danger units of a king to a penalty: in proportion at first, by the square of the units when there are
//! many (A. Grant, Ethereal, 2019; in this form mcthouacbb, Sirius).

use crate::tapered::Tapered;

/// Units per centipawn where they count in proportion.
pub const DIVISOR: i32 = 8;
/// Units at which the square adds as much again.
pub const DOUBLE: i32 = 128;
/// Units count no further, so that no sum can overflow.
pub const MOST: i32 = 2_000;

/// The penalty in centipawns, negative for danger, for the side whose king it is. `percent` scales it
/// (`KingDanger`).
#[inline(always)]
pub(super) const fn penalty(units: Tapered, percent: i32) -> Tapered {
    Tapered::new(-cost(units.mg()) * percent / 100, -cost(units.eg()) * percent / 100)
}

#[inline(always)]
const fn cost(units: i32) -> i32 {
    let units = if units > MOST { MOST } else { units };
    let grown = if units > 0 { units + units * units / DOUBLE } else { units };
    grown / DIVISOR
}
