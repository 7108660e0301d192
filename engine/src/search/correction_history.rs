//! Correction history (Caissa, 2023): the evaluation errs alike in positions with the same pawns,
//! so the error that a search finds in one corrects the static eval of the others.

use rules::Color;

use super::{Searcher, node::Node};
use crate::{position::Position, score::Score, tt::Bound};

const ENTRIES: usize = 1 << 14;
/// Corrections are stored in this fraction of a centipawn.
const GRAIN: i32 = 256;
/// The largest correction.
const MOST: i32 = 48 * GRAIN;
/// The weight of all updates together; a single one weighs at most `MOST_LESSON`.
const WEIGHT: i32 = 256;
/// The largest weight of one update, reached at depth 15.
const MOST_LESSON: i32 = 16;

/// Corrections by side to move and pawn key.
#[derive(Debug)]
pub(crate) struct CorrectionHistory {
    values: Box<[[i16; ENTRIES]; 2]>,
}

impl Default for CorrectionHistory {
    fn default() -> Self {
        Self { values: Box::new([[0; ENTRIES]; 2]) }
    }
}

impl CorrectionHistory {
    /// Centipawns to add to a raw eval, for the side to move.
    #[inline(always)]
    fn get(&self, us: Color, pawn_key: u64) -> i32 {
        i32::from(self.values[us as usize][pawn_key as usize % ENTRIES]) / GRAIN
    }

    fn update(&mut self, us: Color, pawn_key: u64, difference: i32, depth: i32) {
        let value = &mut self.values[us as usize][pawn_key as usize % ENTRIES];
        let lesson = (depth + 1).clamp(1, MOST_LESSON);
        let wanted = difference.clamp(-1_000, 1_000) * GRAIN;
        let mixed = (i32::from(*value) * (WEIGHT - lesson) + wanted * lesson) / WEIGHT;
        *value = mixed.clamp(-MOST, MOST) as i16;
    }
}

impl Searcher<'_> {
    /// The static eval: a raw eval and its correction.
    #[inline(always)]
    pub(super) fn corrected(&self, position: &Position, score: Score) -> Score {
        if !self.options().correction_history() {
            return score;
        }
        score.plus(self.histories.correction.get(position.turn(), position.pawn_key()))
    }

    /// Learns from the difference between a node's score and its static eval. Skipped if the best
    /// move is a capture, which the evaluation cannot see, or if the bound leaves open on which
    /// side the error is.
    pub(super) fn update_correction_history(
        &mut self,
        node: &Node<'_>,
        score: Score,
        bound: Bound,
        best_is_quiet: bool,
    ) {
        let Some(static_eval) = node.static_eval else { return };
        let says_nothing = match bound {
            Bound::Lower => score <= static_eval,
            Bound::Upper => score >= static_eval,
            Bound::Exact => false,
        };
        if !self.options().correction_history() || !best_is_quiet || says_nothing || score.is_mate()
        {
            return;
        }
        let position = node.position;
        // The error of the raw eval: that of the static eval, and the correction in it.
        let correction = self.histories.correction.get(position.turn(), position.pawn_key());
        let difference = score.get() - static_eval.get() + correction;
        let (us, key) = (position.turn(), position.pawn_key());
        self.histories.correction.update(us, key, difference, node.depth);
        self.counters.corr_updates += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lasting_error_is_learnt_and_bounded() {
        let mut corrections = CorrectionHistory::default();
        for _ in 0..1_000 {
            corrections.update(Color::White, 7, 30, 8);
            corrections.update(Color::Black, 7, -100_000, 60);
        }
        assert!((28..=30).contains(&corrections.get(Color::White, 7)));
        assert_eq!(corrections.get(Color::Black, 7), -MOST / GRAIN);
        assert_eq!(corrections.get(Color::White, 8), 0);
    }
}
