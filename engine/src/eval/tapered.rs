//! A middlegame and an endgame value together, and the taper between them.
//!
//! The taper is A. Nitsche and P. Schöttl's tapered evaluation in the form of Fruit (F. Letouzey,
//! 2004): both values are summed, and mixed once by the material left.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use tables::MAX_PHASE_WEIGHT;

/// Middlegame and endgame centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tapered {
    /// In the middlegame.
    pub mg: i32,
    /// In the endgame.
    pub eg: i32,
}

impl Tapered {
    /// The two values.
    #[must_use]
    pub const fn new(mg: i32, eg: i32) -> Self {
        Self { mg, eg }
    }

    /// The mix for a phase weight: all mg at 24 and beyond, all eg at 0.
    #[must_use]
    pub const fn taper(self, phase: i32) -> i32 {
        let most = MAX_PHASE_WEIGHT as i32;
        let phase = if phase > most { most } else { phase };
        (self.mg * phase + self.eg * (most - phase)) / most
    }
}

impl Add for Tapered {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.mg + other.mg, self.eg + other.eg)
    }
}

impl Sub for Tapered {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.mg - other.mg, self.eg - other.eg)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Tapered {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.mg, -self.eg)
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    fn mul(self, by: i32) -> Self {
        Self::new(self.mg * by, self.eg * by)
    }
}
