//! The likelihood ratio of two hypotheses about a score, exactly as fastchess computes it.
//!
//! Each hypothesis is given the distribution of outcomes under which the outcomes seen are likeliest among
//! all that agree with it; the ratio is that of the two likelihoods. M. Van den Bergh, "Comparing the
//! approximations for the generalized log likelihood ratio of a multinomial distribution" (proposition 1.1)
//! for a given score, and "Comments on normalized Elo" (section 4.1) for a score in standard deviations.

/// How often an outcome that was never seen is taken to have been: without, a hypothesis under which it
/// must happen would be impossible.
const UNSEEN: f64 = 1e-3;

/// Halvings of an interval of multipliers, until it is as narrow as a number can tell.
const HALVINGS: usize = 100;

/// Rounds of the normalised fit at most, and the change of a share at which it is done.
const ROUNDS: usize = 50;
const STEADY: f64 = 1e-10;

/// What the score is held against.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hypothesis {
    /// The mean score.
    Score(f64),
    /// The distance of the mean score from one half, in standard deviations.
    Deviations(f64),
}

/// Outcomes whose scores go from 0 to 1 in equal steps: how many there were, and each one's share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcomes<const N: usize> {
    count: f64,
    shares: [f64; N],
}

impl<const N: usize> Outcomes<N> {
    pub(super) fn new(counts: [u64; N]) -> Self {
        let counts = counts.map(|n| if n == 0 { UNSEEN } else { n as f64 });
        let count = counts.iter().sum();
        Self { count, shares: counts.map(|n| n / count) }
    }

    /// The logarithm of how much likelier the second hypothesis makes the outcomes than the first.
    pub(super) fn log_ratio(&self, hypotheses: [Hypothesis; 2]) -> f64 {
        let [low, high] = hypotheses.map(|hypothesis| self.likeliest(hypothesis));
        let gains = self.shares.iter().zip(low.iter().zip(high));
        self.count * gains.map(|(share, (low, high))| share * (high.ln() - low.ln())).sum::<f64>()
    }

    /// The likeliest distribution under a hypothesis.
    fn likeliest(&self, hypothesis: Hypothesis) -> [f64; N] {
        match hypothesis {
            Hypothesis::Score(score) => self.balanced(scores().map(|a| a - score)),
            Hypothesis::Deviations(deviations) => self.normalised(deviations),
        }
    }

    /// The condition depends on the distribution's own deviation: from a uniform one, again and again.
    fn normalised(&self, deviations: f64) -> [f64; N] {
        let mut shares = [1.0 / N as f64; N];
        for _ in 0..ROUNDS {
            let (mean, deviation) = mean_and_deviation(&shares);
            let forces = scores().map(|a| {
                let standard = (a - mean) / deviation;
                a - 0.5 - 0.5 * deviations * deviation * (1.0 + standard * standard)
            });
            let next = self.balanced(forces);
            let change = next.iter().zip(shares).map(|(new, old)| (new - old).abs());
            let is_steady = change.fold(0.0, f64::max) < STEADY;
            shares = next;
            if is_steady {
                break;
            }
        }
        shares
    }

    /// The likeliest distribution under which these forces, some of each sign, are 0 on average: each share is
    /// divided by 1 + θ force. The mean falls with θ between the two poles, so halving finds its zero.
    fn balanced(&self, forces: [f64; N]) -> [f64; N] {
        let least = forces.iter().copied().fold(f64::INFINITY, f64::min);
        let most = forces.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let divided =
            |theta: f64| std::array::from_fn(|i| self.shares[i] / (1.0 + theta * forces[i]));
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            let shares: [f64; N] = divided(middle);
            let mean: f64 = shares.iter().zip(forces).map(|(share, force)| share * force).sum();
            if mean > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        divided(f64::midpoint(low, high))
    }
}

/// 0 to 1 in equal steps.
fn scores<const N: usize>() -> [f64; N] {
    std::array::from_fn(|i| i as f64 / (N - 1) as f64)
}

fn mean_and_deviation<const N: usize>(shares: &[f64; N]) -> (f64, f64) {
    let scores = scores::<N>();
    let average = |of: &dyn Fn(f64) -> f64| -> f64 {
        shares.iter().zip(scores).map(|(share, score)| share * of(score)).sum()
    };
    let mean = average(&|score| score);
    (mean, average(&|score| (score - mean) * (score - mean)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The likeliest distributions are distributions, and obey their hypotheses.
    #[test]
    fn the_likeliest_distribution_obeys_its_hypothesis() {
        for counts in [[3, 20, 50, 25, 4], [0, 0, 0, 0, 100], [0, 0, 70, 0, 0], [1, 0, 0, 0, 1]] {
            let outcomes = Outcomes::new(counts);
            for score in [0.3, 0.5, 0.514, 0.9] {
                let shares = outcomes.likeliest(Hypothesis::Score(score));
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{counts:?} {shares:?}");
                assert!((mean_and_deviation(&shares).0 - score).abs() < 1e-9, "{counts:?}");
            }
            for wanted in [-0.05, 0.0, 0.02] {
                let shares = outcomes.likeliest(Hypothesis::Deviations(wanted));
                let (mean, deviation) = mean_and_deviation(&shares);
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{counts:?} {shares:?}");
                assert!(((mean - 0.5) / deviation - wanted).abs() < 1e-6, "{counts:?} {wanted}");
            }
        }
    }

    #[test]
    fn swapped_sides_and_hypotheses_swap_the_sign() {
        let (ours, theirs) = (Outcomes::new([3, 20, 50, 25, 4]), Outcomes::new([4, 25, 50, 20, 3]));
        let at = |outcomes: &Outcomes<5>, by: f64| {
            let scores = [Hypothesis::Score(0.5), Hypothesis::Score(0.5 + by)];
            outcomes.log_ratio(scores)
        };
        assert!((at(&ours, 0.02) - at(&theirs, -0.02)).abs() < 1e-9);
        let [low, high] = [0.0, 0.03].map(Hypothesis::Deviations);
        assert!((ours.log_ratio([low, high]) + ours.log_ratio([high, low])).abs() < 1e-9);
    }
}
