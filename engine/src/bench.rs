//! The bench: a fixed search over fixed positions. Its node count is the engine's signature: it
//! changes exactly when the search or the evaluation does (TST-08).

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Duration, Instant},
};

use shakmaty::CastlingMode;

use crate::{
    Engine,
    game::Game,
    search::{Counts, Limits, Listener, Progress, SearchInfo, StopReason},
};

/// The depth that the signature is taken at.
pub const DEPTH: i32 = 8;

/// Positions of all phases, from games that the engine played against itself and from practice.
const POSITIONS: &str = include_str!("bench.fen");

/// What a bench run found.
#[derive(Clone, Debug, Default)]
pub struct Signature {
    /// Positions searched.
    pub positions: usize,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches.
    pub elapsed: Duration,
    /// What was spent to reach each depth, from 1.
    pub depths: Vec<Reached>,
    /// What was counted, summed over all searches.
    pub counts: Counts,
}

/// What was spent to reach a depth, summed over the positions that reached it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reached {
    /// Positions that did.
    pub positions: usize,
    /// Nodes from the beginning of the search.
    pub nodes: u64,
    /// Time from the beginning of the search.
    pub elapsed: Duration,
}

impl Signature {
    /// The branching factor of each depth from 2: nodes to it by nodes to the one before.
    pub fn branching(&self) -> impl Iterator<Item = f64> {
        self.depths.windows(2).map(|pair| pair[1].nodes as f64 / pair[0].nodes.max(1) as f64)
    }

    /// The branching factor of the whole: the root of the nodes of a position, of the order of the
    /// depth; 0 without a depth.
    #[must_use]
    pub fn mean_branching(&self) -> f64 {
        let Some(last) = self.depths.last() else { return 0.0 };
        let nodes = last.nodes as f64 / last.positions.max(1) as f64;
        nodes.powf(1.0 / self.depths.len() as f64)
    }
}

/// Sums up what the searches of a bench tell.
#[derive(Default)]
struct Totals {
    depths: Vec<Reached>,
    counts: BTreeMap<&'static str, u64>,
    order: Vec<&'static str>,
}

impl Listener for Totals {
    fn line(&mut self, _: &SearchInfo) {}

    fn iteration(&mut self, progress: &Progress) {
        let place = progress.depth.max(1).unsigned_abs() as usize;
        if self.depths.len() < place {
            self.depths.resize(place, Reached::default());
        }
        let reached = &mut self.depths[place - 1];
        reached.positions += 1;
        reached.elapsed += progress.elapsed;
        reached.nodes += progress.counters.nodes;
    }

    fn end(&mut self, progress: &Progress, _: StopReason) {
        for (name, count) in progress.counters.pairs() {
            if !self.counts.contains_key(name) {
                self.order.push(name);
            }
            *self.counts.entry(name).or_default() += count;
        }
    }
}

/// Searches all positions to `depth` under the engine's options, each as a new game.
pub fn run(engine: &mut Engine, depth: i32, stop: &AtomicBool) -> Signature {
    let mut signature = Signature::default();
    let mut totals = Totals::default();
    let started = Instant::now();
    for game in positions() {
        if stop.load(Relaxed) {
            break;
        }
        engine.new_game();
        let found = engine.search(&game, &Limits::depth(depth), stop, &mut totals);
        signature.positions += 1;
        signature.nodes += found.map_or(0, |info| info.nodes);
    }
    engine.new_game();
    signature.elapsed = started.elapsed();
    signature.depths = totals.depths;
    let Totals { counts, order, .. } = totals;
    signature.counts = order.into_iter().map(|name| (name, counts[name])).collect();
    signature
}

/// The positions, as games that begin there.
pub fn positions() -> impl Iterator<Item = Game> {
    POSITIONS.lines().filter_map(|fen| Game::from_fen(fen, CastlingMode::Standard).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    #[test]
    fn every_line_is_a_position() {
        assert_eq!(positions().count(), POSITIONS.lines().count());
    }

    #[test]
    fn the_sums_are_those_of_the_searches() {
        let mut engine = Engine::new(Options::default()).unwrap();
        let signature = run(&mut engine, 3, &AtomicBool::new(false));
        assert_eq!(signature.depths.len(), 3);
        let nodes = signature.counts.iter().find(|(name, _)| *name == "nodes").unwrap().1;
        assert_eq!(nodes, signature.nodes);
        assert_eq!(signature.depths[2].nodes, signature.nodes, "the last depth is all there is");
        assert_eq!(signature.branching().count(), 2);
        assert!(signature.mean_branching() > 1.0);
        let count = |name| signature.counts.iter().find(|(n, _)| *n == name).unwrap().1;
        assert!(count("tt_hits") <= count("tt_probes"));
        assert!(
            count("tt_cut_exact") + count("tt_cut_lower") + count("tt_cut_upper")
                <= count("tt_hits")
        );
    }
}
