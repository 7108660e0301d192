//! How far the better side's endgame value can be believed: it gains or loses some centipawns, but never changes sides.
//!
//! The more pawns there are, on both flanks, passed, with the kings far apart or past the middle of the board, the more there is to
//! win with; least in an ending of few pawns on one flank (M. Costalba and others, Stockfish, 2016: initiative, later complexity).

use rules::{Color, Role, Squares, squares};

use super::{features, tally::Tally};
use crate::{position::Position, tapered::Tapered};

const QUEEN_SIDE: Squares = squares::FILE_A * 0b0000_1111;

/// Counts what makes a position winnable, by whichever side.
#[inline(always)]
pub(super) fn count<T: Tally>(position: &Position, passed: Squares, tally: &mut T) {
    let board = position.board();
    let pawns = board.both(Role::Pawn);
    let kings = Color::ALL.map(|color| board.king(color));
    let [white, black] = kings.map(|king| i32::from(king.rank()));
    let files = i32::from(kings[0].file().abs_diff(kings[1].file()));
    tally.add_winnable(features::WINNABLE_BASE, 1);
    tally.add_winnable(features::WINNABLE_PAWNS, pawns.count_ones() as i32);
    tally.add_winnable(features::WINNABLE_PASSED, passed.count_ones() as i32);
    let both_flanks = pawns & QUEEN_SIDE != 0 && pawns & !QUEEN_SIDE != 0;
    tally.add_winnable(features::WINNABLE_FLANKS, i32::from(both_flanks));
    tally.add_winnable(features::WINNABLE_OUTFLANKED, files + white - black);
    tally.add_winnable(features::WINNABLE_ENTERED, i32::from(white > 3 || black < 4));
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
