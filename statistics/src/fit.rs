//! Maximum likelihood for a handful of parameters.

/// A log likelihood with its derivatives at one point.
pub(super) struct Slope {
    /// The log likelihood.
    pub(super) value: f64,
    /// The first derivatives, by parameter.
    pub(super) gradient: Vec<f64>,
    /// The information matrix (minus the expected second derivatives), row by row; only the upper
    /// triangle is read.
    pub(super) information: Vec<f64>,
}

/// More rounds than any fit of ours needs; it ends at a standstill.
const MOST_ROUNDS: usize = 60;
/// A round that gains less, relative to the log likelihood, is the last.
const STANDSTILL: f64 = 1e-9;

/// Climbs to the maximum of a log likelihood by R. A. Fisher's scoring (1925), Newton's method with
/// the expected curvature. Each parameter is held at 0 by a normal prior of precision `ridge`, so
/// that parameters without data stay there. Steps that lead downhill are halved.
pub(super) fn climb(
    start: Vec<f64>,
    ridge: f64,
    value: impl Fn(&[f64]) -> f64,
    slope: impl Fn(&[f64]) -> Slope,
) -> Vec<f64> {
    let penalty = |at: &[f64]| ridge / 2.0 * at.iter().map(|x| x * x).sum::<f64>();
    let mut at = start;
    for _ in 0..MOST_ROUNDS {
        let Slope { value: here, mut gradient, mut information } = slope(&at);
        let here = here - penalty(&at);
        let size = at.len();
        for (i, x) in at.iter().enumerate() {
            gradient[i] -= ridge * x;
            information[i * size + i] += ridge;
        }
        let step = solve(information, gradient);
        let mut length = 1.0;
        let gain = loop {
            let next: Vec<f64> = at.iter().zip(&step).map(|(x, s)| x + length * s).collect();
            let gain = value(&next) - penalty(&next) - here;
            if gain > 0.0 {
                at = next;
                break gain;
            }
            length /= 2.0;
            if length < 1e-4 {
                return at;
            }
        };
        if gain < STANDSTILL * here.abs() {
            break;
        }
    }
    at
}

/// Solves `matrix · x = right` for a symmetric positive matrix, given by its upper triangle, by
/// Cholesky's method. Directions without curvature get no step.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    // matrix becomes R with Rᵀ R = matrix, row by row.
    for i in 0..size {
        let pivot = matrix[i * size + i];
        if pivot.is_nan() || pivot <= 1e-12 {
            matrix[i * size..(i + 1) * size].fill(0.0);
            right[i] = 0.0;
            continue;
        }
        let root = pivot.sqrt();
        for j in i..size {
            matrix[i * size + j] /= root;
        }
        right[i] /= root;
        let (above, below) = matrix.split_at_mut((i + 1) * size);
        let row = &above[i * size..];
        for j in i + 1..size {
            let factor = row[j];
            right[j] -= factor * right[i];
            let target = &mut below[(j - i - 1) * size..(j - i) * size];
            for k in j..size {
                target[k] -= factor * row[k];
            }
        }
    }
    for i in (0..size).rev() {
        let pivot = matrix[i * size + i];
        if pivot <= 0.0 {
            right[i] = 0.0;
            continue;
        }
        let known: f64 = (i + 1..size).map(|j| matrix[i * size + j] * right[j]).sum();
        right[i] = (right[i] - known) / pivot;
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solves_small_systems() {
        let x = solve(vec![4.0, 2.0, 0.0, 3.0], vec![2.0, 5.0]);
        assert!((x[0] + 0.5).abs() < 1e-12 && (x[1] - 2.0).abs() < 1e-12, "{x:?}");
        assert_eq!(solve(vec![0.0, 0.0, 0.0, 2.0], vec![1.0, 4.0]), [0.0, 2.0]);
    }

    #[test]
    fn climbs_a_hill() {
        let value = |at: &[f64]| -(at[0] - 3.0).powi(2) - (at[1] + 1.0).powi(4);
        let slope = |at: &[f64]| Slope {
            value: value(at),
            gradient: vec![-2.0 * (at[0] - 3.0), -4.0 * (at[1] + 1.0).powi(3)],
            information: vec![2.0, 0.0, 0.0, 12.0 * (at[1] + 1.0).powi(2)],
        };
        let top = climb(vec![0.0, 0.0], 0.0, value, slope);
        assert!((top[0] - 3.0).abs() < 1e-6 && (top[1] + 1.0).abs() < 0.02, "{top:?}");
    }
}
