//! A book as EPD: a line for each exit, the most popular first.
//!
//! `<board> <side> <castling> <en passant> c0 "games=G wins=W draws=D losses=L ply=P model_draws=M";`
//! where the counts are those of the side to move, as in `miner export`'s EPD.

use std::io::Write;

use anyhow::Result;
use rules::Color;
use tables::OutcomeCounts;

use super::{Book, Form, Written};

pub(super) static FORM: Form =
    Form { name: "epd", about: "A position for each exit", ending: "epd", write };

fn write(book: &Book, to: &mut dyn Write) -> Result<Written> {
    for exit in &book.exits {
        let place = book.place_of(exit);
        let counts = place.counts;
        let counts = if place.turn == Color::White { counts } else { counts.swapped() };
        let OutcomeCounts { wins, draws, losses } = counts;
        let model = place.model.map(|model| model[1]).unwrap_or_default();
        writeln!(
            to,
            "{} c0 \"games={} wins={wins} draws={draws} losses={losses} ply={} model_draws={model:.4}\";",
            exit.epd,
            counts.games(),
            place.plies,
        )?;
    }
    Ok(Written { entries: book.exits.len() as u64, unit: "positions", notes: Vec::new() })
}
