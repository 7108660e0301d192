//! The search: which move, and what it is worth.
//!
//! | file | idea |
//! |---|---|
//! | `deepen`, `aspiration` | iterative deepening, the loop around all, and its window |
//! | `root` | the root's moves, their order and the opening bonus |
//! | `alpha_beta` | alpha-beta at one node: what settles it without its moves, and the loop over them |
//! | `node`, `candidate` | what is known of a node and of a move before it is searched |
//! | `pvs` | principal variation search of one move |
//! | `descend`, `stack` | one ply down; what is known of each ply on the way |
//! | `best`, `window` | the best of a node so far; alpha and beta |
//! | `quiescence`, `leaves` | captures at the leaves; a sample of these, for fits |
//! | `null_move`, `reverse_futility`, `razoring`, `probcut`, `singular` | nodes that are settled without their moves |
//! | `move_pruning`: `late_move_pruning`, `history_pruning`, `futility`, `see_pruning` | moves that are not searched |
//! | `reduction`: `late_move_reductions`, `late_move_exemptions`, `history_reductions`, `hanging`, `hindsight`, `internal_iterative_reduction` | where to look less |
//! | `extension`: `check_extension`, `promotion_extension`, `tt_move_extension` | where to look more |
//! | `prior_history`, `eval_history`, `tt_move_history` | what a node says of the move before, and of the table's |
//! | `order`, `see` | which move first, and what exchanges win |
//! | `assess`, `correction_history`, `psqt_update`, `shuffles` | what a position seems worth |
//! | `histories`, `move_priors`, `counters` | what is learnt, where it begins, and what is counted |
//! | `draw`, `upcoming_repetition` | repetition, fifty moves, dead positions; a draw that the next move can repeat |
//! | `tablebase`, `opening` | endgames that are known, the opening bonus in the tree |
//! | `mate` | the search for a mate in N moves |
//! | `clock`, `limits` | when to stop |
//! | `listener`, `describe` | what the search tells while it runs, and in debug commands |
//! | `threads`, `overtaking`, `vote` | Lazy SMP, what threads tell each other, and which is believed |
//! | `strength` | playing weakly on purpose |
//! | `off/` | stands for ideas that are off where the cargo feature `lab` is not on |
//!
//! What prunes, reduces, extends and learns has the forms and most of the margins of Stockfish as it was in spring 2023
//! (commit 6a8767a, its last with an evaluation by hand), in our centipawns; each file names who had the idea first.
//!
//! Scores are the side to move's and fail soft. Every function that searches may be stopped, and
//! says so by `Err(Stopped)`; what it had found by then is lost, but for the root's best move.
//!
//! Invariant: nothing in here prints. Results go to a [`Listener`].

mod alpha_beta;
mod aspiration;
mod assess;
mod best;
mod candidate;
mod check_extension;
mod clock;
mod correction_history;
mod counters;
mod deepen;
mod descend;
pub(crate) mod describe;
mod draw;
mod eval_history;
mod extension;
mod futility;
mod hanging;
mod hindsight;
mod histories;
mod history_pruning;
mod internal_iterative_reduction;
mod late_move_pruning;
mod late_move_reductions;
mod limits;
mod listener;
mod mate;
mod move_priors;
mod move_pruning;
mod node;
mod null_move;
mod opening;
mod order;
mod overtaking;
mod prior_history;
mod probcut;
mod promotion_extension;
mod pvs;
mod quiescence;
mod razoring;
mod reduction;
mod reverse_futility;
mod root;
pub mod see;
mod see_pruning;
mod singular;
mod stack;
mod strength;
mod tablebase;
mod threads;
mod tt_move_history;
mod upcoming_repetition;
mod vote;
mod window;

