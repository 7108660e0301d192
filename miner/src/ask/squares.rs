//! A piece's squares: counts and their numbers, as `show pst` and the report have them.

use rules::{Color, Piece, Role, Square};
use tables::{OutcomeCounts, PstTable, SquareMetric};

use crate::cli::args::show::{PstValue, Side};

/// A square of the board: its count and its number; none where the piece never stood.
pub type Board = [Option<(OutcomeCounts, f64)>; Square::COUNT];

/// How counts become centipawns when these are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// What makes a square good.
    pub metric: SquareMetric,
    /// How many positions at the piece's mean a square starts with.
    pub shrink: f64,
}

/// The squares of a piece.
#[must_use]
pub fn board(table: &PstTable, role: Role, side: Side, value: PstValue, scale: Scale) -> Board {
    let counts = |square: Square| match side {
        Side::Both => table.folded(role, square),
        Side::White => table.get(Piece { color: Color::White, role }, square),
        Side::Black => table.get(Piece { color: Color::Black, role }, square),
    };
    let values = match value {
        PstValue::Centipawns => scale.metric.centipawns(counts, scale.shrink),
        PstValue::Score => numbers(|square| 100.0 * counts(square).score().unwrap_or(0.5)),
        PstValue::Count => numbers(|square| counts(square).games() as f64),
    };
    let mut board: Board = [None; Square::COUNT];
    for square in Square::all() {
        let here = counts(square);
        if here.games() > 0 {
            board[square.index()] = Some((here, values[square.index()]));
        }
    }
    board
}

fn numbers(of: impl Fn(Square) -> f64) -> [f64; Square::COUNT] {
    let mut numbers = [0.0; Square::COUNT];
    for square in Square::all() {
        numbers[square.index()] = of(square);
    }
    numbers
}
