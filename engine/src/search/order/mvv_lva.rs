//! Most valuable victim, least valuable attacker (MVV/LVA).

use rules::{Move, Position, Role};

/// One rank of victim outweighs all ranks of attackers.
const VICTIM: i32 = 8;

/// The higher, the sooner. Promotions count the new piece as won.
#[inline(always)]
pub(super) fn rate(position: &Position, mv: Move) -> i32 {
    let victim = position.captured(mv).map_or(0, |role| 1 + role as i32);
    let promotion = mv.promoted().map_or(0, |role| 1 + role as i32);
    VICTIM * (victim + promotion) + Role::King as i32 - position.moved(mv) as i32
}
