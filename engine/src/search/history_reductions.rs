//! History reductions (HR-01 to HR-10; E. Schröder, Pro Deo 1.1): each move has a counter, by piece
//! and destination, that says how often it raised alpha. A move whose counter has sunk to the
//! threshold is searched a ply shallower, with five exceptions.
//!
//! Readings: a move is reduced at the threshold itself, as the pseudo code says (`HR_Strict` for
//! the prose); alpha is the one before the move is searched; every move updates its counter, once,
//! with its final score, and a stopped search updates nothing; the static eval is the child's, as
//! the mover sees it, and unknown, so no exception, if the child is in check; promotions are no
//! exception; a move that cannot be searched shallower, as no ply is left or other reductions took
//! all (`MaxReduction`), is not looked at. The counters belong to one search and one thread.
//!
//! The static score is asked for last: it is the dearest of the exceptions, and the order changes what
//! is counted and not what is reduced.
//!
//! *A conflict:* every move updates (HR-03), but after a search of one ply all counters must be as
//! they began (HR-02). The reading: every move of every node updates, excepted from the reduction or
//! not; nodes shallower than `HR_MinDepth` teach nothing, which at 2 is HR-02's counters.

use rules::{Color, Move, Piece, Square};

use super::{
    Searcher, candidate::MoveCandidate, node::Node, order::Stage, pvs::ChildSearch, window::Window,
};
use crate::{
    options::{HrIndex, HrStatic, LateMoveGate, SearchOptions},
    position::Position,
    score::{Score, sign},
};

const SQUARES: usize = Square::COUNT;
const BY_PIECE: usize = Piece::COUNT * SQUARES;
const BY_ORIGIN: usize = 2 * SQUARES * SQUARES;

/// The counters of one search; none before the first that needs them.
#[derive(Debug)]
pub(crate) struct ReductionCounters {
    values: Box<[i32]>,
    index: HrIndex,
}

impl Default for ReductionCounters {
    fn default() -> Self {
        Self { values: Box::default(), index: HrIndex::PieceTo }
    }
}

impl ReductionCounters {
    /// A search begins (HR-02).
    pub(super) fn begin(&mut self, options: &SearchOptions) {
        *self = if needs_counters(options) { Self::new(options) } else { Self::default() };
    }

    /// All at their first value.
    fn new(options: &SearchOptions) -> Self {
        let size = match options.hr_index() {
            HrIndex::PieceTo => BY_PIECE,
            HrIndex::ColorFromTo => BY_ORIGIN,
        };
        Self { values: vec![options.hr_init(); size].into(), index: options.hr_index() }
    }

    fn place(&self, position: &rules::Position, mv: Move) -> usize {
        match self.index {
            HrIndex::PieceTo => {
                let code = usize::from(position.board().codes[mv.from().index()]);
                code.min(11) * SQUARES + mv.to().index()
            }
            HrIndex::ColorFromTo => {
                (position.turn() as usize * SQUARES + mv.from().index()) * SQUARES + mv.to().index()
            }
        }
    }

    /// Whether a move's counter is low.
    fn is_low(&self, position: &rules::Position, mv: Move, options: &SearchOptions) -> bool {
        is_low(self.values[self.place(position, mv)], options)
    }

    /// Updates a move's counter with whether it raised alpha.
    fn update(
        &mut self,
        position: &rules::Position,
        mv: Move,
        raised_alpha: bool,
        options: &SearchOptions,
    ) {
        let place = self.place(position, mv);
        self.values[place] = updated(self.values[place], raised_alpha, options);
    }

    fn replace(&mut self, position: &rules::Position, mv: Move, value: i32) {
        let place = self.place(position, mv);
        self.values[place] = value;
    }

