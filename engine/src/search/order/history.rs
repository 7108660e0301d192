//! The history heuristic (J. Schaeffer, 1983): quiet moves that cut off elsewhere, in five forms
//! (RH-01 to RH-07). One counter per side, origin and destination;
//! with `History_Threats` four of them, by whether the other side attacks either square.
//!
//! - gravity: a move that raises alpha gains, moves tried before it in vain lose as much; updates pull towards the
//!   bound, so that counters neither overflow nor stay in the past. The modern form, and the default. Gains and
//!   losses grow with depth (`History_Bonus*`; their shape is Stockfish's of 2023).
//! - plain (RH-01): cut-offs alone.
//! - winands (RH-04; M. Winands and others, 2004): cut-offs `hh` by failures `bf`, counted at every
//!   node outside of the principal variation.
//! - romstad (RH-05; R. Hyatt, T. Romstad): the same, counted only at nodes that cut off.
//! - peak (RH-07; D. Mehrmann): cut-offs as in plain, and low if they are few beside the greatest
//!   of all: low ones alone are reduced late, the others pass the gate (`LMR_Gate` peak, which
//!   other forms may have too; beside gravity's counters the peak is the greatest that any ever
//!   was).
//!
//! What is read of them is on one scale, as users add them to other histories and divide them by what
//! fits those: a cut-off in one try, or the greatest plain count, is `RH_Scale`, by default gravity's bound.
//!
//! Readings: counts are halved, all together, when one passes [`MOST`], and at each new search;
//! a move that was never tried divides by 1. "Negative Plausibility" (RH-06) has no details in the
//! sources and is not a form of its own.

use rules::{Color, Move, Square, Squares};

use crate::{
    options::{HistoryForm, Increment, LateMoveGate, SearchOptions},
    search::SearchCounters,
};

/// No rating leaves ± this.
pub(crate) const MOST: i32 = 1 << 14;

/// By side, and whether the other side attacks where the move comes from and where it goes; then origin and destination.
type Counts<T> = [[[T; 64]; 64]; ROWS];

/// Two sides in four cases of threats each; without `History_Threats` only the first of each is used.
const ROWS: usize = 8;

/// Counters of quiet moves, by side, origin and destination.
#[derive(Debug)]
pub(crate) struct History {
    /// Cut-offs; in the form of gravity, cut-offs less failures. Small, as each quiet move of a node asks for one.
    hh: Box<Counts<i16>>,
    /// Tries.
    bf: Box<Counts<i32>>,
    /// The greatest of `hh`.
    peak: i32,
}

impl Default for History {
    fn default() -> Self {
        let hh = vec![[[0; 64]; 64]; ROWS].try_into().expect("as many rows");
        let bf = vec![[[0; 64]; 64]; ROWS].try_into().expect("as many rows");
        Self { hh, bf, peak: 0 }
    }
}

/// The side that moves, and the squares that the other one attacks, as far as the history tells moves apart by them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) us: Color,
    pub(crate) threatened: Squares,
}

impl From<Color> for Mover {
    fn from(us: Color) -> Self {
        Self { us, threatened: 0 }
    }
}

impl Mover {
    /// Where a move has its counter: row, origin and destination.
    #[inline(always)]
    fn place(self, mv: Move) -> (usize, usize, usize) {
        let (from, to) = (mv.from().index(), mv.to().index());
        let [leaves, enters] = [from, to].map(|square| (self.threatened >> square & 1) as usize);
        (self.us as usize + 2 * leaves + 4 * enters, from, to)
    }
}

/// The result of a node, for the histories.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HistoryUpdate<'a> {
    pub(crate) mover: Mover,
    /// The move that cut off, if it is quiet.
    pub(crate) cut: Option<Move>,
    /// Whether any move cut off.
    pub(crate) failed_high: bool,
    /// Quiet moves that did not.
    pub(crate) tried: &'a [Move],
    pub(crate) depth: i32,
    pub(crate) is_pv: bool,
}

