//! The pawn hash table: what pawns come to, by the key of the pawns alone.
//!
//! All searchers share one table without locks. An entry is three atomic words of which the first is
//! the exclusive or of the key and the others (R. Hyatt and T. Mann's lockless hashing, 2002), so
//! an entry torn by two writers is not found. A hit gives exactly what would be computed, so the
//! table changes no score and no node count.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rules::Squares;

use super::tapered::Tapered;

/// What is kept for a pawn structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pawns {
    /// The passed pawns of both sides.
    pub(super) passed: Squares,
    /// Structure, White's less Black's.
    pub(super) net: Tapered,
}

#[derive(Debug, Default)]
struct Entry([AtomicU64; 3]);

/// The table.
#[derive(Debug)]
pub(super) struct PawnHash(Box<[Entry]>);

impl PawnHash {
    /// A table of this many entries, rounded up to a power of two; none is none.
    pub(super) fn new(entries: usize) -> Self {
        let count = if entries == 0 { 0 } else { entries.next_power_of_two() };
        Self((0..count).map(|_| Entry::default()).collect())
    }

    /// What is known of a key, or else what `compute` says.
    #[inline(always)]
    pub(super) fn get(&self, key: u64, compute: impl FnOnce() -> Pawns) -> Pawns {
        let Some(entry) = self.0.get(key as usize & self.0.len().wrapping_sub(1)) else {
            return compute();
        };
        let [check, passed, net] = entry.0.each_ref().map(|word| word.load(Relaxed));
        if check ^ passed ^ net == key {
            return Pawns { passed, net: Tapered::from_bits(net) };
        }
        let pawns = compute();
        let words = [pawns.passed, pawns.net.to_bits()];
        entry.0[0].store(key ^ words[0] ^ words[1], Relaxed);
        entry.0[1].store(words[0], Relaxed);
        entry.0[2].store(words[1], Relaxed);
        pawns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_comes_out() {
        let pawns = |n: u64| Pawns { passed: n << 8, net: Tapered::new(-3, 5) };
        for entries in [0, 1, 5, 1024] {
            let table = PawnHash::new(entries);
            assert_eq!(table.get(0, Pawns::default), Pawns::default());
            for key in 1..100 {
                assert_eq!(table.get(key, || pawns(key)), pawns(key));
                let known = table.get(key, Pawns::default);
                assert_eq!(known, if entries == 0 { Pawns::default() } else { pawns(key) });
            }
        }
    }
}
