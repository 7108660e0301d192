//! Books of lines to start games from, made of an opening table: the positions where the lines end (exits) are chosen
//! by what became of the games that passed them.

pub mod coverage;
mod epd;
pub mod exits;
mod pgn;
mod polyglot;
pub mod wanted;

use std::io::Write;

use anyhow::Result;

pub use self::{
    exits::{Book, Exit},
    wanted::{Bounds, Model, Wanted},
};

/// What a form wrote: lines, games or moves, and sentences about what could not go in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// How many of its entries.
    pub entries: u64,
    /// What one of them is.
    pub unit: &'static str,
    /// What could not go in.
    pub notes: Vec<String>,
}

/// A form that books are written in.
#[derive(Debug)]
pub struct Form {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, for the help.
    pub about: &'static str,
    /// How files in it end.
    pub ending: &'static str,
    /// Writes a book.
    pub write: fn(&Book, &mut dyn Write) -> Result<Written>,
}

/// The forms, in the order of the help. A new one is a file and a name here.
pub static FORMS: &[&Form] = &[&epd::FORM, &pgn::FORM, &polyglot::FORM];
