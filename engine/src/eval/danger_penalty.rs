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
    let (mg, eg) = (-cost(units.mg()), -cost(units.eg()));
    // The default saves the divisions.
    if percent == 100 {
        return Tapered::new(mg, eg);
    }
    Tapered::new(mg * percent / 100, eg * percent / 100)
}

#[inline(always)]
const fn cost(units: i32) -> i32 {
    let units = if units > MOST { MOST } else { units };
    if units <= 0 {
        return units / DIVISOR;
    }
    // What is not negative is divided by a shift.
    let units = units.cast_unsigned();
    ((units + units * units / DOUBLE.cast_unsigned()) / DIVISOR.cast_unsigned()).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortcuts change nothing.
    #[test]
    fn the_penalty_is_what_the_formula_says() {
        for units in -3_000..=3_000 {
            let counted = units.min(MOST);
            let square = if counted > 0 { counted * counted / DOUBLE } else { 0 };
            let cost = (counted + square) / DIVISOR;
            for percent in [0, 50, 100, 400] {
                let expected = -cost * percent / 100;
                let found = penalty(Tapered::new(units, -units), percent);
                assert_eq!(found.mg(), expected, "{units} {percent}");
                let turned = penalty(Tapered::new(-units, units), percent);
                assert_eq!(turned.eg(), expected, "{units} {percent}");
            }
        }
    }
}
