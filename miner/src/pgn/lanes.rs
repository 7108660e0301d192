//! Looking at 64 bytes at once.
//!
//! The only place of the PGN room with `unsafe` in it: vector loads need it. Every machine has the
//! portable way, and a test compares the two.
#![allow(unsafe_code)]

/// How many bytes are looked at.
pub(super) const LANES: usize = 64;

/// What 64 bytes are, a bit for each, the first byte lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lanes {
    /// White space and control characters.
    pub(super) blank: u64,
    /// `0` to `9`
    pub(super) digit: u64,
    /// `.`
    pub(super) dot: u64,
}

impl Lanes {
    /// Looks at 64 bytes.
    #[inline(always)]
    pub(super) fn of(bytes: &[u8; LANES]) -> Self {
        // SAFETY: every x86-64 has SSE2.
        #[cfg(target_arch = "x86_64")]
        return unsafe { Self::sse2(bytes) };
        #[cfg(not(target_arch = "x86_64"))]
        return Self::portable(bytes);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "sse2")]
    #[inline]
    fn sse2(bytes: &[u8; LANES]) -> Self {
        use std::arch::x86_64::{
            __m128i, _mm_add_epi8, _mm_cmpeq_epi8, _mm_cmplt_epi8, _mm_loadu_si128, _mm_min_epu8,
            _mm_movemask_epi8, _mm_set1_epi8,
        };
        let mut lanes = Self { blank: 0, digit: 0, dot: 0 };
        for (i, chunk) in bytes.as_chunks::<16>().0.iter().enumerate() {
            // SAFETY: `chunk` is 16 readable bytes, and an unaligned load asks for no alignment.
            let chunk = unsafe { _mm_loadu_si128(chunk.as_ptr().cast::<__m128i>()) };
            let bits = |mask| u64::from(_mm_movemask_epi8(mask).cast_unsigned()) << (16 * i);
            let blank = _mm_cmpeq_epi8(_mm_min_epu8(chunk, _mm_set1_epi8(0x20)), chunk);
            let dot = _mm_cmpeq_epi8(chunk, _mm_set1_epi8(0x2e));
            // Moves `0` to the smallest number, so that one comparison bounds the digits.
            let moved = _mm_add_epi8(chunk, _mm_set1_epi8(0x50));
            let digit = _mm_cmplt_epi8(moved, _mm_set1_epi8(i8::MIN + 10));
            lanes.blank |= bits(blank);
            lanes.dot |= bits(dot);
            lanes.digit |= bits(digit);
        }
        lanes
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn portable(bytes: &[u8; LANES]) -> Self {
        let bits = |is: fn(u8) -> bool| {
            bytes.iter().rev().fold(0, |bits, &byte| bits << 1 | u64::from(is(byte)))
        };
        Self {
            blank: bits(|byte| byte <= b' '),
            digit: bits(|byte| byte.is_ascii_digit()),
            dot: bits(|byte| byte == b'.'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_see_the_same() {
        for offset in 0..=255_u8 {
            let bytes: [u8; LANES] =
                std::array::from_fn(|i| (i as u8).wrapping_mul(37).wrapping_add(offset));
            assert_eq!(Lanes::of(&bytes), Lanes::portable(&bytes));
        }
    }
}
