//! The search: which move, and what it is worth.
//!
//! | file | idea |
//! |---|---|
//! | `deepen` | iterative deepening, the loop around all |
//! | `root` | the root's moves, their order and the opening bonus |
//! | `node` | alpha-beta at one node |
//! | `pvs` | principal variation search of one move |
//! | `quiescence` | captures at the leaves |
//! | `null_move`, `late_moves`, `check_extension` | where to look less, where more |
//! | `opening` | the opening bonus in the tree |
//! | `order` | which move first |
//! | `draw` | repetition, fifty moves, dead positions |
//! | `clock`, `limits` | when to stop |
//! | `threads` | Lazy SMP |
//! | `strength` | playing weakly on purpose |
//! | `tablebase` | endgames that are known |
//!
//! Scores are the side to move's and fail soft. Every function that searches may be stopped, and
//! says so by `Err(Stopped)`; what it had found by then is lost, but for the root's best move.
//!
//! Invariant: nothing in here prints. Results go to a [`Report`].

mod check_extension;
mod clock;
mod deepen;
mod draw;
mod late_moves;
mod limits;
mod node;
mod null_move;
mod opening;
mod order;
mod pvs;
mod quiescence;
mod report;
mod root;
mod stack;
mod strength;
mod tablebase;
mod threads;
mod window;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::{
    eval::Evaluator,
    game::Path,
    options::{Options, SearchOptions},
    score::{MAX_PLY, Score},
    tablebase::Tablebase,
    tt::{TableCounters, TranspositionTable},
    wdl::WdlModel,
};
use clock::Clock;
pub use limits::{Limits, PonderHit};
use order::History;
pub use report::{Counts, Progress, Report, SearchInfo, Silent, StopReason};
use stack::Stack;

/// How many nodes pass between two looks at the clock.
const CLOCK_INTERVAL: u64 = 1024;

/// The search was told to stop; whatever was being computed is void.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// A score, unless the search was stopped.
pub(crate) type Searched = Result<Score, Stopped>;

/// What all searchers of one `go` share.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    pub(crate) options: &'a Options,
    pub(crate) evaluator: &'a Evaluator,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) tablebase: Option<&'a dyn Tablebase>,
    pub(crate) wdl: Option<&'a WdlModel>,
    /// The nodes of each thread.
    pub(crate) tallies: &'a [Tally],
}

/// One thread's search from one root.
pub(crate) struct Searcher<'a> {
    shared: Shared<'a>,
    limits: &'a Limits,
    clock: Clock,
    path: Path,
    stack: Stack,
    history: History,
    /// Which of the threads this is; 0 is the main one.
    thread: usize,
    nodes: u64,
    table_counters: TableCounters,
    tablebase_hits: u64,
    /// Root moves that stand in the opening table, and all of them.
    opening_moves: [u64; 2],
    /// The deepest ply reached.
    seldepth: usize,
    /// The depth of the current iteration.
    iteration: i32,
    /// Whether the last iteration was not finished, and an earlier one was.
    broken_off: bool,
}

impl<'a> Searcher<'a> {
    pub(crate) fn new(shared: Shared<'a>, limits: &'a Limits, clock: Clock, path: Path) -> Self {
        Self {
            shared,
            limits,
            clock,
            path,
            stack: Stack::default(),
            history: History::default(),
            thread: 0,
            nodes: 0,
            table_counters: TableCounters::default(),
            tablebase_hits: 0,
            opening_moves: [0; 2],
            seldepth: 0,
            iteration: 0,
            broken_off: false,
        }
    }

    /// Enters a node: counts it, empties its line, and looks whether it is time to stop.
    fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        if self.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) && self.must_stop() {
            return Err(Stopped);
        }
        self.nodes += 1;
        if let Some(tally) = self.shared.tallies.get(self.thread) {
            tally.0.store(self.nodes, Relaxed);
        }
        self.seldepth = self.seldepth.max(ply);
        self.stack.clear_line(ply);
        Ok(())
    }

    fn must_stop(&self) -> bool {
        // The first iteration runs to its end whatever the clock says: it takes no time, and a
        // move without a score is worth less than a millisecond.
        self.is_stopped() || (self.iteration > 1 && self.clock.is_over())
    }

    fn is_stopped(&self) -> bool {
        self.shared.stop.load(Relaxed)
    }

    fn options(&self) -> &'a SearchOptions {
        &self.shared.options.search
    }
}

/// The last ply that may be searched.
const fn too_deep(ply: usize) -> bool {
    ply >= MAX_PLY - 1
}

pub(crate) use clock::Clock as SearchClock;
pub(crate) use strength::limited;
pub(crate) use threads::{STACK_BYTES, Tally, search};