impl History {
    /// How promising a quiet move is, in the unit of its form.
    #[inline(always)]
    pub(crate) fn get(&self, mover: impl Into<Mover>, mv: Move, options: &SearchOptions) -> i32 {
        let (row, from, to) = mover.into().place(mv);
        let hh = self.hh[row][from][to].into();
        match options.history_form() {
            HistoryForm::Gravity => hh,
            HistoryForm::Plain | HistoryForm::Peak => {
                relative(hh, self.peak, options.history_scale())
            }
            HistoryForm::Winands | HistoryForm::Romstad => {
                relative(hh, self.bf[row][from][to], options.history_scale())
            }
        }
    }

    /// Lets the counters of a move begin at a value, or at the bound that it is beyond, whatever is attacked.
    pub(crate) fn begin(&mut self, us: Color, (from, to): (Square, Square), value: i32) {
        for row in (us as usize..ROWS).step_by(Color::ALL.len()) {
            self.hh[row][from.index()][to.index()] = value.clamp(-MOST, MOST) as i16;
        }
    }

    /// Cut-offs and tries of a move.
    pub(crate) fn counts(&self, mover: impl Into<Mover>, mv: Move) -> (i32, i32) {
        let (row, from, to) = mover.into().place(mv);
        (self.hh[row][from][to].into(), self.bf[row][from][to])
    }

    /// Whether the move's cut-offs are few beside the greatest of all (RH-07).
    pub(crate) fn is_low(&self, mover: impl Into<Mover>, mv: Move, percent: i32) -> bool {
        let (row, from, to) = mover.into().place(mv);
        is_below_peak(self.hh[row][from][to].into(), self.peak, percent)
    }

    /// Updates the counters with the result of a node.
    pub(crate) fn update(
        &mut self,
        update: HistoryUpdate<'_>,
        options: &SearchOptions,
        counters: &mut SearchCounters,
    ) {
        let HistoryUpdate { mover, cut, failed_high, tried, depth, is_pv } = update;
        if depth < options.history_min_depth() {
            return;
        }
        let hh = increment(options.history_hh_increment(), depth);
        let bf = increment(options.history_bf_increment(), depth);
        let counts_tries = match options.history_form() {
            // The node has taught it already.
            HistoryForm::Gravity => {
                if gate(options) == LateMoveGate::Peak {
                    self.raise_peak(mover, cut, counters);
                }
                return;
            }
            HistoryForm::Plain | HistoryForm::Peak => false,
            HistoryForm::Winands if is_pv => return,
            HistoryForm::Winands => true,
            HistoryForm::Romstad => failed_high,
        };
        if let Some(mv) = cut {
            let (row, from, to) = mover.place(mv);
            let count = &mut self.hh[row][from][to];
            *count = count.saturating_add(hh as i16);
            self.raise_peak(mover, cut, counters);
            counters.rh_updates_hh += 1;
            if counts_tries && options.history_bf_counts_cut() {
                self.try_in_vain(mover, mv, bf);
                counters.rh_updates_bf += 1;
            }
        }
        if counts_tries {
            for &mv in tried {
                self.try_in_vain(mover, mv, bf);
                counters.rh_updates_bf += 1;
            }
        }
        if self.peak > MOST {
            self.halve();
        }
        if let Some(mv) = cut {
            let rating = self.get(mover, mv, options);
            counters.rh_max = counters.rh_max.max(rating.unsigned_abs().into());
        }
    }

    /// The greatest count of all, after that of the move that cut off has grown.
    fn raise_peak(&mut self, mover: Mover, cut: Option<Move>, counters: &mut SearchCounters) {
        let Some((row, from, to)) = cut.map(|mv| mover.place(mv)) else { return };
        self.peak = self.peak.max(self.hh[row][from][to].into());
        counters.hh_peak = counters.hh_peak.max(self.peak.unsigned_abs().into());
    }

    fn try_in_vain(&mut self, mover: Mover, mv: Move, amount: i32) {
        let (row, from, to) = mover.place(mv);
        let count = &mut self.bf[row][from][to];
        *count += amount;
        self.peak = self.peak.max(if *count > MOST { MOST + 1 } else { 0 });
    }

