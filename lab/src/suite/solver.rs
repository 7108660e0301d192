//! Who solves problems, and what it answers.

use std::{sync::atomic::AtomicBool, time::Duration};

use engine::{
    Engine,
    game::Game,
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
        let mut engine = contestant.engine()?;
        let (name, value) = ANALYSE;
        engine.set(name, value)?;
        Ok(Self { engine, budget: contestant.budget })
    }
}

impl Solver for Own {
    fn solve(&mut self, game: &Game) -> Result<Answer, String> {
        self.engine.new_game();
        let limits = self.budget.limits([self.budget.base().unwrap_or_default(); 2], 0);
        let began = limits.started;
        let mut answer = Answer::default();
        let found = self.engine.search(game, &limits, &AtomicBool::new(false), &mut answer);
        answer.best = found.and_then(|found| first(&found));
        answer.elapsed = began.elapsed();
        Ok(answer)
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
        self.counts.clone_from(&progress.counts);
    }
}
