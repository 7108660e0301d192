//! Lazy SMP: threads that search the same root, each for itself, and meet in the transposition
//! table (D. Homan, ExChess, 2013).
//!
//! An iteration is finished by the first thread that comes to its end ([`overtaking`](super::overtaking)),
//! and the threads vote for the move ([`vote`](super::vote)). The main thread alone keeps the clock and
//! reports; when it is done it halts the others. With one thread there is nothing here but a call of
//! `deepen`, so the node count is that of the single-threaded search.
//!
//! A limit of nodes is divided among the threads, so that it is never exceeded.

use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    thread,
};

use super::{
    Counts, Histories, LastIteration, Limits, Listener, SearchCounters, SearchInfo, Searcher,
    Shared, Silent, clock::Clock, vote::elect,
};
use crate::{game::Path, options::PlayOptions, position::Position};

/// Plenty for a search to the last ply; only what is used is ever taken.
pub(crate) const STACK_BYTES: usize = 64 << 20;

/// The nodes of one thread, on a cache line of its own: only that thread writes.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(crate) struct NodeCounter(pub(crate) AtomicU64);

/// Sets the flag when it goes, so that no helper outlives the main thread whatever happens to it.
struct Halt<'a>(&'a AtomicBool);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Searches `position` with as many threads as there are memories. The best line; `None`
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
    let is_team = threads > 1 && shared.options.play.multi_pv() == 1;
    let last_iteration = is_team.then_some(&last_iteration).or(shared.last_iteration);
    let shared = Shared { node_counters: &node_counters, last_iteration, ..shared };
    let halt = AtomicBool::new(false);
    let share = limits.nodes.map(|nodes| nodes / threads as u64);
    let helper_limits = Limits {
        started: limits.started,
        nodes: share,
        infinite: limits.infinite,
        moves: limits.moves.clone(),
        ..Limits::default()
    };
    let rest = limits.nodes.zip(share).map(|(all, share)| all - share * (threads as u64 - 1));
    let main_limits = Limits { nodes: rest, ..limits.clone() };
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
        let elected = if votes { elect(&lines)? } else { own };
        let is_outvoted = elected.pv.first() != own.pv.first();
        let mut info = if is_outvoted { elected } else { own }.clone();
        info.nodes = main.all_nodes();
        info.counters = SearchCounters { nodes: info.nodes, ..main.counters };
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

/// Whether the threads vote for the move. A depth or a mate that is asked for is the main thread's to
/// answer; a weakened engine is to play what it misjudges.
fn has_vote(limits: &Limits, options: &PlayOptions) -> bool {
    limits.depth.is_none() && limits.mate.is_none() && !options.limit_strength()
}

impl Searcher<'_> {
    /// Nodes of all threads.
    pub(super) fn all_nodes(&self) -> u64 {
        let others =
            self.shared.node_counters.iter().enumerate().filter(|&(i, _)| i != self.thread);
        self.nodes + others.map(|(_, counter)| counter.0.load(Relaxed)).sum::<u64>()
    }

    /// What was counted, by name. The nodes are those of all threads.
    pub(super) fn counts(&self) -> Counts {
        SearchCounters { nodes: self.all_nodes(), ..self.counters }.pairs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    #[test]
    fn a_weakened_engine_plays_what_it_misjudges() {
        let mut options = Options::default();
        assert!(has_vote(&Limits::default(), &options.play));
        assert!(!has_vote(&Limits::depth(3), &options.play));
        options.set("UCI_LimitStrength", "true").unwrap();
        assert!(!has_vote(&Limits::default(), &options.play));
    }
}
