//! Terms of a side that the search asks for beside the score (LMR-07, LMR-08).

use super::Found;

/// By `Color as usize`, in centipawns as the side itself sees them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideTerms {
    /// How safe each side's king is.
    pub king_safety: [i32; 2],
    /// What each side's passed pawns are worth.
    pub passed_pawns: [i32; 2],
}

/// The words of an entry of the evaluation hash table.
pub(super) const WORDS: usize = 2;

impl SideTerms {
    pub(super) fn of(found: &Found, phase: i32) -> Self {
        Self {
            king_safety: found.king_safety.map(|safety| safety.taper(phase)),
            passed_pawns: found.passed_pawns.map(|passed| passed.taper(phase)),
        }
    }

    #[inline(always)]
    pub(super) fn to_words(self) -> [u64; WORDS] {
        let pair = |[a, b]: [i32; 2]| u64::from(a as u32) | u64::from(b as u32) << 32;
        [pair(self.king_safety), pair(self.passed_pawns)]
    }

    #[inline(always)]
    pub(super) fn from_words(words: [u64; WORDS]) -> Self {
        let [king_safety, passed_pawns] = words.map(|word| [word as i32, (word >> 32) as i32]);
        Self { king_safety, passed_pawns }
    }
}
