//! The search of one move: extension, reduction, zero window first (PVS-01).
//!
//! Principal variation search is J. Fishburn's and T. Marsland's (1982-83): once a move has set
//! alpha, the others only have to be shown worse, which a zero window does cheaply.
//!
//! A child is on the principal variation if its parent is and the move is the first, or is searched
//! again with an open window. That holds without zero windows too (`PVS` off and nonroot), so that
//! what is pruned off the principal variation does not depend on the switch.

use super::{
    SearchResult, Searcher,
    candidate::MoveCandidate,
    node::{Node, NodeKind},
    order::history,
    window::Window,
};
use crate::{options::PvsMode, position::Position, score::Score};

/// A reduced move that beats alpha by more than this and two for each ply is searched deeper...
const DEEPER: i32 = 40;
/// ...and one that does by less than this shallower.
const SHALLOWER: i32 = 8;

/// A move that was played, and how its child is to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChildSearch<'a> {
    pub(super) candidate: &'a MoveCandidate,
    pub(super) child: &'a Position,
    /// Plies of extension; negative for a TT move that is searched shallower, as others reach beta
    /// too.
    pub(super) extension: i32,
    /// The child's depth with the extension, before reductions.
    pub(super) depth: i32,
}

impl Searcher<'_> {
    /// The score of a move that leads from `node` to `child`, for the side that plays it.
    pub(super) fn search_move(
        &mut self,
        node: &Node<'_>,
        window: Window,
        candidate: &MoveCandidate,
        child: &Position,
    ) -> SearchResult {
        self.shared.evaluator.prefetch(child);
        self.prefetch_corrections(child);
        let mut last_move = self.last_move(node, candidate, child);
        let extension = self.extension(node, candidate, child, &mut last_move);
        let depth = node.depth - 1 + extension;
        let searched = ChildSearch { candidate, child, extension, depth };
        let score = self.descend(node.ply, last_move, child, |searcher| {
            searcher.reduced_or_full(node, window, &searched)
        })?;
        self.update_reduction_counters(node, window, candidate, score);
        Ok(score)
    }

    /// The score of a child: by a reduced search if that is enough, else by a zero window, else by
    /// the whole window.
    fn reduced_or_full(
        &mut self,
        node: &Node<'_>,
        window: Window,
        searched: &ChildSearch<'_>,
    ) -> SearchResult {
        let ChildSearch { candidate, child, mut depth, .. } = *searched;
        let reduction = self.reduction(node, window, searched);
        let zero = Window::above(window.alpha);
        let ply = node.ply + 1;
        let mut may_be_best = candidate.move_count == 0;
        if reduction.plies > 0 {
            self.stack.set_reduced(ply, reduction.plies);
            let score =
                -self.alpha_beta(child, -zero, depth - reduction.plies, ply, NodeKind::Cut)?;
            self.stack.set_reduced(ply, 0);
            self.count_reduced(reduction, score > window.alpha);
            if score <= window.alpha || !reduction.researches {
                return Ok(score);
            }
            may_be_best = true;
            depth += self.second_look(window, depth, score);
        }
        let score = self.full_depth(node, window, searched, depth, may_be_best)?;
        if reduction.plies > 0 {
            self.teach_again(node, window, candidate, score);
        }
        Ok(score)
    }

    /// The score of a child at this depth: by a zero window if that is enough, else by the whole one.
    #[inline(always)]
    fn full_depth(
        &mut self,
        node: &Node<'_>,
        window: Window,
        searched: &ChildSearch<'_>,
        depth: i32,
        mut may_be_best: bool,
    ) -> SearchResult {
        let ChildSearch { candidate, child, .. } = *searched;
        let zero = Window::above(window.alpha);
        let ply = node.ply + 1;
        let is_pvs = match self.options().pvs() {
            PvsMode::Off => false,
            PvsMode::NonRoot => node.ply > 0,
            PvsMode::All => true,
        };
        if is_pvs && candidate.move_count > 0 && !window.is_null() {
            self.counters.pvs_zw += 1;
            let score = -self.alpha_beta(child, -zero, depth, ply, node.kind.opposite())?;
            if !window.contains(score) {
                return Ok(score);
            }
            self.counters.pvs_research += 1;
            may_be_best = true;
            if node.ply == 0 && self.options().root_fail_high() {
                self.root_fail_high = Some(score);
                self.stack.prepend(0, candidate.mv);
            }
        }
        let is_pv = node.is_pv() && may_be_best && !window.is_null();
        let kind = if is_pv { NodeKind::Pv } else { node.kind.opposite() };
        Ok(-self.alpha_beta(child, -window, depth, ply, kind)?)
    }

    /// Teaches the continuation history what the second search of a reduced quiet move found.
    fn teach_again(
        &mut self,
        node: &Node<'_>,
        window: Window,
        candidate: &MoveCandidate,
        score: Score,
    ) {
        let options = self.options();
        if !options.late_moves_teach() || !candidate.mv.is_quiet() || window.contains(score) {
            return;
        }
        let amount = if score > window.alpha {
            history::bonus(node.depth, options)
        } else {
            -history::malus(node.depth, options)
        };
        self.update_continuation(node, candidate.mv, amount);
    }

    /// Plies that the second search of a reduced move is deeper, for the score of the first: it beat
    /// alpha by much, or barely (Stockfish 15, 2022).
    fn second_look(&mut self, window: Window, depth: i32, score: Score) -> i32 {
        if !self.options().late_moves_deeper() {
            return 0;
        }
        let above = score.get() - window.alpha.get();
        if above > DEEPER + 2 * depth {
            self.counters.lmr_deeper += 1;
            return 1;
        }
        if above < SHALLOWER && depth > 1 {
            self.counters.lmr_shallower += 1;
            return -1;
        }
        0
    }
}
