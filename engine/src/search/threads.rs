//! Lazy SMP: threads that search the same root, each for itself, and meet in the transposition
//! table (D. Homan, ExChess, 2013).
//!
//! An iteration is finished by the first thread that comes to its end ([`overtaking`](super::overtaking)),
//! and the threads vote for the move ([`vote`](super::vote)). With several threads, a table entry that is as deep as
//! the node is accepted, as another thread may have made it; a single thread searches the node again, unless the entry
//! is exact (`Entry::decides`). Two threads thus reach a depth in three quarters of the time that they would take
//! otherwise. The main thread alone keeps the clock and reports; when it is done it halts the others. With one thread
//! there is nothing here but a call of `deepen`, so the node count is that of the single-threaded search.
//!
//! A limit of nodes is that of all threads together and never exceeded. The main thread owns its share, so
//! that it has a move; the others, and it when its share is used up, draw portions from a common pool.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
};

use super::{
    Histories, LastIteration, Limits, Listener, SearchCounters, SearchInfo, Searcher, Shared,
    Silent, clock::Clock, vote::elect,
};
use crate::{game::Path, options::PlayOptions, position::Position};

/// Plenty for a search to the last ply; only what is used is ever taken.
pub(crate) const STACK_BYTES: usize = 64 << 20;

/// The nodes of one thread, on a cache line of its own: only that thread writes.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(crate) struct NodeCounter(pub(crate) AtomicU64);

/// What is left of a limit of nodes, for all threads.
#[derive(Debug)]
pub(crate) struct NodePool {
    left: AtomicU64,
    portion: u64,
}

impl NodePool {
    /// The portions of a thread's share. What remains of a helper's last one when the search ends is lost.
    const PORTIONS: u64 = 64;

    /// The share of the main thread, and the pool with the rest.
    fn divide(nodes: u64, threads: u64) -> (u64, Self) {
        let share = nodes / threads;
        let left = share * (threads - 1);
        (nodes - left, Self { left: left.into(), portion: (share / Self::PORTIONS).max(1) })
    }

    /// Takes a portion; 0 if nothing is left.
    pub(super) fn draw(&self) -> u64 {
        let take = |left: u64| Some(left.saturating_sub(self.portion));
        let left = self.left.fetch_update(Relaxed, Relaxed, take).unwrap_or(0);
        left.min(self.portion)
    }
}

/// Sets the flag when it goes, so that no helper outlives the main thread whatever happens to it.
struct Halt<'a>(&'a AtomicBool);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Searches `position` with as many threads as there are histories. The best line; `None`
/// if there is no legal move.
pub(crate) fn search(
    shared: Shared<'_>,
    limits: &Limits,
    clock: Clock,
    path: &Path,
    histories: &mut [Histories],
    position: &Position,
    listener: &mut dyn Listener,
) -> Option<SearchInfo> {
    let threads = histories.len();
    let (main_histories, helpers_histories) = histories.split_first_mut()?;
    let node_counters: Vec<NodeCounter> = (0..threads).map(|_| NodeCounter::default()).collect();
    let last_iteration = LastIteration::default();
    // Beside a search for a mate, an iteration that another thread finishes ends nothing.
    let is_team = limits.mate.is_none() && is_team(threads, &shared.options.play);
    let last_iteration = is_team.then_some(&last_iteration).or(shared.last_iteration);
    let divided = limits.nodes.map(|nodes| NodePool::divide(nodes, threads as u64));
    let (main_nodes, node_pool) = divided.unzip();
    let shared = Shared {
        node_counters: &node_counters,
        node_pool: node_pool.as_ref(),
        last_iteration,
        ..shared
    };
    let halt = AtomicBool::new(false);
    let helper_limits = Limits {
        started: limits.started,
        nodes: limits.nodes.and(Some(0)),
        infinite: limits.infinite,
        moves: limits.moves.clone(),
        ..Limits::default()
    };
    let main_limits = Limits { nodes: main_nodes, ..limits.clone() };
    let help = |index: usize, histories: &mut Histories| {
        let shared = Shared { stop: &halt, ..shared };
        let clock = Clock::endless(&helper_limits);
        let mut searcher = Searcher::new(shared, &helper_limits, clock, path.clone(), histories);
        searcher.thread = index;
        let found = searcher.deepen(position, &mut Silent);
        (searcher.counters(), found.map(|(info, _)| info))
    };
    thread::scope(|scope| {
        let halted = Halt(&halt);
        let help = &help;
        // A system that gives no more threads is no reason not to play.
        let helpers: Vec<_> = (1..)
            .zip(helpers_histories)
            .map_while(|(index, histories)| {
                let builder = thread::Builder::new().stack_size(STACK_BYTES);
                builder.spawn_scoped(scope, move || help(index, histories)).ok()
            })
            .collect();
        let mut main = Searcher::new(shared, &main_limits, clock, path.clone(), main_histories);
        let found = main.deepen(position, listener);
        drop(halted);
        let (info, reason) = found?;
        let mut lines = vec![info];
        for helper in helpers {
            let (counters, info) = helper.join().expect("invariant: the search does not panic");
            main.counters.merge(&counters);
            lines.extend(info);
        }
        let own = lines.first()?;
        let votes = is_team && has_vote(limits, &shared.options.play);
        let outvoted = if votes { outvoted(&lines) } else { None };
        let is_outvoted = outvoted.is_some();
        let mut info = outvoted.unwrap_or(own).clone();
        info.nodes = main.all_nodes();
        info.counters = SearchCounters { nodes: info.nodes, ..main.counters() };
        info.tablebase_hits = info.counters.tb_hits;
        info.elapsed = main.clock.elapsed();
        // What was searched since the last line is told with the line that still holds.
        if main.broken_off || is_outvoted {
            listener.line(&info);
        }
        listener.end(&main.progress(info.depth), reason);
        Some(info)
    })
}

