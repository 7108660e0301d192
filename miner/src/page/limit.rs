//! How much of a table a page carries.

use serde::Serialize;

/// What is left out of a page, and how much that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Limit {
    /// What has fewer games, or of move priors expected moves, is left out.
    pub min_games: u64,
    /// How many rows are carried.
    pub shown: usize,
    /// How many there are.
    pub all: usize,
}

impl Limit {
    /// The limit for rows of these numbers of games: the one that is asked for, or else the lowest that
    /// leaves at most `most` rows.
    #[must_use]
    pub fn new(mut games: Vec<u64>, asked: Option<u64>, most: usize) -> Self {
        games.sort_unstable_by(|a, b| b.cmp(a));
        let min_games = asked.unwrap_or_else(|| games.get(most).map_or(1, |games| games + 1));
        let shown = games.partition_point(|&games| games >= min_games);
        Self { min_games, shown, all: games.len() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_limit_that_leaves_few_enough() {
        let games = || vec![5, 1, 3, 3, 9];
        assert_eq!(Limit::new(games(), None, 5), Limit { min_games: 1, shown: 5, all: 5 });
        // Of the two with 3 games both go or both stay.
        assert_eq!(Limit::new(games(), None, 3), Limit { min_games: 4, shown: 2, all: 5 });
        assert_eq!(Limit::new(games(), None, 0), Limit { min_games: 10, shown: 0, all: 5 });
        assert_eq!(Limit::new(games(), Some(3), 1), Limit { min_games: 3, shown: 4, all: 5 });
        assert_eq!(Limit::new(Vec::new(), None, 3), Limit { min_games: 1, shown: 0, all: 0 });
    }
}
