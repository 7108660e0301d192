//! Shuffling costs nothing.

/// No side is charged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shuffles {}

impl Shuffles {
    #[inline(always)]
    pub(in crate::eval) const fn score(self, _: i32, _: i32) -> i32 {
        0
    }

    #[inline(always)]
    pub(in crate::eval) const fn to_bits(self) -> u64 {
        0
    }
}
