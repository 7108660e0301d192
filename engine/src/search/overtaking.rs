//! Overtaking: the thread that finishes an iteration first finishes it for all. The others break theirs
//! off, take over its score and line, and begin the next.
//!
//! The nodes that an iteration takes are a matter of luck with the order of moves, by a factor of two
//! and more between threads. So the main thread has the luck of all instead of its own; what the others
//! searched in vain is in the transposition table. Stockfish has a mild form of it (since 2018): threads
//! that lag behind begin their next iteration deeper.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicI32, Ordering::Relaxed},
};

use super::{
    Searcher,
    root::{BestLine, Root, RootMove},
};

/// The deepest iteration that a thread has finished, of those that search together.
#[derive(Debug, Default)]
pub(crate) struct LastIteration {
    /// Its depth, to be looked at without the lock; 0 before the first.
    depth: AtomicI32,
    best: Mutex<Option<BestLine>>,
}

impl LastIteration {
    /// Notes the result of an iteration, unless one as deep is known.
    fn finish(&self, depth: i32, best: BestLine) {
        let mut known = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > self.depth.load(Relaxed) {
            *known = Some(best);
            self.depth.store(depth, Relaxed);
        }
    }

    /// The best line, if the iteration is as deep as `depth` or deeper.
    fn reached(&self, depth: i32) -> Option<BestLine> {
        let known = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        known.clone().filter(|_| self.depth.load(Relaxed) >= depth)
    }
}

impl Searcher<'_> {
    /// Whether another thread has finished the current iteration, or a deeper one.
    pub(super) fn is_overtaken(&self) -> bool {
        self.shared.last_iteration.is_some_and(|last| last.depth.load(Relaxed) >= self.iteration)
    }

    /// Tells the other threads that the iteration is finished, and what is best.
    pub(super) fn finish_iteration(&self, best: &RootMove) {
        if let Some(last) = self.shared.last_iteration {
            last.finish(self.iteration, BestLine { score: best.score, line: best.line.clone() });
        }
    }

    /// Finishes the iteration with the result of another thread. Returns whether there is one.
    pub(super) fn take_over(&self, root: &mut Root) -> bool {
        let theirs = self.shared.last_iteration.and_then(|last| last.reached(self.iteration));
        let Some(best) = theirs else { return false };
        root.promote(0, self.iteration, best);
        root.order();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::Game,
        options::Options,
        position::Position,
        score::Score,
        search::{
            Histories, Limits, SearchClock, SearchInfo, Shared, Silent, search_alone, with_shared,
        },
    };

    fn search(last: Option<&LastIteration>, depth: i32) -> SearchInfo {
        let (mut found, mut options) = (None, Options::default());
        // Reports leave its bonus out.
        options.set("OpeningTune", "false").unwrap();
        with_shared(&options, |shared| {
            let shared = Shared { last_iteration: last, ..shared };
            found = search_alone(shared, &Game::default(), &Limits::depth(depth), &mut Silent);
        });
        found.unwrap()
    }

    /// A line that no search would find best: it can only have been taken over.
    fn strange() -> BestLine {
        let moves = Game::default().position().legal_moves();
        let worst = moves.iter().find(|mv| mv.uci(false).to_string() == "f2f3").copied();
        BestLine { score: Score::centipawns(777), line: worst.into_iter().collect() }
    }

    #[test]
    fn what_another_thread_finished_is_taken_over() {
        let alone = search(None, 12);
        let last = LastIteration::default();
        last.finish(12, strange());
        let overtaken = search(Some(&last), 12);
        assert_eq!((overtaken.score, overtaken.depth), (Score::centipawns(777), 12));
        assert_eq!(overtaken.pv[..1], strange().line[..]);
        assert!(overtaken.nodes * 4 < alone.nodes, "{} {}", overtaken.nodes, alone.nodes);
    }

    /// What this thread searched of the iteration says which moves are hard to refute.
    #[test]
    fn the_other_moves_are_in_the_order_of_what_was_searched() {
        let (game, limits) = (Game::default(), Limits::default());
        let last = LastIteration::default();
        last.finish(3, strange());
        with_shared(&Options::default(), |shared| {
            let clock = SearchClock::endless(&limits);
            let shared = Shared { last_iteration: Some(&last), ..shared };
            let mut histories = Histories::default();
            let mut searcher =
                Searcher::new(shared, &limits, clock, game.path().clone(), &mut histories);
            searcher.iteration = 3;
            let mut root = searcher.root(&Position::new(game.position(), &searcher.psqt));
            root.moves.iter_mut().zip(1..).for_each(|(root_move, nodes)| root_move.nodes = nodes);
            assert!(searcher.take_over(&mut root));
            assert_eq!(strange().line.first(), Some(&root.moves[0].mv));
            assert!(root.moves[1..].is_sorted_by(|a, b| a.nodes > b.nodes));
        });
    }

    #[test]
    fn a_shallower_iteration_overtakes_nobody() {
        let alone = search(None, 8);
        let last = LastIteration::default();
        last.finish(2, strange());
        last.finish(1, BestLine { score: Score::DRAW, ..strange() });
        assert_eq!(last.reached(2).map(|best| best.score), Some(Score::centipawns(777)));
        assert!(last.reached(3).is_none());
        let found = search(Some(&last), 8);
        assert!(found.score != Score::centipawns(777) && found.nodes * 2 > alone.nodes);
        assert!(last.reached(8).is_some_and(|best| best.score == found.score), "it tells its own");
    }
}
