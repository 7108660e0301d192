//! Move ordering.
//!
//! | file | idea |
//! |---|---|
//! | `picker` | the stages |
//! | `mvv_lva`, `good_capture` | captures |
//! | `killers`, `counter_moves` | moves that refuted something like this |
//! | `history`, `continuation`, `pawn_history`, `capture_history` | moves that cut off elsewhere |
//! | `psqt_gain` | piece-square values |
//! | `quiet_rater` | what all of these say of a quiet move |
//! | `threatened` | squares that the other side attacks, for the history |

pub(crate) mod capture_history;
pub(crate) mod continuation;
mod counter_moves;
mod good_capture;
pub(crate) mod history;
mod killers;
mod mvv_lva;
pub(crate) mod pawn_history;
mod picker;
pub(crate) mod psqt_gain;
mod quiet_rater;
mod threatened;

use arrayvec::ArrayVec;
use rules::{Move, Squares};

pub(crate) use capture_history::CaptureHistory;
pub(crate) use continuation::{ContinuationHistory, PieceTo};
pub(crate) use counter_moves::CounterMoves;
pub(crate) use history::{History, HistoryUpdate, Mover};
pub(crate) use killers::Killers;
pub(crate) use pawn_history::PawnHistory;
pub(crate) use picker::{MoveFilter, MovePicker, Stage, StageCounts};

use super::{Searcher, node::Node};
use crate::position::Position;

/// The moves of a node that were searched and did not fail high.
#[derive(Debug, Default)]
pub(super) struct SearchedMoves {
    pub(super) quiets: ArrayVec<Move, { Self::MOST }>,
    pub(super) captures: ArrayVec<Move, { Self::MOST }>,
}

impl SearchedMoves {
    /// Moves beyond this number are not kept.
    const MOST: usize = 64;

    pub(super) fn push(&mut self, mv: Move) {
        let list = if mv.is_quiet() { &mut self.quiets } else { &mut self.captures };
        let _ = list.try_push(mv);
    }
}

/// What the histories of quiet moves depend on in a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietContext {
    /// The moves one, two, four and six plies before; none where they are not asked for.
    pub(super) before: [PieceTo; 4],
    /// Squares that the other side attacks; none where they are not asked for.
    pub(super) threatened: Squares,
}

impl QuietContext {
    /// That of a position with nothing before it.
    #[cfg(all(test, feature = "lab"))]
    pub(super) const NONE: Self = Self { before: [PieceTo::NONE; 4], threatened: 0 };
}

impl Searcher<'_> {
    /// Notes what the histories of quiet moves must know of a node before they are asked.
    #[inline(always)]
    pub(super) fn note_threats(&mut self, position: &Position, ply: usize) {
        if self.options().history_threats() {
            let squares = threatened::squares(position.board(), !position.turn());
            self.stack.set_threatened(ply, squares);
        }
    }

    /// What the histories of quiet moves depend on in the node at `ply`.
    #[inline(always)]
    pub(super) fn quiet_context(&self, ply: usize) -> QuietContext {
        let options = self.options();
        let far = |asked: bool, back| {
            if asked { self.stack.piece_to(ply, back) } else { PieceTo::NONE }
        };
        let before = [
            self.stack.piece_to(ply, 1),
            self.stack.piece_to(ply, 2),
            far(options.continuation_history_deep(), 4),
            far(options.continuation_history_deeper(), 6),
        ];
        QuietContext { before, threatened: self.stack.threatened(ply) }
    }

    /// The side that moves in the node at `ply`, as the history knows it.
    #[inline(always)]
    pub(super) fn mover(&self, position: &Position, ply: usize) -> Mover {
        Mover { us: position.turn(), threatened: self.stack.threatened(ply) }
    }

    /// The sum of a quiet move's histories.
    #[inline(always)]
    pub(super) fn quiet_history(
        &self,
        position: &Position,
        mv: Move,
        context: QuietContext,
    ) -> i32 {
        self.quiet_rater(position, context).history(mv)
    }

    /// Updates all histories: `cut` failed high, if a move did; those searched before did not.
    pub(super) fn update_histories(
        &mut self,
        node: &Node<'_>,
        cut: Option<Move>,
        above: i32,
        searched: &SearchedMoves,
    ) {
        let options = self.options();
        let far = options.history_far_above();
        let depth = node.depth + i32::from(far > 0 && above > far);
        let quiet_cut = cut.filter(|mv| mv.is_quiet());
        if let Some(mv) = quiet_cut {
            self.stack.killers_mut(node.ply).add(mv);
            let before = self.stack.piece_to(node.ply, 1);
            self.histories.counter_moves.set(before, mv);
        }
        if options.history() {
            let update = HistoryUpdate {
                mover: self.mover(node.position, node.ply),
                cut: quiet_cut,
                failed_high: cut.is_some(),
                tried: &searched.quiets,
                depth,
                is_pv: node.is_pv(),
            };
            self.histories.quiet.update(update, options, &mut self.counters);
        }
        let Some(cut) = cut else { return };
        let bonus = history::bonus(depth, options);
        let malus = history::malus(depth, options);
        if quiet_cut.is_some() {
            if options.continuation_history() {
                self.update_continuation(node, cut, bonus);
                for &mv in &searched.quiets {
                    self.update_continuation(node, mv, -malus);
                }
            }
            if options.pawn_history() {
                self.update_pawns(node, cut, bonus);
                for &mv in &searched.quiets {
                    self.update_pawns(node, mv, -malus);
                }
            }
            if options.psqt_update() {
                self.histories.psqt.update(node.position.rules(), cut, &searched.quiets, bonus);
            }
        } else if options.capture_history() {
            self.update_capture(node, cut, bonus);
        }
        if options.capture_history() {
            for &mv in &searched.captures {
                self.update_capture(node, mv, -malus);
            }
        }
    }

    /// How often a capture cut off.
    pub(super) fn capture_rating(&self, position: &Position, mv: Move) -> i32 {
        let rules = position.rules();
        rules
            .captured(mv)
            .map_or(0, |captured| self.histories.capture.get(PieceTo::of(rules, mv), captured))
    }

    /// Teaches the continuation history about a quiet move, after each of the moves that it looks at.
    pub(super) fn update_continuation(&mut self, node: &Node<'_>, mv: Move, amount: i32) {
        let piece_to = PieceTo::of(node.position.rules(), mv);
        let context = self.quiet_context(node.ply);
        let shared = self.options().continuation_shared().then(|| {
            let mover = Mover { us: node.position.turn(), threatened: context.threatened };
            let main = self.histories.quiet.get(mover, mv, self.options());
            let continuation = &self.histories.continuation;
            let sum = |sum, before: PieceTo| {
                sum + if before.is_move() { continuation.get(before, piece_to) } else { 0 }
            };
            context.before.into_iter().fold(main / 2, sum)
        });
        for before in context.before {
            match shared {
                Some(base) => self.histories.continuation.pull(before, piece_to, amount, base),
                None => self.histories.continuation.add(before, piece_to, amount),
            }
        }
    }

    fn update_pawns(&mut self, node: &Node<'_>, mv: Move, amount: i32) {
        let piece_to = PieceTo::of(node.position.rules(), mv);
        self.histories.pawns.add(node.position.pawn_key(), piece_to, amount);
    }

    fn update_capture(&mut self, node: &Node<'_>, mv: Move, amount: i32) {
        let rules = node.position.rules();
        if let Some(captured) = rules.captured(mv) {
            self.histories.capture.add(PieceTo::of(rules, mv), captured, amount);
        }
    }
}
