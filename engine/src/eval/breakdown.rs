//! The evaluation term by term, for people.

use shakmaty::{Color, Position as _, Role};
use tables::{Cell, OutcomeCounts};

use super::{Evaluator, sign, tapered::Tapered};
use crate::position::Position;

/// One term of the evaluation, for each side as that side sees it.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// What it is.
    pub name: &'static str,
    /// White's value.
    pub white: Tapered,
    /// Black's value.
    pub black: Tapered,
}

impl Term {
    /// White's value less Black's.
    #[must_use]
    pub fn net(&self) -> Tapered {
        self.white - self.black
    }
}

/// What the imbalance table says about a position.
#[derive(Clone, Copy, Debug)]
pub struct Imbalance {
    /// The cell, `None` beyond the caps.
    pub cell: Option<Cell>,
    /// The outcomes that are believed, as White sees them.
    pub counts: OutcomeCounts,
    /// Centipawns for White.
    pub bonus: i32,
}

/// The whole evaluation.
#[derive(Clone, Debug)]
pub struct Breakdown {
    /// All terms; those without two sides are White's.
    pub terms: Vec<Term>,
    /// The imbalance table.
    pub imbalance: Imbalance,
    /// The phase weight, 24 at the start, 0 with pawns and kings only.
    pub phase: i32,
    /// Centipawns for White.
    pub white_score: i32,
}

impl Evaluator {
    /// Explains the score of a position.
    #[must_use]
    pub fn explain(&self, position: &Position) -> Breakdown {
        let term = |name, of: &dyn Fn(Color) -> Tapered| Term {
            name,
            white: of(Color::White),
            black: of(Color::Black),
        };
        let bonus = self.imbalance.get(position.cell());
        let imbalance = Imbalance {
            cell: position.cell(),
            counts: position.cell().map_or(OutcomeCounts::ZERO, |c| self.imbalance.counts(c)),
            bonus,
        };
        let terms = vec![
            term("Material", &|color| self.material(position, color)),
            term("Piece squares", &|color| self.piece_squares(position, color)),
            Term {
                name: "Imbalance",
                white: Tapered::new(bonus, bonus),
                black: Tapered::default(),
            },
        ];
        Breakdown {
            terms,
            imbalance,
            phase: position.phase(),
            white_score: self.white_score(position),
        }
    }

    fn material(&self, position: &Position, color: Color) -> Tapered {
        let board = position.chess().board();
        let value = Role::ALL
            .into_iter()
            .map(|role| self.psqt.material(role) * board.by_piece(role.of(color)).count() as i32);
        let sum = value.sum();
        Tapered::new(sum, sum)
    }

    fn piece_squares(&self, position: &Position, color: Color) -> Tapered {
        let pieces = position.chess().board().iter().filter(|(_, piece)| piece.color == color);
        let all = pieces.fold(Tapered::default(), |sum, (square, piece)| {
            sum + self.psqt.value(color, piece.role, square) * sign(color)
        });
        all - self.material(position, color)
    }
}
