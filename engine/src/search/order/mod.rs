//! Move ordering.
//!
//! | file | idea |
//! |---|---|
//! | `stage`, `picker` | the stages, and who hands out their moves |
//! | `mvv_lva`, `good_capture` | captures |
//! | `killers`, `counter_moves` | moves that refuted something like this |
//! | `history`, `continuation`, `pawn_history`, `capture_history` | moves that cut off elsewhere |
//! | `psqt_gain` | piece-square values |
//! | `quiet_rater` | what all of these say of a quiet move |
//! | `urgent` | pieces that are attacked, and checks |
//! | `threats` | squares that the other side attacks, for histories, urgent and losing moves |

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
mod stage;
mod threats;
mod urgent;

use arrayvec::ArrayVec;
use rules::{Move, Squares};

pub(crate) use capture_history::CaptureHistory;
pub(crate) use continuation::{ContinuationHistory, PieceTo};
pub(crate) use counter_moves::CounterMoves;
pub(crate) use history::{History, HistoryUpdate, Mover};
pub(crate) use killers::Killers;
pub(crate) use pawn_history::PawnHistory;
pub(crate) use picker::{MoveFilter, MovePicker};
pub(in crate::search) use quiet_rater::MoveHistory;
pub(crate) use stage::{Stage, StageCounts};
pub(in crate::search) use threats::Threats;

use super::{Searcher, best::Best, node::Node, window::Window};
use crate::{options::HistoryForm, position::Position};

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
    /// Notes what the order of quiet moves must know of a node before it is asked.
    #[inline(always)]
    pub(super) fn note_threats(&mut self, position: &Position, ply: usize) {
        let options = self.options();
        if options.history_threats() || options.order_escapes() > 0 || options.order_losing() > 0 {
            *self.stack.threats_mut(ply) = Threats::of(position.board(), !position.turn());
        }
    }

    /// The squares that the side not to move attacks, for the histories; none where they are not asked for.
    #[inline(always)]
    pub(super) fn threatened(&self, ply: usize) -> Squares {
        if self.options().history_threats() { self.stack.threats(ply).all } else { 0 }
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
        QuietContext { before, threatened: self.threatened(ply) }
    }

    /// The side that moves in the node at `ply`, as the history knows it.
    #[inline(always)]
    pub(super) fn mover(&self, position: &Position, ply: usize) -> Mover {
        Mover { us: position.turn(), threatened: self.threatened(ply) }
    }

    /// Teaches all histories what a node found: `best` raised alpha, if a move did; the others did not.
    pub(super) fn update_histories(
        &mut self,
        node: &Node<'_>,
        asked: Window,
        best: Best,
        searched: &SearchedMoves,
    ) {
        let options = self.options();
        let (position, ply) = (node.position, node.ply);
        let failed_high = best.score >= asked.beta;
        if options.history() {
            let update = HistoryUpdate {
                mover: self.mover(position, ply),
                cut: (failed_high && best.mv.is_quiet()).then_some(best.mv),
                failed_high,
                tried: &searched.quiets,
                depth: node.depth,
                is_pv: node.is_pv(),
            };
            self.histories.quiet.update(update, options, &mut self.counters);
        }
        if !best.mv.is_some() {
            self.reward_last_move(node, asked.alpha.get() - best.score.get());
            return;
        }
        let far = options.history_far_above();
        let is_far = far > 0 && best.score.get() - asked.beta.get() > far;
        let more = history::bonus(node.depth + 1, options);
        if best.mv.is_quiet() {
            let amount = if is_far { more } else { history::bonus(node.depth, options) };
            self.note_refuter(ply, best.mv);
            self.teach_quiet(position, ply, best.mv, amount);
            for &mv in &searched.quiets {
                self.teach_quiet(position, ply, mv, -amount);
            }
            if options.psqt_update() && failed_high {
                let quiets = &searched.quiets;
                self.histories.psqt.update(position.rules(), best.mv, quiets, amount.max(0));
            }
        } else {
            self.teach_capture(position, best.mv, more);
        }
        for &mv in &searched.captures {
            self.teach_capture(position, mv, -more);
        }
        self.penalise_last_move(ply, -more);
    }

    /// Notes a quiet move that raised alpha or failed high: a killer, and the answer to the move before.
    pub(super) fn note_refuter(&mut self, ply: usize, mv: Move) {
        self.stack.killers_mut(ply).add(mv);
        let before = self.stack.piece_to(ply, 1);
        self.histories.counter_moves.set(before, mv);
    }

    /// Teaches the histories about a quiet move of the node at `ply`.
    pub(super) fn teach_quiet(&mut self, position: &Position, ply: usize, mv: Move, amount: i32) {
        let options = self.options();
        let piece_to = PieceTo::of(position.rules(), mv);
        if options.history() && options.history_form() == HistoryForm::Gravity {
            let mover = self.mover(position, ply);
            self.histories.quiet.add(mover, mv, amount * options.history_percent() / 100);
        }
        self.teach_continuation(ply, piece_to, amount);
        if options.pawn_history() {
            self.histories.pawns.add(position.pawn_key(), piece_to, amount);
        }
    }

    /// Teaches the continuation history about a move of the node at `ply`, after each of the moves that it looks
    /// at; in check only after the last two.
    pub(super) fn teach_continuation(&mut self, ply: usize, piece_to: PieceTo, amount: i32) {
        let options = self.options();
        if !options.continuation_history() {
            return;
        }
        let before = self.quiet_context(ply).before;
        let looked_at = if self.stack.above(ply).in_check { 2 } else { before.len() };
        for &before in &before[..looked_at] {
            let amount = amount * options.continuation_percent() / 100;
            self.histories.continuation.add(before, piece_to, amount);
        }
    }

    /// How often a capture cut off.
    pub(super) fn capture_rating(&self, position: &Position, mv: Move) -> i32 {
        let rules = position.rules();
        rules
            .captured(mv)
            .map_or(0, |captured| self.histories.capture.get(PieceTo::of(rules, mv), captured))
    }

    /// Teaches the history of captures.
    fn teach_capture(&mut self, position: &Position, mv: Move, amount: i32) {
        let (options, rules) = (self.options(), position.rules());
        if options.capture_history()
            && let Some(captured) = rules.captured(mv)
        {
            let amount = amount * options.capture_percent() / 100;
            self.histories.capture.add(PieceTo::of(rules, mv), captured, amount);
        }
    }
}
