//! Least squares of any function: a step of Gauss and Newton, held back by what the last step was worth.
//!
//! The method of K. Levenberg (1944) and D. Marquardt (1963) as J. Moré (1978) made it for MINPACK's `lmdif`, which
//! `scipy.optimize.curve_fit` runs: derivatives by differences, steps within a region of trust, an end where a step gains
//! less than 1.5e-8 of the sum. Fits go on from where it ends, so it has to end there.

/// The relative gain or width at which it ends.
const TOLERANCE: f64 = 1.490_12e-8;
/// How far the first step may go, in lengths of the start.
const FIRST_REACH: f64 = 100.0;
/// Rounds at most for each parameter and one more.
const MOST_ROUNDS: usize = 200;

/// The parameters near `start` at which the sum of squares of `residuals` is least.
pub(super) fn minimise<const N: usize>(
    start: [f64; N],
    residuals: impl Fn([f64; N]) -> Vec<f64>,
) -> [f64; N] {
    let (mut at, mut found) = (start, residuals(start));
    let (mut scale, mut reach, mut damping) = ([0.0_f64; N], 0.0, 0.0);
    let mut rounds = 0;
    let mut is_first = true;
    while rounds < MOST_ROUNDS * (N + 1) {
        let problem = Linear::at(at, &found, &residuals, &mut scale);
        if is_first {
            reach = FIRST_REACH * norm(scaled(at, scale));
            reach = if reach == 0.0 { FIRST_REACH } else { reach };
        }
        let size = norm_of(&found);
        if size == 0.0 {
            return at;
        }
        loop {
            rounds += 1;
            let step = problem.step(scale, reach, &mut damping);
            let next: [f64; N] = std::array::from_fn(|i| at[i] + step[i]);
            let length = norm(scaled(step, scale));
            if is_first {
                reach = f64::min(reach, length);
            }
            let tried = residuals(next);
            let tried_size = norm_of(&tried);
            let gain =
                if 0.1 * tried_size < size { 1.0 - (tried_size / size).powi(2) } else { -1.0 };
            let linear = norm(problem.times(step)) / size;
            let held = damping.sqrt() * length / size;
            let expected = linear * linear + 2.0 * held * held;
            let ratio = if expected == 0.0 { 0.0 } else { gain / expected };
            if ratio <= 0.25 {
                let slope = -(linear * linear + held * held);
                let shrink = if gain >= 0.0 { 0.5 } else { 0.5 * slope / (slope + 0.5 * gain) };
                let is_wild = 0.1 * tried_size >= size || shrink < 0.1 || shrink.is_nan();
                let shrink = if is_wild { 0.1 } else { shrink };
                reach = shrink * f64::min(reach, 10.0 * length);
                damping /= shrink;
            } else if damping == 0.0 || ratio >= 0.75 {
                reach = 2.0 * length;
                damping *= 0.5;
            }
            let is_taken = ratio >= 1e-4;
            if is_taken {
                (at, found, is_first) = (next, tried, false);
            }
            let has_gained = gain.abs() > TOLERANCE || expected > TOLERANCE || 0.5 * ratio > 1.0;
            if !has_gained
                || reach <= TOLERANCE * norm(scaled(at, scale))
                || rounds >= MOST_ROUNDS * (N + 1)
            {
                return at;
            }
            if is_taken {
                break;
            }
        }
    }
    at
}

/// The problem made linear at a point: a triangle R with RᵀR = JᵀJ, and the residuals turned the same way.
struct Linear<const N: usize> {
    triangle: [[f64; N]; N],
    turned: [f64; N],
}

impl<const N: usize> Linear<N> {
    /// By differences, and reflections (A. Householder, 1958). Scales grow with the columns.
    fn at(
        at: [f64; N],
        found: &[f64],
        residuals: &impl Fn([f64; N]) -> Vec<f64>,
        scale: &mut [f64; N],
    ) -> Self {
        let mut columns: Vec<Vec<f64>> = Vec::with_capacity(N + 1);
        for i in 0..N {
            let step = match f64::EPSILON.sqrt() * at[i].abs() {
                0.0 => f64::EPSILON.sqrt(),
                step => step,
            };
            let mut beside = at;
            beside[i] += step;
            let moved = residuals(beside);
            let column: Vec<f64> =
                moved.iter().zip(found).map(|(moved, found)| (moved - found) / step).collect();
            let length = norm_of(&column);
            scale[i] = match scale[i] {
                0.0 if length == 0.0 => 1.0,
                known => known.max(length),
            };
            columns.push(column);
        }
        columns.push(found.to_vec());
        let mut triangle = [[0.0; N]; N];
        for i in 0..N.min(found.len()) {
            reflect(&mut columns[i..], i);
            for j in i..N {
                triangle[i][j] = columns[j][i];
            }
        }
        let turned = std::array::from_fn(|i| columns[N].get(i).copied().unwrap_or_default());
        Self { triangle, turned }
    }

    /// R times a vector.
    fn times(&self, vector: [f64; N]) -> [f64; N] {
        std::array::from_fn(|i| (i..N).map(|j| self.triangle[i][j] * vector[j]).sum())
    }

