//! A minimum without derivatives: along one direction after the other.
//!
//! The method of M. Powell (1964) with line searches of R. Brent (1973), in the very steps and with the very limits of
//! `scipy.optimize.minimize(method="Powell", options={"xtol": 1e-6})`. It ends when a round over all directions gains less than
//! a part in ten thousand, so where it ends depends on the steps, and equal results need equal steps.

/// Relative gain of a round below which the search ends.
const LEAST_GAIN: f64 = 1e-4;
/// Relative width of a line search's last interval.
const LINE_WIDTH: f64 = 1e-4;
/// Rounds over all directions; a dozen is usual.
const MOST_ROUNDS: usize = 1_000;
/// Steps of a line search.
const MOST_STEPS: usize = 500;
/// Steps of looking for a bracket.
const MOST_GROWTH: usize = 1_000;

/// The point at which `f` is least, as far as going along lines from `start` finds it.
pub(super) fn minimise<const N: usize>(start: [f64; N], f: impl Fn([f64; N]) -> f64) -> [f64; N] {
    let mut directions: [[f64; N]; N] =
        std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
    let (mut at, mut value, mut before) = (start, f(start), start);
    for _ in 0..MOST_ROUNDS {
        let first = value;
        let (mut most, mut of_most) = (0.0, 0);
        for (i, direction) in directions.iter().enumerate() {
            let last = value;
            (at, value, _) = along(at, *direction, value, &f);
            if last - value > most {
                (most, of_most) = (last - value, i);
            }
        }
        if 2.0 * (first - value) <= LEAST_GAIN * (first.abs() + value.abs()) + 1e-20
            || first.is_nan() && value.is_nan()
        {
            break;
        }
        let whole: [f64; N] = std::array::from_fn(|i| at[i] - before[i]);
        before = at;
        let beyond = f(std::array::from_fn(|i| at[i] + whole[i]));
        if first <= beyond {
            continue;
        }
        let curvature = 2.0 * (first + beyond - 2.0 * value);
        let gained = first - value - most;
        let ahead = first - beyond;
        if curvature * gained * gained - most * ahead * ahead < 0.0 {
            let step;
            (at, value, step) = along(at, whole, value, &f);
            if step.iter().any(|entry| *entry != 0.0) {
                directions[of_most] = directions[N - 1];
                directions[N - 1] = step;
            }
        }
    }
    at
}

/// The least point on a line, its value, and the step to it.
fn along<const N: usize>(
    at: [f64; N],
    direction: [f64; N],
    value: f64,
    f: &impl Fn([f64; N]) -> f64,
) -> ([f64; N], f64, [f64; N]) {
    if direction.iter().all(|entry| *entry == 0.0) {
        return (at, value, direction);
    }
    let line = |t: f64| f(std::array::from_fn(|i| at[i] + t * direction[i]));
    let bracket = bracket(&line);
    let [t, value] = if is_bracket(&bracket) { brent(&line, &bracket) } else { least(&bracket) };
    let step: [f64; N] = std::array::from_fn(|i| t * direction[i]);
    (std::array::from_fn(|i| at[i] + step[i]), value, step)
}

/// Three points on a line with their values.
type Bracket = [[f64; 2]; 3];

/// Whether there is a minimum between the outer points.
fn is_bracket([[xa, fa], [xb, fb], [xc, fc]]: &Bracket) -> bool {
    let is_lower = fb < fc && fb <= fa || fb < fa && fb <= fc;
    let is_between = xa < xb && xb < xc || xc < xb && xb < xa;
    is_lower && is_between && [xa, xb, xc].into_iter().all(|x| x.is_finite())
}

/// The best of three points; NaN if anything is.
fn least(bracket: &Bracket) -> [f64; 2] {
    if bracket.as_flattened().iter().any(|number| number.is_nan()) {
        return [f64::NAN; 2];
    }
    bracket
        .iter()
        .copied()
        .reduce(|best, next| if next[1] < best[1] { next } else { best })
        .unwrap_or([0.0; 2])
}

