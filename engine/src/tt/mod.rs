//! The transposition table (tt; TT-01 to TT-05).
//!
//! Buckets of four entries, one cache line each. An entry is two words: the data, and the key
//! XORed with the data (R. Hyatt and T. Mann, 2002), so that threads may share the table without a
//! lock: a torn entry does not fit its key and is a miss. All of it is relaxed atomics in safe Rust;
//! only the hint in `prefetch` needs the word unsafe.
//!
//! | option | what it chooses |
//! |---|---|
//! | `TT_Replace` `bucket` | the entry of the bucket that is worth least goes: shallow, or old (TT-04) |
//! | `TT_Replace` `always` | each position has one slot, the newest has it (TT-02, J. Swafford, Prophet) |
//! | `TT_Replace` `depth` | each position has one slot, the deeper has it, old ones yield (TT-04) |
//! | `TT_Age` | whether an entry loses worth with every search that passes |
//! | `TT_KeepDeep` | whether an entry of the same search outlives a much shallower one of its own position (Stockfish, 2014); quiescence and null moves come by positions that were searched deep |
//! | `TT_MateAdjust` | mates are stored as distances from the node (TT-03); without it as they are, from the root, which is wrong as soon as the node is met at another ply |
//! | `TT_Prefetch` | a child's bucket is asked for as soon as its key is known, so that it is on its way from memory when the child probes |
//!
//! An entry has room for the static evaluation of its position, so that nobody computes it twice.

mod counters;
mod data;
mod memory;

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use rules::Move;

use crate::{
    options::{PlayOptions, Replace},
    prefetch::prefetch,
    score::Score,
};
pub(crate) use counters::TableCounters;
use data::{Data, GENERATIONS};
pub(crate) use memory::TableMemory;

const BUCKET: usize = 4;
/// Buckets that are sampled for `hashfull`.
const SAMPLE: usize = 250;
/// An entry deeper by this many plies outlives a new one of its own position (`TT_KeepDeep`).
const MUCH_DEEPER: i32 = 4;

/// What a score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// A lower bound: the node failed high.
    Lower = 1,
    /// An upper bound: the node failed low.
    Upper = 2,
    /// The exact score.
    Exact = 3,
}

/// An entry of the table, unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) mv: Move,
    pub(crate) score: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// The static evaluation for the side to move, if it was computed.
    pub(crate) raw_eval: Option<Score>,
    /// Whether its position is, or once was, on the principal variation.
    pub(crate) was_pv: bool,
}

impl Entry {
    /// Whether it cuts off a node of this depth and window.
    pub(crate) fn cuts(&self, depth: i32, alpha: Score, beta: Score) -> bool {
        self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.score >= beta,
                Bound::Upper => self.score <= alpha,
            }
    }

    /// Whether it is deep enough to decide a node of this depth: deeper, or as deep and exact. An entry that is no
    /// deeper adds nothing to what the node would find (Stockfish). Where threads share the table, an entry of the
    /// same depth is enough, as another thread may have made it.
    pub(crate) fn decides(&self, depth: i32, is_shared: bool) -> bool {
        self.depth > depth || self.depth == depth && (is_shared || self.bound == Bound::Exact)
    }
}

/// The fate of an entry that was to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    /// It has a slot that was free, or its position's own.
    Kept,
    /// It has a slot that another position had.
    Replaced,
    /// The slot's owner was worth more, or there is no table.
    Refused,
}

/// The key XORed with the data, and the data.
type Slot = [AtomicU64; 2];

/// One cache line.
type Bucket = [Slot; BUCKET];

fn load(slot: &Slot) -> (u64, Data) {
    let data = Data(slot[1].load(Relaxed));
    (slot[0].load(Relaxed) ^ data.0, data)
}

fn write(slot: &Slot, key: u64, data: Data) {
    slot[0].store(key ^ data.0, Relaxed);
    slot[1].store(data.0, Relaxed);
}

/// The table. Shared between threads by reference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TranspositionTable<'m> {
    buckets: &'m [Bucket],
    generation: &'m AtomicU8,
    /// How it behaves.
    options: &'m PlayOptions,
}

