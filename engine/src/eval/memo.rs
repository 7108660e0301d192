//! Hash tables of the evaluation: pawn structure, king shelters, and whole positions (the pawn hash
//! table is D. Slate and L. Atkin's, Chess 4.5, 1977).
//!
//! All searchers share them without locks. The first word of an entry is the exclusive or of the
//! key and the other words (R. Hyatt and T. Mann's lockless hashing, 2002), so an entry torn by two
//! writers is not found. A hit gives exactly what would be computed: a table changes no score and
//! no node count.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rules::Squares;

use super::{
    Assessment,
    side_terms::{self, SideTerms},
};
use crate::{prefetch::prefetch, score::Score, tapered::Tapered};

/// A value of `WORDS` words that a table can keep.
pub(super) trait Known<const WORDS: usize>: Copy {
    fn to_words(self) -> [u64; WORDS];
    fn from_words(words: [u64; WORDS]) -> Self;
}

impl Known<1> for Tapered {
    #[inline(always)]
    fn to_words(self) -> [u64; 1] {
        [self.to_bits()]
    }

    #[inline(always)]
    fn from_words([word]: [u64; 1]) -> Self {
        Self::from_bits(word)
    }
}

/// The pawn structure of a pawn key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pawns {
    /// The passed pawns of both sides.
    pub(super) passed: Squares,
    /// Structure, White's less Black's.
    pub(super) net: Tapered,
}

impl Known<2> for Pawns {
    #[inline(always)]
    fn to_words(self) -> [u64; 2] {
        [self.passed, self.net.to_bits()]
    }

    #[inline(always)]
    fn from_words([passed, net]: [u64; 2]) -> Self {
        Self { passed, net: Tapered::from_bits(net) }
    }
}

/// What pawns and kings come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shelters {
    /// Shelter and storm of both kings, by `Color as usize`, each for its own side.
    pub(super) sides: [Tapered; 2],
    /// The danger units of the pawns before each king.
    pub(super) danger: [Tapered; 2],
    /// Shelter, storm, pawn patterns and kings' ways to pawns, White's less Black's.
    pub(super) net: Tapered,
}

impl Known<5> for Shelters {
    #[inline(always)]
    fn to_words(self) -> [u64; 5] {
        let ([a, b], [c, d]) = (self.sides, self.danger);
        [a, b, c, d, self.net].map(Tapered::to_bits)
    }

    #[inline(always)]
    fn from_words(words: [u64; 5]) -> Self {
        let [a, b, c, d, net] = words.map(Tapered::from_bits);
        Self { sides: [a, b], danger: [c, d], net }
    }
}

/// What one side's king and the pawns come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Shelter {
    /// Shelter and storm, for the king's side.
    pub(super) side: Tapered,
    /// The danger units of the pawns before the king.
    pub(super) danger: Tapered,
    /// Shelter, storm and the king's way to pawns, negative for Black.
    pub(super) net: Tapered,
}

impl Known<3> for Shelter {
    #[inline(always)]
    fn to_words(self) -> [u64; 3] {
        [self.side, self.danger, self.net].map(Tapered::to_bits)
    }

    #[inline(always)]
    fn from_words(words: [u64; 3]) -> Self {
        let [side, danger, net] = words.map(Tapered::from_bits);
        Self { side, danger, net }
    }
}

/// The words of an assessment: the score, and what else the search asks for.
pub(super) const ASSESSMENT_WORDS: usize = 1 + side_terms::WORDS;

impl Known<ASSESSMENT_WORDS> for Assessment {
    #[inline(always)]
    fn to_words(self) -> [u64; ASSESSMENT_WORDS] {
        let mut words = [u64::from(self.score.get() as u32); ASSESSMENT_WORDS];
        words[1..].copy_from_slice(&self.side_terms.to_words());
        words
    }

    #[inline(always)]
    fn from_words(words: [u64; ASSESSMENT_WORDS]) -> Self {
        let mut side_terms = [0; side_terms::WORDS];
        side_terms.copy_from_slice(&words[1..]);
        Self {
            score: Score::centipawns(words[0] as i32),
            side_terms: SideTerms::from_words(side_terms),
        }
    }
}

#[derive(Debug)]
struct MemoEntry<const WORDS: usize> {
    check: AtomicU64,
    words: [AtomicU64; WORDS],
}

/// What an empty entry has for a key. It is not 0, which is the key of a board without pawns.
const NO_KEY: u64 = u64::MAX;

/// A hash table that always replaces.
#[derive(Debug)]
pub(super) struct Memo<const WORDS: usize>(Box<[MemoEntry<WORDS>]>);

impl<const WORDS: usize> Memo<WORDS> {
    /// With this many entries, rounded up to a power of two; 0 turns it off.
    pub(super) fn new(entries: usize) -> Self {
        let count = if entries == 0 { 0 } else { entries.next_power_of_two() };
        let empty = || MemoEntry {
            check: AtomicU64::new(NO_KEY),
            words: [const { AtomicU64::new(0) }; WORDS],
        };
        Self((0..count).map(|_| empty()).collect())
    }

    /// Prefetches the entry of a key.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        if let Some(entry) = self.0.get(key as usize & self.0.len().wrapping_sub(1)) {
            prefetch(entry);
        }
    }

    /// The entry of a key, or else what `compute` returns, which is then kept.
    #[inline(always)]
    pub(super) fn get_or_compute<K: Known<WORDS>>(
        &self,
        key: u64,
        compute: impl FnOnce() -> K,
    ) -> K {
        let Some(entry) = self.0.get(key as usize & self.0.len().wrapping_sub(1)) else {
            return compute();
        };
        let words = entry.words.each_ref().map(|word| word.load(Relaxed));
        let mixed = |words: [u64; WORDS]| words.into_iter().fold(key, |sum, word| sum ^ word);
        if entry.check.load(Relaxed) == mixed(words) {
            return K::from_words(words);
        }
        let known = compute();
        let words = known.to_words();
        entry.check.store(mixed(words), Relaxed);
        for (slot, word) in entry.words.iter().zip(words) {
            slot.store(word, Relaxed);
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_entry_is_not_that_of_no_pawns() {
        let value = Tapered::new(-3, 5);
        assert_eq!(Memo::new(1).get_or_compute(0, || value), value);
    }

    #[test]
    fn what_was_put_in_comes_out() {
        let pawns = |n: u64| Pawns { passed: n << 8, net: Tapered::new(-3, 5) };
        let assessment = |n: u64| Assessment {
            score: Score::centipawns(-(n as i32)),
            side_terms: SideTerms::from_words([n << 40 | 7; side_terms::WORDS]),
        };
        for entries in [0, 1, 5, 1024] {
            let (pawn_table, table) = (Memo::new(entries), Memo::new(entries));
            for key in 1..100 {
                assert_eq!(pawn_table.get_or_compute(key, || pawns(key)), pawns(key));
                assert_eq!(table.get_or_compute(key, || assessment(key)), assessment(key));
                if entries > 0 {
                    assert_eq!(pawn_table.get_or_compute(key, Pawns::default), pawns(key));
                    assert_eq!(table.get_or_compute(key, Assessment::default), assessment(key));
                } else {
                    assert_eq!(pawn_table.get_or_compute(key, Pawns::default), Pawns::default());
                }
            }
        }
    }
}
