//! Tuning of options by matches against itself: simultaneous perturbation (SPSA; J. Spall, 1998).
//!
//! Every iteration moves all options at once, each up or down by chance, lets the two settings play, and
//! takes a step towards the better one. The gains fall as Spall says. What comes out is a guess to be
//! played against the defaults with other openings, no result by itself.

use engine::{
    mixing::{Random, mixed},
    options::{OptionKind, Options},
};

/// The powers of the iteration by which the steps, and the trials, fall.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The part of its step by which an option moves at the end for a pair of games that is won by a point.
const RATE: f64 = 0.02;
/// The part of all iterations by which the first steps are held back.
const STABILITY: f64 = 0.1;
/// The step of an option that names none is its value by this.
const STEPS_IN_VALUE: f64 = 20.0;

/// A number that is being tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The option.
    pub name: String,
    /// Where it stands.
    pub value: f64,
    /// How far it is moved at the end, in its own unit: about what is worth a few Elo.
    pub step: f64,
    least: f64,
    most: f64,
}

/// What the two sides of an iteration are set to, as `NAME=VALUE`.
pub type Sides = [Vec<String>; 2];

impl Tuned {
    /// An option that stands at its default, from `NAME` or `NAME:STEP`.
    ///
    /// # Errors
    /// One sentence if there is no such number among the options, or the step is not above 0.
    pub fn read(text: &str) -> Result<Self, String> {
        let (name, step) = text.split_once(':').map_or((text, None), |(n, s)| (n, Some(s)));
        let missing = || format!("{name} is no number among the engine's options");
        let option = Options::declaration(name).ok_or_else(missing)?;
        let OptionKind::Spin { min, max } = option.kind else { return Err(missing()) };
        let value: f64 = option.default().parse().map_err(|_| missing())?;
        let step = match step {
            None => (value.abs() / STEPS_IN_VALUE).max(1.0),
            Some(step) => step
                .parse()
                .ok()
                .filter(|&step: &f64| step > 0.0 && step.is_finite())
                .ok_or_else(|| format!("`{step}` is no step of {name}"))?,
        };
        let (least, most) = (f64::from(min), f64::from(max));
        Ok(Self { name: option.name.to_owned(), value, step, least, most })
    }

    fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.least, self.most)
    }
}

/// One iteration, the first being 1, of `total`. `play` says by how many points a pair the first side beat the second,
/// -2 to 2. Chance is that of seed and iteration, so that an interruption changes nothing.
///
/// # Errors
/// Those of `play`.
pub fn iterate(
    tuned: &mut [Tuned],
    number: u64,
    total: u64,
    seed: u64,
    play: &mut dyn FnMut(&Sides) -> Result<f64, String>,
) -> Result<f64, String> {
    let mut chance = Random(mixed(seed).wrapping_add(number));
    let (number, total) = (number as f64, total as f64);
    let growth = (total / number).powf(GAMMA);
    let mut sides = [const { Vec::new() }; 2];
    let mut signs = Vec::with_capacity(tuned.len());
    for option in &*tuned {
        let sign = if chance.below(2) == 0 { 1.0 } else { -1.0 };
        let rounding = fraction(&mut chance);
        for (side, direction) in sides.iter_mut().zip([1.0, -1.0]) {
            let value = option.clamp(option.value + direction * sign * option.step * growth);
            side.push(format!("{}={}", option.name, rounded(value, rounding)));
        }
        signs.push(sign);
    }
    let score = play(&sides)?;
    let fall = ((STABILITY * total + total) / (STABILITY * total + number)).powf(ALPHA) / growth;
    for (option, sign) in tuned.iter_mut().zip(signs) {
        option.value = option.clamp(option.value + RATE * option.step * fall * score * sign);
    }
    Ok(score)
}

/// A number from 0 to below 1.
fn fraction(chance: &mut Random) -> f64 {
    const BITS: u32 = 53;
    (chance.next() >> (u64::BITS - BITS)) as f64 / (1_u64 << BITS) as f64
}

/// A whole number whose mean over chances is the value, so that small moves are not lost.
fn rounded(value: f64, chance: f64) -> i64 {
    (value.floor() + f64::from(u8::from(chance < value - value.floor()))) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(name: &str, value: f64, [least, most]: [f64; 2], step: f64) -> Tuned {
        Tuned { name: name.to_owned(), value, step, least, most }
    }

    #[test]
    fn options_are_read_with_their_declared_range() {
        let tuned = Tuned::read("RFP_Margin").unwrap();
        let declared = Options::declaration("RFP_Margin").unwrap();
        let OptionKind::Spin { min, max } = declared.kind else { panic!("a number") };
        assert_eq!([tuned.least, tuned.most], [min, max].map(f64::from));
        assert_eq!(tuned.value.to_string(), declared.default());
        assert_eq!(Tuned::read("rfp_margin:2.5").unwrap().step, 2.5);
        for text in ["NMP", "Nothing", "RFP_Margin:0", "RFP_Margin:x", ""] {
            Tuned::read(text).unwrap_err();
        }
    }

    #[test]
    fn rounding_keeps_the_mean() {
        assert_eq!([0.2, 0.3].map(|chance| rounded(2.25, chance)), [3, 2]);
        assert_eq!(rounded(-0.5, 0.9), -1);
        let mut chance = Random(1);
        let sum: i64 = (0..10_000).map(|_| rounded(2.25, fraction(&mut chance))).sum();
        assert!((22_300..22_700).contains(&sum), "{sum}");
    }

    /// A game in which 120 and 30 are best: it must get near, and stay in range.
    #[test]
    fn the_best_is_found_through_noise() {
        let mut tuned =
            [option("a", 80.0, [0.0, 500.0], 10.0), option("b", 60.0, [25.0, 100.0], 4.0)];
        let mut noise = Random(1);
        let mut play = |sides: &Sides| {
            let worth = |side: &[String]| {
                let [a, b] = [0, 1].map(|i: usize| -> f64 { side[i][2..].parse().unwrap() });
                assert!((25.0..=100.0).contains(&b), "{b} is out of range");
                -(a - 120.0).powi(2) / 1_000.0 - (b - 30.0).powi(2) / 200.0
            };
            let noise: f64 = (0..6).map(|_| fraction(&mut noise) - 0.5).sum::<f64>() * 0.7;
            Ok((worth(&sides[0]) - worth(&sides[1]) + noise).clamp(-2.0, 2.0))
        };
        for number in 1..=2_000 {
            iterate(&mut tuned, number, 2_000, 1, &mut play).unwrap();
        }
        let [a, b] = tuned.each_ref().map(|option| option.value);
        assert!((a - 120.0).abs() < 12.0 && (b - 30.0).abs() < 5.0, "{a} {b}");
    }

    #[test]
    fn an_iteration_is_the_same_whenever_it_is_played() {
        let played = || {
            let mut tuned = [option("a", 80.0, [0.0, 500.0], 10.0)];
            let mut seen = Vec::new();
            let mut play = |sides: &Sides| {
                seen.push(sides.clone());
                Ok(1.0)
            };
            iterate(&mut tuned, 7, 100, 3, &mut play).unwrap();
            (seen, tuned)
        };
        assert_eq!(played(), played());
    }
}