impl<'m> TranspositionTable<'m> {
    /// Makes all entries one search older.
    pub(crate) fn new_search(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// The entry of `key`. Mate scores are counted from the root, which is `ply` plies above.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let bucket = self.bucket(key)?;
        let slots = match self.options.tt_replace() {
            Replace::Bucket => &bucket[..],
            Replace::Always | Replace::Depth => std::slice::from_ref(own_slot(bucket, key)),
        };
        let (_, data) = slots.iter().map(load).find(|&(owner, _)| owner == key)?;
        data.entry(self.mate_ply(ply))
    }

    /// Stores an entry. The best move and the evaluation of the old one are kept where the new one
    /// has none.
    pub(crate) fn store(&self, key: u64, ply: usize, entry: Entry) -> Stored {
        let Some(bucket) = self.bucket(key) else { return Stored::Refused };
        let generation = self.generation.load(Relaxed);
        let worth = |data: Data| data.worth(generation, self.options.tt_age());
        let slot = match self.options.tt_replace() {
            Replace::Bucket => bucket
                .iter()
                .min_by_key(|slot| {
                    let (owner, data) = load(slot);
                    if owner == key { i32::MIN } else { worth(data) }
                })
                .expect("invariant: a bucket has slots"),
            Replace::Always | Replace::Depth => own_slot(bucket, key),
        };
        let (owner, old) = load(slot);
        let mut entry = entry;
        let is_own = owner == key && old.0 != 0;
        if is_own {
            if entry.mv == Move::NONE {
                entry.mv = old.mv();
            }
            entry.raw_eval = entry.raw_eval.or_else(|| old.raw_eval());
        }
        let data = Data::new(entry, self.mate_ply(ply), generation);
        if is_own && self.keeps(old, entry, generation) {
            return Stored::Refused;
        }
        if self.options.tt_replace() == Replace::Depth && !is_own && worth(old) > worth(data) {
            return Stored::Refused;
        }
        write(slot, key, data);
        if is_own || old.0 == 0 { Stored::Kept } else { Stored::Replaced }
    }

    /// Prefetches the bucket of a key.
    pub(crate) fn prefetch(&self, key: u64) {
        if self.options.tt_prefetch()
            && let Some(bucket) = self.bucket(key)
        {
            prefetch(bucket);
        }
    }

    /// How full the table is with entries of this search, in thousandths.
    pub(crate) fn permille(&self) -> usize {
        let sample = &self.buckets[..SAMPLE.min(self.buckets.len())];
        let generation = self.generation.load(Relaxed);
        let slots = sample.iter().flatten();
        let used = slots.map(|slot| load(slot).1);
        used.filter(|data| data.0 != 0 && data.generation() == generation).count() * 1000
            / (sample.len() * BUCKET).max(1)
    }

    /// Whether the old entry of the position is to stay in place of the new one.
    fn keeps(&self, old: Data, new: Entry, generation: u8) -> bool {
        self.options.tt_keep_deep()
            && self.options.tt_replace() == Replace::Bucket
            && new.bound != Bound::Exact
            && old.generation() == generation
            && old.depth() >= new.depth + MUCH_DEEPER
    }

    fn bucket(&self, key: u64) -> Option<&'m Bucket> {
        // Multiplication by the size maps keys evenly to buckets, without a division (D. Lemire,
        // 2016).
        self.buckets.get(((u128::from(key) * self.buckets.len() as u128) >> 64) as usize)
    }

    /// The ply that mates are shifted by.
    fn mate_ply(&self, ply: usize) -> usize {
        if self.options.tt_mate_adjust() { ply } else { 0 }
    }
}

/// The one slot of a position where there is no choice; by the low bits, the high ones chose the
/// bucket.
fn own_slot(bucket: &Bucket, key: u64) -> &Slot {
    &bucket[key as usize % BUCKET]
}

#[cfg(test)]
#[cfg(feature = "lab")]
mod tests;
