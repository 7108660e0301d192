//! Least squares: a curve of chances, and a polynomial, as `scipy.optimize.curve_fit` finds them.

use super::{Cubic, cubic, levenberg, win_rate};

/// a and b of the curve nearest to these shares of wins by evaluation.
pub(super) fn fit(shares: &[(f64, f64)], start: [f64; 2]) -> [f64; 2] {
    levenberg::minimise(start, |[a, b]| {
        shares.iter().map(|(eval, share)| win_rate(*eval, a, b) - share).collect()
    })
}

/// The polynomial nearest to these points.
pub(super) fn cubic_through(points: &[(f64, f64)]) -> Cubic {
    levenberg::minimise([1.0; 4], |coefficients| {
        points.iter().map(|(x, y)| cubic(coefficients, *x) - y).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_without_noise_is_found() {
        let eval = |place: i32| 10.0 * f64::from(place);
        let shares: Vec<_> =
            (-40..=40).map(|x| (eval(x), win_rate(eval(x), 123.0, 45.0))).collect();
        let [a, b] = fit(&shares, [100.0, 100.0 / 6.0]);
        assert!((a - 123.0).abs() < 1e-4 && (b - 45.0).abs() < 1e-4, "{a} {b}");
    }

    #[test]
    fn a_polynomial_goes_through_its_own_points() {
        let wanted = [1.5, -20.0, 3.25, 400.0];
        let points: Vec<_> =
            (3..30).map(|x| f64::from(x) / 20.0).map(|x| (x, cubic(wanted, x))).collect();
        for (found, wanted) in cubic_through(&points).into_iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-4, "{found} {wanted}");
        }
    }
}
