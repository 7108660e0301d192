//! Who has which idea in which pair of games.

use engine::mixing::{SPREAD, mixed};

/// For each idea, whether A has it in this pair; B has the others. A function of the numbers alone.
pub(super) fn sides(pair: u64, ideas: usize) -> Vec<bool> {
    let has = |idea: u64| mixed((pair << 16 | idea).wrapping_add(1).wrapping_mul(SPREAD)) & 1 == 1;
    (0..ideas as u64).map(has).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns are balanced and not alike: else two ideas could not be told apart.
    #[test]
    fn ideas_are_had_independently() {
        const PAIRS: u64 = 4_000;
        const IDEAS: usize = 40;
        let rows: Vec<_> = (0..PAIRS).map(|pair| sides(pair, IDEAS)).collect();
        for a in 0..IDEAS {
            for b in 0..=a {
                let agree = rows.iter().filter(|row| row[a] == (a == b || row[b])).count() as f64;
                let away = (agree / PAIRS as f64 - 0.5).abs();
                assert!(away < 0.04, "ideas {a} and {b}: {agree} of {PAIRS}");
            }
        }
    }

    #[test]
    fn more_ideas_change_nothing_for_those_before() {
        assert_eq!(sides(7, 5)[..3], sides(7, 3));
    }
}
