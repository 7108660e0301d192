//! The evaluation term by term, for people.

use rules::squares;
use tables::{Cell, Color, OutcomeCounts, Role};

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
        let value = Role::ALL
            .into_iter()
            .map(|role| self.psqt.material(role) * position.count(color, role));
        let sum = value.sum();
        Tapered::new(sum, sum)
    }

    fn piece_squares(&self, position: &Position, color: Color) -> Tapered {
        let board = position.board();
        let all = squares::each(board.side(color)).fold(Tapered::default(), |sum, square| {
            sum + self.psqt.of_code(board.codes[square.index()], square) * sign(color)
        });
        all - self.material(position, color)
    }
}