/// Whether the threads tell each other what they finish: each has one line to find, the same for all.
fn is_team(threads: usize, options: &PlayOptions) -> bool {
    threads > 1 && options.multi_pv() == 1
}

/// The line with another move than the main thread's, the first, if such a one is elected.
fn outvoted(lines: &[SearchInfo]) -> Option<&SearchInfo> {
    let own = lines.first()?;
    elect(lines).filter(|elected| elected.pv.first() != own.pv.first())
}

/// Whether the threads vote for the move. A depth or a mate that is asked for is the main thread's to
/// answer; a weakened engine is to play what it misjudges.
fn has_vote(limits: &Limits, options: &PlayOptions) -> bool {
    limits.depth.is_none() && limits.mate.is_none() && !options.limit_strength()
}

impl Searcher<'_> {
    /// Whether other threads write to the table, too.
    pub(super) fn shares_table(&self) -> bool {
        self.shared.node_counters.len() > 1
    }

    /// Nodes of all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        let others =
            self.shared.node_counters.iter().enumerate().filter(|&(i, _)| i != self.thread);
        self.nodes + others.map(|(_, counter)| counter.0.load(Relaxed)).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{
        game::Game,
        options::Options,
        search::{search_alone, with_shared},
    };

    #[test]
    fn the_pool_gives_all_that_is_left_and_no_more() {
        for (nodes, threads) in [(1, 4), (7, 2), (1_000, 3), (1_000_003, 4), (u64::MAX, 2)] {
            let (main, pool) = NodePool::divide(nodes, threads);
            let drawn: u64 = std::iter::repeat_with(|| pool.draw()).take_while(|&n| n > 0).sum();
            assert!(main >= nodes / threads);
            assert_eq!(main + drawn, nodes);
        }
    }

    #[test]
    fn threads_are_a_team_for_one_line() {
        let mut options = Options::default();
        assert!(is_team(2, &options.play) && !is_team(1, &options.play));
        options.set("MultiPV", "2").unwrap();
        assert!(!is_team(2, &options.play));
    }

    #[test]
    fn the_main_thread_keeps_its_line_unless_another_move_is_elected() {
        let find = |fen: &str, depth| {
            let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
            let mut found = None;
            with_shared(&Options::default(), |shared| {
                found = search_alone(shared, &game, &Limits::depth(depth), &mut Silent);
            });
            found.unwrap()
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let [shallow, deep] = [1, 6].map(|depth| find(start, depth));
        let other = SearchInfo { pv: find("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1).pv, ..deep.clone() };
        assert_ne!(other.pv[0], shallow.pv[0]);
        let same = SearchInfo { pv: shallow.pv.clone(), ..deep };
        assert_eq!(outvoted(&[shallow.clone(), same]).map(|info| &info.pv), None);
        let lines = [shallow, other];
        assert_eq!(outvoted(&lines).map(|info| &info.pv), Some(&lines[1].pv));
    }

    #[test]
    fn a_weakened_engine_plays_what_it_misjudges() {
        let mut options = Options::default();
        assert!(has_vote(&Limits::default(), &options.play));
        assert!(!has_vote(&Limits::depth(3), &options.play));
        assert!(!has_vote(&Limits { mate: Some(3), ..Limits::default() }, &options.play));
        options.set("UCI_LimitStrength", "true").unwrap();
        assert!(!has_vote(&Limits::default(), &options.play));
    }
}
