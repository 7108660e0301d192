//! King danger: attacks on the squares around a king, summed to units that count more than in
//! proportion.
//!
//! Each attacker, attack, bishop that looks at the ring through pieces, weak square, possible check and square of its flank that is
//! attacked or defended adds units with weights of their own, and so do the pawns before the king; there are more of them while the
//! other side is to move. `danger_penalty` makes centipawns of them.
//! Attack units are from Glaurung (T. Romstad) and the Chess Programming Wiki; the form with tuned weights follows
//! A. Grant's Ethereal (2019), the flank M. Costalba and others' Stockfish.
//!
//! The older reading, in which E. Schröder speaks of *king safety* in pawns, is [`Assessment`]'s:
//! this penalty and the shelter together, as the king's side sees them.
//!
//! [`Assessment`]: super::Assessment

use rules::{Color, Role, Squares, attacks, squares};

use super::{
    attacks::Attacks,
    features::{self, Term},
    king_shelter,
    tally::Tally,
};
use crate::{position::Position, tapered::Tapered};

/// Counts the danger that a king is in. `shelter` are the units of the pawns before it, if they are known. Returns the penalty,
/// as the king's side sees it.
#[inline(always)]
pub(super) fn count<T: Tally>(
    position: &Position,
    all: &Attacks,
    shelter: Option<Tapered>,
    us: Color,
    tally: &mut T,
) -> Tapered {
    match shelter {
        Some(units) => tally.add_known_danger(units),
        None => king_shelter::danger(position.board(), us, tally),
    }
    let (side, them) = (us as usize, !us);
    let other = them as usize;
    let board = position.board();
    let ring = all.rings[side];
    for (i, &count) in all.ring_attackers[other].iter().enumerate() {
        tally.add_danger(features::DANGER_ATTACKER + i, count);
    }
    tally.add_danger(features::DANGER_ATTACKS, all.ring_attacks[other]);
    let no_queen = board.of(them, Role::Queen) == 0;
    tally.add_danger(features::DANGER_NO_QUEEN, i32::from(no_queen));
    tally.add_danger(features::DANGER_PINNED, squares::count(all.pinned[side]));
    let discovered = all.blockers[side] & all.sides[other] & !board.of(them, Role::Pawn);
    tally.add_danger(features::DANGER_DISCOVERED, squares::count(discovered));
    tally.add_danger(features::DANGER_BASE, 1);
    tally.add_danger(features::DANGER_TO_MOVE, i32::from(position.turn() == them));
    let poorly = !all.all[side] | all.of(us, Role::Queen) | all.of(us, Role::King);
    let weak = all.all[other] & !all.twice[side] & poorly;
    tally.add_danger(features::DANGER_WEAK, squares::count(weak & ring));
    checks(position, all, weak, us, tally);
    tally.add_danger(features::DANGER_PAWNS, squares::count(ring & all.of(them, Role::Pawn)));
    let [knights, bishops] = [Role::Knight, Role::Bishop].map(|role| all.of(us, role) & ring);
    tally.add_danger(features::DANGER_DEFENDER, i32::from(knights != 0));
    tally.add_danger(features::DANGER_DEFENDER + 1, i32::from(bishops != 0));
    tally.add_danger(features::DANGER_MOBILITY, all.mobility[other] - all.mobility[side]);
    tally.add_danger(features::DANGER_BISHOP_RAYS, all.ring_rays[other]);
    let flank = FLANKS[all.kings[side].file() as usize] & half(us);
    for (feature, attacks) in [
        (features::DANGER_FLANK_ATTACKS, [all.all[other], all.twice[other]]),
        (features::DANGER_FLANK_DEFENCES, [all.all[side], all.twice[side]]),
    ] {
        tally.add_danger(feature, squares::count(flank & attacks[0]));
        tally.add_danger(feature + 1, squares::count(flank & attacks[1]));
    }
    tally.turn_danger();
    tally.close(Term::KingDanger, us)
}

/// Counts the squares from which the other side can give check, those where the piece is safe apart.
#[inline(always)]
fn checks<T: Tally>(position: &Position, all: &Attacks, weak: Squares, us: Color, tally: &mut T) {
    let board = position.board();
    let (side, them) = (us as usize, !us);
    let other = them as usize;
    let king = all.kings[side];
    let occupied = board.occupied & !board.of(us, Role::Queen);
    let straight = attacks::rook(king, occupied);
    let diagonal = attacks::bishop(king, occupied);
    let checks = [attacks::knight(king), diagonal, straight, straight | diagonal];
    let safe = !all.all[side] | weak & all.twice[other];
    for (i, role) in Role::PIECES.into_iter().enumerate() {
        let checks = checks[i] & all.of(them, role) & !all.sides[other];
        tally.add_danger(features::DANGER_SAFE_CHECK + i, squares::count(checks & safe));
        tally.add_danger(features::DANGER_UNSAFE_CHECK + i, squares::count(checks & !safe));
    }
}

/// The files about a king by its file: three or four, as in Stockfish.
pub(super) const FLANKS: [Squares; 8] = [
    squares::FILE_A * 0b0000_0111,
    squares::FILE_A * 0b0000_1111,
    squares::FILE_A * 0b0000_1111,
    squares::FILE_A * 0b0011_1100,
    squares::FILE_A * 0b0011_1100,
    squares::FILE_A * 0b1111_0000,
    squares::FILE_A * 0b1111_0000,
    squares::FILE_A * 0b1110_0000,
];

/// A side's first five ranks.
const fn half(us: Color) -> Squares {
    match us {
        Color::White => u64::MAX >> 24,
        Color::Black => u64::MAX << 24,
    }
}
