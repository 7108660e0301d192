//! What the search tells a listener while it runs.

use std::time::Duration;

use rules::Move;

use super::SearchCounters;
use crate::score::Score;

/// The result of an iteration, finished or not.
#[derive(Clone, Debug)]
pub struct SearchInfo {
    /// The depth in plies.
    pub depth: i32,
    /// The deepest ply reached.
    pub seldepth: usize,
    /// Which of the best lines it is, from 1.
    pub multi_pv: usize,
    /// The exact score for the side to move.
    pub score: Score,
    /// Chances of a win, a draw and a loss for the side to move, in thousandths, if asked for.
    pub wdl: Option<[u32; 3]>,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// Positions found in the tablebases so far.
    pub tablebase_hits: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: usize,
    /// The principal variation; it begins with the best move.
    pub pv: Vec<Move>,
    /// The reply to expect, if one is known: a legal move after the best one.
    pub ponder: Option<Move>,
    /// What was counted so far, by this thread until the search has ended.
    pub counters: SearchCounters,
}

/// What is known of a score that is not exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreBound {
    /// It is this or more: a move failed high.
    Lower,
    /// It is this or less: all moves failed low.
    Upper,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// Another iteration would hardly have ended in time (TIM-01).
    Half,
    /// The time was up.
    Time,
    /// The depth was reached.
    Depth,
    /// The nodes were used up.
    Nodes,
    /// A mate was found, which is all there is to find.
    Mate,
    /// There is no mate in as many moves as were asked for.
    NoMate,
    /// There is but one legal move.
    Single,
    /// It was told to.
    Stop,
}

impl StopReason {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Half => "half",
            Self::Time => "time",
            Self::Depth => "depth",
            Self::Nodes => "nodes",
            Self::Mate => "mate",
            Self::NoMate => "nomate",
            Self::Single => "single",
            Self::Stop => "stop",
        }
    }
}

/// What was counted, by name; the names are those of [`SearchCounters`](super::SearchCounters).
pub type Counts = Vec<(&'static str, u64)>;

/// How far a search has come, or where it ended.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The last depth that was finished.
    pub depth: i32,
    /// Time so far.
    pub elapsed: Duration,
    /// What was counted so far: all of it by this thread, until the search has ended.
    pub counters: SearchCounters,
}

/// Is told what the search finds, by the main thread.
pub trait Listener {
    /// There is a new best line.
    fn line(&mut self, info: &SearchInfo);

    /// The best line's score is on its way up or down; `info` holds the bound and the line so far.
    fn bound(&mut self, _info: &SearchInfo, _bound: ScoreBound) {}

    /// A move of the root is about to be searched, the `number`th from 1.
    fn current_move(&mut self, _depth: i32, _mv: Move, _number: usize) {}

    /// An iteration is finished.
    fn iteration(&mut self, _progress: &Progress) {}

    /// The search is over.
    fn end(&mut self, _progress: &Progress, _reason: StopReason) {}
}

/// A listener that ignores everything.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Listener for Silent {
    fn line(&mut self, _: &SearchInfo) {}
}
