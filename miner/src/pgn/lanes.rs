//! Looking at 64 bytes at once.
//!
//! The only place of the PGN room with `unsafe` in it: vector loads need it. Every machine has the
//! portable way, and a test compares the two.
#![allow(unsafe_code)]

/// How many bytes are looked at.
pub(super) const LANES: usize = 64;

/// What 64 bytes of movetext are, a bit for each, the first byte lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MovetextLanes {
    /// White space and control characters.
    pub(super) blank: u64,
    /// `0` to `9`
    pub(super) digit: u64,
    /// `.`
    pub(super) dot: u64,
}

/// What 64 bytes of a tag section are, a bit for each, the first byte lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TagLanes {
    /// Line feeds.
    pub(super) line_end: u64,
    /// `]`
    pub(super) close: u64,
}

impl MovetextLanes {
    /// Looks at 64 bytes.
    #[inline(always)]
    pub(super) fn of(bytes: &[u8; LANES]) -> Self {
        #[cfg(target_arch = "x86_64")]
        return Self {
            blank: x86::blank(bytes),
            digit: x86::digit(bytes),
            dot: x86::equal(bytes, b'.'),
        };
        #[cfg(not(target_arch = "x86_64"))]
        return Self::portable(bytes);
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn portable(bytes: &[u8; LANES]) -> Self {
        Self {
            blank: lanes(bytes, |byte| byte <= b' '),
            digit: lanes(bytes, |byte| byte.is_ascii_digit()),
            dot: lanes(bytes, |byte| byte == b'.'),
        }
    }
}

impl TagLanes {
    /// Looks at 64 bytes.
    #[inline(always)]
    pub(super) fn of(bytes: &[u8; LANES]) -> Self {
        #[cfg(target_arch = "x86_64")]
        return Self { line_end: x86::equal(bytes, b'\n'), close: x86::equal(bytes, b']') };
        #[cfg(not(target_arch = "x86_64"))]
        return Self::portable(bytes);
    }

    #[cfg(any(test, not(target_arch = "x86_64")))]
    fn portable(bytes: &[u8; LANES]) -> Self {
        Self {
            line_end: lanes(bytes, |byte| byte == b'\n'),
            close: lanes(bytes, |byte| byte == b']'),
        }
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn lanes(bytes: &[u8; LANES], is: impl Fn(u8) -> bool) -> u64 {
    bytes.iter().rev().fold(0, |bits, &byte| bits << 1 | u64::from(is(byte)))
}

/// SSE2, which every x86-64 has.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi8, _mm_cmpeq_epi8, _mm_cmplt_epi8, _mm_loadu_si128, _mm_min_epu8,
        _mm_movemask_epi8, _mm_set1_epi8,
    };

    use super::LANES;

    #[inline(always)]
    fn lanes(bytes: &[u8; LANES], is: impl Fn(__m128i) -> __m128i) -> u64 {
        let mut bits = 0;
        for (i, chunk) in bytes.as_chunks::<16>().0.iter().enumerate() {
            // SAFETY: `chunk` is 16 readable bytes, an unaligned load asks for no alignment, and
            // every x86-64 has SSE2.
            let mask = unsafe { _mm_movemask_epi8(is(_mm_loadu_si128(chunk.as_ptr().cast()))) };
            bits |= u64::from(mask.cast_unsigned()) << (16 * i);
        }
        bits
    }

    #[inline(always)]
    pub(super) fn equal(bytes: &[u8; LANES], byte: u8) -> u64 {
        // SAFETY: every x86-64 has SSE2.
        lanes(bytes, |chunk| unsafe { _mm_cmpeq_epi8(chunk, _mm_set1_epi8(byte.cast_signed())) })
    }

    #[inline(always)]
    pub(super) fn blank(bytes: &[u8; LANES]) -> u64 {
        // SAFETY: every x86-64 has SSE2.
        lanes(bytes, |chunk| unsafe {
            _mm_cmpeq_epi8(_mm_min_epu8(chunk, _mm_set1_epi8(0x20)), chunk)
        })
    }

    #[inline(always)]
    pub(super) fn digit(bytes: &[u8; LANES]) -> u64 {
        // Moves `0` to the smallest number, so that one comparison bounds the digits.
        // SAFETY: every x86-64 has SSE2.
        lanes(bytes, |chunk| unsafe {
            let moved = _mm_add_epi8(chunk, _mm_set1_epi8(0x50));
            _mm_cmplt_epi8(moved, _mm_set1_epi8(i8::MIN + 10))
        })
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
            assert_eq!(MovetextLanes::of(&bytes), MovetextLanes::portable(&bytes));
            assert_eq!(TagLanes::of(&bytes), TagLanes::portable(&bytes));
        }
    }
}
