//! Most valuable victim, least valuable attacker (MVV/LVA).

use shakmaty::{Move, Role};

/// One rank of victim outweighs all ranks of attackers.
const VICTIM: i32 = 8;

/// The higher, the sooner. Promotions count the new piece as won.
pub(super) fn rate(mv: Move) -> i32 {
    let victim = mv.capture().map_or(0, |role| role as i32);
    let promotion = mv.promotion().map_or(0, |role| role as i32);
    VICTIM * (victim + promotion) + Role::King as i32 - mv.role() as i32
}
