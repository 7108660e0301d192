//! Perft: counting the leaves of the tree of legal moves.

use shakmaty::{Chess, Move, Position as _};

/// Move sequences of exactly `depth` plies.
#[must_use]
pub fn perft(chess: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = chess.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&mv| perft(&after(chess, mv), depth - 1)).sum()
}

/// The counts below each move.
#[must_use]
pub fn divide(chess: &Chess, depth: u32) -> Vec<(Move, u64)> {
    let below = depth.saturating_sub(1);
    chess.legal_moves().iter().map(|&mv| (mv, perft(&after(chess, mv), below))).collect()
}

fn after(chess: &Chess, mv: Move) -> Chess {
    let mut next = chess.clone();
    next.play_unchecked(mv);
    next
}
