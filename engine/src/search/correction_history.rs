//! Correction history (Caissa, 2023): the evaluation errs alike in positions with the same pawns,
//! so the error that a search finds in one corrects the static eval of the others.
//!
//! Later engines learn the same from other features (Stockfish, Sirius, 2024): the pieces of each
//! side (`CorrNonPawn`), kings and minor pieces (`CorrMinor`), rooks and queens (`CorrMajor`), and the last two moves
//! (`CorrContinuation`), or the last and the one four plies before (`CorrContinuation4`). The corrections are added up,
//! each with its weight. With `Corr_Residual` each learns from the error that all of them together left, so that what
//! several features know is not counted several times.

use rules::Color;

use super::{Searcher, node::Node, order::PieceTo};
use crate::{mixing::SPREAD, position::Position, prefetch::prefetch, score::Score, tt::Bound};

const ENTRIES: usize = 1 << 14;
/// Corrections are stored in this fraction of a centipawn.
const GRAIN: i32 = 256;
/// The largest correction.
const MOST: i32 = 48 * GRAIN;
/// The weight of all updates together; a single one weighs at most `MOST_LESSON`, times `Corr_Rate`.
const WEIGHT: i32 = 256;
/// An error of more centipawns counts as this.
const MOST_ERROR: i32 = 1_000;
/// The largest weight of one update before `Corr_Rate`, reached at depth 15.
const MOST_LESSON: i32 = 16;

/// The shares of the features in the correction, in parts of `SHARES`.
const SHARES: i32 = 128;
const PAWNS: i32 = 128;
const NON_PAWNS: i32 = 80;
const MINORS: i32 = 64;
const MAJORS: i32 = 64;
const MOVES: i32 = 80;
/// The largest correction by all features together.
const MOST_TOGETHER: i32 = 96 * GRAIN;

/// Corrections by side to move and the key of a feature.
#[derive(Debug)]
struct Corrections {
    values: Box<[[i16; ENTRIES]; 2]>,
}

impl Default for Corrections {
    fn default() -> Self {
        Self { values: Box::new([[0; ENTRIES]; 2]) }
    }
}

impl Corrections {
    /// Parts of a centipawn, for the side to move.
    #[inline(always)]
    fn get(&self, us: Color, key: u64) -> i32 {
        self.values[us as usize][key as usize % ENTRIES].into()
    }

    /// Has the correction fetched.
    #[inline(always)]
    fn prefetch(&self, us: Color, key: u64) {
        prefetch(&self.values[us as usize][key as usize % ENTRIES]);
    }

    /// Mixes a difference in, whose weight is `lesson` of `WEIGHT`.
    fn update(&mut self, us: Color, key: u64, difference: i32, lesson: i32) {
        let value = &mut self.values[us as usize][key as usize % ENTRIES];
        let wanted = difference.clamp(-MOST_ERROR, MOST_ERROR) * GRAIN;
        let mixed = (i32::from(*value) * (WEIGHT - lesson) + wanted * lesson) / WEIGHT;
        *value = mixed.clamp(-MOST, MOST) as i16;
    }
}

/// Corrections by each feature.
#[derive(Debug, Default)]
pub(crate) struct CorrectionHistory {
    pawns: Corrections,
    /// The pieces of White, and of Black.
    non_pawns: [Corrections; 2],
    minors: Corrections,
    majors: Corrections,
    moves: Corrections,
}

/// The key of the last move and the one so many plies before; none if there are not so many.
#[inline(always)]
fn moves_key(before: [PieceTo; 2], back: usize) -> Option<u64> {
    let [last, other] = before;
    let index = ((back / 2 - 1) * PieceTo::COUNT + last.index()) * PieceTo::COUNT + other.index();
    // Fibonacci hashing: the upper bits are well mixed.
    (last.is_move() && other.is_move()).then(|| (index as u64).wrapping_mul(SPREAD) >> 48)
}

