//! Games that come more than once.
//!
//! Two games are the same if they have the same start, moves and outcome. A game is remembered by
//! 64 bits of digest in 9 to 18 bytes of memory, so that among 100 million games a false match has
//! odds of about 1 in 3,700.

use std::sync::{PoisonError, RwLock};

use rustc_hash::FxHashSet;

/// How many games are remembered unless told otherwise: at most about 1.8 GB.
pub const MOST_GAMES: usize = 100_000_000;

/// The games that have been seen so far. Shared by all threads.
#[derive(Debug)]
pub struct Seen {
    games: RwLock<FxHashSet<u64>>,
    most: usize,
}

impl Seen {
    /// Remembers at most `most` games.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self { games: RwLock::default(), most }
    }

    /// Whether a game has been seen.
    #[must_use]
    pub fn holds(&self, digest: u64) -> bool {
        self.games.read().unwrap_or_else(PoisonError::into_inner).contains(&digest)
    }

    /// Remembers games, if none of them has been seen before. Returns whether that was so.
    #[must_use]
    pub fn insert_new(&self, digests: &[u64]) -> bool {
        let mut games = self.games.write().unwrap_or_else(PoisonError::into_inner);
        if digests.iter().any(|digest| games.contains(digest)) {
            return false;
        }
        games.extend(digests);
        true
    }

    /// Whether more games have come than can be remembered.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.games.read().unwrap_or_else(PoisonError::into_inner).len() > self.most
    }
}
