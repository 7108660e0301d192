//! Capture history (Stockfish 9, 2018): how often a piece that takes a certain role on a certain
//! square cut off.

use tables::Role;

use super::{continuation::Step, history::MOST};

/// The counters, by step and captured role.
#[derive(Debug)]
pub(crate) struct CaptureHistory {
    counters: Box<[[i16; 6]]>,
}

impl Default for CaptureHistory {
    fn default() -> Self {
        Self { counters: vec![[0; 6]; 13 * 64].into() }
    }
}

impl CaptureHistory {
    #[inline(always)]
    pub(crate) fn get(&self, step: Step, captured: Role) -> i32 {
        self.counters[step.index()][captured as usize].into()
    }

    pub(crate) fn add(&mut self, step: Step, captured: Role, amount: i32) {
        let counter = &mut self.counters[step.index()][captured as usize];
        let value = i32::from(*counter);
        *counter = (value + amount - value * amount.abs() / MOST) as i16;
    }
}
