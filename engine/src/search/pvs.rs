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
    order::{PieceTo, history},
    window::Window,
};
use crate::{options::PvsMode, position::Position, score::Score};

/// A reduced move that beats the best by more than this and tenths for each ply of the reduction is searched deeper...
const DEEPER: i32 = 20;
const DEEPER_PLY: i32 = 34;
/// ...one that beats alpha by more than this as well...
const MUCH_DEEPER: i32 = 222;
/// ...and one that does not beat the best by tenths for each ply of its depth shallower.
const SHALLOWER_PLY: i32 = 3;

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
        if reduction.plies == 0 {
            let depth = depth - self.first_move_reduction(node, window, searched);
            return self.full_depth(node, window, searched, depth, candidate.move_count == 0);
        }
        let zero = Window::above(window.alpha);
        let ply = node.ply + 1;
        let reduced = depth - reduction.plies;
        self.stack.set_reduced(ply, reduction.plies);
        let score = -self.alpha_beta(child, -zero, reduced, ply, NodeKind::Cut)?;
        self.stack.set_reduced(ply, 0);
        self.count_reduced(reduction, score > window.alpha);
        if score <= window.alpha || !reduction.researches {
            return Ok(score);
        }
        if reduction.plies > 0 {
            depth += self.second_look(node, window, depth, reduced, score);
        }
        if depth <= reduced {
            // What is left is to know by how much it beats alpha.
            return if window.contains(score) {
                self.open_window(node, window, searched, depth, score)
            } else {
                Ok(score)
            };
        }
        let score = self.full_depth(node, window, searched, depth, true)?;
        self.teach_again(node, window, (candidate, depth), score);
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
        may_be_best: bool,
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
            return self.open_window(node, window, searched, depth, score);
        }
        let is_pv = node.is_pv() && may_be_best && !window.is_null();
        let kind = if is_pv { NodeKind::Pv } else { node.kind.opposite() };
        Ok(-self.alpha_beta(child, -window, depth, ply, kind)?)
    }

    /// The score of a child that beat alpha with `score` by a zero window, by the whole one.
    fn open_window(
        &mut self,
        node: &Node<'_>,
        window: Window,
        searched: &ChildSearch<'_>,
        depth: i32,
        score: Score,
    ) -> SearchResult {
        self.counters.pvs_research += 1;
        if node.ply == 0 && self.options().root_fail_high() {
            self.root_fail_high = Some(score);
            self.stack.prepend(0, searched.candidate.mv);
        }
        let kind = if node.is_pv() { NodeKind::Pv } else { node.kind.opposite() };
        Ok(-self.alpha_beta(searched.child, -window, depth, node.ply + 1, kind)?)
    }

    /// Teaches the continuation history what the second search of a reduced move found.
    fn teach_again(
        &mut self,
        node: &Node<'_>,
        window: Window,
        (candidate, depth): (&MoveCandidate, i32),
        score: Score,
    ) {
        let options = self.options();
        if !options.late_moves_teach() || window.contains(score) {
            return;
        }
        let amount = history::bonus(depth, options);
        let sign = if score > window.alpha { 1 } else { -1 };
        let piece_to = PieceTo::of(node.position.rules(), candidate.mv);
        self.teach_continuation(node.ply, piece_to, sign * amount);
    }

    /// Plies that the second search of a reduced move is deeper or shallower than if it had not been reduced, for the
    /// score of the first: it beat what was best by much or barely, or alpha by very much (Stockfish 15, 2022).
    fn second_look(
        &mut self,
        node: &Node<'_>,
        window: Window,
        depth: i32,
        reduced: i32,
        score: Score,
    ) -> i32 {
        if !self.options().late_moves_deeper() {
            return 0;
        }
        let above = score.get() - self.stack.above(node.ply).best.get();
        let mut plies = 0;
        if above > DEEPER + DEEPER_PLY * (depth - reduced) / 10 {
            self.counters.lmr_deeper += 1;
            plies += 1;
        }
        if score.get() - window.alpha.get() > MUCH_DEEPER {
            self.counters.lmr_deeper += 1;
            plies += 1;
        }
        if above < SHALLOWER_PLY * depth / 10 {
            self.counters.lmr_shallower += 1;
            plies -= 1;
        }
        plies
    }
}