    /// Adds to a counter, or takes from it, in the form of gravity.
    pub(crate) fn add(&mut self, mover: impl Into<Mover>, mv: Move, amount: i32) {
        let (row, from, to) = mover.into().place(mv);
        let counter = &mut self.hh[row][from][to];
        add_with_gravity(counter, amount);
    }

    /// Halves all counts. History with gravity has no need of it.
    pub(crate) fn halve(&mut self) {
        self.hh.iter_mut().flatten().flatten().for_each(|count| *count /= 2);
        self.bf.iter_mut().flatten().flatten().for_each(|count| *count /= 2);
        self.peak = self.hh.iter().flatten().flatten().copied().max().unwrap_or(0).into();
    }
}

/// Cut-offs by tries (RH-02), or by the greatest number of cut-offs.
fn relative(hh: i32, bf: i32, scale: i32) -> i32 {
    let ratio = i64::from(scale) * i64::from(hh) / i64::from(bf.max(1));
    ratio.min(i64::from(i32::MAX / 4)) as i32
}

fn is_below_peak(hh: i32, peak: i32, percent: i32) -> bool {
    hh * 100 < peak * percent.max(1) || hh * 100 <= peak * percent
}

/// A value with an amount added, the less of it the nearer the value is to `most` already, or taken from it likewise:
/// none goes further.
#[inline(always)]
pub(crate) const fn gravity(value: i32, amount: i32, most: i32) -> i32 {
    value + amount - value * amount.abs() / most
}

/// Adds to a counter, or takes from it, with [`gravity`]: none goes beyond [`MOST`].
#[inline(always)]
pub(crate) fn add_with_gravity(counter: &mut i16, amount: i32) {
    *counter = gravity((*counter).into(), amount.clamp(-MOST, MOST), MOST) as i16;
}

/// What a node of this depth adds to a count (RH-03); at most [`MOST`].
fn increment(kind: Increment, depth: i32) -> i32 {
    match kind {
        Increment::One => 1,
        Increment::Depth => depth,
        Increment::Depth2 => (depth * depth).min(MOST),
        Increment::Pow2 => 1 << depth.clamp(0, 14),
    }
}

/// What a counter with gravity gains at a node of this depth, or loses; each history takes a share of its own.
pub(crate) fn bonus(depth: i32, options: &SearchOptions) -> i32 {
    (options.history_bonus_depth() * depth + options.history_bonus_base())
        .min(options.history_bonus_most())
}

/// The gate in force: the peak form of the history has its own (RH-07), unless another is asked
/// for.
pub(crate) fn gate(options: &SearchOptions) -> LateMoveGate {
    match options.late_moves_gate() {
        LateMoveGate::None if options.history_form() == HistoryForm::Peak => LateMoveGate::Peak,
        gate => gate,
    }
}

#[cfg(test)]
#[cfg(feature = "lab")]
mod tests {
    use rules::squares::square;

    use super::*;

    fn quiet(from: u32, to: u32) -> Move {
        Move::plain(square(from), square(to), false)
    }

    fn with(form: HistoryForm) -> SearchOptions {
        SearchOptions { history_form: form, ..SearchOptions::default() }
    }

