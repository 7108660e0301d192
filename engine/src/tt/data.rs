//! An entry in one word: move 16, score 16, depth 8, bound 2, generation 5, principal variation 1, evaluation 16
//! bits.

use rules::Move;

use super::{Bound, Entry};
use crate::score::Score;

/// Generations are five bits.
pub(super) const GENERATIONS: u8 = 32;
/// Plies of depth that an entry's worth drops with each search.
const AGE_WEIGHT: i32 = 4;
/// Stands for an evaluation that was not computed; no evaluation is so low.
const NO_EVAL: i16 = i16::MIN;

/// The packed entry; 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Data(pub(super) u64);

impl Data {
    /// Packs an entry. The score is kept as if the node were at `ply`.
    pub(super) fn new(entry: Entry, ply: usize, generation: u8) -> Self {
        let score = entry.score.to_stored(ply) as u16;
        let depth = entry.depth.clamp(0, i32::from(u8::MAX)) as u8;
        let raw_eval = entry.raw_eval.map_or(NO_EVAL, |score| score.get() as i16);
        Self(
            u64::from(entry.mv.bits())
                | u64::from(score) << 16
                | u64::from(depth) << 32
                | (entry.bound as u64) << 40
                | u64::from(generation % GENERATIONS) << 42
                | u64::from(entry.was_pv) << 47
                | u64::from(raw_eval as u16) << 48,
        )
    }

    /// Unpacks it; `None` for the empty slot.
    pub(super) fn entry(self, ply: usize) -> Option<Entry> {
        let bound = match self.0 >> 40 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => return None,
        };
        let score = Score::from_stored((self.0 >> 16) as u16 as i16, ply);
        let raw_eval = self.raw_eval();
        let was_pv = self.0 >> 47 & 1 != 0;
        Some(Entry { mv: self.mv(), score, depth: self.depth(), bound, raw_eval, was_pv })
    }

    pub(super) fn mv(self) -> Move {
        Move::from_bits(self.0 as u16)
    }

    pub(super) fn raw_eval(self) -> Option<Score> {
        let raw_eval = (self.0 >> 48) as u16 as i16;
        (raw_eval != NO_EVAL).then(|| Score::centipawns(i32::from(raw_eval)))
    }

    pub(super) fn generation(self) -> u8 {
        (self.0 >> 42) as u8 % GENERATIONS
    }

    pub(super) fn depth(self) -> i32 {
        i32::from((self.0 >> 32) as u8)
    }

    /// What the entry is worth in plies: its depth, less for age. An empty slot is worth least.
    pub(super) fn worth(self, now: u8, ages: bool) -> i32 {
        if self.0 == 0 {
            return i32::MIN + 1;
        }
        let age = if ages { (GENERATIONS + now - self.generation()) % GENERATIONS } else { 0 };
        self.depth() - AGE_WEIGHT * i32::from(age)
    }
}
