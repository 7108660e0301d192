//! A book in Polyglot's form: the table's moves by which lines go on to an exit, each as heavy as it was popular.
//!
//! Moves count that take a position to one that needs more plies, so that every line comes to an end. A program that
//! plays by the book leaves it at the exits, or in a line that another exit lies on.

use std::io::Write;

use anyhow::Result;

use super::{Book, Form, Written};
use crate::export::polyglot::{book_entries, encoded};

pub(super) static FORM: Form =
    Form { name: "polyglot", about: "The moves that lead to exits", ending: "bin", write };

fn write(book: &Book, to: &mut dyn Write) -> Result<Written> {
    let leads = leads(book);
    let mut order: Vec<usize> = (0..leads.len()).collect();
    order.sort_unstable_by_key(|&place| book.places()[place].key);
    let mut written = Written { unit: "moves", ..Written::default() };
    for place in order {
        let moves: Vec<(u64, u16)> = book
            .steps(place)
            .filter(|(_, to)| to.is_some_and(|to| goes_on(book, place, to) && leads[to]))
            .map(|(step, _)| (step.games, encoded(step.mv, step.castles)))
            .collect();
        for entry in book_entries(book.places()[place].key, &moves, false) {
            to.write_all(&entry.to_bytes())?;
            written.entries += 1;
        }
    }
    let lost = book.exits.iter().filter(|exit| !is_entered(book, exit.place)).count();
    if lost > 0 {
        written.notes.push(format!(
            "{lost} exits are reached only by moves that the table has dropped: no moves lead to them"
        ));
    }
    Ok(written)
}

/// Whether a move takes a line on and not back.
fn goes_on(book: &Book, from: usize, to: usize) -> bool {
    book.places()[to].plies > book.places()[from].plies
}

/// For each place whether it is an exit or lines go on from it to one.
fn leads(book: &Book) -> Vec<bool> {
    let mut leads = book.is_exit();
    let mut order: Vec<usize> = (0..leads.len()).collect();
    order.sort_by_key(|&place| std::cmp::Reverse(book.places()[place].plies));
    for place in order {
        let goes_on = |to: usize| goes_on(book, place, to) && leads[to];
        leads[place] |= book.steps(place).any(|(_, to)| to.is_some_and(goes_on));
    }
    leads
}

/// Whether moves of the table lead to a place all the way from the start position.
fn is_entered(book: &Book, place: usize) -> bool {
    let mut at = place;
    while let Some(from) = book.places()[at].from {
        if !book.steps(from).any(|(_, to)| to == Some(at)) {
            return false;
        }
        at = from;
    }
    true
}
