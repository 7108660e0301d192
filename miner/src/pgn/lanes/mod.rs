//! Looking at 64 bytes at once.
//!
//! The only place of the PGN room with `unsafe` in it: vector loads need it. Every machine has the
//! portable way, and a test compares the two.
#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod x86;

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
    /// `{`
    pub(super) open: u64,
    /// `}`
    pub(super) close: u64,
    /// `+`, `#`, `!` and `?`
    pub(super) mark: u64,
    /// What no move and no number holds, and words may end at: `$%&'()`, `;`, `|`, `~` and all behind.
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

/// Where a comment may end in 64 bytes, a bit for each, the first byte lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CloseLanes {
    /// `}`
    pub(super) close: u64,
}

/// What 64 bytes of a tag section are, a bit for each, the first byte lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TagLanes {
    /// Line feeds.
    pub(super) line_end: u64,
    /// `]`
    pub(super) close: u64,
}

/// Gives each kind of lanes its door: the best way that the processor has.
macro_rules! door {
    ($lanes:ident, $way:ident) => {
        impl $lanes {
            /// Looks at 64 bytes.
            #[inline(always)]
            pub(super) fn of(bytes: &[u8; LANES]) -> Self {
                #[cfg(target_arch = "x86_64")]
                return if is_x86_feature_detected!("avx512bw") {
                    // SAFETY: the processor has AVX-512BW.
                    unsafe { x86::avx512::$way(bytes) }
                } else if is_x86_feature_detected!("avx2") {
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
door!(CloseLanes, close);
door!(TagLanes, tag);

#[cfg(any(test, not(target_arch = "x86_64")))]
impl MovetextLanes {
    fn portable(bytes: &[u8; LANES]) -> Self {
        Self {
            blank: lanes(bytes, |byte| byte <= b' '),
            digit: lanes(bytes, |byte| byte.is_ascii_digit()),
            dot: lanes(bytes, |byte| byte == b'.'),
            open: lanes(bytes, |byte| byte == b'{'),
            close: lanes(bytes, |byte| byte == b'}'),
            mark: lanes(bytes, |byte| matches!(byte, b'+' | b'#' | b'!' | b'?')),
            special: lanes(bytes, |byte| matches!(byte, b'$'..=b')' | b';' | b'|' | b'~'..)),
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
impl CloseLanes {
    fn portable(bytes: &[u8; LANES]) -> Self {
        Self { close: lanes(bytes, |byte| byte == b'}') }
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

    /// Compares one way of looking with the portable one.
    #[cfg(target_arch = "x86_64")]
    macro_rules! each {
        ($bytes:ident, $way:ident) => {{
            assert_eq!(x86::$way::movetext(&$bytes), MovetextLanes::portable(&$bytes));
            assert_eq!(x86::$way::variation(&$bytes), VariationLanes::portable(&$bytes));
            assert_eq!(x86::$way::comment(&$bytes), CommentLanes::portable(&$bytes));
            assert_eq!(x86::$way::close(&$bytes), CloseLanes::portable(&$bytes));
            assert_eq!(x86::$way::tag(&$bytes), TagLanes::portable(&$bytes));
        }};
    }

    /// The first comparisons are with the best way of this processor.
    #[test]
    fn all_ways_see_the_same() {
        for offset in 0..=255_u8 {
            let bytes: [u8; LANES] =
                std::array::from_fn(|i| (i as u8).wrapping_mul(37).wrapping_add(offset));
            assert_eq!(MovetextLanes::of(&bytes), MovetextLanes::portable(&bytes));
            assert_eq!(VariationLanes::of(&bytes), VariationLanes::portable(&bytes));
            assert_eq!(CommentLanes::of(&bytes), CommentLanes::portable(&bytes));
            assert_eq!(CloseLanes::of(&bytes), CloseLanes::portable(&bytes));
            assert_eq!(TagLanes::of(&bytes), TagLanes::portable(&bytes));
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
}
