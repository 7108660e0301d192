//! The Elo scale: from a difference of two players to the expected score, and back (A. Elo, "The Rating of Chessplayers",
//! 1978).

/// The expected score of a player who is `difference` stronger, `1 / (1 + 10^(−d/400))`.
#[must_use]
pub fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-difference / 400.0))
}

/// The difference that gives this expected score; infinite for 0 and 1.
#[must_use]
pub fn of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}
