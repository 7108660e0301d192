//! How far the better side's endgame value can be believed: it gains or loses some centipawns, but never changes sides.
//!
//! The more pawns there are, and on both flanks, the more there is to win with; least in an ending of few pawns on one flank
//! (M. Costalba and others, Stockfish, 2016: initiative, later complexity). How far apart the kings are, how far forward, and passed
//! pawns were features too; the fit made them nought.

use rules::{Role, Squares, squares};

use super::{features, tally::Tally};
use crate::{position::Position, tapered::Tapered};

const QUEEN_SIDE: Squares = squares::FILE_A * 0b0000_1111;

/// Counts what makes a position winnable, by whichever side.
#[inline(always)]
pub(super) fn count<T: Tally>(position: &Position, tally: &mut T) {
    let board = position.board();
    let pawns = board.both(Role::Pawn);
    tally.add_winnable(features::WINNABLE_BASE, 1);
    tally.add_winnable(features::WINNABLE_PAWNS, pawns.count_ones() as i32);
    let both_flanks = pawns & QUEEN_SIDE != 0 && pawns & !QUEEN_SIDE != 0;
    tally.add_winnable(features::WINNABLE_FLANKS, i32::from(both_flanks));
    let pawns_only = board.occupied == pawns | board.both(Role::King);
    tally.add_winnable(features::WINNABLE_PAWNS_ONLY, i32::from(pawns_only));
}

/// The endgame value with what can be believed of it.
#[inline(always)]
pub(super) const fn believed(eg: i32, winnable: Tapered) -> i32 {
    let magnitude = eg.abs();
    let change = winnable.eg();
    eg + eg.signum() * if change < -magnitude { -magnitude } else { change }
}