    /// The counters in writing (the command `dump hr`): by piece or colour, a line for each
    /// square that the moves go to or come from, ranks from the first. Nothing without counters.
    pub(crate) fn dump(&self) -> String {
        if self.values.is_empty() {
            return String::new();
        }
        let range = (self.values.iter().min(), self.values.iter().max());
        let (least, most) = (range.0.copied().unwrap_or(0), range.1.copied().unwrap_or(0));
        let mut text = format!("hr min {least} max {most}\n");
        let per_heading = match self.index {
            HrIndex::PieceTo => SQUARES,
            HrIndex::ColorFromTo => SQUARES * SQUARES,
        };
        for (i, values) in self.values.chunks(per_heading).enumerate() {
            let heading = match self.index {
                HrIndex::PieceTo => rules::piece_of(i as u8).map_or('?', Piece::letter).to_string(),
                HrIndex::ColorFromTo => format!("{:?}", Color::ALL[i & 1]),
            };
            text += &heading;
            text.push('\n');
            let width = if per_heading == SQUARES { 8 } else { SQUARES };
            for row in values.chunks(width) {
                let row: Vec<_> = row.iter().map(i32::to_string).collect();
                text += &format!("{}\n", row.join(" "));
            }
        }
        text
    }
}

/// The counter after a move was searched (HR-03).
fn updated(value: i32, raised_alpha: bool, options: &SearchOptions) -> i32 {
    let change = if raised_alpha { options.hr_inc() } else { options.hr_dec() };
    (value + change).clamp(-options.hr_max(), options.hr_max())
}

/// Whether a counter allows a reduction (HR-04).
const fn is_low(value: i32, options: &SearchOptions) -> bool {
    value < options.hr_threshold() || value == options.hr_threshold() && !options.hr_strict()
}

/// Whether an idea that is on reads the counters.
fn needs_counters(options: &SearchOptions) -> bool {
    options.history_reductions() || options.late_moves_gate() == LateMoveGate::Hr
}

impl Searcher<'_> {
    /// Whether a move's counter is low (LMR-04).
    pub(super) fn reduction_counter_is_low(&self, position: &rules::Position, mv: Move) -> bool {
        self.histories.reduction.is_low(position, mv, self.options())
    }

    /// Updates the counters of the history reductions with a move's final score.
    pub(super) fn update_reduction_counters(
        &mut self,
        node: &Node<'_>,
        window: Window,
        candidate: &MoveCandidate,
        score: Score,
    ) {
        if needs_counters(self.options()) && node.depth >= self.options().hr_min_depth() {
            let options = self.options();
            let position = node.position.rules();
            self.histories.reduction.update(position, candidate.mv, score > window.alpha, options);
        }
    }

    /// Whether a move is searched a ply shallower (HR-04, HR-05). If so its counter is replaced at
    /// once, so that a few successes spare it again (HR-07).
    pub(super) fn history_reduction(
        &mut self,
        node: &Node<'_>,
        window: Window,
        searched: &ChildSearch<'_>,
    ) -> bool {
        let options = self.options();
        if !options.history_reductions() || node.depth < options.hr_min_depth() {
            return false;
        }
        let ChildSearch { candidate, child, .. } = *searched;
        let position = node.position.rules();
        self.counters.hr_tested += 1;
        let blocked = if options.hr_spare_tt_move() && candidate.stage == Stage::TtMove {
            &mut self.counters.hr_blocked_tt
        } else if options.hr_spare_in_check() && node.position.in_check() {
            &mut self.counters.hr_blocked_incheck
        } else if options.hr_spare_checks() && child.in_check() {
            &mut self.counters.hr_blocked_givescheck
        } else if options.hr_spare_captures() && candidate.mv.is_capture() {
            &mut self.counters.hr_blocked_capture
        } else if !self.histories.reduction.is_low(position, candidate.mv, options) {
            &mut self.counters.hr_blocked_threshold
        } else if options.hr_spare_static()
            && self.is_above(child, node.ply + 1, window.alpha.plus(options.hr_margin()))
        {
            &mut self.counters.hr_blocked_static
        } else {
            self.counters.hr_reduced += 1;
            self.histories.reduction.replace(position, candidate.mv, options.hr_replace());
            return true;
        };
        *blocked += 1;
        false
    }

    /// Whether the static eval after a move, as the mover sees it, is above a bound.
    fn is_above(&mut self, child: &Position, ply: usize, bound: Score) -> bool {
        if child.in_check() {
            return false;
        }
        if self.options().hr_static() == HrStatic::Full {
            return -self.assess(child, ply).score > bound;
        }
        // HR-08: what is summed with the position, and a margin.
        let white = child.psqt().taper(child.phase());
        let lazy = sign(!child.turn()) * white;
        let is_above = Score::centipawns(lazy + self.options().hr_lazy_margin()) > bound;
        // The full score would undo what the lazy one saves: only for those who read the counters.
        if self.shared.options.play.stats() {
            let full = -self.assess(child, ply).score > bound;
            self.counters.hr_static_tested += 1;
            self.counters.hr_static_differs += u64::from(full != is_above);
        }
        is_above
    }
}

