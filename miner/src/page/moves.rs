//! Move priors on a page: how often each quiet move was played, and how often it would have been by chance.

use rules::{Role, Square};
use serde::Serialize;
use tables::{Arrival, Phase, PriorCell, PriorCounts, PriorsTable, Table};

use super::{
    limit::Limit,
    pack::{Columns, NONE, Packed},
};
use crate::ask::{
    figures::{digits, grouped},
    priors::{LEAST_EXPECTED, PriorMove, cells_of, ranked, times},
};

/// In this order they are carried.
const PHASES: [Phase; 4] = [Phase::All, Phase::Opening, Phase::Middlegame, Phase::Endgame];
/// So many moves from either end stand in the table for readers without scripts.
const PLAIN: usize = 20;

/// Move priors, for the page's program.
#[derive(Debug, Serialize)]
pub(super) struct MovesView {
    /// How the page calls it.
    pub(super) name: String,
    games_used: u64,
    least_expected: u64,
    limit: Limit,
    /// The moves of each phase, by piece, origin and destination; `gap` is how many are passed over.
    moves: Packed,
    /// All moves of a piece from a square together, of each phase: 6 boards of 64 squares.
    origins: Packed,
}

/// A move as a row of text.
#[derive(Debug, Serialize)]
pub(super) struct PlainPrior {
    name: String,
    played: String,
    expected: String,
    times: String,
}

/// The moves of every phase that are played most and least, for readers without scripts.
#[must_use]
pub(super) fn plain(table: &PriorsTable) -> Vec<PlainPrior> {
    let moves = ranked(table, cells_of(Phase::All, None), LEAST_EXPECTED as f64);
    let top = PLAIN.min(moves.len());
    let ends = moves[..top].iter().chain(&moves[top.max(moves.len() - top)..]);
    let row = |PriorMove { name, counts, times }: &PriorMove| PlainPrior {
        name: name.clone(),
        played: grouped(counts.played),
        expected: grouped(counts.expectation().round() as u64),
        times: format!("{times:.2}"),
    };
    ends.map(row).collect()
}

impl MovesView {
    /// The view of a table with a limited number of moves.
    #[must_use]
    pub(super) fn new(name: String, table: &PriorsTable, most: usize) -> Self {
        let places = PHASES.into_iter().flat_map(|phase| {
            Role::ALL.into_iter().flat_map(move |role| {
                Square::all().map(move |from| {
                    Square::all().map(move |to| {
                        let arrival = Arrival { role, to };
                        table.get(PriorCell::Origin { phase, from, arrival })
                    })
                })
            })
        });
        let (mut moves, mut origins) = (Vec::new(), Vec::new());
        for counts in places {
            let first = moves.len();
            moves.extend(counts);
            let mut sum = PriorCounts::default();
            moves[first..].iter().for_each(|&counts| sum.merge(counts));
            origins.push(sum);
        }
        // What was expected less than once is left out in any case.
        let whole = |counts: &PriorCounts| counts.expected / PriorCounts::ONE;
        let expected = moves.iter().filter(|counts| counts.expected > 0).map(whole).collect();
        let limit = Limit::new(expected, None, most);
        let is_shown = |(_, counts): &(usize, PriorCounts)| {
            counts.expected > 0 && whole(counts) >= limit.min_games
        };
        let shown: Vec<_> = moves.into_iter().enumerate().filter(is_shown).collect();
        let mut next = 0;
        let gaps = shown.iter().map(|(place, _)| {
            let gap = place - next;
            next = *place;
            gap as i64
        });
        let mut columns = Columns::default();
        columns.add("gap", &gaps.collect::<Vec<_>>());
        let shown: Vec<_> = shown.into_iter().map(|(_, counts)| counts).collect();
        Self {
            name,
            games_used: table.provenance().counters.games_used,
            least_expected: LEAST_EXPECTED,
            limit,
            moves: packed(columns, &shown),
            origins: packed(Columns::default(), &origins),
        }
    }

    pub(super) const fn limit(&self) -> Limit {
        self.limit
    }
}

/// As `show priors` prints them, and the natural logarithm of the times.
fn packed(mut columns: Columns, counts: &[PriorCounts]) -> Packed {
    let mut add = |name: &str, of: fn(PriorCounts) -> i64| {
        columns.add(name, &counts.iter().copied().map(of).collect::<Vec<_>>());
    };
    add("played", |counts| counts.played as i64);
    add("expected", |counts| counts.expectation().round() as i64);
    // The expectation rounded down is less by this.
    add("above", |counts| i64::from(counts.expected % PriorCounts::ONE >= PriorCounts::ONE / 2));
    add("times", |counts| if counts.expected == 0 { NONE } else { digits(times(counts), 2) });
    add("log", |counts| {
        let is_finite = counts.played > 0 && counts.expected > 0;
        if is_finite { digits(counts.log_ratio(1.0, 0.0), 2) } else { NONE }
    });
    columns.pack(counts.len())
}
