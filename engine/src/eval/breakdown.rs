//! The evaluation term by term, for people.

use rules::{Color, Role, squares};
use tables::{Cell, OutcomeCounts};

use super::{
    Evaluator,
    anti_shuffle::Shuffles,
    features,
    tally::{Sum, Tally},
    weights::Weights,
};
use crate::{position::Position, score::sign, tapered::Tapered};

/// One term of the evaluation, for each side as that side sees it.
#[derive(Clone, Copy, Debug)]
pub struct TermValue {
    /// The term's name.
    pub name: &'static str,
    /// White's value.
    pub white: Tapered,
    /// Black's value.
    pub black: Tapered,
}

impl TermValue {
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
    /// All terms.
    pub terms: Vec<TermValue>,
    /// What was added to the mixed sum of the terms, in this order: name and White's centipawns.
    pub corrections: Vec<(&'static str, i32)>,
    /// The imbalance table.
    pub imbalance: Imbalance,
    /// Conditions of the initiative that hold for each side, by `Color as usize` (INI-01), even if
    /// it is off.
    /// `None` after a lazy exit.
    pub initiative: Option<[usize; 2]>,
    /// The phase weight, 24 at the start, 0 with pawns and kings only.
    pub phase: i32,
    /// Centipawns for White.
    pub white_score: i32,
}

impl Evaluator {
    /// Explains the score of a position.
    #[must_use]
    pub fn explain(&self, position: &Position) -> Breakdown {
        let both = |name, of: &dyn Fn(Color) -> Tapered| TermValue {
            name,
            white: of(Color::White),
            black: of(Color::Black),
        };
        let mut terms = vec![
            both("Material", &|color| self.material(position, color)),
            both("Piece squares", &|color| self.piece_squares(position, color)),
        ];
        let mut tally = Explained::new(&self.weights);
        let found = self.terms(position, &mut tally);
        for (i, [white, black]) in tally.terms.into_iter().enumerate().skip(terms.len()) {
            let term = features::Term::ALL[i];
            // What the score becomes by it is a correction.
            if !matches!(term.scale(), features::Scale::Endings(_)) {
                terms.push(TermValue { name: term.name(), white, black });
            }
        }
        let total = (tally.sum.total, tally.sum.winnable);
        let mut corrections = Vec::new();
        let mut note = |name, change| corrections.push((name, change));
        let mut white = self.finish(position, total, &found, Shuffles::default(), &mut note);
        if let Some(ending) = self.ending(position) {
            corrections.push((ending.name, ending.white - white));
            white = ending.white;
        }
        Breakdown {
            terms,
            corrections,
            imbalance: self.explain_imbalance(position),
            initiative: found
                .mobility
                .map(|counts| self.initiative_counts(position, counts, &found)),
            phase: position.phase(),
            white_score: white,
        }
    }

    fn explain_imbalance(&self, position: &Position) -> Imbalance {
        let cell = position.cell();
        Imbalance {
            cell,
            counts: cell.map_or(OutcomeCounts::ZERO, |c| self.imbalance.counts(c, self.tables())),
            bonus: self.imbalance.get(cell),
        }
    }

    fn material(&self, position: &Position, color: Color) -> Tapered {
        Role::ALL.into_iter().fold(Tapered::ZERO, |sum, role| {
            sum + self.psqt.material(role) * position.count(color, role)
        })
    }

    fn piece_squares(&self, position: &Position, color: Color) -> Tapered {
        let board = position.board();
        let all = squares::each(board.side(color)).fold(Tapered::ZERO, |sum, square| {
            sum + self.psqt.of_code(board.codes[square.index()], square) * sign(color)
        });
        all - self.material(position, color)
    }
}

/// A tally that keeps each term.
struct Explained<'w> {
    sum: Sum<'w>,
    terms: [[Tapered; 2]; features::Term::COUNT],
}

impl<'w> Explained<'w> {
    const fn new(weights: &'w Weights) -> Self {
        Self { sum: Sum::new(weights), terms: [[Tapered::ZERO; 2]; features::Term::COUNT] }
    }
}

impl Tally for Explained<'_> {
    const ONLY_SUMS: bool = false;

    fn add(&mut self, feature: usize, count: i32) {
        self.sum.add(feature, count);
    }

    fn add_danger(&mut self, feature: usize, count: i32) {
        self.sum.add_danger(feature, count);
    }

    fn add_known_danger(&mut self, units: Tapered) {
        self.sum.add_known_danger(units);
    }

    fn add_winnable(&mut self, feature: usize, count: i32) {
        self.sum.add_winnable(feature, count);
    }

    fn turn_danger(&mut self) {
        self.sum.turn_danger();
    }

    fn add_known(&mut self, net: Tapered) {
        self.sum.add_known(net);
    }

    fn close(&mut self, term: features::Term, color: Color) -> Tapered {
        let value = self.sum.close(term, color);
        self.terms[term as usize][color as usize] += value;
        value
    }
}
