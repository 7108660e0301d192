//! The piece-square tables as Rust code.

use std::fmt::Write;

use tables::{PstTable, Role, SquareMetric};

use super::squares;

/// `PSQT_BY_SCORE` and `PSQT_BY_OCCUPANCY`, from the counts of opening, middlegame and endgame; see [`squares::values`].
pub(super) fn code(tables: [Option<&PstTable>; 3]) -> String {
    [("PSQT_BY_SCORE", SquareMetric::Score), ("PSQT_BY_OCCUPANCY", SquareMetric::Occupancy)]
        .map(|(name, metric)| array(name, &squares::values(tables, metric)))
        .concat()
}

fn array(name: &str, values: &squares::Values) -> String {
    let mut code = format!("pub(crate) static {name}: [[(i16, i16); 64]; 6] = [\n");
    for (role, row) in Role::ALL.into_iter().zip(values) {
        writeln!(code, "    // {}\n    [", role.letter()).expect("invariant: strings take text");
        for rank in row.chunks(8) {
            code += "       ";
            for (mg, eg) in rank {
                write!(code, " ({mg}, {eg}),").expect("invariant: strings take text");
            }
            code += "\n";
        }
        code += "    ],\n";
    }
    code + "];\n"
}
