//! Null move pruning (NMP-01 to NMP-03; D. Beal, 1989; C. Donninger, 1993).
//!
//! If the side to move may pass and a shallower search still reaches beta, a real move will too.
//! Not in check, not twice in a row, not with mates about, and not where passing may be the best
//! move there is: when a side has nothing but king and pawns (zugzwang). The reduction is `NMP_R`,
//! and more with depth and with the distance to beta (E. A. Heinz, 1999; Stockfish). Not after a move with so good a
//! history that passing will hardly hold (`NMP_HistoryMost`).

use rules::Color;

use super::{Searcher, Stopped, node::Node, order::PieceTo, window::Window};
use crate::{
    options::{SearchOptions, Zugzwang},
    position::Position,
    score::Score,
};

/// The distance to beta adds at most this many plies.
const MOST_BY_SCORE: i32 = 6;

impl Searcher<'_> {
    /// A score of at least beta, if a null move fails high. `eval` is [`Node::eval`].
    pub(super) fn null_move(
        &mut self,
        node: &Node<'_>,
        window: Window,
        eval: Score,
    ) -> Result<Option<Score>, Stopped> {
        if eval < window.beta
            || node.static_eval.is_none_or(|static_eval| eval < static_eval)
            || !is_promising(node.static_eval, node.depth, window.beta, self.options())
            || !self.may_pass(node, window)
        {
            return Ok(None);
        }
        let Some(child) = node.position.pass() else { return Ok(None) };
        self.counters.nmp_tried += 1;
        let last_move = self.stack.last_move(node.ply).followed_by(PieceTo::NULL_MOVE);
        let depth = depth_after(node.depth, eval.get() - window.beta.get(), self.options());
        let score = -self.descend(node.ply, last_move, &child, |searcher| {
            let window = -Window::below(window.beta);
            searcher.alpha_beta(&child, window, depth, node.ply + 1, node.kind.opposite())
        })?;
        if score < window.beta {
            return Ok(None);
        }
        self.counters.nmp_cut += 1;
        // A mate found after a pass is no mate.
        Ok(Some(if score.is_mate() { window.beta } else { score }))
    }

    /// Whether the last move has so good a history that passing will not hold.
    fn follows_a_good_move(&self, ply: usize) -> bool {
        let most = self.options().null_move_history();
        most > 0 && self.stack.parent(ply).history >= most
    }

    fn may_pass(&self, node: &Node<'_>, window: Window) -> bool {
        let options = self.options();
        options.null_move()
            && node.depth >= options.null_move_min_depth()
            && !node.position.in_check()
            && !self.stack.last_move(node.ply).piece_to.is_null_move()
            && !window.beta.is_mate()
            && !self.follows_a_good_move(node.ply)
            && no_zugzwang(node.position, options.null_move_zugzwang())
    }
}

/// Whether the static eval is so far above beta that passing may hold it; a deep search finds out
/// more than the static eval knows, so it asks for less (Stockfish).
fn is_promising(
    static_eval: Option<Score>,
    depth: i32,
    beta: Score,
    options: &SearchOptions,
) -> bool {
    let margin = options.null_move_margin() - options.null_move_margin_drop() * depth;
    options.null_move_margin() == 0 || static_eval.is_some_and(|score| score >= beta.plus(margin))
}

/// Whether zugzwang is unlikely: the sides that `NMP_Zug` names have a piece (NMP-03).
fn no_zugzwang(position: &Position, who: Zugzwang) -> bool {
    match who {
        Zugzwang::None => true,
        Zugzwang::Mover => position.has_pieces(position.turn()),
        Zugzwang::Either => Color::ALL.into_iter().all(|color| position.has_pieces(color)),
    }
}

/// The depth after a null move: at least one ply before quiescence (NMP-02).
fn depth_after(depth: i32, above_beta: i32, options: &SearchOptions) -> i32 {
    let by = |amount: i32, divisor: i32| if divisor > 0 { amount / divisor } else { 0 };
    let reduction = options.null_move_reduction()
        + by(depth, options.null_move_depth_divisor())
        + by(above_beta, options.null_move_score_divisor()).min(MOST_BY_SCORE);
    (depth - 1 - reduction).max(1)
}

#[cfg(test)]
#[cfg(feature = "lab")]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{eval::Evaluator, game::Game, options::EvalOptions};

    #[test]
    fn one_full_ply_remains() {
        let options = SearchOptions {
            null_move_depth_divisor: 0,
            null_move_score_divisor: 0,
            ..SearchOptions::default()
        };
        let depths = [3, 4, 5, 6, 7].map(|depth| depth_after(depth, 0, &options));
        assert_eq!(depths, [1, 1, 1, 2, 3]);
        for depth in 1..100 {
            for above in [0, 1, 500, 30_000] {
                assert!((1..=depth.max(1)).contains(&depth_after(
                    depth,
                    above,
                    &SearchOptions::default()
                )));
            }
        }
    }

    #[test]
    fn the_margin_shrinks_with_depth() {
        let with = |margin, drop| SearchOptions {
            null_move_margin: margin,
            null_move_margin_drop: drop,
            ..SearchOptions::default()
        };
        let beta = Score::centipawns(50);
        let passes = |options: &SearchOptions, depth, above| {
            is_promising(Some(beta.plus(above)), depth, beta, options)
        };
        let options = with(120, 20);
        for (depth, least) in [(1, 100), (3, 60), (6, 0), (8, -40)] {
            assert!(passes(&options, depth, least), "depth {depth}");
            assert!(!passes(&options, depth, least - 1), "depth {depth}");
        }
        assert!(!is_promising(None, 3, beta, &options));
        // Without a margin, what seems worth beta is enough, whatever the static eval says.
        assert!(passes(&with(0, 20), 3, -500));
        assert!(is_promising(None, 3, beta, &with(0, 20)));
    }

    #[test]
    fn who_must_have_a_piece() {
        for (fen, mover, either) in [
            ("8/8/8/3k4/3P4/3K4/8/8 w - - 0 1", false, false),
            ("8/8/8/3kn3/8/3K4/8/R7 w - - 0 1", true, true),
            ("8/8/8/3k4/8/3K4/8/B7 w - - 0 1", true, false),
            ("8/8/8/3k4/8/3K4/8/B7 b - - 0 1", false, false),
        ] {
            let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
            let position =
                Position::new(game.position(), Evaluator::new(&EvalOptions::default()).psqt());
            let found = [Zugzwang::None, Zugzwang::Mover, Zugzwang::Either]
                .map(|who| no_zugzwang(&position, who));
            assert_eq!(found, [true, mover, either], "{fen}");
        }
    }
}
