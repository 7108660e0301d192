//! The search asks for nothing beside the score.

use crate::eval::Found;

/// None.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideTerms {}

pub(in crate::eval) const WORDS: usize = 0;

impl SideTerms {
    #[inline(always)]
    pub(in crate::eval) const fn of(_: &Found, _: i32) -> Self {
        Self {}
    }

    #[inline(always)]
    pub(in crate::eval) const fn to_words(self) -> [u64; WORDS] {
        []
    }

    #[inline(always)]
    pub(in crate::eval) const fn from_words(_: [u64; WORDS]) -> Self {
        Self {}
    }
}
