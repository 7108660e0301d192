//! The piece-square tables in centipawns, as the engine evaluates by them.
//!
//! The middlegame values come from the opening's and the middlegame's counts together, the endgame
//! values from the endgame's. [`SquareMetric`] has the formulas; the colours are folded.

use rules::{Outcome, Role, Square};

use crate::{Input, Phase, Provenance, PstTable, SquareMetric};

/// A square is believed as if this many more positions had been seen on it at the role's mean.
const SHRINK_POSITIONS: f64 = 1000.0;
/// No square is worth more than this, either way, whatever the counts say.
const MOST_CENTIPAWNS: f64 = 200.0;

/// `[role][square] = (mg, eg)` in centipawns for the owner, White's side of the board, P to K, a1 to h8.
pub type SquareValues = [[(i16, i16); Square::COUNT]; 6];

/// The values of the counts of opening, middlegame and endgame; without counts they are 0.
#[must_use]
pub fn of(
    [opening, middlegame, endgame]: [Option<&PstTable>; 3],
    metric: SquareMetric,
) -> Box<SquareValues> {
    let mg = sum(&[opening, middlegame]);
    let eg = sum(&[endgame]);
    let mut values = Box::new([[(0, 0); Square::COUNT]; 6]);
    for (role, row) in Role::ALL.into_iter().zip(values.iter_mut()) {
        let phases = centipawns(&mg, role, metric).into_iter().zip(centipawns(&eg, role, metric));
        for (value, phases) in row.iter_mut().zip(phases) {
            *value = phases;
        }
    }
    values
}

/// The block of a weights' file that holds the piece squares which the weights were fitted around: both together are
/// what was fitted, whatever tables lie beside the file.
#[must_use]
pub const fn fitted_around(metric: SquareMetric) -> &'static str {
    match metric {
        SquareMetric::Score => "around_score",
        SquareMetric::Occupancy => "around_occupancy",
    }
}

/// The values that a block of this many weights holds, role by role.
#[must_use]
pub fn of_block(weights: &[(i16, i16)]) -> Option<Box<SquareValues>> {
    let mut values = Box::new([[(0, 0); Square::COUNT]; 6]);
    let flat = values.as_flattened_mut();
    (flat.len() == weights.len()).then(|| flat.copy_from_slice(weights))?;
    Some(values)
}

/// Tells these values from others, in the provenance of weights that were fitted around them.
#[must_use]
pub fn digest(values: &SquareValues) -> String {
    let numbers = values.iter().flatten().flat_map(|&(mg, eg)| [mg, eg]);
    let bytes: Vec<_> = numbers.flat_map(i16::to_le_bytes).collect();
    format!("{:032x}", Input::of("", &bytes).digest)
}

fn sum(tables: &[Option<&PstTable>]) -> PstTable {
    let mut sum = PstTable::new(Phase::All, Provenance::default());
    for (piece, square, counts) in tables.iter().flatten().flat_map(|table| table.iter()) {
        // The counts are the owner's; a table wants to be told as White sees it.
        let [won, drawn, lost] = Outcome::ALL.map(|outcome| outcome.seen_by(piece.color));
        for (outcome, positions) in
            [(won, counts.wins), (drawn, counts.draws), (lost, counts.losses)]
        {
            sum.add(piece, square, outcome, positions);
        }
    }
    sum
}

fn centipawns(table: &PstTable, role: Role, metric: SquareMetric) -> [i16; Square::COUNT] {
    table
        .centipawns(role, metric, SHRINK_POSITIONS)
        .map(|cp| cp.round().clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS) as i16)
}
