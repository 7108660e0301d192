//! Capture history (Stockfish 9, 2018): how often a piece that takes a certain role on a certain
//! square cut off.

use rules::Role;

use super::{continuation::PieceTo, history::add_with_gravity};

/// The counters, by piece, destination and captured role.
#[derive(Debug)]
pub(crate) struct CaptureHistory {
    counters: Box<[[i16; 6]; PieceTo::INDICES]>,
}

impl Default for CaptureHistory {
    fn default() -> Self {
        Self { counters: Box::new([[0; 6]; PieceTo::INDICES]) }
    }
}

impl CaptureHistory {
    #[inline(always)]
    pub(crate) fn get(&self, piece_to: PieceTo, captured: Role) -> i32 {
        self.counters[piece_to.index()][captured as usize].into()
    }

    pub(crate) fn add(&mut self, piece_to: PieceTo, captured: Role, amount: i32) {
        let counter = &mut self.counters[piece_to.index()][captured as usize];
        add_with_gravity(counter, amount);
    }
}
