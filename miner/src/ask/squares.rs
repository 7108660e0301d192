//! A piece's squares: counts and their numbers, as `show pst` and the report have them.

use rules::{Color, Piece, Role, Square};
use tables::{OutcomeCounts, PstTable, SquareMetric};

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

impl Default for Scale {
    /// The engine believes its squares as much.
    fn default() -> Self {
        Self { metric: SquareMetric::Score, shrink: 1000.0 }
    }
}

/// What the numbers of a board are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PstValue {
    /// The square's worth against the piece's mean square.
    #[default]
    Centipawns,
    /// Percent of the points.
    Score,
    /// Positions with the piece there.
    Count,
}

/// Whose pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Both colours, seen from their own side: Black's board turned over and added to White's.
    #[default]
    Both,
    /// White's.
    White,
    /// Black's, on the board as it stands.
    Black,
}

/// The squares of a piece.
#[must_use]
pub fn board(table: &PstTable, role: Role, side: Side, value: PstValue, scale: Scale) -> Board {
    let counts = |square: Square| match side {
        Side::Both => table.folded(role, square),
        Side::White => table.get(Piece { color: Color::White, role }, square),
        Side::Black => table.get(Piece { color: Color::Black, role }, square),
    };
    board_of(counts, value, scale)
}

/// The squares of a piece with these counts.
#[must_use]
pub fn board_of(counts: impl Fn(Square) -> OutcomeCounts, value: PstValue, scale: Scale) -> Board {
    let values = match value {
        PstValue::Centipawns => scale.metric.centipawns(&counts, scale.shrink),
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