/// Goes downhill from 0 and 1 until it goes up again.
fn bracket(f: &impl Fn(f64) -> f64) -> Bracket {
    const GOLD: f64 = 1.618_034;
    const GROWTH: f64 = 110.0;
    const TINY: f64 = 1e-21;
    let with_value = |x: f64| [x, f(x)];
    let (mut a, mut b) = (with_value(0.0), with_value(1.0));
    if a[1] < b[1] {
        std::mem::swap(&mut a, &mut b);
    }
    let mut c = with_value(b[0] + GOLD * (b[0] - a[0]));
    for _ in 0..MOST_GROWTH {
        if c[1].partial_cmp(&b[1]) != Some(std::cmp::Ordering::Less) {
            break;
        }
        let ([xa, fa], [xb, fb], [xc, fc]) = (a, b, c);
        let (first, second) = ((xb - xa) * (fb - fc), (xb - xc) * (fb - fa));
        let difference = second - first;
        let divisor = 2.0 * if difference.abs() < TINY { TINY } else { difference };
        let vertex = xb - ((xb - xc) * second - (xb - xa) * first) / divisor;
        let limit = xb + GROWTH * (xc - xb);
        let next = if (vertex - xc) * (xb - vertex) > 0.0 {
            let between = with_value(vertex);
            if between[1] < fc {
                return [b, between, c];
            } else if between[1] > fb {
                return [a, b, between];
            }
            with_value(xc + GOLD * (xc - xb))
        } else if (vertex - limit) * (limit - xc) >= 0.0 {
            with_value(limit)
        } else if (vertex - limit) * (xc - vertex) > 0.0 {
            let beyond = with_value(vertex);
            if beyond[1] < fc {
                (b, c) = (c, beyond);
                with_value(c[0] + GOLD * (c[0] - b[0]))
            } else {
                beyond
            }
        } else {
            with_value(xc + GOLD * (xc - xb))
        };
        (a, b, c) = (b, c, next);
    }
    [a, b, c]
}

/// The minimum within a bracket, by parabolas and golden sections.
fn brent(f: &impl Fn(f64) -> f64, &[[xa, _], best, [xc, _]]: &Bracket) -> [f64; 2] {
    const SHORT: f64 = 0.381_966_0;
    const LEAST_WIDTH: f64 = 1e-11;
    let ([mut x, mut fx], mut second, mut third) = (best, best, best);
    let (mut low, mut high) = if xa < xc { (xa, xc) } else { (xc, xa) };
    let (mut reach, mut step) = (0.0_f64, 0.0_f64);
    for _ in 0..MOST_STEPS {
        let width = LINE_WIDTH * x.abs() + LEAST_WIDTH;
        let middle = 0.5 * (low + high);
        if (x - middle).abs() < 2.0 * width - 0.5 * (high - low) {
            break;
        }
        let golden = if x >= middle { low - x } else { high - x };
        if reach.abs() <= width {
            (reach, step) = (golden, SHORT * golden);
        } else {
            let ([w, fw], [v, fv]) = (second, third);
            let first = (x - w) * (fx - fv);
            let other = (x - v) * (fx - fw);
            let mut p = (x - v) * other - (x - w) * first;
            let divisor = 2.0 * (other - first);
            if divisor > 0.0 {
                p = -p;
            }
            let divisor = divisor.abs();
            let before = std::mem::replace(&mut reach, step);
            let is_useful = p > divisor * (low - x)
                && p < divisor * (high - x)
                && p.abs() < (0.5 * divisor * before).abs();
            if is_useful {
                step = p / divisor;
                let u = x + step;
                if u - low < 2.0 * width || high - u < 2.0 * width {
                    step = if middle - x >= 0.0 { width } else { -width };
                }
            } else {
                (reach, step) = (golden, SHORT * golden);
            }
        }
        let u = x + if step.abs() >= width {
            step
        } else if step >= 0.0 {
            width
        } else {
            -width
        };
        let fu = f(u);
        if fu > fx {
            if u < x {
                low = u;
            } else {
                high = u;
            }
            if fu <= second[1] || second[0] == x {
                (third, second) = (second, [u, fu]);
            } else if fu <= third[1] || third[0] == x || third[0] == second[0] {
                third = [u, fu];
            }
        } else {
            if u >= x {
                low = x;
            } else {
                high = x;
            }
            (third, second) = (second, [x, fx]);
            (x, fx) = (u, fu);
        }
    }
    [x, fx]
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALLEY: [f64; 2] = [0.999957187, 0.999917978];
    const ROUGH: [f64; 3] = [299.968991920, -219.972092782, 0.023335835];

    /// What scipy 1.17 finds for these functions from these points.
    #[test]
    fn the_steps_are_scipys() {
        let close = |found: &[f64], wanted: &[f64]| {
            let mut pairs = found.iter().zip(wanted);
            assert!(
                pairs.all(|(found, wanted)| (found - wanted).abs() < 1e-6 * wanted.abs().max(1.0)),
                "{found:?} {wanted:?}"
            );
        };
        let valley = |[x, y]: [f64; 2]| 100.0 * (y - x * x).powi(2) + (1.0 - x).powi(2) + 0.5;
        close(&minimise([-1.2, 1.0], valley), &VALLEY);
        let rough = |[x, y, z]: [f64; 3]| {
            let bent = (z * x - 7.0).abs().powf(1.5) / 10.0;
            (x - 300.0).powi(2) / 1e4 + (y + 0.9 * x - 50.0).powi(2) / 1e3 + bent + (z - 0.1).cosh()
        };
        close(&minimise([1.0, 2.0, 3.0], rough), &ROUGH);
    }
}