// Ideas that are off by default: with the laboratory they are here, else their names alone.
#[cfg(feature = "lab")]
mod history_reductions;
#[cfg(feature = "lab")]
mod late_move_exemptions;
#[cfg(feature = "lab")]
mod leaves;
#[cfg(not(feature = "lab"))]
mod off;
#[cfg(feature = "lab")]
mod psqt_update;
#[cfg(feature = "lab")]
mod shuffles;
#[cfg(feature = "lab")]
mod tt_move_extension;
#[cfg(not(feature = "lab"))]
use off::{history_reductions, psqt_update, shuffles, tt_move_extension};

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::{
    eval::Evaluator,
    game::Path,
    options::{Options, SearchOptions},
    psqt::Psqt,
    score::{MAX_PLY, Score},
    tablebase::Tablebase,
    tt::TranspositionTable,
    wdl::WdlModel,
};
use clock::Clock;
pub use counters::SearchCounters;
pub use hanging::{Hanging, highest_hanging};
pub(crate) use histories::Histories;
use late_move_reductions::LateMoves;
#[cfg(feature = "lab")]
pub use leaves::LeafSample;
pub use limits::{Limits, PonderHit};
pub use listener::{Counts, Listener, Progress, ScoreBound, SearchInfo, Silent, StopReason};
use order::StageCounts;
pub(crate) use overtaking::LastIteration;
use see::Exchange;
use stack::Stack;

/// Nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 1024;

/// Nodes that the first iteration may take when the time is over; some milliseconds.
const FIRST_NODES: u64 = 2 * CLOCK_INTERVAL;

/// The search was told to stop; whatever was being computed is void.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// A score, unless the search was stopped.
pub(crate) type SearchResult = Result<Score, Stopped>;

/// What all searchers of one `go` share.
#[derive(Clone, Copy)]
pub(crate) struct Shared<'a> {
    pub(crate) options: &'a Options,
    pub(crate) evaluator: &'a Evaluator,
    pub(crate) table: &'a TranspositionTable<'a>,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) tablebase: Option<&'a dyn Tablebase>,
    pub(crate) wdl: Option<&'a WdlModel>,
    /// The nodes of each thread.
    pub(crate) node_counters: &'a [NodeCounter],
    /// What is left of a limit of nodes, if several threads share one.
    pub(crate) node_pool: Option<&'a NodePool>,
    /// What the threads finished; none if there is but one, or several lines are wanted.
    pub(crate) last_iteration: Option<&'a LastIteration>,
    /// Where leaves go, if they are asked for.
    #[cfg(feature = "lab")]
    pub(crate) leaves: Option<&'a LeafSample>,
}

/// One thread's search from one root.
pub(crate) struct Searcher<'a> {
    shared: Shared<'a>,
    limits: &'a Limits,
    clock: Clock,
    path: Path,
    stack: Stack,
    /// What is kept for the next search.
    histories: &'a mut Histories,
    late_moves: LateMoves,
    exchange: Exchange,
    /// The exchanges that captures are good or bad by.
    capture_exchange: Exchange,
    /// The piece-square values in force.
    psqt: Psqt,
    /// All counters but those of `stages`.
    counters: SearchCounters,
    stages: StageCounts,
    /// Which of the threads this is; 0 is the main one.
    thread: usize,
    nodes: u64,
    /// The nodes that it may search before it has to ask for more.
    granted: u64,
    /// The deepest ply reached.
    seldepth: usize,
    /// The depth of the current iteration.
    iteration: i32,
    /// What the root's move that is searched was worth with a zero window, if it beat alpha.
    root_fail_high: Option<Score>,
    /// How wide the window of the root is.
    root_window: i32,
    /// Whether the last iteration was not finished, and an earlier one was.
    broken_off: bool,
}

