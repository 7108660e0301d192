//! Rooks and queens on the seventh rank with the enemy king on its first (EV-06, J. Swafford,
//! Prophet).
//!
//! A major is *connected* if it attacks another one on that rank. Prophet looks only towards the
//! h-file, so of two connected majors one counts; with `Maj7_ConnectedBoth` both do.

use rules::{Color, Role, attacks, squares};

use super::{
    attacks::Attacks,
    features::{self, Term},
    tally::Tally,
};
use crate::position::Position;

/// Counts a side's majors on its seventh rank.
#[inline(always)]
pub(super) fn count<T: Tally>(
    position: &Position,
    all: &Attacks,
    both: bool,
    us: Color,
    tally: &mut T,
) {
    let board = position.board();
    let seventh = squares::relative_rank(us, 6);
    let majors = (board.of(us, Role::Rook) | board.of(us, Role::Queen)) & seventh;
    let king = squares::of(all.kings[us as usize ^ 1]) & squares::relative_rank(us, 7);
    let (mut count, mut connected) = (0, 0);
    if majors != 0 && king != 0 {
        count = majors.count_ones() as i32;
        for from in squares::each(majors) {
            let reach = attacks::rook(from, board.occupied) & majors;
            let east = reach & !(squares::of(from) - 1);
            connected += i32::from(if both { reach } else { east } != 0);
        }
    }
    tally.add(features::MAJOR_7, count);
    tally.close(Term::Major7, us);
    tally.add(features::MAJOR_7_CONNECTED, connected);
    tally.close(Term::Major7Connected, us);
}