    /// The best step of at most about `reach`, and how much it had to be damped for that.
    fn step(&self, scale: [f64; N], reach: f64, damping: &mut f64) -> [f64; N] {
        let free = self.damped(scale, 0.0).map(|factor| self.solve(&factor));
        let mut over = f64::INFINITY;
        let mut least = 0.0;
        if let Some(free) = free {
            over = norm(scaled(free, scale)) - reach;
            if over <= 0.1 * reach {
                *damping = 0.0;
                return free.map(|entry| -entry);
            }
            if let Some(factor) = self.damped(scale, 0.0) {
                least = correction(&factor, free, scale, over, reach);
            }
        }
        let gradient: [f64; N] = std::array::from_fn(|j| {
            (0..=j).map(|i| self.triangle[i][j] * self.turned[i]).sum::<f64>() / scale[j]
        });
        let mut most = norm(gradient) / reach;
        let start = damping.max(least).min(most);
        *damping = if start == 0.0 { norm(gradient) / (over + reach) } else { start };
        let mut step = [0.0; N];
        for round in 1..=10 {
            if *damping <= 0.0 {
                *damping = f64::max(f64::MIN_POSITIVE, 1e-3 * most);
            }
            let Some(factor) = self.damped(scale, *damping) else { break };
            step = self.solve(&factor);
            let before = over;
            over = norm(scaled(step, scale)) - reach;
            let is_near =
                over.abs() <= 0.1 * reach || least == 0.0 && over <= before && before < 0.0;
            if is_near || round == 10 {
                break;
            }
            if over > 0.0 {
                least = f64::max(least, *damping);
            } else {
                most = f64::min(most, *damping);
            }
            *damping = f64::max(least, *damping + correction(&factor, step, scale, over, reach));
        }
        step.map(|entry| -entry)
    }

    /// The triangle S with SᵀS = RᵀR + damping · D²; none if that is singular.
    fn damped(&self, scale: [f64; N], damping: f64) -> Option<[[f64; N]; N]> {
        if damping == 0.0 {
            let is_sound = (0..N).all(|i| self.triangle[i][i] != 0.0);
            return is_sound.then_some(self.triangle);
        }
        let mut columns: Vec<Vec<f64>> = (0..N)
            .map(|j| {
                let own = (0..N).map(|i| self.triangle[i][j]);
                own.chain((0..N).map(|i| if i == j { damping.sqrt() * scale[j] } else { 0.0 }))
                    .collect()
            })
            .collect();
        let mut triangle = [[0.0; N]; N];
        for i in 0..N {
            reflect(&mut columns[i..], i);
            for j in i..N {
                triangle[i][j] = columns[j][i];
            }
        }
        (0..N).all(|i| triangle[i][i] != 0.0).then_some(triangle)
    }

    /// The step with this triangle: SᵀS x = Rᵀ q.
    fn solve(&self, factor: &[[f64; N]; N]) -> [f64; N] {
        let right =
            std::array::from_fn(|j| (0..=j).map(|i| self.triangle[i][j] * self.turned[i]).sum());
        let middle = forward(factor, right);
        let mut solved = [0.0; N];
        for i in (0..N).rev() {
            let known: f64 = (i + 1..N).map(|j| factor[i][j] * solved[j]).sum();
            solved[i] = (middle[i] - known) / factor[i][i];
        }
        solved
    }
}

/// What the damping lacks, by Newton's method.
fn correction<const N: usize>(
    factor: &[[f64; N]; N],
    step: [f64; N],
    scale: [f64; N],
    over: f64,
    reach: f64,
) -> f64 {
    let length = norm(scaled(step, scale));
    let direction = std::array::from_fn(|i| scale[i] * (scale[i] * step[i] / length));
    let turned = norm(forward(factor, direction));
    over / reach / turned / turned
}

/// Solves Sᵀ y = x.
fn forward<const N: usize>(factor: &[[f64; N]; N], right: [f64; N]) -> [f64; N] {
    let mut solved = [0.0; N];
    for i in 0..N {
        let known: f64 = (0..i).map(|j| factor[j][i] * solved[j]).sum();
        solved[i] = (right[i] - known) / factor[i][i];
    }
    solved
}

/// Mirrors columns so that the first has nothing below its entry `at`.
fn reflect(columns: &mut [Vec<f64>], at: usize) {
    let length = norm_of(&columns[0][at..]);
    if length == 0.0 {
        return;
    }
    let mut mirror = columns[0][at..].to_vec();
    mirror[0] += if mirror[0] < 0.0 { -length } else { length };
    let square: f64 = mirror.iter().map(|entry| entry * entry).sum();
    for column in columns {
        let along: f64 = mirror.iter().zip(&column[at..]).map(|(m, entry)| m * entry).sum();
        for (m, entry) in mirror.iter().zip(&mut column[at..]) {
            *entry -= 2.0 * along / square * m;
        }
    }
}

fn scaled<const N: usize>(vector: [f64; N], scale: [f64; N]) -> [f64; N] {
    std::array::from_fn(|i| vector[i] * scale[i])
}

fn norm<const N: usize>(vector: [f64; N]) -> f64 {
    norm_of(&vector)
}

fn norm_of(vector: &[f64]) -> f64 {
    vector.iter().map(|entry| entry * entry).sum::<f64>().sqrt()
}
