//! What a material balance has scored, as another engine would ask it.
//!
//! ```text
//! cargo run -p tables --example material -- tables/imbalance.bin KRPPP KBPPPP
//! ```

#![expect(clippy::print_stdout, reason = "a program for people")]

use std::{env, error::Error, path::Path};

use rules::{Color, Role};
use statistics::Predictor;
use tables::{Cell, ImbalanceTable, Material, Table};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, white, black] = &arguments[..] else {
        return Err("usage: material TABLE WHITE BLACK, such as KRPPP KBPPPP".into());
    };
    let table = ImbalanceTable::load(Path::new(path))?;
    // What stands in cells with few games; an engine fits it once, when it starts.
    let predictor = Predictor::fit(&table);
    let cell = cell(white, black).ok_or("a side has more than 8 2 2 2 1 pieces")?;
    let counts = table.get(cell);
    println!("cell {}: {} games", cell.index(), counts.games());
    println!("White won {}, drew {}, lost {}", counts.wins, counts.draws, counts.losses);
    println!("as an evaluation: {:+.0} centipawns", predictor.centipawns(cell));
    // A capture subtracts one stride; nothing has to be counted again.
    if black.contains('P') {
        let index = cell.index() as u32 - Cell::stride(Color::Black, Role::Pawn);
        if let Some(after) = Cell::new(index) {
            println!("with a black pawn less: {:+.0} centipawns", predictor.centipawns(after));
        }
    }
    Ok(())
}

/// The cell of two lists of pieces.
fn cell(white: &str, black: &str) -> Option<Cell> {
    let mut material = Material::BARE;
    for (color, pieces) in [(Color::White, white), (Color::Black, black)] {
        for role in Role::ALL {
            let count = pieces.matches(role.letter()).count();
            material.set(color, role, u8::try_from(count).ok()?);
        }
    }
    material.cell()
}