    fn update<'a>(cut: Option<Move>, tried: &'a [Move]) -> HistoryUpdate<'a> {
        HistoryUpdate {
            mover: Color::Black.into(),
            cut,
            failed_high: cut.is_some(),
            tried,
            depth: 5,
            is_pv: false,
        }
    }

    fn counts(history: &History, mv: Move) -> (i32, i32) {
        history.counts(Color::Black, mv)
    }

    #[test]
    fn the_peak_form_of_the_history_brings_its_gate() {
        let gate_of = |form, asked| {
            gate(&SearchOptions {
                history_form: form,
                late_moves_gate: asked,
                ..SearchOptions::default()
            })
        };
        assert_eq!(gate_of(HistoryForm::Peak, LateMoveGate::None), LateMoveGate::Peak);
        assert_eq!(gate_of(HistoryForm::Plain, LateMoveGate::None), LateMoveGate::None);
        assert_eq!(gate_of(HistoryForm::Peak, LateMoveGate::Hr), LateMoveGate::Hr);
        assert_eq!(gate_of(HistoryForm::Gravity, LateMoveGate::Peak), LateMoveGate::Peak);
    }

    #[test]
    fn gravity_stays_in_bounds() {
        let (good, bad) = (quiet(1, 18), quiet(1, 16));
        let mut history = History::default();
        let options = SearchOptions::default();
        for depth in (1..100).cycle().take(10_000) {
            let amount = 4 * bonus(depth, &options);
            history.add(Color::Black, good, amount);
            history.add(Color::Black, bad, -amount);
        }
        let [good, bad] = [good, bad].map(|mv| history.get(Color::Black, mv, &options));
        assert!((1..=MOST).contains(&good) && (-MOST..0).contains(&bad), "{good} {bad}");
        assert_eq!(history.get(Color::White, quiet(1, 18), &options), 0);
    }

    #[test]
    fn a_scripted_node_counts_as_each_form_says() {
        let moves = [quiet(1, 16), quiet(1, 18), quiet(6, 21)];
        for (form, bf) in [
            (HistoryForm::Winands, 1),
            (HistoryForm::Romstad, 1),
            (HistoryForm::Plain, 0),
            (HistoryForm::Peak, 0),
        ] {
            let mut history = History::default();
            let counters = &mut SearchCounters::default();
            history.update(update(Some(moves[2]), &moves[..2]), &with(form), counters);
            let found = moves.map(|mv| counts(&history, mv));
            assert_eq!(found, [(0, bf), (0, bf), (1, 0)], "{form:?}");
            assert_eq!((counters.rh_updates_hh, counters.rh_updates_bf), (1, 2 * bf as u64));
        }
    }

    #[test]
    fn nodes_that_fail_low_and_principal_variations() {
        let tried: Vec<_> = (16..36).map(|to| quiet(1, to)).collect();
        for (form, is_pv, expected) in [
            (HistoryForm::Winands, false, 20),
            (HistoryForm::Winands, true, 0),
            (HistoryForm::Romstad, false, 0),
        ] {
            let mut history = History::default();
            let update = HistoryUpdate { is_pv, ..update(None, &tried) };
            history.update(update, &with(form), &mut SearchCounters::default());
            let changed = tried.iter().filter(|&&mv| counts(&history, mv) != (0, 0)).count();
            assert_eq!(changed, expected, "{form:?} {is_pv}");
        }
        // A capture cut off: Romstad counts the quiet moves before it.
        let mut history = History::default();
        let update = HistoryUpdate { failed_high: true, ..update(None, &tried) };
        history.update(update, &with(HistoryForm::Romstad), &mut SearchCounters::default());
        assert!(tried.iter().all(|&mv| counts(&history, mv) == (0, 1)));
    }

    #[test]
    fn the_move_that_cuts_counts_as_tried_if_asked_to() {
        let mut history = History::default();
        let options = SearchOptions { history_bf_counts_cut: true, ..with(HistoryForm::Winands) };
        history.update(update(Some(quiet(1, 16)), &[]), &options, &mut SearchCounters::default());
        assert_eq!(counts(&history, quiet(1, 16)), (1, 1));
    }

    #[test]
    fn relative_scores() {
        assert_eq!(relative(3, 4, 1000), 750);
        assert!(relative(3, 4, 1000) > relative(30, 100, 1000));
        assert_eq!(relative(7, 0, 1000), 7000);
    }

    /// The other histories go up to [`MOST`]; what a form says of its best move is of that size, whatever
    /// its increment.
    #[test]
    fn all_forms_are_on_the_scale_of_their_users() {
        let (best, seldom) = (quiet(1, 18), quiet(6, 21));
        for form in
            [HistoryForm::Plain, HistoryForm::Peak, HistoryForm::Winands, HistoryForm::Romstad]
        {
            for increment in [Increment::One, Increment::Depth2] {
                let options = SearchOptions {
                    history_hh_increment: increment,
                    history_bf_increment: increment,
                    history_bf_counts_cut: true,
                    ..with(form)
                };
                let mut history = History::default();
                for _ in 0..8 {
                    history.update(
                        update(Some(best), &[]),
                        &options,
                        &mut SearchCounters::default(),
                    );
                }
                let (in_vain, once) = ([seldom], update(Some(seldom), &[]));
                history.update(once, &options, &mut SearchCounters::default());
                for _ in 0..7 {
                    let fails = update(Some(best), &in_vain);
                    history.update(fails, &options, &mut SearchCounters::default());
                }
                let [best, seldom] =
                    [best, seldom].map(|mv| history.get(Color::Black, mv, &options));
                assert_eq!(best, MOST, "{form:?} {increment:?}");
                assert!(seldom > 0 && seldom <= MOST / 8, "{form:?} {increment:?} {seldom}");
            }
        }
    }

    #[test]
    fn increments() {
        let kinds = [Increment::One, Increment::Depth, Increment::Depth2, Increment::Pow2];
        assert_eq!(kinds.map(|kind| increment(kind, 5)), [1, 5, 25, 32]);
        assert_eq!(kinds.map(|kind| increment(kind, 200)), [1, 200, MOST, MOST]);
    }

    #[test]
    fn few_beside_the_peak() {
        assert!(is_below_peak(10, 200, 10));
        assert!(!is_below_peak(21, 200, 10));
        assert!(!is_below_peak(1, 0, 10));
    }

    #[test]
    fn gravity_has_a_peak_if_its_gate_asks_for_one() {
        let (often, seldom) = (quiet(1, 18), quiet(1, 16));
        for (asked, low) in [(LateMoveGate::Peak, true), (LateMoveGate::None, false)] {
            let options = SearchOptions { late_moves_gate: asked, ..SearchOptions::default() };
            let (mut history, mut counters) = (History::default(), SearchCounters::default());
            for (mv, amount) in [(seldom, 16)].into_iter().chain([(often, 1_500); 20]) {
                history.add(Color::Black, mv, amount);
                history.update(update(Some(mv), &[]), &options, &mut counters);
            }
            assert!(!history.is_low(Color::Black, often, options.peak_percent()));
            assert_eq!(history.is_low(Color::Black, seldom, options.peak_percent()), low);
            assert_eq!(counters.hh_peak > 0, low);
        }
    }

    /// Four counters a move, by what the other side attacks; they begin alike.
    #[test]
    fn what_is_attacked_tells_moves_apart() {
        let mv = quiet(1, 18);
        let [from, to] = [1_u64 << 1, 1 << 18];
        let options = SearchOptions::default();
        let mut history = History::default();
        history.begin(Color::Black, (square(1), square(18)), 700);
        let of =
            |history: &History, us, threatened| history.get(Mover { us, threatened }, mv, &options);
        let cases = [0, from, to, from | to];
        for threatened in cases {
            assert_eq!(of(&history, Color::Black, threatened), 700);
            assert_eq!(of(&history, Color::White, threatened), 0);
        }
        for (i, threatened) in cases.into_iter().enumerate() {
            let mover = Mover { us: Color::Black, threatened: threatened | 1 << 60 };
            history.add(mover, mv, 500);
            for (j, threatened) in cases.into_iter().enumerate() {
                assert_eq!(of(&history, Color::Black, threatened) > 700, j <= i, "{i} {j}");
                assert_eq!(of(&history, Color::White, threatened), 0);
            }
        }
    }

    #[test]
    fn counts_are_halved_before_they_overflow() {
        for (hh, form) in [(Some(quiet(1, 16)), HistoryForm::Plain), (None, HistoryForm::Winands)] {
            let mut history = History::default();
            let options = SearchOptions {
                history_hh_increment: Increment::Pow2,
                history_bf_increment: Increment::Pow2,
                ..with(form)
            };
            for _ in 0..100 {
                let in_vain = [quiet(1, 18)];
                let update = HistoryUpdate { depth: 30, ..update(hh, &in_vain) };
                history.update(update, &options, &mut SearchCounters::default());
            }
            for mv in [quiet(1, 16), quiet(1, 18)] {
                let (hh, bf) = counts(&history, mv);
                assert!(hh <= MOST && bf <= MOST, "{form:?} {hh} {bf}");
            }
        }
    }
}
