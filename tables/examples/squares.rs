//! A piece-square table in centipawns, a8 first, as an engine would build it in.
//!
//! ```text
//! cargo run -p tables --example squares -- tables/pst-endgame.bin N
//! ```

#![expect(clippy::print_stdout, reason = "a program for people")]

use std::{env, error::Error, path::Path};

use rules::Role;
use tables::{PstTable, SquareMetric, Table};

/// So many positions at the piece's mean does a square start with.
const WEIGHT: f64 = 1000.0;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, letter] = &arguments[..] else {
        return Err("usage: squares TABLE PIECE, the piece as a letter of PNBRQK".into());
    };
    let role = Role::ALL.into_iter().find(|role| *letter == role.letter().to_string());
    let role = role.ok_or("the piece is a letter of PNBRQK")?;
    // Both colours' squares, as White sees them; a1 first.
    let values = PstTable::load(Path::new(path))?.centipawns(role, SquareMetric::Score, WEIGHT);
    for rank in values.chunks(8).rev() {
        let line: Vec<String> = rank.iter().map(|value| format!("{value:>5.0}")).collect();
        println!("{}", line.join(""));
    }
    Ok(())
}
