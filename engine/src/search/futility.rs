//! Futility pruning (J. Schaeffer, 1986; E. A. Heinz, 1998): near the leaves moves without check that would have to gain too
//! much are not searched.

use super::{Searcher, candidate::MoveCandidate, node::Node, window::Window};
use crate::score::Score;

/// No capture is pruned for its node's score at a greater depth than this.
const MOST_CAPTURE_DEPTH: i32 = 6;
/// Capture history for each centipawn that a capture may gain more.
const CAPTURE_HISTORY: i32 = 34;

impl Searcher<'_> {
    /// Whether a quiet move would have to gain too much (futility).
    pub(super) fn is_futile(
        &mut self,
        node: &Node<'_>,
        window: Window,
        depth: i32,
        best: &mut Score,
    ) -> bool {
        let options = self.options();
        if !options.futility() || depth > options.futility_depth() {
            return false;
        }
        let most = options.futility_base() + options.futility_margin() * depth;
        self.cannot_reach_alpha(node, window, most, best)
    }

    /// Whether the static eval and what a move may gain at most do not reach alpha.
    fn cannot_reach_alpha(
        &mut self,
        node: &Node<'_>,
        window: Window,
        gain: i32,
        best: &mut Score,
    ) -> bool {
        let Some(static_eval) = node.static_eval else { return false };
        let most = static_eval.plus(gain);
        if window.alpha.is_mate() || most > window.alpha {
            return false;
        }
        self.counters.futility_pruned += 1;
        *best = (*best).max(most);
        true
    }

    /// Whether a capture would have to gain too much beside what it takes.
    pub(super) fn is_futile_capture(
        &mut self,
        node: &Node<'_>,
        window: Window,
        (candidate, depth): (&MoveCandidate, i32),
        best: &mut Score,
    ) -> bool {
        let options = self.options();
        let margin = options.futility_captures();
        let is_wanted = options.futility() && margin > 0 && depth <= MOST_CAPTURE_DEPTH;
        if !is_wanted || candidate.mv.is_promotion() {
            return false;
        }
        let gain = options.futility_captures_base()
            + margin * depth
            + self.exchange.gain(node.position.rules(), candidate.mv)
            + self.capture_rating(node.position, candidate.mv) / CAPTURE_HISTORY;
        self.cannot_reach_alpha(node, window, gain, best)
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
                let most = static_eval + (base + margin * (depth - 1));
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
