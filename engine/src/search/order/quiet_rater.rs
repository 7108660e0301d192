//! Rates quiet moves by their histories. The rows that depend on the node alone, by its pawns and by the moves
//! before it, are looked up once for all its moves.

use rules::Move;

use super::{History, Mover, PieceTo, QuietContext, continuation::MoveCounters, psqt_gain};
use crate::{options::SearchOptions, position::Position, search::Searcher};

/// What the histories count beside each other: the moves before, and side, origin and destination...
const CONTINUATION: i32 = 29;
const MAIN: i32 = 14;
/// ...in parts of this, which is what the pawns count.
const WHOLE: i32 = 16;

/// History per centipawn of piece-square value.
const PSQT_UNIT: i32 = 100;

/// The histories as a node's quiet moves see them. Options and history are the searcher's; asked of it for each move
/// they cost 1.6 % of the search's time.
pub(in crate::search) struct QuietRater<'s> {
    searcher: &'s Searcher<'s>,
    position: &'s Position,
    options: &'s SearchOptions,
    quiet: &'s History,
    mover: Mover,
    pawns: &'s MoveCounters,
    /// After the moves one, two, four and six plies before.
    after: [&'s MoveCounters; 4],
}

/// How often a move cut off elsewhere.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::search) struct MoveHistory {
    /// Whatever was played before.
    main: i32,
    /// After the moves one, two and four plies before.
    pub(in crate::search) continuation: i32,
}

impl MoveHistory {
    /// Both together.
    pub(in crate::search) fn sum(self) -> i32 {
        self.main + self.continuation
    }
}

impl Searcher<'_> {
    /// For the quiet moves of a node.
    #[inline(always)]
    pub(in crate::search) fn quiet_rater<'s>(
        &'s self,
        position: &'s Position,
        context: QuietContext,
    ) -> QuietRater<'s> {
        let QuietContext { before, threatened } = context;
        let histories = &self.histories;
        QuietRater {
            searcher: self,
            position,
            options: self.options(),
            quiet: &histories.quiet,
            mover: Mover { us: position.turn(), threatened },
            pawns: histories.pawns.of(position.pawn_key()),
            after: before.map(|before| histories.continuation.after(before)),
        }
    }
}

impl QuietRater<'_> {
    /// The score by which a move is ordered.
    #[inline(always)]
    pub(super) fn rate(&self, mv: Move) -> i32 {
        let by_squares = self.options.psqt_order();
        if by_squares == 0 {
            return self.history_sum(mv);
        }
        let (psqt, phase) = (&self.searcher.psqt, self.position.phase());
        let gain = psqt_gain::gain(self.position.rules(), mv, psqt, phase);
        self.history_sum(mv) + gain * by_squares * PSQT_UNIT / 100
    }

    /// The sum of all histories of a move: after the last move twice, after those four and six plies before as well.
    #[inline(always)]
    pub(in crate::search) fn history_sum(&self, mv: Move) -> i32 {
        let options = self.options;
        let piece_to = PieceTo::of(self.position.rules(), mv);
        let count = |row: &MoveCounters| i32::from(row[piece_to.index()]);
        let mut parts = self.main(mv) * MAIN;
        if options.continuation_history() {
            let [last, second, fourth, sixth] = self.after.map(count);
            parts += (2 * last + second + fourth + sixth) * CONTINUATION;
        }
        let mut rating = parts / WHOLE;
        if options.psqt_update() && options.psqt_update_order() {
            rating += self.searcher.histories.psqt.rating(piece_to);
        }
        if options.pawn_history() {
            rating += count(self.pawns);
        }
        rating
    }

    /// What reductions and pruning go by.
    #[inline(always)]
    pub(in crate::search) fn history(&self, mv: Move) -> MoveHistory {
        MoveHistory { main: self.main(mv) * MAIN / WHOLE, continuation: self.continuation(mv) }
    }

    #[inline(always)]
    fn continuation(&self, mv: Move) -> i32 {
        if !self.options.continuation_history() {
            return 0;
        }
        let piece_to = PieceTo::of(self.position.rules(), mv);
        let [last, second, fourth, _] = self.after.map(|row| i32::from(row[piece_to.index()]));
        (last + second + fourth) * CONTINUATION / WHOLE
    }

    #[inline(always)]
    fn main(&self, mv: Move) -> i32 {
        if self.options.history() { self.quiet.get(self.mover, mv, self.options) } else { 0 }
    }
}