impl<'a> Searcher<'a> {
    pub(crate) fn new(
        shared: Shared<'a>,
        limits: &'a Limits,
        clock: Clock,
        path: Path,
        histories: &'a mut Histories,
    ) -> Self {
        let options = &shared.options.search;
        Self {
            late_moves: LateMoves::new(options),
            exchange: Exchange::of_search(options),
            capture_exchange: Exchange::new(options.minors_equal()),
            psqt: shared.evaluator.psqt().clone(),
            counters: SearchCounters::default(),
            stages: StageCounts::default(),
            histories,
            shared,
            limits,
            clock,
            path,
            stack: Stack::default(),
            thread: 0,
            nodes: 0,
            granted: limits.nodes.unwrap_or(u64::MAX),
            seldepth: 0,
            iteration: 0,
            root_fail_high: None,
            root_window: 1,
            broken_off: false,
        }
    }

    /// Counts a node, empties its line, and stops the search if a limit is met.
    fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        if self.has_used_up_nodes() {
            return Err(Stopped);
        }
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) && self.must_stop() {
            return Err(Stopped);
        }
        self.nodes += 1;
        if let Some(counter) = self.shared.node_counters.get(self.thread) {
            counter.0.store(self.nodes, Relaxed);
        }
        self.seldepth = self.seldepth.max(ply);
        self.stack.clear_line(ply);
        Ok(())
    }

    /// Whether the limit of nodes is reached, by this thread and what the threads have in common.
    fn has_used_up_nodes(&mut self) -> bool {
        if self.nodes < self.granted {
            return false;
        }
        self.granted += self.shared.node_pool.map_or(0, NodePool::draw);
        self.nodes >= self.granted
    }

    fn must_stop(&self) -> bool {
        // The first iteration gets some nodes whatever the clock says: it usually needs fewer, and
        // a move without a score is the greater risk.
        let may_end = self.iteration > 1 || self.nodes > FIRST_NODES;
        self.is_stopped() || (may_end && (self.clock.is_over() || self.is_overtaken()))
    }

    fn is_stopped(&self) -> bool {
        self.shared.stop.load(Relaxed)
    }

    /// The counters of this thread's search, and of those that were merged into it.
    pub(crate) fn counters(&self) -> SearchCounters {
        let mut counters = SearchCounters { nodes: self.nodes, ..self.counters };
        self.stages.add_to(&mut counters);
        counters
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
pub(crate) use threads::{NodeCounter, NodePool, STACK_BYTES, search};

/// What searches of these options share, before anything was searched.
#[cfg(test)]
fn with_shared(options: &Options, test: impl FnOnce(Shared<'_>)) {
    let evaluator = Evaluator::new(&options.eval);
    let mut table = crate::tt::TableMemory::new(&options.play, None).expect("memory");
    let (table, stop) = (table.table(), AtomicBool::new(false));
    test(Shared {
        options,
        evaluator: &evaluator,
        table: &table,
        stop: &stop,
        tablebase: None,
        wdl: None,
        node_counters: &[],
        node_pool: None,
        last_iteration: None,
        #[cfg(feature = "lab")]
        leaves: None,
    });
}

/// Calls `test` with a searcher of these options that has searched nothing.
#[cfg(test)]
fn with_searcher(options: &Options, test: impl FnOnce(&mut Searcher<'_>)) {
    with_shared(options, |shared| {
        let limits = Limits::default();
        let clock = SearchClock::new(&limits, rules::Color::White, &options.play);
        let mut histories = Histories::default();
        test(&mut Searcher::new(shared, &limits, clock, Path::default(), &mut histories));
    });
}

/// A search by one thread that knows of no search before it.
#[cfg(test)]
fn search_alone(
    shared: Shared<'_>,
    game: &crate::game::Game,
    limits: &Limits,
    listener: &mut dyn Listener,
) -> Option<SearchInfo> {
    let position = crate::position::Position::new(game.position(), shared.evaluator.psqt());
    let clock = SearchClock::new(limits, game.position().turn(), &shared.options.play);
    let mut histories = [Histories::default()];
    search(shared, limits, clock, game.path(), &mut histories, &position, listener)
}
