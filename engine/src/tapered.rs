//! A middlegame and an endgame value together, and the taper between them.
//!
//! The taper is A. Nitsche and P. Schöttl's tapered evaluation in the form of Fruit (F. Letouzey,
//! 2004): both values are summed, and mixed once by the material left.
//!
//! Both lie in one `i64`, so that sums and products cost one instruction. The endgame value is the
//! upper half, one less than it says while the middlegame value is negative; reading it back makes
//! that good.

use std::{
    fmt,
    ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign},
};

use tables::MAX_PHASE_WEIGHT;

/// Middlegame and endgame centipawns.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Tapered(i64);

impl Tapered {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// The two values.
    #[must_use]
    #[inline(always)]
    pub const fn new(mg: i32, eg: i32) -> Self {
        Self(((eg as i64) << 32).wrapping_add(mg as i64))
    }

    /// Both in one word.
    #[inline(always)]
    pub(crate) const fn to_bits(self) -> u64 {
        self.0.cast_unsigned()
    }

    /// See [`Self::to_bits`].
    #[inline(always)]
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits.cast_signed())
    }

    /// In the middlegame.
    #[must_use]
    #[inline(always)]
    pub const fn mg(self) -> i32 {
        self.0 as i32
    }

    /// In the endgame.
    #[must_use]
    #[inline(always)]
    pub const fn eg(self) -> i32 {
        (self.0.wrapping_add(1 << 31) >> 32) as i32
    }

    /// The mix for a phase weight: all mg at 24 and beyond, all eg at 0.
    #[must_use]
    #[inline(always)]
    pub const fn taper(self, phase: i32) -> i32 {
        let most = MAX_PHASE_WEIGHT as i32;
        let phase = if phase > most { most } else { phase };
        (self.mg() * phase + self.eg() * (most - phase)) / most
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.mg(), self.eg())
    }
}

impl Add for Tapered {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Tapered {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline(always)]
    fn mul(self, by: i32) -> Self {
        Self(self.0.wrapping_mul(i64::from(by)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_do_not_meet() {
        let values = [-30_000, -257, -1, 0, 1, 99, 30_000];
        for mg in values {
            for eg in values {
                let pair = Tapered::new(mg, eg);
                assert_eq!((pair.mg(), pair.eg()), (mg, eg));
                let both = pair * -7 + Tapered::new(3, -5);
                assert_eq!((both.mg(), both.eg()), (3 - 7 * mg, -5 - 7 * eg));
                assert_eq!(pair - pair, Tapered::ZERO);
                assert_eq!(-pair, Tapered::new(-mg, -eg));
            }
        }
        assert_eq!(Tapered::new(24, -24).taper(24), 24);
        assert_eq!(Tapered::new(24, -24).taper(0), -24);
        assert_eq!(Tapered::new(24, -24).taper(60), 24);
    }
}
