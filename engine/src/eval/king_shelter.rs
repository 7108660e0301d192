//! The pawns before a king: its own for shelter, the enemy's for a storm.
//!
//! On the king's file and the two beside it (for a king on the a- or h-file the three files at that
//! edge, its own being one of them), the nearest own pawn from the king's rank on gives the
//! shelter, by one table on the king's file and by another on the others, the nearest enemy pawn
//! the storm; both by the pawn's rank as the king's side counts them, 0 for none. The terms are
//! common knowledge (CPW; T. Romstad, Glaurung).

use rules::{Board, Color, Role, Squares, squares};

use super::{
    features::{self, Term},
    tally::Tally,
};
use crate::tapered::Tapered;

/// Counts a king's shelter and the storm against it; returns what they come to together.
#[inline(always)]
pub(super) fn count<T: Tally>(board: &Board, us: Color, tally: &mut T) -> Tapered {
    let king = board.king(us);
    let rank = squares::rank(king);
    let front = rank | squares::ahead(us, rank);
    let ours = board.of(us, Role::Pawn) & front;
    let theirs = board.of(!us, Role::Pawn) & front;
    let middle = king.file().clamp(1, 6);
    let mut storm = [(0, 0); 3];
    for (i, slot) in (0..3_u8).zip(&mut storm) {
        let file = middle + i - 1;
        let column = squares::FILE_A << file;
        let own = nearest(us, ours & column);
        let table =
            if file == king.file() { features::SHELTER_KING } else { features::SHELTER_SIDE };
        tally.add(table + own, 1);
        *slot = (own, nearest(us, theirs & column));
    }
    let shelter = tally.close(Term::Shelter, us);
    for (own, enemy) in storm {
        let blocked = own != 0 && enemy == own + 1;
        let table = if blocked { features::STORM_BLOCKED } else { features::STORM_FREE };
        tally.add(table + enemy, 1);
    }
    shelter + tally.close(Term::Storm, us)
}

/// Counts the same pawns as danger units (M. Costalba and others, Stockfish): by how far the file is from the edge of the board; and
/// the files beside the king that no own pawn stands on.
#[inline(always)]
pub(super) fn danger<T: Tally>(board: &Board, us: Color, tally: &mut T) {
    let king = board.king(us);
    let rank = squares::rank(king);
    let front = rank | squares::ahead(us, rank);
    let ours = board.of(us, Role::Pawn) & front;
    let theirs = board.of(!us, Role::Pawn) & front;
    let middle = king.file().clamp(1, 6);
    let files = squares::file(king);
    let files = files | squares::east(files) | squares::west(files);
    let pawns = board.of(us, Role::Pawn);
    let closed = pawns | squares::ahead(us, pawns) | squares::ahead(!us, pawns);
    let open = files & !closed & squares::RANK_1;
    tally.add_danger(features::DANGER_OPEN_FILES, open.count_ones() as i32);
    for file in middle - 1..=middle + 1 {
        let column = squares::FILE_A << file;
        let (own, enemy) = (nearest(us, ours & column), nearest(us, theirs & column));
        let edge = 8 * usize::from(file.min(7 - file));
        tally.add_danger(features::DANGER_SHELTER + edge + own, 1);
        let blocked = own != 0 && enemy == own + 1;
        let table =
            if blocked { features::DANGER_STORM_BLOCKED } else { features::DANGER_STORM_FREE };
        tally.add_danger(table + edge + enemy, 1);
    }
}

/// The rank, as a side counts them, of the pawn nearest to its first rank; 0 if there is none.
#[inline(always)]
fn nearest(us: Color, pawns: Squares) -> usize {
    let pawns = match us {
        Color::White => pawns,
        Color::Black => squares::flipped(pawns),
    };
    // Without pawns there are 64 zeros, which is rank 8.
    (pawns.trailing_zeros() as usize / 8) & 7
}
