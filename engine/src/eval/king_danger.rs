//! King danger: attacks on the squares around a king, summed to units that count more than in
//! proportion.
//!
//! Each attacker, attack, weak square and possible check adds units with weights of their own, of
//! which `danger_penalty` makes centipawns.
//! Attack units are from Glaurung (T. Romstad) and CPW; the form with tuned weights follows
//! A. Grant's Ethereal (2019). A king that no piece attacks is not in danger.
//!
//! The older reading, in which E. Schröder speaks of *king safety* in pawns, is [`Assessment`]'s:
//! this penalty and the shelter together, as the king's side sees them.
//!
//! [`Assessment`]: super::Assessment

use rules::{Color, Role, Squares, attacks, squares};

use super::{
    attacks::Attacks,
    features::{self, Term},
    tally::Tally,
};
use crate::{position::Position, tapered::Tapered};

/// Counts the danger that a king is in. Returns the penalty, as the king's side sees it.
#[inline(always)]
pub(super) fn count<T: Tally>(
    position: &Position,
    all: &Attacks,
    us: Color,
    tally: &mut T,
) -> Tapered {
    let (side, them) = (us as usize, !us);
    let attackers = &all.ring_attackers[them as usize];
    let total: i32 = attackers.iter().sum();
    let queens = position.board().of(them, Role::Queen);
    if total + i32::from(queens != 0) >= 2 {
        units(position, all, us, tally);
        for (i, &count) in attackers.iter().enumerate() {
            tally.add_danger(features::DANGER_ATTACKER + i, count);
        }
        tally.add_danger(features::DANGER_ATTACKS, all.ring_attacks[them as usize]);
        tally.add_danger(features::DANGER_NO_QUEEN, i32::from(queens == 0));
        tally.add_danger(features::DANGER_PINNED, count_of(all.pinned[side]));
        tally.turn_danger();
    }
    tally.close(Term::KingDanger, us)
}

#[inline(always)]
fn units<T: Tally>(position: &Position, all: &Attacks, us: Color, tally: &mut T) {
    let board = position.board();
    let (side, them) = (us as usize, !us);
    let other = them as usize;
    let poorly = !all.all[side] | all.of(us, Role::Queen) | all.of(us, Role::King);
    let weak = all.all[other] & !all.twice[side] & poorly;
    tally.add_danger(features::DANGER_BASE, 1);
    tally.add_danger(features::DANGER_WEAK, count_of(weak & all.rings[side]));
    let king = all.kings[side];
    let occupied = board.occupied & !board.of(us, Role::Queen);
    let straight = attacks::rook(king, occupied);
    let diagonal = attacks::bishop(king, occupied);
    let checks = [attacks::knight(king), diagonal, straight, straight | diagonal];
    let safe = !all.sides[other] & (!all.all[side] | weak & all.twice[other]);
    let mut unsafe_checks = 0;
    for (i, role) in Role::PIECES.into_iter().enumerate() {
        let checks = checks[i] & all.of(them, role) & !all.sides[other];
        tally.add_danger(features::DANGER_SAFE_CHECK + i, count_of(checks & safe));
        unsafe_checks |= checks & !safe;
    }
    tally.add_danger(features::DANGER_CHECK, count_of(unsafe_checks));
    let pawns = board.of(us, Role::Pawn);
    let files = squares::file(king);
    let files = files | squares::east(files) | squares::west(files);
    let ranks = pawns | squares::ahead(us, pawns) | squares::ahead(them, pawns);
    let open = files & !ranks & squares::RANK_1;
    tally.add_danger(features::DANGER_OPEN_FILES, count_of(open));
}

#[inline(always)]
const fn count_of(set: Squares) -> i32 {
    set.count_ones() as i32
}
