//! What a run is asked to do, what comes of it, and who is told on the way.

use std::io;

use tables::Counters;

use crate::{collect::TieredCollector, filter::Filter, read::inputs::Input, replay::Flaw};

/// What to mine.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// Where the games are.
    pub inputs: &'a [Input],
    /// Which of them count.
    pub filter: &'a Filter,
    /// What counts them.
    pub wanted: &'a [TieredCollector<'a>],
    /// How many threads work.
    pub threads: usize,
    /// How many bytes a thread takes at a time; makes no difference to what is counted.
    pub block_bytes: usize,
    /// Stop when this many games have been used.
    pub first: Option<u64>,
    /// Count each game once, and remember at most this many games for that.
    pub duplicates: Option<usize>,
    /// Stop at the first game with unusable moves.
    pub strict: bool,
}

/// What became of the games and of the inputs. What they count is in the collectors.
#[derive(Debug)]
pub struct Mined {
    /// What became of the games, for each of the [`tiers`](crate::collect::tiers).
    pub counters: Vec<Counters>,
    /// The inputs that were read to their end, sorted.
    pub inputs: Vec<tables::Input>,
    /// Inputs that could not be read, or not to their end.
    pub failed: Vec<FailedInput>,
    /// Why the rest was not read.
    pub end: Option<EarlyEnd>,
}

impl Mined {
    /// What became of the games for the collectors of the lowest tier, which reject the fewest; nothing without a
    /// collector.
    #[must_use]
    pub fn lowest_tier(&self) -> Counters {
        self.counters.first().cloned().unwrap_or_default()
    }
}

/// Told how the work goes. Bad games are told in the order of the inputs.
pub trait Watch: Sync {
    /// How many bytes of the inputs, packed as they are, and how many games are done.
    fn progress(&self, _bytes: u64, _games: u64) {}

    /// A game has unusable moves. Its text comes along.
    fn bad_game(&self, _report: &BadGameReport, _text: &[u8]) {}
}

/// A game with unusable moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadGameReport {
    /// The input's name; in an archive, `archive:member`, and the rest is the place in the member.
    pub input: String,
    /// The game's number in the input, from 1.
    pub game: u64,
    /// The line where the flaw was found, from 1.
    pub line: u64,
    /// The byte where it was found, from 0, in the unpacked input.
    pub offset: u64,
    /// What is wrong.
    pub flaw: Flaw,
}

/// An input that could not be read, or not to its end.
#[derive(Debug)]
pub struct FailedInput {
    /// The input's name.
    pub input: String,
    /// Games that were read whole.
    pub games_read: u64,
    /// What went wrong.
    pub error: io::Error,
}

/// Why the rest of the inputs is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EarlyEnd {
    /// As many games as were wanted have been used.
    Enough,
    /// A bad game came, and none is tolerated.
    Strict,
    /// There is no room to remember more games for finding duplicates.
    TooManyGames,
}
