//! A book as PGN: a game for each exit, by the most played of the shortest ways to it.

use std::{fmt::Write as _, io::Write};

use anyhow::Result;
use shakmaty::{Chess, Position, san::SanPlus};

use super::{Book, Form, Written};
use crate::ask::explore;

pub(super) static FORM: Form =
    Form { name: "pgn", about: "A line of moves for each exit", ending: "pgn", write };

fn write(book: &Book, to: &mut dyn Write) -> Result<Written> {
    for (number, exit) in book.exits.iter().enumerate() {
        let line = line(book, exit.place);
        let space = if line.is_empty() { "" } else { " " };
        write!(
            to,
            "[Event \"Book\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{}\"]\n[White \"?\"]\n[Black \"?\"]\n\
             [Result \"*\"]\n\n{line}{space}*\n\n",
            number + 1
        )?;
    }
    Ok(Written { entries: book.exits.len() as u64, unit: "lines", notes: Vec::new() })
}

/// The moves that lead to a place, with their numbers.
fn line(book: &Book, place: usize) -> String {
    let mut way: Vec<usize> =
        std::iter::successors(Some(place), |&place| book.places()[place].from).collect();
    way.reverse();
    let mut chess = Chess::default();
    let mut line = String::new();
    for pair in way.windows(2) {
        let mv = step(book, pair[0], pair[1], &chess)
            .expect("invariant: a legal move leads to each place from the one before");
        if !line.is_empty() {
            line.push(' ');
        }
        if chess.turn().is_white() {
            let _ = write!(line, "{}. ", chess.fullmoves());
        }
        let san = SanPlus::from_move_and_play_unchecked(&mut chess, mv);
        let _ = write!(line, "{san}");
    }
    line
}

/// The move from one place to another: the table's, or any legal one where the table has lost it.
fn step(book: &Book, from: usize, to: usize, chess: &Chess) -> Option<shakmaty::Move> {
    let steps = book.steps(from).find(|(_, after)| *after == Some(to));
    steps.and_then(|(step, _)| explore::legal(chess, step.mv)).or_else(|| {
        chess.legal_moves().into_iter().find(|&mv| {
            let mut after = chess.clone();
            after.play_unchecked(mv);
            explore::key(&after) == book.places()[to].key
        })
    })
}
