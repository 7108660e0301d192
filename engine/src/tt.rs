//! The transposition table (tt).
//!
//! Buckets of four entries, one cache line each. An entry is two words: the data, and the key
//! XORed with the data (R. Hyatt and T. Mann, 2002), so that threads may share the table without a
//! lock: a torn entry does not fit its key and is a miss.
//!
//! A new position replaces the entry of its bucket that is shallowest, each search that passed
//! counting as [`AGE_WEIGHT`] plies (TT-04). Mates are stored as distances from the node (TT-03).

use std::{
    collections::TryReserveError,
    sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
};

use rules::Move;

use crate::score::Score;

const BUCKET: usize = 4;
const BYTES_PER_MB: usize = 1 << 20;
/// Plies of depth that an entry loses for each search it is older.
const AGE_WEIGHT: i32 = 4;
/// Generations are six bits.
const GENERATIONS: u8 = 64;
/// How many buckets are looked at to say how full the table is.
const SAMPLE: usize = 250;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// It is at least that: the node failed high.
    Lower = 1,
    /// It is at most that: the node failed low.
    Upper = 2,
    /// It is that.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) mv: Move,
    pub(crate) score: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Entry {
    /// Whether it settles a node that is searched to `depth` with this window.
    pub(crate) fn cuts(&self, depth: i32, alpha: Score, beta: Score) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.score >= beta,
                Bound::Upper => self.score <= alpha,
            }
    }
}

#[derive(Debug, Default)]
struct Slot {
    key_and_data: AtomicU64,
    data: AtomicU64,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// The table. Shared between threads by reference.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of `mb` megabytes; with 0 nothing is ever found.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub(crate) fn new(mb: usize) -> Result<Self, TryReserveError> {
        let count = mb * BYTES_PER_MB / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets, generation: AtomicU8::new(0) })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        for slot in self.buckets.iter_mut().flat_map(|bucket| &mut bucket.0) {
            *slot = Slot::default();
        }
        self.generation = AtomicU8::new(0);
    }

    /// Makes all entries one search older.
    pub(crate) fn new_search(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// What is known of the position of `key`, at `ply` of this search.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key)?.0.iter().find_map(|slot| {
            let data = Data(slot.data.load(Relaxed));
            (slot.key_and_data.load(Relaxed) ^ data.0 == key).then(|| data.entry(ply)).flatten()
        })
    }

    /// Stores what was found out. Without a best move the one known before is kept.
    pub(crate) fn store(&self, key: u64, ply: usize, entry: Entry) {
        let Some(bucket) = self.bucket(key) else { return };
        let generation = self.generation.load(Relaxed);
        let load = |slot: &Slot| (slot.key_and_data.load(Relaxed), Data(slot.data.load(Relaxed)));
        let worth = |slot: &&Slot| {
            let (key_and_data, data) = load(slot);
            if key_and_data ^ data.0 == key { i32::MIN } else { data.worth(generation) }
        };
        let Some(slot) = bucket.0.iter().min_by_key(worth) else { return };
        let (old_key_and_data, old) = load(slot);
        let mut entry = entry;
        if entry.mv == Move::NONE && old_key_and_data ^ old.0 == key {
            entry.mv = old.mv();
        }
        let data = Data::new(entry, ply, generation);
        slot.key_and_data.store(key ^ data.0, Relaxed);
        slot.data.store(data.0, Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
    pub(crate) fn permille(&self) -> usize {
        let sample = &self.buckets[..SAMPLE.min(self.buckets.len())];
        let generation = self.generation.load(Relaxed);
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.map(|slot| Data(slot.data.load(Relaxed)));
        used.filter(|data| data.0 != 0 && data.generation() == generation).count() * 1000
            / (sample.len() * BUCKET).max(1)
    }

    fn bucket(&self, key: u64) -> Option<&Bucket> {
        // The high bits of key times size: even, and no division.
        self.buckets.get(((u128::from(key) * self.buckets.len() as u128) >> 64) as usize)
    }
}

/// An entry in one word: move 16, score 16, depth 8, bound 2, generation 6 bits.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    fn new(entry: Entry, ply: usize, generation: u8) -> Self {
        let score = entry.score.to_stored(ply) as u16;
        let depth = entry.depth.clamp(0, i32::from(u8::MAX)) as u8;
        Self(
            u64::from(entry.mv.bits())
                | u64::from(score) << 16
                | u64::from(depth) << 32
                | (entry.bound as u64) << 40
                | u64::from(generation) << 42,
        )
    }

    fn entry(self, ply: usize) -> Option<Entry> {
        let bound = match self.0 >> 40 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let score = Score::from_stored((self.0 >> 16) as u16 as i16, ply);
        Some(Entry { mv: self.mv(), score, depth: self.depth(), bound })
    }

    fn mv(self) -> Move {
        Move::from_bits(self.0 as u16)
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> 32) as u8)
    }

    fn generation(self) -> u8 {
        (self.0 >> 42) as u8 % GENERATIONS
    }

    fn worth(self, now: u8) -> i32 {
        if self.0 == 0 {
            return i32::MIN + 1;
        }
        let age = (GENERATIONS + now - self.generation()) % GENERATIONS;
        self.depth() - AGE_WEIGHT * i32::from(age)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, depth: i32, bound: Bound) -> Entry {
        Entry { mv: Move::from_bits(796), score, depth, bound }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1).unwrap();
        let stored = entry(Score::mated_at(9), 7, Bound::Upper);
        table.store(42, 5, stored);
        assert_eq!(table.probe(42, 5), Some(stored));
        assert_eq!(table.probe(42, 7).unwrap().score, Score::mated_at(11));
        assert_eq!(table.probe(43, 5), None);
    }

    #[test]
    fn the_shallowest_and_oldest_goes() {
        let table = TranspositionTable::new(1).unwrap();
        let at_depth = |depth| entry(Score::DRAW, depth, Bound::Exact);
        for key in 1..=4 {
            table.store(key, 0, at_depth(10 - key as i32));
        }
        table.store(5, 0, at_depth(1));
        assert_eq!(table.probe(4, 0), None, "the shallowest of five");
        table.new_search();
        table.new_search();
        table.store(6, 0, at_depth(2));
        table.store(7, 0, at_depth(2));
        assert_eq!(table.probe(5, 0), None);
        assert_eq!(table.probe(3, 0), None, "deeper than the new one, but old");
        assert!(table.probe(6, 0).is_some() && table.probe(1, 0).is_some());
    }

    #[test]
    fn bounds_cut_where_they_may() {
        let (alpha, beta) = (Score::centipawns(10), Score::centipawns(20));
        for (bound, score, depth, cuts) in [
            (Bound::Exact, 15, 4, true),
            (Bound::Exact, 15, 3, false),
            (Bound::Lower, 20, 4, true),
            (Bound::Lower, 19, 4, false),
            (Bound::Upper, 10, 4, true),
            (Bound::Upper, 11, 4, false),
        ] {
            let entry = entry(Score::centipawns(score), depth, bound);
            assert_eq!(entry.cuts(4, alpha, beta), cuts, "{entry:?}");
        }
    }

    #[test]
    fn a_table_of_nothing_finds_nothing() {
        let table = TranspositionTable::new(0).unwrap();
        table.store(1, 0, entry(Score::DRAW, 1, Bound::Exact));
        assert_eq!(table.probe(1, 0), None);
        assert_eq!(table.permille(), 0);
    }
}
