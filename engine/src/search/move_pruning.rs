//! Pruning in the move loop: moves that are not searched near the leaves, off the principal
//! variation, once a move is known that does not lose by force:
//!
//! - futility pruning (J. Schaeffer, 1986; E. A. Heinz, 1998): quiet moves without check that
//!   would have to gain too much;
//! - late move pruning (move count pruning, Stockfish 1, 2008): quiet moves that come late;
//! - history pruning (Stockfish 3, 2013): quiet moves that seldom cut off;
//! - exchange pruning (SEE): moves that lose too much material.

use super::{
    Searcher,
    candidate::MoveCandidate,
    node::Node,
    order::{MovePicker, Stage},
    window::Window,
};
use crate::score::Score;

/// No move is pruned at a greater depth.
const MOST_DEPTH: i32 = 10;
/// No move is pruned by its history at a greater depth, less the late move reduction.
const MOST_HISTORY_DEPTH: i32 = 5;

/// No capture is pruned for its node's score at a greater depth.
const MOST_CAPTURE_DEPTH: i32 = 5;

impl Searcher<'_> {
    /// Whether a move is pruned. `best`, the node's score so far, is raised to what the move may be
    /// worth at most: a lower score would be stored as an upper bound that does not hold.
    pub(super) fn prunes_move(
        &mut self,
        node: &Node<'_>,
        window: Window,
        best: &mut Score,
        candidate: &MoveCandidate,
        picker: &mut MovePicker,
    ) -> bool {
        let is_lost = best.is_mate() && *best < Score::DRAW;
        let is_exempt =
            is_lost || node.is_pv() && !self.options().pruning_pv() || node.depth > MOST_DEPTH;
        if is_exempt || !node.position.has_pieces(node.position.turn()) {
            return false;
        }
        let Some(static_eval) = node.static_eval else { return false };
        let depth = self.pruning_depth(node, candidate);
        if candidate.mv.is_quiet() {
            if self.is_past_move_count(node, candidate) {
                self.counters.lmp_pruned += 1;
                picker.skip_quiets();
                return true;
            }
            if let Some(most) = self.futile(static_eval, window, depth)
                && !node.position.rules().gives_check(candidate.mv)
            {
                self.counters.futility_pruned += 1;
                *best = (*best).max(most);
                return true;
            }
        }
        self.fails_history(node, candidate, depth)
            || self.is_futile_capture(node, window, static_eval, candidate)
            || self.fails_see(node, candidate, depth)
    }

    /// The depth that the limits of pruning count in: the one to which a late move would be searched,
    /// for quiet moves by their history, too.
    fn pruning_depth(&self, node: &Node<'_>, candidate: &MoveCandidate) -> i32 {
        let depth = self.late_depth(node.depth, candidate.move_count);
        let divisor = self.options().pruning_history();
        if divisor == 0 || candidate.stage != Stage::Quiet {
            return depth;
        }
        let history = self.quiet_history(node.position, candidate.mv, self.quiet_context(node.ply));
        (depth + history / divisor).max(1)
    }

    /// Whether a quiet move's history is too bad for the depth.
    fn fails_history(&mut self, node: &Node<'_>, candidate: &MoveCandidate, depth: i32) -> bool {
        let least = self.options().history_pruning();
        if least == 0 || depth > MOST_HISTORY_DEPTH || candidate.stage != Stage::Quiet {
            return false;
        }
        let context = self.quiet_context(node.ply);
        let history = self.quiet_history(node.position, candidate.mv, context);
        let fails = history < -least * node.depth;
        self.counters.history_pruned += u64::from(fails);
        fails
    }

    fn is_past_move_count(&self, node: &Node<'_>, candidate: &MoveCandidate) -> bool {
        let options = self.options();
        let (base, percent) = if node.improving {
            (options.late_move_pruning_base(), options.late_move_pruning_percent())
        } else {
            (options.late_move_pruning_base() / 2, options.late_move_pruning_worse())
        };
        let most = base + node.depth * node.depth * percent / 100;
        options.late_move_pruning() && candidate.move_count >= most.unsigned_abs() as usize
    }

    /// What a quiet move may be worth at most, if that is not above alpha (futility).
    fn futile(&self, static_eval: Score, window: Window, depth: i32) -> Option<Score> {
        let options = self.options();
        let most = static_eval.plus(options.futility_base() + options.futility_margin() * depth);
        let is_futile = options.futility()
            && depth <= options.futility_depth()
            && !window.alpha.is_mate()
            && most <= window.alpha;
        is_futile.then_some(most)
    }

    /// Whether a capture that loses material is near the leaves and would have to gain too much.
    fn is_futile_capture(
        &mut self,
        node: &Node<'_>,
        window: Window,
        static_eval: Score,
        candidate: &MoveCandidate,
    ) -> bool {
        let margin = self.options().futility_captures();
        let is_futile = margin > 0
            && candidate.stage == Stage::BadNoisy
            && node.depth <= MOST_CAPTURE_DEPTH
            && !window.alpha.is_mate()
            && static_eval.plus(margin * node.depth) <= window.alpha;
        self.counters.futility_pruned += u64::from(is_futile);
        is_futile
    }

    fn fails_see(&mut self, node: &Node<'_>, candidate: &MoveCandidate, depth: i32) -> bool {
        let options = self.options();
        let threshold = match candidate.stage {
            _ if !options.see_pruning() => return false,
            _ if candidate.mv.is_quiet() => -options.see_pruning_quiet() * depth * depth,
            Stage::BadNoisy => -options.see_pruning_capture() * node.depth,
            // The others lose nothing.
            _ => return false,
        };
        let rules = node.position.rules();
        if !options.see_pruning_checks() && rules.gives_check(candidate.mv) {
            return false;
        }
        let loses = !self.exchange.see_ge(rules, candidate.mv, threshold);
        self.counters.see_pruned += u64::from(loses);
        loses
    }
}

#[cfg(test)]
#[cfg(feature = "lab")]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{
        game::Game,
        options::Options,
        position::Position,
        search::{node::NodeKind, with_searcher},
    };

    /// What a quiet move that is left out may be worth bounds the score of its node.
    #[test]
    fn a_futile_move_bounds_the_score() {
        let game = Game::from_fen("4k3/pp6/8/8/8/8/6PP/2B1K3 w - - 0 1", CastlingMode::Standard)
            .expect("a position");
        let mut options = Options::default();
        for name in ["Razoring", "LMP", "SEEPruning", "LMR"] {
            options.set(name, "false").expect("an option");
        }
        let (base, margin) = (options.search.futility_base(), options.search.futility_margin());
        for depth in [1, 2] {
            with_searcher(&options, |searcher| {
                let position = Position::new(game.position(), &searcher.psqt);
                let static_eval = searcher.assess(&position, 1).score;
                let most = static_eval + (base + margin * depth);
                let window = Window::above(most + 700);
                let score = searcher
                    .alpha_beta(&position, window, depth, 1, NodeKind::All)
                    .expect("a score");
                assert!(searcher.counters.futility_pruned > 0 && score <= window.alpha);
                assert!(score >= most, "depth {depth}: {score:?} < {most:?}");
            });
        }
    }
}
