//! The piece-square tables as Rust code.

use std::fmt::Write;

use tables::{PstTable, Role};

use super::squares;

/// `PSQT`, from the counts of opening, middlegame and endgame; see [`squares::values`].
pub(super) fn code(tables: [Option<&PstTable>; 3]) -> String {
    let mut code = "pub(crate) static PSQT: [[(i16, i16); 64]; 6] = [\n".to_owned();
    for (role, row) in Role::ALL.into_iter().zip(squares::values(tables).iter()) {
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
