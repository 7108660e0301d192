//! Who has which idea in which pair of games.

/// Odd, so that no two numbers of pairs mix alike: the golden ratio in 64 bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// For each idea, whether A has it in this pair; B has the others. A function of the numbers alone.
pub(super) fn sides(pair: u64, ideas: usize) -> Vec<bool> {
    (0..ideas as u64).map(|idea| mixed(pair << 16 | idea) & 1 == 1).collect()
}

/// Well-mixed bits (G. Steele, D. Lea, C. Flood, SplitMix, 2014).
const fn mixed(number: u64) -> u64 {
    let z = number.wrapping_add(1).wrapping_mul(SPREAD);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
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
