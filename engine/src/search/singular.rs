//! Singular extensions (T. Anantharaman, M. Campbell, F. Hsu, 1988; in the form of Stockfish): if all
//! moves but the TT move fail low against a bound below the TT move's score, that move is the
//! only good one and is searched deeper.
//!
//! A TT move that is far better is searched two plies deeper, and near the leaves its whole node one.
//!
//! If others reach beta too, the node is cut (multi-cut, Y. Björnsson and T. Marsland, 1998).

use rules::Move;

use super::{
    Searcher, Stopped, candidate::MoveCandidate, node::Node, order::Stage, window::Window,
};
use crate::{score::Score, tt::Bound};

/// The TT entry may be this many plies shallower than the node.
const SLACK: i32 = 3;

/// On the principal variation, a node that was there before must be this many plies deeper.
const ON_PV: i32 = 2;
/// An iteration deeper than this is a deep search.
const DEEP_SEARCH: i32 = 23;
/// Depths at which a TT move is shallower by most where others are as good and the node should fail high.
const DOUBTFUL: std::ops::Range<i32> = 9..17;

/// The outcome of the singular search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Extend the TT move by these plies; negative reduces it.
    Extend(i32),
    /// Multi-cut: the node fails high with this score.
    Cut(Score),
}

impl Searcher<'_> {
    /// Searches the node without its TT move, to find out whether that is the only good one.
    pub(super) fn singular(
        &mut self,
        node: &Node<'_>,
        window: Window,
        candidate: &MoveCandidate,
    ) -> Result<Verdict, Stopped> {
        let options = self.options();
        let no = Ok(Verdict::Extend(0));
        let Some(entry) = node.tt_entry.filter(|_| candidate.stage == Stage::TtMove) else {
            return no;
        };
        if !options.singular()
            || node.depth < self.least_singular_depth(node, entry.was_pv)
            || self.stack.excluded(node.ply).is_some()
            || entry.depth < node.depth - SLACK
            || entry.bound == Bound::Upper
            || entry.score.is_mate()
        {
            return no;
        }
        self.counters.singular_tested += 1;
        let was_pv = node.was_pv && !node.is_pv();
        let margin =
            options.singular_margin() + if was_pv { options.singular_margin_was_pv() } else { 0 };
        let bound = entry.score - node.depth * margin / 100;
        let depth = (node.depth - 1) / 2;
        self.stack.exclude(node.ply, candidate.mv);
        let score =
            self.alpha_beta(node.position, Window::below(bound), depth, node.ply, node.kind);
        self.stack.exclude(node.ply, Move::NONE);
        // The search of the other moves overwrote these.
        self.stack.set_static_eval(node.ply, node.static_eval);
        self.stack.above_mut(node.ply).was_pv = node.was_pv;
        let score = score?;
        if score < bound {
            let margin = options.singular_double();
            let doubles = margin > 0 && !node.is_pv() && score.plus(margin) < bound;
            self.counters.singular_ext += 1;
            self.counters.singular_double += u64::from(doubles);
            let triple = options.singular_triple();
            let triples =
                doubles && triple > 0 && candidate.mv.is_quiet() && score.plus(triple) < bound;
            return Ok(Verdict::Extend(1 + i32::from(doubles) + i32::from(triples)));
        }
        if options.singular_multicut() && !node.is_pv() && bound >= window.beta && !bound.is_mate()
        {
            self.counters.singular_multicut += 1;
            return Ok(Verdict::Cut(bound));
        }
        if !options.singular_multicut() {
            return no;
        }
        // Other moves are about as good.
        let most = options.singular_negative();
        let plies = if entry.score >= window.beta {
            most - i32::from(most > 1 && node.is_pv())
        } else if most <= 1 {
            0
        } else if node.is_cut_node() {
            if DOUBTFUL.contains(&node.depth) { most } else { 1 }
        } else {
            i32::from(entry.score <= score.max(window.alpha))
        };
        Ok(Verdict::Extend(-plies))
    }

    /// The least depth at which it is asked whether the TT move is singular: less in a deep search, more on the
    /// principal variation.
    fn least_singular_depth(&self, node: &Node<'_>, entry_was_pv: bool) -> i32 {
        self.options().singular_depth() - i32::from(self.iteration > DEEP_SEARCH)
            + ON_PV * i32::from(node.is_pv() && entry_was_pv)
    }

    /// Plies that a node is deeper from its TT move on, which was found singular and is extended by two.
    pub(super) fn deeper_by_singular(&mut self, node: &Node<'_>, candidate: &MoveCandidate) -> i32 {
        let is_singular = candidate.singular > 0;
        self.stack.above_mut(node.ply).has_quiet_singular |= is_singular && candidate.mv.is_quiet();
        i32::from(candidate.singular > 1 && node.depth < self.options().singular_deeper())
    }
}
