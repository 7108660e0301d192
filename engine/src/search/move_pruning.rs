//! Pruning in the move loop: moves that are not searched near the leaves, once a move is known that does not lose by
//! force. How near is told by the depth that late move reductions would leave (Stockfish):
//!
//! - late move pruning (move count pruning, Stockfish 1, 2008): quiet moves that come late;
//! - history pruning (Stockfish 3, 2013): quiet moves that seldom cut off;
//! - futility pruning (J. Schaeffer, 1986; E. A. Heinz, 1998): moves without check that would have to gain too much;
//! - exchange pruning (SEE): moves that lose too much material.

use rules::{Checks, Move};

use super::{Searcher, candidate::MoveCandidate, node::Node, order::MovePicker, window::Window};
use crate::score::Score;

/// No move is pruned by its history at a greater depth, less the late move reduction...
const MOST_HISTORY_DEPTH: i32 = 5;
/// ...and no capture for its node's score at a greater one than this.
const MOST_CAPTURE_DEPTH: i32 = 6;
/// However bad a move's history is, the depth is no less.
const LEAST_DEPTH: i32 = -2;
/// Capture history for each centipawn that a capture may gain more.
const CAPTURE_HISTORY: i32 = 34;

impl Searcher<'_> {
    /// Whether a move is pruned. By futility, `best`, the node's score so far, is raised to what the move may
    /// be worth at most: a lower score would be stored as an upper bound that does not hold.
    pub(super) fn prunes_move(
        &mut self,
        node: &Node<'_>,
        window: Window,
        best: &mut Score,
        (candidate, checks): (&MoveCandidate, &Checks<'_>),
        picker: &mut MovePicker,
    ) -> bool {
        let is_lost = best.is_mate() && *best < Score::DRAW;
        if is_lost
            || node.is_pv() && !self.options().pruning_pv()
            || !node.position.has_pieces(node.position.turn())
        {
            return false;
        }
        if self.is_past_move_count(node, candidate) {
            picker.skip_quiets();
            if candidate.mv.is_quiet() {
                self.counters.lmp_pruned += 1;
                return true;
            }
        }
        let depth = self.late_depth(node, candidate.move_count, window);
        let checks = checks.contains(candidate.mv);
        if candidate.mv.is_quiet() && !checks {
            let Some(depth) = self.depth_by_history(node, candidate, depth) else { return true };
            return self.is_futile(node, window, depth, best)
                || self.fails_see(node, (candidate, checks), depth);
        }
        !checks && self.is_futile_capture(node, window, (candidate, depth), best)
            || self.fails_see(node, (candidate, checks), depth)
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

    /// The depth of a quiet move, more or less for its history; `None` if that is too bad for it.
    fn depth_by_history(
        &mut self,
        node: &Node<'_>,
        candidate: &MoveCandidate,
        depth: i32,
    ) -> Option<i32> {
        let options = self.options();
        let (least, divisor) = (options.history_pruning(), options.pruning_history());
        if least == 0 && divisor == 0 {
            return Some(depth);
        }
        let after = candidate.history.continuation;
        if least > 0 && depth <= MOST_HISTORY_DEPTH && after < -least * node.depth {
            self.counters.history_pruned += 1;
            return None;
        }
        let by = if divisor > 0 { candidate.history.sum() / divisor } else { 0 };
        Some((depth + by).max(LEAST_DEPTH))
    }

    /// Whether a quiet move would have to gain too much (futility).
    fn is_futile(&mut self, node: &Node<'_>, window: Window, depth: i32, best: &mut Score) -> bool {
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
    fn is_futile_capture(
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

    /// Whether a quiet move goes where nothing can take it, by the squares that the other side attacks.
    fn is_out_of_reach(&self, node: &Node<'_>, mv: Move) -> bool {
        mv.is_quiet() && self.options().history_threats() && !self.stack.threats(node.ply).reach(mv)
    }

    fn fails_see(
        &mut self,
        node: &Node<'_>,
        (candidate, checks): (&MoveCandidate, bool),
        depth: i32,
    ) -> bool {
        let options = self.options();
        let (rules, mv) = (node.position.rules(), candidate.mv);
        if !options.see_pruning() || self.is_out_of_reach(node, mv) {
            return false;
        }
        let may_lose = if mv.is_quiet() && !checks {
            let depth = depth.max(0);
            depth * (depth * options.see_pruning_quiet() + options.see_pruning_quiet_ply())
        } else if checks && !options.see_pruning_checks() {
            return false;
        } else {
            options.see_pruning_capture() * node.depth
        };
        let loses = !self.exchange.see_ge(rules, mv, -may_lose);
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

    /// Where nothing can take a piece no exchange is lost; in all positions a move after those of `bench`.
    #[test]
    fn what_is_out_of_reach_loses_nothing() {
        let (mut found, mut asked) = (0, 0);
        with_searcher(&Options::default(), |searcher| {
            for fen in include_str!("../bench.fen").lines() {
                let game = Game::from_fen(fen, CastlingMode::Standard).expect("a position");
                let root = Position::new(game.position(), &searcher.psqt);
                for mv in root.rules().legal_moves() {
                    let position = root.play(mv, &searcher.psqt);
                    let node = searcher.new_node(&position, 6, 1, None, NodeKind::All);
                    searcher.note_threats(&position, 1);
                    for mv in position.rules().legal_moves() {
                        asked += usize::from(mv.is_quiet());
                        if searcher.is_out_of_reach(&node, mv) {
                            found += 1;
                            assert!(
                                searcher.exchange.see_ge(position.rules(), mv, 0),
                                "{mv:?} {fen}"
                            );
                        }
                    }
                }
            }
        });
        assert!(found > asked / 3, "{found} of {asked}");
    }

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
