//! Pawn history (Stockfish 17, 2024): how often a quiet move failed high in positions with these
//! pawns.

use super::{
    continuation::{MoveCounters, NO_COUNTS, PieceTo},
    history::add_with_gravity,
};

/// Pawn structures that are told apart.
const STRUCTURES: usize = 512;

/// Counters by the key of the pawns and the move.
#[derive(Debug)]
pub(crate) struct PawnHistory {
    counters: Box<[MoveCounters; STRUCTURES]>,
}

impl Default for PawnHistory {
    fn default() -> Self {
        let counters = vec![NO_COUNTS; STRUCTURES];
        Self { counters: counters.try_into().expect("invariant: as many rows") }
    }
}

impl PawnHistory {
    /// The counters of all moves with pawns of this key.
    #[inline(always)]
    pub(crate) fn of(&self, pawn_key: u64) -> &MoveCounters {
        &self.counters[pawn_key as usize % STRUCTURES]
    }

    pub(crate) fn add(&mut self, pawn_key: u64, piece_to: PieceTo, amount: i32) {
        let counter = &mut self.counters[pawn_key as usize % STRUCTURES][piece_to.index()];
        add_with_gravity(counter, amount);
    }
}
