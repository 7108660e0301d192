//! Perft: counting the leaves of the tree of legal moves.

use rules::{Move, Position};

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
    moves.iter().map(|&mv| perft(&after(position, mv), depth - 1)).sum()
}

/// The counts below each move.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let below = depth.saturating_sub(1);
    position.legal_moves().iter().map(|&mv| (mv, perft(&after(position, mv), below))).collect()
}

fn after(position: &Position, mv: Move) -> Position {
    position.after(mv, |_, _, _| ())
}