impl Searcher<'_> {
    /// The static eval: a raw eval and its correction.
    #[inline(always)]
    pub(super) fn corrected(&self, position: &Position, ply: usize, score: Score) -> Score {
        if !self.options().correction_history() {
            return score;
        }
        score.plus(self.correction(position, ply))
    }

    /// Prefetches what the static eval of a child is corrected by, but for that of moves.
    #[inline(always)]
    pub(super) fn prefetch_corrections(&self, child: &Position) {
        let (options, history) = (self.options(), &self.histories.correction);
        if !options.correction_history() {
            return;
        }
        let us = child.turn();
        history.pawns.prefetch(us, child.pawn_key());
        if options.correction_non_pawn() {
            for color in Color::ALL {
                history.non_pawns[color as usize].prefetch(us, child.non_pawn_key(color));
            }
        }
        if options.correction_minor() {
            history.minors.prefetch(us, child.minor_key());
        }
    }

    /// The keys of the last move and of those before that are asked for.
    #[inline(always)]
    fn moves_keys(&self, ply: usize) -> [Option<u64>; 2] {
        let options = self.options();
        let key = |asked: bool, back| {
            let before = [self.stack.piece_to(ply, 1), self.stack.piece_to(ply, back)];
            if asked { moves_key(before, back) } else { None }
        };
        [
            key(options.correction_continuation(), 2),
            key(options.correction_continuation() && options.correction_continuation_deep(), 4),
        ]
    }

    /// Centipawns to add to the raw eval of the node at `ply`, for the side to move.
    #[inline(always)]
    fn correction(&self, position: &Position, ply: usize) -> i32 {
        let options = self.options();
        let us = position.turn();
        let history = &self.histories.correction;
        let mut sum = PAWNS * history.pawns.get(us, position.pawn_key());
        if options.correction_non_pawn() {
            for color in Color::ALL {
                let corrections = &history.non_pawns[color as usize];
                sum += NON_PAWNS * corrections.get(us, position.non_pawn_key(color));
            }
        }
        if options.correction_minor() {
            sum += MINORS * history.minors.get(us, position.minor_key());
        }
        if options.correction_major() {
            sum += MAJORS * history.majors.get(us, position.major_key());
        }
        for key in self.moves_keys(ply).into_iter().flatten() {
            sum += MOVES * history.moves.get(us, key);
        }
        (sum / SHARES * options.correction_percent() / 100).clamp(-MOST_TOGETHER, MOST_TOGETHER)
            / GRAIN
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
        let (us, depth) = (position.turn(), node.depth);
        // The error of the raw eval, that of the static eval and the correction in it; or the one that is left.
        let correction = self.correction(position, node.ply);
        let options = self.options();
        let known = if options.correction_residual() { 0 } else { correction };
        let difference = score.get() - static_eval.get() + known;
        let lesson = (depth + 1).clamp(1, MOST_LESSON) * options.correction_rate() / 100;
        let lesson = lesson.clamp(1, WEIGHT);
        let moves = self.moves_keys(node.ply);
        let history = &mut self.histories.correction;
        history.pawns.update(us, position.pawn_key(), difference, lesson);
        if options.correction_non_pawn() {
            for color in Color::ALL {
                let corrections = &mut history.non_pawns[color as usize];
                corrections.update(us, position.non_pawn_key(color), difference, lesson);
            }
        }
        if options.correction_minor() {
            history.minors.update(us, position.minor_key(), difference, lesson);
        }
        if options.correction_major() {
            history.majors.update(us, position.major_key(), difference, lesson);
        }
        for key in moves.into_iter().flatten() {
            history.moves.update(us, key, difference, lesson);
        }
        self.counters.corr_updates += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lasting_error_is_learnt_and_bounded() {
        let mut corrections = Corrections::default();
        for _ in 0..1_000 {
            corrections.update(Color::White, 7, 30, 8);
            corrections.update(Color::Black, 7, -100_000, 60);
        }
        assert!((28 * GRAIN..=30 * GRAIN).contains(&corrections.get(Color::White, 7)));
        assert_eq!(corrections.get(Color::Black, 7), -MOST);
        assert_eq!(corrections.get(Color::White, 8), 0);
    }

    #[test]
    fn moves_have_a_key_if_there_are_two() {
        let [a, b] = [3, 9].map(PieceTo::from_index);
        assert_eq!(moves_key([a, PieceTo::NONE], 2), None);
        assert_eq!(moves_key([PieceTo::NULL_MOVE, b], 2), None);
        let keys = [[a, b], [b, a], [a, a]].map(|moves| moves_key(moves, 2));
        assert!(keys.iter().all(Option::is_some));
        assert_ne!(keys[0], moves_key([a, b], 4));
        assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
    }
}
