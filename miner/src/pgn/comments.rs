//! Comments of 64 bytes as one set of bits.
//!
//! The way of simdjson (G. Langdale and D. Lemire, 2019), which finds what is inside quotes by a prefix sum of
//! bits. Here what opens and what closes differ, so one subtraction does it: the place of a `}` less that of its
//! `{`, as powers of two, is the set of all bits between the two.

/// Which of 64 bytes are inside comments, if opening and closing braces alternate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Comments {
    /// From each `{` on, up to the byte before its `}`. Right below the first bit of `broken`.
    pub(super) inside: u64,
    /// Braces that are out of turn: `{` inside a comment, or `}` outside. Only the first bit counts.
    pub(super) broken: u64,
}

impl Comments {
    /// Comments by their braces. `carried` is 1 if the first byte is inside one, else 0.
    #[inline(always)]
    pub(super) const fn of(open: u64, close: u64, carried: u64) -> Self {
        let inside = close.wrapping_sub(open).wrapping_sub(carried);
        let before = inside << 1 | carried;
        // Where the set starts and ends there must be braces, and nowhere else. A brace out of turn flips its
        // own bit and leaves those below alone.
        let broken = (inside & !before ^ open) | (!inside & before ^ close);
        Self { inside, broken }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One brace after the other.
    fn slowly(open: u64, close: u64, carried: u64) -> Comments {
        let (mut comments, mut is_inside) = (Comments { inside: 0, broken: 0 }, carried == 1);
        for bit in (0..64).map(|place| 1 << place) {
            let (opens, closes) = (open & bit != 0, close & bit != 0);
            if opens && is_inside || closes && !is_inside {
                comments.broken = bit;
                break;
            }
            is_inside = opens || is_inside && !closes;
            comments.inside |= if is_inside { bit } else { 0 };
        }
        comments
    }

    #[test]
    fn a_subtraction_finds_comments() {
        let mut chance = 1_u64;
        let mut draw = || {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_041);
            chance ^ chance >> 31
        };
        let (mut sound, mut broken) = (0, 0);
        for _ in 0..20_000 {
            let (mut open, mut close) = (0, 0);
            // Mostly in turn.
            let mut opens = draw() & 1 == 0;
            let carried = u64::from(!opens);
            let sparse = draw() % 20 + 1;
            for bit in (0..64).map(|place| 1 << place) {
                if draw() % sparse == 0 {
                    *(if opens { &mut open } else { &mut close }) |= bit;
                    opens ^= draw() % 40 != 0;
                }
            }
            let (fast, slow) = (Comments::of(open, close, carried), slowly(open, close, carried));
            let first = fast.broken & fast.broken.wrapping_neg();
            assert_eq!(first, slow.broken);
            assert_eq!(fast.inside & first.wrapping_sub(1), slow.inside);
            if first == 0 {
                assert_eq!(fast.inside >> 63, slow.inside >> 63);
            }
            *(if first == 0 { &mut sound } else { &mut broken }) += 1;
        }
        assert!(sound > 1000 && broken > 1000, "{sound} {broken}");
    }
}
