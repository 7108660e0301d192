//! The piece-square tables in centipawns, as Rust code.
//!
//! The middlegame values come from the opening's and the middlegame's counts together, the endgame
//! values from the endgame's. [`PstTable::centipawns`] has the formula and folds the colours.

use std::fmt::Write;

use tables::{Outcome, Phase, Provenance, PstTable, Role, Square};

/// A square is believed as if this many more positions had been seen on it at the role's mean.
const SHRINK_POSITIONS: f64 = 1000.0;
/// No square is worth more than this, either way, whatever the counts say.
const MOST_CENTIPAWNS: f64 = 200.0;

/// `PSQT[role][square] = (mg, eg)`, White's side of the board, P to K, a1 to h8.
pub(super) fn code(middlegame: &[Option<&PstTable>], endgame: &[Option<&PstTable>]) -> String {
    let mg = sum(middlegame);
    let eg = sum(endgame);
    let mut code = "pub(crate) static PSQT: [[(i16, i16); 64]; 6] = [\n".to_owned();
    for role in Role::ALL {
        let (mg, eg) = (values(&mg, role), values(&eg, role));
        writeln!(code, "    // {}\n    [", role.letter()).expect("invariant: strings take text");
        for (mg, eg) in mg.chunks(8).zip(eg.chunks(8)) {
            code += "       ";
            for (mg, eg) in mg.iter().zip(eg) {
                write!(code, " ({mg}, {eg}),").expect("invariant: strings take text");
            }
            code += "\n";
        }
        code += "    ],\n";
    }
    code + "];\n"
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

fn values(table: &PstTable, role: Role) -> [i16; Square::COUNT] {
    table
        .centipawns(role, SHRINK_POSITIONS)
        .map(|cp| cp.round().clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS) as i16)
}
