//! Mixing the bits of a number, the same on every machine (SplitMix64: G. Steele, D. Lea, C. Flood,
//! 2014). For tables, noise and random openings; nobody's secret depends on it.

/// An odd number without a pattern: the golden ratio's fraction (D. Knuth, 1973). Multiplying by it
/// spreads small numbers over all high bits.
pub const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number for each number, without any likeness that shows; 0 stays 0.
#[inline(always)]
#[must_use]
pub const fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Numbers without end, the same for the same seed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Any number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(SPREAD);
        mixed(self.0)
    }

    /// A number below `most`, which is not 0.
    pub const fn below(&mut self, most: usize) -> usize {
        ((self.next() as u128 * most as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        // The first numbers of S. Vigna's splitmix64.c for the seed 1234567.
        let mut random = Random(1_234_567);
        assert_eq!(
            [random.next(), random.next()],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]
        );
        assert!((0..1_000).all(|_| random.below(7) < 7));
    }
}
