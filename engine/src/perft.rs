//! Perft: counting the leaves of the tree of legal moves.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::{Move, Position};

/// Subtrees of this many plies are counted without a look at whether to stop.
const UNSTOPPABLE: u32 = 3;

/// Move sequences of exactly `depth` plies.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&mv| perft(&position.played(mv), depth - 1)).sum()
}

/// The counts below each move; `None` if `stop` was set meanwhile.
#[must_use]
pub fn divide(position: &Position, depth: u32, stop: &AtomicBool) -> Option<Vec<(Move, u64)>> {
    let below = depth.saturating_sub(1);
    let count = |mv| Some((mv, count(&position.played(mv), below, stop)?));
    position.legal_moves().iter().copied().map(count).collect()
}

fn count(position: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth <= UNSTOPPABLE {
        return (!stop.load(Relaxed)).then(|| perft(position, depth));
    }
    position.legal_moves().iter().map(|&mv| count(&position.played(mv), depth - 1, stop)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn divided_or_not_it_is_the_same_and_can_be_stopped() {
        let start = Game::default().position();
        for depth in 1..=5 {
            let counts = divide(&start, depth, &AtomicBool::new(false)).unwrap();
            assert_eq!(counts.len(), 20);
            assert_eq!(counts.iter().map(|(_, n)| n).sum::<u64>(), perft(&start, depth));
        }
        assert_eq!(divide(&start, 60, &AtomicBool::new(true)), None);
    }
}
