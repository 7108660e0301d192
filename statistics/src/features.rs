//! What the fitted prior sees of a cell.

use tables::Cell;

/// Features that change sign with the colours, and those of White's advantage.
pub(super) const TILTS: usize = 29;
/// Features that do not: they say how drawish the material is.
pub(super) const CALMS: usize = 29;
/// Where White's advantage begins among the tilts; the six features there do not change sign.
#[cfg(test)]
pub(super) const ADVANTAGE: usize = 23;

/// The features of one cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Features {
    pub(super) tilts: [f64; TILTS],
    pub(super) calms: [f64; CALMS],
}

/// What one side has: pawns, knights, bishops, rooks, queens.
struct Side([f64; 5]);

impl Side {
    fn value(&self) -> f64 {
        let [pawns, knights, bishops, rooks, queens] = self.0;
        pawns + 3.0 * (knights + bishops) + 5.0 * rooks + 9.0 * queens
    }

    fn has(&self, role: usize, count: f64) -> f64 {
        yes(self.0[role] == count)
    }
}

fn yes(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

impl Features {
    pub(super) fn of(cell: Cell) -> Self {
        let dimensions = cell.dimensions().map(f64::from);
        let white = Side(std::array::from_fn(|i| dimensions[2 * i]));
        let black = Side(std::array::from_fn(|i| dimensions[2 * i + 1]));
        let difference: [f64; 5] = std::array::from_fn(|i| white.0[i] - black.0[i]);
        let both = Side(std::array::from_fn(|i| white.0[i] + black.0[i]));
        let pair = white.has(2, 2.0) - black.has(2, 2.0);
        let balance = white.value() - black.value();
        // A pawn more means more when little else is left.
        let ratio = (white.value() + 2.0).ln() - (black.value() + 2.0).ln();
        // How much is left, of the pieces and of the pawns.
        let pieces = (both.value() - both.0[0]) / 62.0;
        let pawns = both.0[0] / 16.0;
        let left = [1.0, pieces, pawns, pieces * pieces, pawns * pawns, pieces * pawns];
        Self {
            tilts: tilts(difference, pair, ratio, &white, &black, left),
            calms: calms(difference, pair, ratio, balance, [&white, &black, &both], left),
        }
    }
}

fn tilts(
    difference: [f64; 5],
    pair: f64,
    ratio: f64,
    white: &Side,
    black: &Side,
    left: [f64; 6],
) -> [f64; TILTS] {
    let [_, pieces, pawns, ..] = left;
    let scaled = difference.into_iter().chain([pair, ratio]);
    let scaled = scaled.flat_map(|x| [x, x * pieces, x * pawns]);
    let few_pawns = [0.0, 1.0].map(|count| white.has(0, count) - black.has(0, count));
    gather(scaled.chain(few_pawns).chain(left))
}

fn calms(
    difference: [f64; 5],
    pair: f64,
    ratio: f64,
    balance: f64,
    [white, black, both]: [&Side; 3],
    left: [f64; 6],
) -> [f64; CALMS] {
    let [_, pieces, pawns, ..] = left;
    let (lead, ratio) = (balance.abs(), ratio.abs());
    let stronger = |white_leads| if white_leads { white } else { black };
    // With equal values both sides count half.
    let pawnless =
        f64::midpoint(stronger(balance >= 0.0).has(0, 0.0), stronger(balance > 0.0).has(0, 0.0));
    let leads = [
        lead,
        lead * pieces,
        lead * pawns,
        lead * lead,
        ratio,
        ratio * ratio,
        ratio * pawns,
        ratio * pieces,
    ];
    let none = [pawnless, both.has(0, 0.0), both.has(4, 0.0), both.has(3, 0.0), yes(pieces == 0.0)];
    let all = left
        .into_iter()
        .chain(both.0[1..].iter().copied())
        .chain(leads)
        .chain(difference.map(f64::abs))
        .chain([pair.abs()])
        .chain(none);
    gather(all)
}

fn gather<const N: usize>(values: impl Iterator<Item = f64>) -> [f64; N] {
    let mut all = [0.0; N];
    let mut count = 0;
    for value in values {
        all[count] = value;
        count += 1;
    }
    debug_assert_eq!(count, N, "invariant: the number of features is fixed");
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_change_the_sign_of_tilts_only() {
        for cell in Cell::all().step_by(31) {
            let (one, other) = (Features::of(cell), Features::of(cell.swapped()));
            assert_eq!(one.calms, other.calms, "{cell:?}");
            for i in 0..TILTS {
                let sign = if i < ADVANTAGE { -1.0 } else { 1.0 };
                assert!((one.tilts[i] - sign * other.tilts[i]).abs() < 1e-12, "{cell:?} {i}");
            }
        }
    }
}
