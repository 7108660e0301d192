//! A piece-square table on a page: White's six boards, Black's, and both folded.

use rules::{Role, Square};
use serde::Serialize;
use tables::{OutcomeCounts, PstTable, Table};

use super::pack::{Columns, NONE, Packed};
use crate::ask::{
    figures::{Figures, digits, signed, tenths},
    squares::{Board, PstValue, Scale, Side, board},
};

/// A piece-square table, for the page's program.
#[derive(Debug, Serialize)]
pub(super) struct SquaresView {
    /// How the page calls it.
    pub(super) name: String,
    phase: &'static str,
    games_used: u64,
    shrink: f64,
    /// 18 boards of 64 squares, a1 first: White's from pawn to king, Black's, both.
    squares: Packed,
}

/// A board as a table of text: both colours, centipawns, the eighth rank first.
#[derive(Debug, Serialize)]
pub(super) struct PlainBoard {
    piece: &'static str,
    ranks: Vec<Vec<String>>,
}

/// The boards of a table, for readers without scripts.
#[must_use]
pub(super) fn plain(table: &PstTable) -> Vec<PlainBoard> {
    let rank = |board: &Board, rank: usize| -> Vec<String> {
        let cells = board[8 * rank..8 * rank + 8].iter();
        cells.map(|cell| cell.map_or_else(String::new, |(_, value)| signed(value))).collect()
    };
    let of = |role: Role| {
        let board = board(table, role, Side::Both, PstValue::Centipawns, Scale::default());
        PlainBoard {
            piece: PIECES[role as usize],
            ranks: (0..8).rev().map(|number| rank(&board, number)).collect(),
        }
    };
    Role::ALL.into_iter().map(of).collect()
}

/// The colours in words.
pub(super) const COLORS: [&str; 2] = ["White", "Black"];
/// The pieces in words, from pawn to king.
pub(super) const PIECES: [&str; 6] = ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"];

impl SquaresView {
    /// The view of a table.
    #[must_use]
    pub(super) fn new(name: String, table: &PstTable) -> Self {
        let scale = Scale::default();
        let boards = |value: PstValue| {
            [Side::White, Side::Black, Side::Both].into_iter().flat_map(move |side| {
                Role::ALL.into_iter().map(move |role| board(table, role, side, value, scale))
            })
        };
        let counts: Vec<Board> = boards(PstValue::Count).collect();
        let scores: Vec<Board> = boards(PstValue::Score).collect();
        let centipawns: Vec<Board> = boards(PstValue::Centipawns).collect();
        let mut columns = Columns::default();
        let mut add = |name: &str, of: &dyn Fn(usize, usize) -> Option<i64>| {
            let values: Vec<i64> = (0..counts.len())
                .flat_map(|board| (0..Square::COUNT).map(move |square| (board, square)))
                .map(|(board, square)| of(board, square).unwrap_or(NONE))
                .collect();
            columns.add(name, &values);
        };
        let count = |board: usize, square: usize| Some(counts[board][square]?.0);
        let count_or_none = |board, square| count(board, square).unwrap_or(OutcomeCounts::ZERO);
        add("wins", &|board, square| Some(count_or_none(board, square).wins as i64));
        add("draws", &|board, square| Some(count_or_none(board, square).draws as i64));
        add("losses", &|board, square| Some(count_or_none(board, square).losses as i64));
        // Tenths of a percent with one decimal, as `show pst --value count` prints them.
        add("share", &|board, square| {
            let all: u64 = counts[board].iter().flatten().map(|(counts, _)| counts.games()).sum();
            let (_, here) = counts[board][square]?;
            Some(digits(1000.0 * here / all as f64, 1))
        });
        add("score", &|board, square| Some(digits(scores[board][square]?.1, 1)));
        add("error", &|board, square| {
            Figures::from(count(board, square)?).error.map(|error| digits(100.0 * error, 2))
        });
        add("mean", &|board, _| {
            let mut all = OutcomeCounts::ZERO;
            counts[board].iter().flatten().for_each(|(counts, _)| all.merge(*counts));
            all.score().map(tenths)
        });
        add("centipawns", &|board, square| Some(centipawns[board][square]?.1.round() as i64));
        Self {
            name,
            phase: table.phase().name(),
            games_used: table.provenance().counters.games_used,
            shrink: scale.shrink,
            squares: columns.pack(counts.len() * Square::COUNT),
        }
    }
}
