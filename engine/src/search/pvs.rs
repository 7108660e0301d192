//! The search of one move: extension, reduction, zero window first (PVS-01).
//!
//! Principal variation search is J. Fishburn's and T. Marsland's (1982-83): once a move has set
//! alpha, the others only have to be shown worse, which a zero window does cheaply.
//!
//! A child is on the principal variation if its parent is and the move is the first, or is searched
//! again with an open window. That holds without zero windows too (`PVS` off and nonroot), so that
//! what is pruned off the principal variation does not depend on the switch.

use super::{
    Searched, Searcher,
    node::{Attempt, Kind, Node},
    reduction::Reduction,
    window::Window,
};
use crate::{options::PvsMode, position::Position};

impl Searcher<'_> {
    /// The score of a move that leads from `node` to `child`, for the side that plays it.
    pub(super) fn search_move(
        &mut self,
        node: &Node<'_>,
        window: Window,
        attempt: &Attempt,
        child: &Position,
    ) -> Searched {
        self.shared.evaluator.prefetch(child);
        let entry = self.extend(node, attempt, child);
        let extension =
            entry.extended - self.stack.entry(node.ply).extended + attempt.singular.min(0);
        let depth = node.depth - 1 + extension;
        // Before the reductions, which may look at the child.
        self.stack.enter(node.ply + 1, entry);
        let reduction = self.reduction(node, window, attempt, child, depth, extension);
        self.path.push(child.key(), !node.position.rules().is_zeroing(attempt.mv));
        let score = self.with_windows(node, window, attempt, child, depth, reduction);
        self.path.pop();
        let score = score?;
        self.learn_reduction(node, window, attempt, score);
        Ok(score)
    }

    fn with_windows(
        &mut self,
        node: &Node<'_>,
        window: Window,
        attempt: &Attempt,
        child: &Position,
        depth: i32,
        reduction: Reduction,
    ) -> Searched {
        let zero = Window::above(window.alpha);
        let ply = node.ply + 1;
        let mut may_be_best = attempt.searched == 0;
        if reduction.plies > 0 {
            let score = -self.node(child, -zero, depth - reduction.plies, ply, Kind::Cut)?;
            self.count_reduced(reduction, score > window.alpha);
            if score <= window.alpha || !reduction.searches_again {
                return Ok(score);
            }
            may_be_best = true;
        }
        let is_pvs = match self.options().pvs() {
            PvsMode::Off => false,
            PvsMode::NonRoot => node.ply > 0,
            PvsMode::All => true,
        };
        if is_pvs && attempt.searched > 0 && !window.is_null() {
            self.counters.pvs_zw += 1;
            let score = -self.node(child, -zero, depth, ply, node.kind.opposite())?;
            if !window.contains(score) {
                return Ok(score);
            }
            self.counters.pvs_research += 1;
            may_be_best = true;
        }
        let is_pv = node.is_pv() && may_be_best && !window.is_null();
        let kind = if is_pv { Kind::Pv } else { node.kind.opposite() };
        Ok(-self.node(child, -window, depth, ply, kind)?)
    }
}
