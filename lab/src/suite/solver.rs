//! Who solves problems, and what it answers.

use std::{sync::atomic::AtomicBool, time::Duration};

use engine::{
    Engine,
    game::Game,
    score::Score,
    search::{Counts, Listener, Progress, SearchInfo, StopReason},
};

use crate::arena::contestant::{Budget, Contestant};

/// Moves of a suite are judged and not played: an opening book would answer for the search. As
/// python-chess does, it is said to every engine that knows it.
pub(super) const ANALYSE: (&str, &str) = ("UCI_AnalyseMode", "true");

/// A best line with an exact score, on the way to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its first move, in UCI notation.
    pub mv: String,
    /// Depth in plies.
    pub depth: u64,
    /// Nodes from the beginning of the search.
    pub nodes: u64,
    /// Time from the beginning of the search.
    pub elapsed: Duration,
}

/// What a search of one position said.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The move, in UCI notation; none if there is no legal one.
    pub best: Option<String>,
    /// The mover's score of it; none of a foreign engine.
    pub score: Option<Score>,
    /// Each new best line, in order.
    pub lines: Vec<Line>,
    /// What the engine counted; nothing of a foreign one.
    pub counts: Counts,
    /// Time of the whole search.
    pub elapsed: Duration,
}

/// An engine that can be asked.
pub trait Solver {
    /// Searches a position as the beginning of a new game.
    ///
    /// # Errors
    /// One sentence if there is no answer.
    fn solve(&mut self, game: &Game) -> Result<Answer, String>;
}

/// The engine of this program.
#[derive(Debug)]
pub struct Own {
    engine: Engine,
    budget: Budget,
}

impl Own {
    /// The engine of a contestant, with its limit for each position.
    ///
    /// # Errors
    /// As [`Contestant::engine`].
    pub fn new(contestant: &Contestant) -> Result<Self, String> {
        let mut own = Self::at_the_board(contestant)?;
        let (name, value) = ANALYSE;
        own.engine.set(name, value)?;
        Ok(own)
    }

    /// The same as it plays games, not as it solves problems.
    ///
    /// # Errors
    /// As [`Contestant::engine`].
    pub fn at_the_board(contestant: &Contestant) -> Result<Self, String> {
        Ok(Self { engine: contestant.engine()?, budget: contestant.budget })
    }

    /// Forgets all earlier games.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Searches a position as the next one of a game.
    pub fn go_on(&mut self, game: &Game) -> Answer {
        let limits = self.budget.limits([self.budget.base().unwrap_or_default(); 2], 0);
        let began = limits.started;
        let mut answer = Answer::default();
        let found = self.engine.search(game, &limits, &AtomicBool::new(false), &mut answer);
        answer.score = found.as_ref().map(|found| found.score);
        answer.best = found.and_then(|found| first(&found));
        answer.elapsed = began.elapsed();
        answer
    }
}

impl Solver for Own {
    fn solve(&mut self, game: &Game) -> Result<Answer, String> {
        self.new_game();
        Ok(self.go_on(game))
    }
}

fn first(info: &SearchInfo) -> Option<String> {
    info.pv.first().map(|mv| mv.uci(false).to_string())
}

impl Listener for Answer {
    fn line(&mut self, info: &SearchInfo) {
        if let Some(mv) = first(info).filter(|_| info.multi_pv == 1) {
            let &SearchInfo { depth, nodes, elapsed, .. } = info;
            self.lines.push(Line { mv, depth: depth.unsigned_abs().into(), nodes, elapsed });
        }
    }

    fn end(&mut self, progress: &Progress, _: StopReason) {
        self.counts = progress.counters.pairs();
    }
}
