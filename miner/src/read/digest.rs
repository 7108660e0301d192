//! The digest of an input's bytes, by which a table names what it was counted from.

use std::fmt;

use twox_hash::xxhash3_128::Hasher;

/// XXH3 of 128 bits (Y. Collet, 2019), of bytes that come one part after the other.
///
/// Of the two libraries at hand the one that takes AVX2 where the processor has it: on commented databases
/// digesting costs more than playing the moves.
#[derive(Clone)]
pub(crate) struct Digest(Hasher);

impl Default for Digest {
    fn default() -> Self {
        Self(Hasher::new())
    }
}

impl Digest {
    /// Adds bytes.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }

    /// The digest of all bytes so far.
    pub(crate) fn value(&self) -> u128 {
        self.0.finish_128()
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Digest")
    }
}

#[cfg(test)]
mod tests {
    use xxhash_rust::xxh3::xxh3_128;

    use super::*;

    /// Tables of before hold what the other library says.
    #[test]
    fn the_other_library_says_the_same() {
        let bytes: Vec<u8> = (0..3_000_u32).map(|i| ((i * i) >> 3) as u8).collect();
        for len in (0..300).chain([1024, 1025, 2999, 3000]) {
            for step in [1, 64, 257, 3000] {
                let mut digest = Digest::default();
                bytes[..len].chunks(step).for_each(|part| digest.add(part));
                assert_eq!(digest.value(), xxh3_128(&bytes[..len]));
            }
        }
    }
}
