//! Pawn history (Stockfish 17, 2024): how often a quiet move failed high in positions with these
//! pawns.

use super::{continuation::PieceTo, history::MOST};

/// Pawn structures that are told apart.
const STRUCTURES: usize = 512;

/// Counters by the key of the pawns and the move.
#[derive(Debug)]
pub(crate) struct PawnHistory {
    counters: Box<[[i16; PieceTo::COUNT]]>,
}

impl Default for PawnHistory {
    fn default() -> Self {
        Self { counters: vec![[0; PieceTo::COUNT]; STRUCTURES].into() }
    }
}

impl PawnHistory {
    #[inline(always)]
    pub(crate) fn get(&self, pawn_key: u64, piece_to: PieceTo) -> i32 {
        self.counters[pawn_key as usize % STRUCTURES][piece_to.index()].into()
    }

    pub(crate) fn add(&mut self, pawn_key: u64, piece_to: PieceTo, amount: i32) {
        let counter = &mut self.counters[pawn_key as usize % STRUCTURES][piece_to.index()];
        let value = i32::from(*counter);
        *counter = (value + amount - value * amount.abs() / MOST) as i16;
    }
}
