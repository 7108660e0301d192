//! The pawns before a king: its own for shelter, the enemy's for a storm.
//!
//! On the king's file and the two beside it (for a king on the a- or h-file the three files at that
//! edge, its own being one of them), the nearest own pawn from the king's rank on gives the
//! shelter, by one table on the king's file and by another on the others, the nearest enemy pawn
//! the storm; both by the pawn's rank as the king's side counts them, 0 for none. The terms are
//! common knowledge (Chess Programming Wiki; T. Romstad, Glaurung).

use rules::{Board, Color, Role, Squares, squares};

use super::{
    features::{self, Term},
    tally::Tally,
};
use crate::tapered::Tapered;

/// Counts a king's shelter and the storm against it; returns what they come to together.
#[inline(always)]
pub(super) fn count<T: Tally>(board: &Board, us: Color, tally: &mut T) -> Tapered {
    let files = files(board, us);
    for file in files {
        let is_kings = file.number == board.king(us).file();
        let table = if is_kings { features::SHELTER_KING } else { features::SHELTER_SIDE };
        tally.add(table + file.own, 1);
    }
    let shelter = tally.close(Term::Shelter, us);
    for file in files {
        let table = if file.blocked() { features::STORM_BLOCKED } else { features::STORM_FREE };
        tally.add(table + file.enemy, 1);
    }
    shelter + tally.close(Term::Storm, us)
}

/// Counts the same pawns as danger units (M. Costalba and others, Stockfish): by how far the file is from the edge of the board; and
/// the files beside the king that no own pawn stands on.
#[inline(always)]
pub(super) fn danger<T: Tally>(board: &Board, us: Color, tally: &mut T) {
    let king = squares::file(board.king(us));
    let beside = king | squares::east(king) | squares::west(king);
    let pawns = board.of(us, Role::Pawn);
    let open = beside & !squares::files(pawns) & squares::RANK_1;
    tally.add_danger(features::DANGER_OPEN_FILES, open.count_ones() as i32);
    for file in files(board, us) {
        let row = RANKS * usize::from(file.number.min(7 - file.number));
        tally.add_danger(features::DANGER_SHELTER + row + file.own, 1);
        let table = if file.blocked() {
            features::DANGER_STORM_BLOCKED
        } else {
            features::DANGER_STORM_FREE
        };
        tally.add_danger(table + row + file.enemy, 1);
    }
}

/// Weights of a file in the tables by files.
const RANKS: usize = 8;

/// A file near a king, with the nearest pawn of each side from the king's rank on: its rank as the king's side counts
/// them, 0 if there is none.
#[derive(Clone, Copy)]
struct File {
    number: u8,
    own: usize,
    enemy: usize,
}

impl File {
    /// Whether the own pawn stands in the enemy's way.
    #[inline(always)]
    const fn blocked(self) -> bool {
        self.own != 0 && self.enemy == self.own + 1
    }
}

/// The three files about a king.
#[inline(always)]
fn files(board: &Board, us: Color) -> [File; 3] {
    let king = board.king(us);
    let rank = squares::rank(king);
    let front = rank | squares::ahead(us, rank);
    let middle = king.file().clamp(1, 6);
    [middle - 1, middle, middle + 1].map(|number| {
        let column = front & squares::FILE_A << number;
        let of = |color| nearest(us, board.of(color, Role::Pawn) & column);
        File { number, own: of(us), enemy: of(!us) }
    })
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
