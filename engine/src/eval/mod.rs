//! Evaluation: how good a position is, without looking ahead.
//!
//! Material and piece-square values come summed with the position, tapered by phase; the imbalance
//! table is one look-up by the position's cell. `eval` never sees the search.
//!
//! Invariant: with colours folded (the default), the evaluation of a position equals that of the
//! colour-flipped position, for the side to move.

pub mod breakdown;
pub mod imbalance;
pub mod psqt;
pub mod tapered;

use tables::Color;

use crate::{options::EvalOptions, position::Position, score::Score};
use imbalance::ImbalanceBonus;
use psqt::Psqt;

/// What the evaluation says about a position, and those parts of it that the search asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assessment {
    /// The score for the side to move.
    pub score: Score,
    /// How safe each side's king is, by `Color as usize`: centipawns as this side sees them.
    pub king_safety: [i32; 2],
    /// What each side's passed pawns are worth, by `Color as usize`: centipawns as this side sees
    /// them.
    pub passed_pawns: [i32; 2],
}

/// The evaluation under one setting of the options.
#[derive(Debug)]
pub struct Evaluator {
    psqt: Psqt,
    imbalance: ImbalanceBonus,
}

impl Evaluator {
    /// Prepares all tables.
    #[must_use]
    pub fn new(options: &EvalOptions) -> Self {
        Self { psqt: Psqt::new(options), imbalance: ImbalanceBonus::new(options) }
    }

    /// Material and piece-square values, which positions are summed with.
    #[must_use]
    pub const fn psqt(&self) -> &Psqt {
        &self.psqt
    }

    /// The reading of the imbalance table.
    #[must_use]
    pub const fn imbalance(&self) -> &ImbalanceBonus {
        &self.imbalance
    }

    /// The score of a position and the parts that the search asks for.
    #[must_use]
    pub fn assess(&self, position: &Position) -> Assessment {
        let white = self.white_score(position);
        let score = Score::centipawns(sign(position.turn()) * white);
        Assessment { score, ..Assessment::default() }
    }

    /// The score of a position for the side to move.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        self.assess(position).score
    }

    /// The score for White in centipawns.
    fn white_score(&self, position: &Position) -> i32 {
        position.psqt().taper(position.phase()) + self.imbalance.get(position.cell())
    }
}

/// 1 for White, -1 for Black.
const fn sign(color: Color) -> i32 {
    1 - 2 * color as i32
}
