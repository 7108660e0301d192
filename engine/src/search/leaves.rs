//! Leaves: positions in which quiescence may stand pat, so that an evaluation is asked for.
//!
//! A search evaluates its leaves. These differ from positions of games, so a fit should see leaves too (`lab leaves`).

use std::sync::{Mutex, PoisonError};

use tables::PackedPosition;

use crate::position::Position;

/// Leaves of searches, by all threads: those whose keys are multiples of a number.
#[derive(Debug)]
pub struct LeafSample {
    one_in: u64,
    found: Mutex<Vec<PackedPosition>>,
}

impl LeafSample {
    /// One leaf in so many; all of them for 0 or 1.
    #[must_use]
    pub fn new(one_in: u64) -> Self {
        Self { one_in: one_in.max(1), found: Mutex::default() }
    }

    /// What was found since the last call, each position once, in the order of their bytes.
    #[must_use]
    pub fn take(&self) -> Vec<PackedPosition> {
        let mut found =
            std::mem::take(&mut *self.found.lock().unwrap_or_else(PoisonError::into_inner));
        found.sort_unstable();
        found.dedup();
        found
    }

    pub(super) fn see(&self, position: &Position) {
        if !position.key().is_multiple_of(self.one_in) {
            return;
        }
        let packed = PackedPosition::of(position.rules());
        // Boards with more than 32 pieces, which no game has, are left out.
        self.found.lock().unwrap_or_else(PoisonError::into_inner).extend(packed.ok());
    }
}
