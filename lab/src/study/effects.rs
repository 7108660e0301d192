//! What each idea is worth, from the pairs of a study.

use statistics::sigmoid;

/// Points that a pair is about.
const POINTS: f64 = 2.0;
/// Elo of one natural unit of the logistic curve.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Standard errors on each side of an interval of 95 %.
const NORMAL: f64 = 1.96;
/// Steps of Newton's method; a handful is enough.
const STEPS: usize = 25;
/// Keeps an idea finite that has won every game: the weight of a pair that was even.
const RIDGE: f64 = 0.1;

/// What an idea is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Elo of the side that has it over the side that has not.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub error: f64,
}

/// One pair: for each idea whether A had it, and A's half points, 0 to 4. Of ideas at the end that are left out, nobody
/// had any.
pub(super) type Pair = (Vec<bool>, u8);

/// The effects of all ideas together: A's expected score is the logistic curve of the sum over ideas, each counted
/// for A or against it. Errors are those of the pairs as they came out (P. Huber, 1967), so they also hold what
/// ideas do together.
#[must_use]
pub(super) fn effects(pairs: &[Pair], ideas: usize) -> Vec<Effect> {
    let rows: Vec<(Vec<f64>, f64)> = pairs.iter().map(|pair| row(pair, ideas)).collect();
    let mut beta = vec![0.0; ideas];
    let mut inverse = vec![vec![0.0; ideas]; ideas];
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = beta.iter().map(|b| -RIDGE * b).collect();
        let mut curve = vec![vec![0.0; ideas]; ideas];
        (0..ideas).for_each(|i| curve[i][i] = RIDGE);
        for (x, score) in &rows {
            let expected = expected(&beta, x);
            let weight = expected * (1.0 - expected);
            for i in 0..ideas {
                slope[i] += x[i] * (score - expected);
                for j in 0..ideas {
                    curve[i][j] += weight * x[i] * x[j];
                }
            }
        }
        inverse = inverted(curve);
        let step: Vec<f64> = inverse.iter().map(|row| dot(row, &slope)).collect();
        beta.iter_mut().zip(&step).for_each(|(b, s)| *b += s);
    }
    let mut spread = vec![vec![0.0; ideas]; ideas];
    for (x, score) in &rows {
        let off = score - expected(&beta, x);
        for i in 0..ideas {
            for j in 0..ideas {
                spread[i][j] += off * off * x[i] * x[j];
            }
        }
    }
    (0..ideas)
        .map(|i| {
            let across: Vec<f64> = spread.iter().map(|row| dot(row, &inverse[i])).collect();
            let variance = dot(&inverse[i], &across).max(0.0);
            Effect { elo: beta[i] * ELO, error: NORMAL * variance.sqrt() * ELO }
        })
        .collect()
}

fn row((has, half_points): &Pair, ideas: usize) -> (Vec<f64>, f64) {
    let sign = |&has: &bool| if has { 1.0 } else { -1.0 };
    let signs = has.iter().map(sign).chain(std::iter::repeat(0.0)).take(ideas);
    (signs.collect(), f64::from(*half_points) / (2.0 * POINTS))
}

fn expected(beta: &[f64], x: &[f64]) -> f64 {
    sigmoid(dot(beta, x))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The inverse of a positive definite matrix, by Gauss and Jordan.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let unit = |i: usize| (0..size).map(move |j| if i == j { 1.0 } else { 0.0 }).collect();
    let mut inverse: Vec<Vec<f64>> = (0..size).map(unit).collect();
    for i in 0..size {
        let pivot = matrix[i][i];
        for side in [&mut matrix, &mut inverse] {
            side[i].iter_mut().for_each(|value| *value /= pivot);
        }
        for k in (0..size).filter(|&k| k != i) {
            let factor = matrix[k][i];
            for side in [&mut matrix, &mut inverse] {
                let taken: Vec<f64> = side[i].iter().map(|value| factor * value).collect();
                side[k].iter_mut().zip(taken).for_each(|(value, taken)| *value -= taken);
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::design::sides;

    /// Pairs of players whose ideas are worth this, in natural units: the chances come from a fixed row of numbers.
    fn played(worth: &[f64], pairs: u64) -> Vec<Pair> {
        (0..pairs)
            .map(|number| {
                let has = sides(number, worth.len());
                let x = row(&(has.clone(), 0), worth.len()).0;
                let chance = expected(worth, &x);
                let games = (0..4).filter(|game| random(number * 4 + game) < chance).count();
                (has, games as u8)
            })
            .collect()
    }

    fn random(number: u64) -> f64 {
        let bits = sides(number ^ 0x5555_0000, 32);
        bits.iter().fold(0.0, |sum, &bit| sum / 2.0 + if bit { 0.5 } else { 0.0 })
    }

    #[test]
    fn what_ideas_are_worth_comes_back() {
        let worth = [0.5, -0.2, 0.0, 0.05, 1.0];
        let found = effects(&played(&worth, 3_000), worth.len());
        for (effect, worth) in found.iter().zip(worth) {
            let off = (effect.elo - worth * ELO).abs();
            assert!(off < 1.5 * effect.error, "{effect:?}, and was {}", worth * ELO);
            assert!((2.0..8.0).contains(&effect.error), "{effect:?}");
        }
    }

    /// Pairs in which nobody had an idea say nothing of it, and as much as ever of the others.
    #[test]
    fn an_idea_that_came_later_has_its_own_pairs() {
        const LATE: usize = 2_000;
        let worth = [0.5, 0.8];
        let mut pairs = played(&worth[..1], LATE as u64);
        pairs.extend(played(&worth, 3_000).drain(LATE..));
        let found = effects(&pairs, 2);
        for (effect, worth) in found.iter().zip(worth) {
            let off = (effect.elo - worth * ELO).abs();
            assert!(off < 1.5 * effect.error, "{effect:?}, and was {}", worth * ELO);
        }
        assert!(found[1].error > 1.2 * found[0].error, "{found:?}");
    }

    /// With one idea it is the Elo of a match, and its error.
    #[test]
    fn one_idea_is_a_match() {
        let pairs: Vec<Pair> = [(4, 300), (2, 500), (0, 200)]
            .into_iter()
            .flat_map(|(half_points, times)| vec![(vec![true], half_points); times])
            .collect();
        let found = effects(&pairs, 1)[0];
        let wanted = crate::arena::elo::Difference::of_pairs(&crate::arena::tally::Tally {
            wins: 600,
            losses: 400,
            draws: 1_000,
            pairs: [200, 0, 500, 0, 300],
        });
        assert!((found.elo - wanted.elo).abs() < 0.1, "{found:?} {wanted:?}");
        assert!((found.error - wanted.error()).abs() < 0.1, "{found:?} {wanted:?}");
    }
}
