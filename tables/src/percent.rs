//! Scores as whole percent, by the rule of Rebel's `perc.mat`.

use crate::OutcomeCounts;

/// The score in percent, rounded to nearest (half up), except that 0 and 100 are said only of
/// exact ones, else 1 and 99; `None` without games.
#[must_use]
pub const fn percent(counts: OutcomeCounts) -> Option<u8> {
    let (halves, most) = (counts.half_points() as u128, 2 * counts.games() as u128);
    if most == 0 {
        return None;
    }
    if halves == 0 {
        return Some(0);
    }
    if halves == most {
        return Some(100);
    }
    let rounded = (200 * halves + most) / (2 * most);
    Some(match rounded {
        0 => 1,
        100.. => 99,
        other => other as u8,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(wins: u64, draws: u64, losses: u64) -> Option<u8> {
        percent(OutcomeCounts { wins, draws, losses })
    }

    #[test]
    fn zero_and_a_hundred_are_exact_only() {
        assert_eq!(of(0, 0, 0), None);
        assert_eq!(of(0, 0, 5), Some(0));
        assert_eq!(of(5, 0, 0), Some(100));
        assert_eq!(of(0, 1, 999), Some(1));
        assert_eq!(of(999, 1, 0), Some(99));
        assert_eq!(of(0, 3, 0), Some(50));
        assert_eq!(of(1, 0, 2), Some(33));
        assert_eq!(of(2, 0, 1), Some(67));
        assert_eq!(of(0, 1, 3), Some(13), "12.5 rounds up");
        assert_eq!(of(1 << 56, 1 << 56, 0), Some(75));
    }
}
