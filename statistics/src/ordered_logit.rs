//! The ordered logit: how strong a side is, and what a win asks of it.
//!
//! With `σ(x) = 1/(1 + e⁻ˣ)`, strength `x` and threshold `t`: `P(win) = σ(x − t)`, `P(loss) = σ(−x − t)`, the rest are draws
//! (P. V. Rao and L. L. Kupper 1967; P. McCullagh 1980). Without a threshold there are no draws.

use crate::WinDrawLoss;

/// `σ(x)`, to the last digit for any `x`.
#[must_use]
pub fn sigmoid(x: f64) -> f64 {
    if x >= 0.0 {
        1.0 / (1.0 + (-x).exp())
    } else {
        let odds = x.exp();
        odds / (1.0 + odds)
    }
}

/// The chances of a side of this strength. A threshold below nought counts as nought.
#[must_use]
pub fn ordered_logit(strength: f64, threshold: f64) -> WinDrawLoss {
    let threshold = threshold.max(0.0);
    let (win, loss) = (sigmoid(strength - threshold), sigmoid(-strength - threshold));
    [win, (1.0 - win - loss).max(0.0), loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_mirror_and_stay_numbers() {
        for strength in [0.0, 0.3, 1.7, 40.0, 800.0] {
            for threshold in [0.0, 1.5, 400.0] {
                let [win, draw, loss] = ordered_logit(strength, threshold);
                assert!((win + draw + loss - 1.0).abs() < 1e-15);
                let mirrored = ordered_logit(-strength, threshold);
                assert_eq!([mirrored[0], mirrored[2]], [loss, win]);
                assert!((mirrored[1] - draw).abs() < 1e-15);
                assert!(win >= loss && draw >= 0.0);
            }
        }
    }

    #[test]
    fn a_threshold_is_where_a_win_is_as_probable_as_none() {
        assert!((ordered_logit(1.5, 1.5)[0] - 0.5).abs() < 1e-15);
        assert_eq!(ordered_logit(0.7, -2.0), ordered_logit(0.7, 0.0));
        assert!(ordered_logit(0.7, 0.0)[1] < 1e-15);
    }
}
