//! Looking at 64 bytes at once.
//!
//! The only place of the PGN room with `unsafe` in it: vector loads need it. Every machine has the
//! portable way, and a test compares the two.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod x86;

use crate::cpu::Processor;
#[cfg(target_arch = "x86_64")]
use crate::cpu::Vectors;

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
    /// `+`, `#`, `!` and `?`
    pub(super) mark: u64,
    /// What no move and no number holds, and words may end at: `$%&'()`, `;`, `{` and all behind.
    pub(super) special: u64,
}

/// Where variations and NAGs start or end in 64 bytes, a bit for each, the first byte lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VariationLanes {
    /// `(`
    pub(super) open: u64,
    /// `)`
    pub(super) close: u64,
    /// `$`
    pub(super) dollar: u64,
}

/// What decides where comments and lines end in 64 bytes, a bit for each, the first byte lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CommentLanes {
    /// Line ends, and what is below them: everything up to CR.
    pub(super) line_end: u64,
    /// `{`
    pub(super) open: u64,
    /// `}`
    pub(super) close: u64,
    /// `;`
    pub(super) semicolon: u64,
}

/// What 64 bytes of a tag section are, a bit for each, the first byte lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TagLanes {
    /// Line feeds.
    pub(super) line_end: u64,
    /// `]`
    pub(super) close: u64,
}

/// Whether the processor has vectors of 64 bytes, and moves bytes in them together. Who has the second has the
/// first (Intel since 2019, AMD since 2022).
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn has_long_vectors() -> bool {
    is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vbmi2")
}

/// Gives each kind of lanes its door: the best way that the processor has.
macro_rules! door {
    ($lanes:ident, $way:ident) => {
        impl $lanes {
            /// Looks at 64 bytes.
            #[inline(always)]
            pub(super) fn of<P: Processor>(bytes: &[u8; LANES], _: P) -> Self {
                #[cfg(target_arch = "x86_64")]
                return if P::VECTORS == Vectors::Avx512
                    || P::VECTORS == Vectors::Any && has_long_vectors()
                {
                    // SAFETY: the processor has AVX-512BW and VBMI2.
                    unsafe { x86::avx512::$way(bytes) }
                } else if P::VECTORS == Vectors::Avx2 || is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has AVX2.
                    unsafe { x86::avx2::$way(bytes) }
                } else {
                    // SAFETY: every x86-64 has SSE2.
                    unsafe { x86::sse2::$way(bytes) }
                };
                #[cfg(not(target_arch = "x86_64"))]
                return Self::portable(bytes);
            }
        }
    };
}

door!(MovetextLanes, movetext);
door!(VariationLanes, variation);
door!(CommentLanes, comment);
door!(TagLanes, tag);

/// Writes the bytes of `kept` one behind the other, those of `blank` as blanks. What stands behind them in `room`
/// means nothing.
#[inline(always)]
pub(super) fn keep<P: Processor>(
    bytes: &[u8; LANES],
    kept: u64,
    blank: u64,
    room: &mut [u8; LANES],
    _: P,
) {
    #[cfg(target_arch = "x86_64")]
    if P::VECTORS == Vectors::Avx512 || P::VECTORS == Vectors::Any && has_long_vectors() {
        // SAFETY: the processor has AVX-512BW and VBMI2.
        return unsafe { x86::avx512::keep(bytes, kept, blank, room) };
    }
    keep_runs(bytes, kept, blank, room);
}

