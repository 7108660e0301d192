//! What the search tells while it runs.

use std::time::Duration;

use rules::Move;

use super::Counters;
use crate::score::Score;

/// The result of an iteration, finished or not.
#[derive(Clone, Debug)]
pub struct SearchInfo {
    /// The depth in plies.
    pub depth: i32,
    /// The deepest ply reached.
    pub seldepth: usize,
    /// The exact score for the side to move.
    pub score: Score,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: usize,
    /// The principal variation; it begins with the best move.
    pub pv: Vec<Move>,
    /// What was counted so far.
    pub counters: Counters,
}

/// Hears what the search finds.
pub trait Report {
    /// There is a new best line.
    fn line(&mut self, info: &SearchInfo);
}

/// Hears nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Report for Silent {
    fn line(&mut self, _: &SearchInfo) {}
}
