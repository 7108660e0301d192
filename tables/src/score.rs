//! From counts to scores: shrinkage and centipawns.
//!
//! Nothing here is stored; these are the documented formulas by which consumers read the counts.

use crate::OutcomeCounts;

/// Centipawns per natural log odds unit: 400 / ln 10, so that a score of 10/11 is 400 cp.
///
/// The logistic scale of A. Elo's rating formula, which the field uses for evaluations too.
pub const CENTIPAWNS_PER_LOGIT: f64 = 173.717_792_761_213_2;

/// The score of `counts` pulled toward `prior` as if `weight` more games had scored `prior`.
///
/// `(wins + draws / 2 + weight · prior) / (games + weight)`; 0 to 1.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a score for evaluations")]
pub fn shrunken(counts: OutcomeCounts, prior: f64, weight: f64) -> f64 {
    (counts.half_points() as f64 / 2.0 + weight * prior) / (counts.games() as f64 + weight)
}

/// A score strictly between 0 and 1 as centipawns: `400 · log10(score / (1 − score))`.
#[must_use]
pub fn centipawns(score: f64) -> f64 {
    CENTIPAWNS_PER_LOGIT * (score / (1.0 - score)).ln()
}