/// The same, run by run.
#[inline(always)]
fn keep_runs(bytes: &[u8; LANES], mut kept: u64, blank: u64, room: &mut [u8; LANES]) {
    let mut len = 0;
    while kept != 0 {
        let from = kept.trailing_zeros() as usize;
        let run = (!(kept >> from)).trailing_zeros().min(LANES as u32 - from as u32) as usize;
        room[len..len + run].copy_from_slice(&bytes[from..from + run]);
        if blank >> from & 1 != 0 {
            room[len] = b' ';
        }
        len += run;
        kept &= u64::MAX.checked_shl((from + run) as u32).unwrap_or(0);
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
impl MovetextLanes {
    fn portable(bytes: &[u8; LANES]) -> Self {
        Self {
            blank: lanes(bytes, |byte| byte <= b' '),
            digit: lanes(bytes, |byte| byte.is_ascii_digit()),
            dot: lanes(bytes, |byte| byte == b'.'),
            mark: lanes(bytes, |byte| matches!(byte, b'+' | b'#' | b'!' | b'?')),
            special: lanes(bytes, |byte| matches!(byte, b'$'..=b')' | b';' | b'{'..)),
        }
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
impl VariationLanes {
    fn portable(bytes: &[u8; LANES]) -> Self {
        Self {
            open: lanes(bytes, |byte| byte == b'('),
            close: lanes(bytes, |byte| byte == b')'),
            dollar: lanes(bytes, |byte| byte == b'$'),
        }
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
impl CommentLanes {
    fn portable(bytes: &[u8; LANES]) -> Self {
        Self {
            line_end: lanes(bytes, |byte| byte <= b'\r'),
            open: lanes(bytes, |byte| byte == b'{'),
            close: lanes(bytes, |byte| byte == b'}'),
            semicolon: lanes(bytes, |byte| byte == b';'),
        }
    }
}

#[cfg(any(test, not(target_arch = "x86_64")))]
impl TagLanes {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Anyone;

    /// Compares one way of looking with the portable one.
    #[cfg(target_arch = "x86_64")]
    macro_rules! each {
        ($bytes:ident, $way:ident) => {{
            assert_eq!(x86::$way::movetext(&$bytes), MovetextLanes::portable(&$bytes));
            assert_eq!(x86::$way::variation(&$bytes), VariationLanes::portable(&$bytes));
            assert_eq!(x86::$way::comment(&$bytes), CommentLanes::portable(&$bytes));
            assert_eq!(x86::$way::tag(&$bytes), TagLanes::portable(&$bytes));
        }};
    }

    /// The first comparisons are with the best way of this processor.
    #[test]
    fn all_ways_see_the_same() {
        for offset in 0..=255_u8 {
            let bytes: [u8; LANES] =
                std::array::from_fn(|i| (i as u8).wrapping_mul(37).wrapping_add(offset));
            assert_eq!(MovetextLanes::of(&bytes, Anyone), MovetextLanes::portable(&bytes));
            assert_eq!(VariationLanes::of(&bytes, Anyone), VariationLanes::portable(&bytes));
            assert_eq!(CommentLanes::of(&bytes, Anyone), CommentLanes::portable(&bytes));
            assert_eq!(TagLanes::of(&bytes, Anyone), TagLanes::portable(&bytes));
            #[cfg(target_arch = "x86_64")]
            {
                // SAFETY: every x86-64 has SSE2.
                unsafe { each!(bytes, sse2) };
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has AVX2.
                    unsafe { each!(bytes, avx2) };
                }
            }
        }
    }

    #[test]
    fn what_is_kept_is_what_was_asked_for() {
        let bytes: [u8; LANES] = std::array::from_fn(|i| i as u8 + 60);
        let mut chance = 3_u64;
        let mut draw = || {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            chance ^ chance >> 29
        };
        for round in 0..3000 {
            let kept = match round % 4 {
                0 => draw(),
                1 => draw() & draw() & draw(),
                2 => draw() | draw() | draw(),
                _ => [0, u64::MAX, 1, 1 << 63][round / 4 % 4],
            };
            // Only where a run starts.
            let blank = draw() & kept & !(kept << 1);
            let expected: Vec<u8> = (0..LANES)
                .filter(|place| kept >> place & 1 != 0)
                .map(|place| if blank >> place & 1 != 0 { b' ' } else { bytes[place] })
                .collect();
            let best = |bytes: &_, kept, blank, room: &mut _| {
                super::keep(bytes, kept, blank, room, Anyone);
            };
            for keep in [best, keep_runs] {
                let mut room = [0; LANES];
                keep(&bytes, kept, blank, &mut room);
                assert_eq!(room[..expected.len()], expected);
            }
        }
    }
}
