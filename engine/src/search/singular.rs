//! Singular extensions (T. Anantharaman, M. Campbell, F. Hsu, 1988; in the form of Stockfish): if all
//! moves but the TT move fail low against a bound below the TT move's score, that move is the
//! only good one and is searched deeper.
//!
//! If others reach beta too, the node is cut (multi-cut, Y. Björnsson and T. Marsland, 1998).

use rules::Move;

use super::{
    Searcher, Stopped, candidate::MoveCandidate, node::Node, order::Stage, window::Window,
};
use crate::{score::Score, tt::Bound};

/// The TT entry may be this many plies shallower than the node.
const SLACK: i32 = 3;

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
            || node.depth < options.singular_depth()
            || self.stack.excluded(node.ply).is_some()
            || entry.depth < node.depth - SLACK
            || entry.bound == Bound::Upper
            || entry.score.is_mate()
        {
            return no;
        }
        self.counters.singular_tested += 1;
        let bound = entry.score - node.depth * options.singular_margin() / 100;
        let depth = (node.depth - 1) / 2;
        self.stack.exclude(node.ply, candidate.mv);
        let score =
            self.alpha_beta(node.position, Window::below(bound), depth, node.ply, node.kind);
        self.stack.exclude(node.ply, Move::NONE);
        // The search of the other moves overwrote it.
        self.stack.set_static_eval(node.ply, node.static_eval);
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
        // Other moves are about as good.
        let is_high = entry.score >= window.beta;
        let less = options.singular_negative();
        let plies = if is_high {
            less - i32::from(less > 1 && node.is_pv())
        } else {
            i32::from(less > 1 && node.is_cut_node() && entry.score <= window.alpha)
        };
        Ok(Verdict::Extend(if options.singular_multicut() { -plies } else { 0 }))
    }
}