#[cfg(test)]
#[cfg(feature = "lab")]
mod tests {
    use super::*;

    /// A counter that only fails: the visit, the first being 1, that is reduced first.
    fn first_reduced_visit(options: &SearchOptions) -> usize {
        let mut value = options.hr_init();
        let mut visit = 1;
        while !is_low(value, options) {
            value = updated(value, false, options);
            visit += 1;
        }
        visit
    }

    #[test]
    fn updates() {
        let options = SearchOptions::default();
        let mut value = options.hr_init();
        for _ in 0..50 {
            value = updated(value, false, &options);
        }
        assert_eq!(value, 50);
        assert_eq!(updated(value, true, &options), 55);
    }

    #[test]
    fn the_first_reduction() {
        let options = SearchOptions::default();
        assert_eq!(first_reduced_visit(&options), 51);
        let strict = SearchOptions { hr_strict: true, ..options };
        assert_eq!(first_reduced_visit(&strict), 52);
    }

    #[test]
    fn replacing_keeps_the_counter_near_the_threshold() {
        let options = SearchOptions::default();
        let mut value = options.hr_replace();
        assert!(is_low(value, &options), "reduced, and replaced by itself");
        value = updated(value, false, &options);
        assert_eq!(value, 49);
        assert!(is_low(value, &options), "reduced again");
        value = updated(options.hr_replace(), true, &options);
        assert_eq!(value, 55);
        for _ in 0..5 {
            assert!(!is_low(value, &options), "five visits are spared");
            value = updated(value, false, &options);
        }
        assert!(is_low(value, &options));
    }

    /// HR-10: the drift is -p + 5 (1 - p) a visit, so the border is at 5/6 and not at 80 %.
    #[test]
    fn the_share_of_failures_that_makes_a_counter_sink() {
        let options = SearchOptions::default();
        // Successes spread evenly: `succeeds` of `of` visits.
        let visits_to_threshold = |succeeds: i32, of: i32| {
            let mut value = options.hr_init();
            (1..10_000).find(|visit| {
                value = updated(value, visit * succeeds % of < succeeds, &options);
                is_low(value, &options)
            })
        };
        assert_eq!(visits_to_threshold(1, 5), None);
        let sinks = visits_to_threshold(3, 20).unwrap();
        assert!((400..=510).contains(&sinks), "{sinks}");
    }

    #[test]
    fn a_dump_shows_all_counters() {
        for (index, numbers) in [(HrIndex::PieceTo, 768), (HrIndex::ColorFromTo, 8192)] {
            let options = SearchOptions { hr_index: index, ..SearchOptions::default() };
            let dump = ReductionCounters::new(&options).dump();
            assert!(dump.starts_with("hr min 100 max 100\n"));
            assert_eq!(dump.split_whitespace().filter(|&word| word == "100").count(), numbers + 2);
        }
    }
}
