//! How much more often than by chance moves are played, as `show priors` and the report have it.

use rules::{Role, Square};
use tables::{Arrival, Phase, PriorCell, PriorCounts, PriorsTable};

/// Moves of which fewer were expected say little.
pub const LEAST_EXPECTED: u64 = 20;

/// A move and its counts.
#[derive(Clone, Debug)]
pub struct PriorMove {
    /// `Nf3`, or `Ng1-f3` with the square that it comes from.
    pub name: String,
    /// What is counted.
    pub counts: PriorCounts,
    /// How many times more often than expected it was played.
    pub times: f64,
}

impl PriorMove {
    /// A cell of a table; `None` if the move was expected less often than this, or never.
    #[must_use]
    pub fn of(table: &PriorsTable, cell: PriorCell, min_expected: f64) -> Option<Self> {
        let name = match cell {
            PriorCell::Origin { from, arrival, .. } => name(Some(from), arrival),
            PriorCell::After { arrival, .. } => name(None, arrival),
        };
        let counts = table.get(cell);
        let expected = counts.expectation();
        let is_shown = expected > 0.0 && expected >= min_expected;
        is_shown.then(|| Self { name, counts, times: times(counts) })
    }
}

/// How many times more often than expected these moves were played.
#[must_use]
pub fn times(counts: PriorCounts) -> f64 {
    counts.played as f64 / counts.expectation()
}

/// The moves of these cells, those first that are played more often than expected.
#[must_use]
pub fn ranked(
    table: &PriorsTable,
    cells: impl Iterator<Item = PriorCell>,
    min_expected: f64,
) -> Vec<PriorMove> {
    let mut moves: Vec<_> =
        cells.filter_map(|cell| PriorMove::of(table, cell, min_expected)).collect();
    moves.sort_by(|one, two| two.times.total_cmp(&one.times));
    moves
}

/// The cells of a phase, of one piece or of all.
pub fn cells_of(phase: Phase, role: Option<Role>) -> impl Iterator<Item = PriorCell> {
    let arrivals =
        Arrival::all().filter(move |arrival| role.is_none_or(|role| role == arrival.role));
    arrivals.flat_map(move |arrival| {
        Square::all().map(move |from| PriorCell::Origin { phase, from, arrival })
    })
}

/// `Nf3`, or `Ng1-f3` with the square that it comes from.
#[must_use]
pub fn name(from: Option<Square>, Arrival { role, to }: Arrival) -> String {
    let letter = if role == Role::Pawn { String::new() } else { role.letter().to_string() };
    from.map_or_else(|| format!("{letter}{to}"), |from| format!("{letter}{from}-{to}"))
}
