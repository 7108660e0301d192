//! Aspiration windows (ASP-01): an iteration looks first into a narrow window around the score of
//! the one before. If the score falls outside, the window is opened wide (`Asp_OnFail` open; J.
//! Swafford, Prophet, with a third of a pawn), or step by step (`widen`, the later practice).

use super::{
    Listener, SearchResult, Searcher,
    listener::ScoreBound,
    root::{ANNOUNCE_AFTER, BestLine, Iteration, Root, RootMove},
    window::Window,
};
use crate::{options::OnFail, position::Position, score::Score};

/// A window that was widened beyond this is opened.
const WIDEST: i32 = 600;

impl Searcher<'_> {
    /// One iteration, given the score of the one before.
    pub(super) fn aspirate(
        &mut self,
        position: &Position,
        root: &mut Root,
        iteration: Iteration,
        before: Score,
        best: &mut Option<BestLine>,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        let options = self.options();
        let mut width = options.aspiration();
        if width == 0 || iteration.depth < options.aspiration_min_depth() || before.is_mate() {
            let open = Window::open();
            return self.root_iteration(position, root, iteration, open, best, listener);
        }
        let mut window = Window::around(before, width, width);
        let mut fail_highs = 0;
        loop {
            let looked = Iteration { depth: (iteration.depth - fail_highs).max(1), ..iteration };
            let score = self.root_iteration(position, root, looked, window, best, listener)?;
            if window.contains(score) || window == Window::open() {
                return Ok(score);
            }
            self.announce(position, root, iteration, (window, score), best.as_ref(), listener);
            if score <= window.alpha {
                self.counters.asp_fail_low += 1;
                // Nothing was found that is better than what was known.
                *best = None;
                fail_highs = 0;
            } else {
                self.counters.asp_fail_high += 1;
                fail_highs = (fail_highs + 1).min(options.aspiration_shallower());
                // What raised the score is searched first now, and is what is played if time runs out.
                if let Some(&mv) = best.as_ref().and_then(|best| best.line.first()) {
                    root.bring_forward(iteration.first, mv);
                }
            }
            width += (width * options.aspiration_widen() / 100).max(1);
            window = match options.aspiration_on_fail() {
                OnFail::Open => Window::open(),
                OnFail::Widen if score.is_mate() || width > WIDEST => Window::open(),
                OnFail::Widen if score <= window.alpha => {
                    let beta = if options.aspiration_middle() {
                        Score::centipawns((window.alpha.get() + window.beta.get()) / 2)
                    } else {
                        window.beta
                    };
                    Window { alpha: score - width, beta: beta.max(score.plus(1)) }
                }
                OnFail::Widen => Window { alpha: window.alpha, beta: score + width },
            };
        }
    }

    /// Reports a score outside of the window, if the search has taken long enough for anyone to wait.
    fn announce(
        &self,
        position: &Position,
        root: &Root,
        iteration: Iteration,
        (window, score): (Window, Score),
        best: Option<&BestLine>,
        listener: &mut dyn Listener,
    ) {
        if self.thread > 0 || iteration.first > 0 || self.clock.elapsed() < ANNOUNCE_AFTER {
            return;
        }
        let (bound, found) = if score >= window.beta {
            (ScoreBound::Lower, best.and_then(|best| root.with_line(best)))
        } else {
            (ScoreBound::Upper, root.moves.first().cloned())
        };
        if let Some(line) = found {
            let line = RootMove { depth: iteration.depth, score, ..line };
            listener.bound(&self.info(position, 1, &line), bound);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use shakmaty::CastlingMode;

    use super::*;
    use crate::{
        game::Game,
        options::Options,
        search::{Limits, SearchInfo, Silent, search_alone, with_searcher, with_shared},
    };

    #[derive(Default)]
    struct Bounds {
        lower: usize,
        upper: usize,
        wrong: usize,
        exact: Option<SearchInfo>,
    }

    impl Listener for Bounds {
        fn line(&mut self, info: &SearchInfo) {
            self.exact = Some(info.clone());
        }

        fn bound(&mut self, info: &SearchInfo, bound: ScoreBound) {
            match bound {
                ScoreBound::Lower => self.lower += 1,
                ScoreBound::Upper => self.upper += 1,
            }
            self.wrong += usize::from(info.pv.is_empty() || info.depth < 1);
        }
    }

    /// A search that has taken long says when its score rises or falls; a short one does not.
    #[test]
    fn bounds_are_reported_after_a_while_and_the_end_is_exact() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        let search = |started| {
            let limits = Limits { started, ..Limits::depth(14) };
            let (mut bounds, mut found) = (Bounds::default(), None);
            with_shared(&Options::default(), |shared| {
                found = search_alone(shared, &game, &limits, &mut bounds);
            });
            let (found, exact) = (found.unwrap(), bounds.exact.take().unwrap());
            assert_eq!((found.score, found.pv), (exact.score, exact.pv));
            assert_eq!(bounds.wrong, 0);
            (bounds.lower, bounds.upper)
        };
        assert_eq!(search(Instant::now() + ANNOUNCE_AFTER), (0, 0));
        let (lower, upper) = search(Instant::now().checked_sub(ANNOUNCE_AFTER).unwrap());
        assert!(lower > 0 && upper > 0, "{lower} {upper}");
    }

    #[test]
    fn a_move_that_fails_high_is_searched_first_from_then_on() {
        // The pawn takes a queen, and is not the first move that is generated.
        let game =
            Game::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", CastlingMode::Standard).unwrap();
        let takes = game.find("e4d5").unwrap();
        with_searcher(&Options::default(), |searcher| {
            let position = Position::new(game.position(), &searcher.psqt);
            let mut root = searcher.root(&position);
            root.moves.sort_by_key(|root_move| root_move.mv == takes);
            let (iteration, before) = (Iteration { depth: 8, first: 0 }, Score::centipawns(-900));
            let found =
                searcher.aspirate(&position, &mut root, iteration, before, &mut None, &mut Silent);
            assert!(found.is_ok_and(|score| score > before));
            assert!(searcher.counters.asp_fail_high > 0);
            assert_eq!(root.moves[0].mv, takes);
        });
    }
}
