//! What a search may use, as `go` says it.

use std::{
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use rules::{Color, Move};

/// When the move that a search ponders on was played; empty until then.
pub type PonderHit = Arc<OnceLock<Instant>>;

/// The limits of one search. All given ones hold together, but that with `infinite` no clock does; without any the search ends
/// when told.
#[derive(Clone, Debug)]
pub struct Limits {
    /// When the search was asked for.
    pub started: Instant,
    /// Plies.
    pub depth: Option<i32>,
    /// Nodes, exactly.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// The players' clocks, White's and Black's.
    pub time: [Option<Duration>; 2],
    /// Time that each move adds to the clock.
    pub increment: [Duration; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Look for a mate in this many moves.
    pub mate: Option<i32>,
    /// Search until told to stop, and say nothing before.
    pub infinite: bool,
    /// The search runs on the opponent's time, and says nothing before that ends.
    pub ponder: Option<PonderHit>,
    /// Only these root moves, if there are any.
    pub moves: Vec<Move>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            depth: None,
            nodes: None,
            move_time: None,
            time: [None; 2],
            increment: [Duration::ZERO; 2],
            moves_to_go: None,
            mate: None,
            infinite: false,
            ponder: None,
            moves: Vec::new(),
        }
    }
}

impl Limits {
    /// A search to a depth.
    #[must_use]
    pub fn depth(depth: i32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Whether nothing may be said yet, even if there is nothing left to search.
    #[must_use]
    pub fn asks_for_silence(&self) -> bool {
        self.infinite || self.ponder.as_ref().is_some_and(|hit| hit.get().is_none())
    }

    /// Whether the search ends without being told to.
    #[must_use]
    pub fn is_finite(&self, us: Color) -> bool {
        let own = self.time[us as usize].is_some();
        !self.asks_for_silence()
            && (own
                || self.depth.is_some()
                || self.nodes.is_some()
                || self.move_time.is_some()
                || self.mate.is_some())
    }
}
