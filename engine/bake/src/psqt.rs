//! The piece-square tables as Rust code.

use std::fmt::Write;

use rules::Role;
use tables::{PstTable, SquareMetric, SquareValues, square_values};

/// `PSQT`, by metric, from the counts of opening, middlegame and endgame; see [`square_values::of`].
pub(super) fn code(tables: [Option<&PstTable>; 3]) -> String {
    let metrics = SquareMetric::ALL.map(|metric| array(metric, &square_values::of(tables, metric)));
    format!(
        "pub(crate) static PSQT: [[[(i16, i16); 64]; 6]; {}] = [\n{}];\n",
        metrics.len(),
        metrics.concat()
    )
}

fn array(metric: SquareMetric, values: &SquareValues) -> String {
    let mut code = format!("    // By {metric}.\n    [\n");
    for (role, row) in Role::ALL.into_iter().zip(values) {
        writeln!(code, "        // {}\n        [", role.letter())
            .expect("invariant: strings take text");
        for rank in row.chunks(8) {
            code += "           ";
            for (mg, eg) in rank {
                write!(code, " ({mg}, {eg}),").expect("invariant: strings take text");
            }
            code += "\n";
        }
        code += "        ],\n";
    }
    code + "    ],\n"
}
