//! Mobility: where pieces can go, each role by a table of its own (MOB-01).
//!
//! The default, *pieces*, has a table for each role. The two older readings of E. Schröder's Rebel
//! count all squares of a side's pieces together: *single* looks up the difference of both sides'
//! counts, *split* looks up each side's count. Their table is `rebel` (Schröder's own is lost);
//! with a table on a straight line both are the same.
//!
//! This is where the attacks of the pieces are computed.

use rules::{Color, Role, attacks, squares};

use super::{
    attacks::Attacks,
    features::{self, Term},
    tally::Tally,
};
use crate::{options::MobilityMode, position::Position};

const TABLES: [usize; 4] = [
    features::KNIGHT_MOBILITY,
    features::BISHOP_MOBILITY,
    features::ROOK_MOBILITY,
    features::QUEEN_MOBILITY,
];

/// Fills in the attacks of a side's pieces and counts their mobility.
#[inline(always)]
pub(super) fn count<T: Tally>(
    position: &Position,
    attacks: &mut Attacks,
    us: Color,
    mode: MobilityMode,
    tally: &mut T,
) {
    // Written out, so that each role has code of its own.
    count_role(position, attacks, (us, Role::Knight), mode, tally);
    count_role(position, attacks, (us, Role::Bishop), mode, tally);
    count_role(position, attacks, (us, Role::Rook), mode, tally);
    count_role(position, attacks, (us, Role::Queen), mode, tally);
    tally.close(Term::Mobility, us);
}

/// Counts the mobility of a side's pieces of one role, one of [`Role::PIECES`].
#[inline(always)]
fn count_role<T: Tally>(
    position: &Position,
    attacks: &mut Attacks,
    (us, role): (Color, Role),
    mode: MobilityMode,
    tally: &mut T,
) {
    // Its place among them.
    let piece = role as usize - Role::Knight as usize;
    let board = position.board();
    let (side, other) = (us as usize, !us as usize);
    let king = attacks.kings[side];
    let beside = attacks.by[other][Role::King as usize];
    let queens = board.of(us, Role::Queen);
    let through = match role {
        Role::Bishop => board.occupied ^ queens,
        Role::Rook => board.occupied ^ (queens | board.of(us, Role::Rook)),
        _ => board.occupied,
    };
    for from in squares::each(board.of(us, role)) {
        let mut reach = attacks::of(us, role, from, through);
        if squares::contains(attacks.pinned[side], from) {
            reach &= attacks::line(king, from);
        }
        attacks.twice[side] |= attacks.all[side] & reach;
        attacks.all[side] |= reach;
        attacks.by[side][role as usize] |= reach;
        let count = (reach & attacks.area[side]).count_ones() as usize;
        attacks.mobility[side] += count as i32;
        if mode == MobilityMode::Pieces {
            tally.add(TABLES[piece] + count, 1);
        }
        if reach & attacks.rings[other] != 0 {
            attacks.ring_attackers[side][piece] += 1;
            attacks.ring_attacks[side] += (reach & beside).count_ones() as i32;
        }
        attacks.look_at(board, us, role, from);
    }
}

/// The centipawns that White has more by one of the older readings.
pub(super) fn rebel_score(counts: [i32; 2], mode: MobilityMode, percent: i32) -> i32 {
    let value = match mode {
        MobilityMode::Off | MobilityMode::Pieces => 0,
        MobilityMode::Single => single(counts, rebel),
        MobilityMode::Split => split(counts, rebel),
    };
    value * percent / 100
}

fn single([white, black]: [i32; 2], table: impl Fn(i32) -> i32) -> i32 {
    let difference = white - black;
    difference.signum() * table(difference.abs())
}

fn split([white, black]: [i32; 2], table: impl Fn(i32) -> i32) -> i32 {
    table(white) - table(black)
}

/// What no number of squares reaches, in centipawns.
const LIMIT: i32 = 200;
/// This many squares count for half of it.
const HALF: i32 = 100;

/// Centipawns for this many squares: two for each at first, less and less later.
const fn rebel(squares: i32) -> i32 {
    LIMIT * squares / (HALF + squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_and_split_agree_on_a_straight_line() {
        for white in 0..80 {
            for black in 0..80 {
                let line = |count| 3 * count;
                assert_eq!(single([white, black], line), split([white, black], line));
                assert_eq!(single([white, black], rebel), -single([black, white], rebel));
            }
        }
        assert_ne!(single([60, 50], rebel), split([60, 50], rebel));
    }
}
