//! How much of what is played a book covers.

use std::collections::BTreeMap;

use super::Book;

/// Where games come to that choose their moves as often as the table's games did, from the start position on, until the
/// most plies that an exit may have. The shares add up to 1.
///
/// A table knows positions and not games, so this is not the share of its games; it is, where no position is reached in
/// two ways.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Coverage {
    /// At an exit.
    pub at_exit: f64,
    /// At a position that is not in the table: the game ended there, or the moves that followed were dropped.
    pub outside: f64,
    /// Anywhere else.
    pub elsewhere: f64,
}

impl Coverage {
    /// The coverage of a book whose exits have at most so many plies.
    #[must_use]
    pub fn of(book: &Book, most_plies: usize) -> Self {
        let mut coverage = Self::default();
        let is_exit = book.is_exit();
        // Sorted, so that sums are the same each time.
        let mut level = BTreeMap::from([(0, 1.0)]);
        if book.places().is_empty() {
            return Self { outside: 1.0, ..coverage };
        }
        for ply in 0..=most_plies {
            if level.is_empty() {
                break;
            }
            let mut next = BTreeMap::new();
            for (place, share) in level {
                if is_exit[place] {
                    coverage.at_exit += share;
                } else if ply == most_plies {
                    coverage.elsewhere += share;
                } else {
                    coverage.outside += spread(book, place, share, &mut next);
                }
            }
            level = next;
        }
        coverage
    }
}

/// Passes a place's share on to where its moves lead; gives the part of it that goes nowhere.
fn spread(book: &Book, place: usize, share: f64, next: &mut BTreeMap<usize, f64>) -> f64 {
    let games = book.places()[place].counts.games() as f64;
    let mut outside = 0.0;
    for (step, to) in book.steps(place) {
        let part = share * step.games as f64 / games;
        match to {
            Some(to) => *next.entry(to).or_default() += part,
            None => outside += part,
        }
    }
    outside
}
