//! Means over cells whose games are not independent, and how sure they are.

/// The standard normal quantile of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A mean over cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean over all groups, `Σ sums / Σ cells`.
    pub mean: f64,
    /// Its standard error; not a number with fewer than two groups.
    pub error: f64,
}

/// Sums of groups (games, or events) for the mean `Σ sums / Σ cells`. Groups are independent of each
/// other, and nothing is assumed of what is inside them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ratio {
    groups: Vec<(f64, f64)>,
}

impl Ratio {
    /// No groups.
    pub(super) const fn new() -> Self {
        Self { groups: Vec::new() }
    }

    /// Adds a group. One without cells is none.
    pub(super) fn add(&mut self, cells: f64, sum: f64) {
        if cells > 0.0 {
            self.groups.push((cells, sum));
        }
    }

    /// How many groups there are.
    pub(super) const fn groups(&self) -> usize {
        self.groups.len()
    }

    fn totals(&self) -> (f64, f64) {
        self.groups.iter().fold((0.0, 0.0), |(a, b), (cells, sum)| (a + cells, b + sum))
    }

    /// How many groups of equal size are worth as much, `(Σ m)² / Σ m²` (L. Kish 1965).
    pub(super) fn effective_groups(&self) -> f64 {
        let (cells, _) = self.totals();
        cells * cells / self.groups.iter().map(|(cells, _)| cells * cells).sum::<f64>()
    }

    /// The mean, with the jackknife's error: `(G−1)/G · Σ (R₋ − R)²`, `R₋` the mean without one of
    /// the G groups (M. H. Quenouille 1956, J. Tukey 1958). Unlike the usual sandwich it is not too
    /// small when a few groups are large (J. G. MacKinnon, M. Ø. Nielsen, M. D. Webb 2023).
    pub(super) fn estimate(&self) -> Estimate {
        let (cells, sum) = self.totals();
        let mean = sum / cells;
        let groups = self.groups.len() as f64;
        let squares: f64 =
            self.groups.iter().map(|(m, s)| ((sum - s) / (cells - m) - mean).powi(2)).sum();
        let error =
            if groups < 2.0 { f64::NAN } else { ((groups - 1.0) / groups * squares).sqrt() };
        Estimate { mean, error }
    }

    /// How many errors the 95 % interval reaches: Student's quantile with one degree of freedom less
    /// than there are [effective groups](Self::effective_groups) (A. V. Carter, K. T. Schnepel,
    /// D. G. Steigerwald 2017), by the expansion of R. A. Fisher and E. A. Cornish.
    pub(super) fn quantile(&self) -> f64 {
        let freedom = (self.effective_groups() - 1.0).max(1.0);
        let z2 = Z95 * Z95;
        let first = (z2 + 1.0) / 4.0;
        let second = ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
        let third = (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
        Z95 * (1.0 + (first + (second + third / freedom) / freedom) / freedom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_one_give_the_textbook_error() {
        let mut ratio = Ratio::default();
        for i in 0..100 {
            ratio.add(1.0, f64::from(i % 2));
        }
        let Estimate { mean, error } = ratio.estimate();
        assert!((mean - 0.5).abs() < 1e-12);
        assert!((error - (0.25_f64 / 99.0).sqrt()).abs() < 1e-9, "{error}");
        assert!((ratio.effective_groups() - 100.0).abs() < 1e-9);
    }

    #[test]
    fn copies_inside_a_group_add_nothing() {
        let (mut one, mut ten) = (Ratio::default(), Ratio::default());
        for i in 0..50 {
            let value = f64::from(i * 7 % 11);
            one.add(1.0, value);
            ten.add(10.0, 10.0 * value);
        }
        let (one, ten) = (one.estimate(), ten.estimate());
        assert!((one.mean - ten.mean).abs() < 1e-9 && (one.error - ten.error).abs() < 1e-9);
    }

    #[test]
    fn students_quantiles() {
        let quantile = |groups: usize| {
            let mut ratio = Ratio::default();
            (0..groups).for_each(|_| ratio.add(1.0, 0.0));
            ratio.quantile()
        };
        for (groups, table) in [(5, 2.776), (11, 2.228), (31, 2.042), (1001, 1.962)] {
            assert!((quantile(groups) - table).abs() < 0.01, "{groups}: {}", quantile(groups));
        }
    }
}
