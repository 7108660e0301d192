//! Initiative: a side that has several things going for it has more than their sum (INI-01,
//! E. Schröder, Pro Deo; off by default, as it lost there with a large bonus).
//!
//! If the side's own king is safe enough, it counts one for each of: the other king's danger at
//! least 0.25, at least 0.50; own passed pawns at least 0.25, 0.50; mobility at least 0.25, 0.50
//! more than the other's; the bishop pair that the other has not. The count looks up
//! [`BONUS`], of which a percentage is given. Readings: *relatively safe* is a king safety not below
//! minus `INI_SafeMax`; mobility is the difference, as a side's own has no zero.

use rules::Color;

/// Centipawns by the number of conditions that hold; E. Schröder's numbers.
const BONUS: [i32; 8] = [0, 0, 0, 32, 64, 128, 192, 256];
/// Centipawns from which a term counts once, and from which twice.
const STEPS: [i32; 2] = [25, 50];

/// The terms that are looked at, each in centipawns for its side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Parts {
    pub(super) king_safety: [i32; 2],
    pub(super) passed: [i32; 2],
    /// White's mobility less Black's.
    pub(super) mobility: i32,
    pub(super) bishop_pair: [bool; 2],
}

/// The number of conditions that hold for a side.
pub(super) fn count(parts: &Parts, us: Color, safe_max: i32) -> usize {
    let (side, other) = (us as usize, !us as usize);
    if parts.king_safety[side] < -safe_max {
        return 0;
    }
    let nested = |value: i32| STEPS.into_iter().filter(|&least| value >= least).count();
    nested(-parts.king_safety[other])
        + nested(parts.passed[side])
        + nested(super::sign(us) * parts.mobility)
        + usize::from(parts.bishop_pair[side] && !parts.bishop_pair[other])
}

/// The bonus for a count, in centipawns.
pub(super) const fn bonus(count: usize, percent: i32) -> i32 {
    let most = BONUS.len() - 1;
    BONUS[if count > most { most } else { count }] * percent / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts_from_three_on() {
        assert_eq!([2, 3, 7].map(|count| bonus(count, 100)), [0, 32, 256]);
        assert_eq!(bonus(7, 10), 25);
    }

    #[test]
    fn thresholds_nest_and_an_unsafe_king_has_none() {
        let mut parts = Parts {
            king_safety: [0, -60],
            passed: [30, 0],
            mobility: 50,
            bishop_pair: [true, false],
        };
        assert_eq!(count(&parts, Color::White, 50), 2 + 1 + 2 + 1);
        assert_eq!(count(&parts, Color::Black, 100), 0);
        parts.king_safety[0] = -51;
        assert_eq!(count(&parts, Color::White, 50), 0);
    }
}
