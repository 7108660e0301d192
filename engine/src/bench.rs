//! The bench: a fixed search over fixed positions. Its node count is the engine's signature: it
//! changes exactly when the search or the evaluation does.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use shakmaty::CastlingMode;

use crate::{
    Engine,
    game::Game,
    search::{Limits, Silent},
};

/// The depth that the signature is taken at.
pub const DEPTH: i32 = 8;

/// Positions of all phases, from games that the engine played against itself and from practice.
const POSITIONS: &str = include_str!("bench.fen");

/// What a bench run found.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// Positions searched.
    pub positions: usize,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches.
    pub elapsed: Duration,
}

/// Searches all positions to `depth` under the engine's options, each as a new game.
pub fn run(engine: &mut Engine, depth: i32, stop: &AtomicBool) -> Signature {
    let mut signature = Signature { positions: 0, nodes: 0, elapsed: Duration::ZERO };
    let started = Instant::now();
    for game in positions() {
        engine.new_game();
        let found = engine.search(&game, &Limits::depth(depth), stop, &mut Silent);
        signature.positions += 1;
        signature.nodes += found.map_or(0, |info| info.nodes);
    }
    engine.new_game();
    signature.elapsed = started.elapsed();
    signature
}

/// The positions, as games that begin there.
pub fn positions() -> impl Iterator<Item = Game> {
    POSITIONS.lines().filter_map(|fen| Game::from_fen(fen, CastlingMode::Standard).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_position() {
        assert_eq!(positions().count(), POSITIONS.lines().count());
    }
}
