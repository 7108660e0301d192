//! Receivers of the terms' features: the sum, the explanation, or the tuner's trace.
//!
//! A term counts its features for one side and closes. It is written once, for all receivers:
//! [`Sum`] here, `breakdown` and `trace`.

use rules::Color;

use super::{danger_penalty::penalty, features::Term, weights::Weights};
use crate::{score::sign, tapered::Tapered};

/// A receiver of features.
pub(super) trait Tally {
    /// Whether it only sums, so that hash tables may stand in for terms.
    const ONLY_SUMS: bool;

    /// A feature was seen `count` times.
    fn add(&mut self, feature: usize, count: i32);

    /// As [`Tally::add`], for a feature of the king's danger.
    fn add_danger(&mut self, feature: usize, count: i32);

    /// Adds danger units from a hash table.
    fn add_known_danger(&mut self, units: Tapered);

    /// As [`Tally::add`], for a feature of how winnable the position is.
    fn add_winnable(&mut self, feature: usize, count: i32);

    /// Turns the danger units added so far into the term's penalty.
    fn turn_danger(&mut self);

    /// Adds terms from a hash table, White's less Black's.
    fn add_known(&mut self, net: Tapered);

    /// Ends a term for a side. Returns its value for this side, or zero if the receiver does not
    /// sum.
    fn close(&mut self, term: Term, color: Color) -> Tapered;
}

/// The receiver that only sums.
pub(super) struct Sum<'w> {
    weights: &'w Weights,
    term: Tapered,
    danger: Tapered,
    /// White's minus Black's.
    pub(super) total: Tapered,
    /// How far the better side's endgame value can be believed.
    pub(super) winnable: Tapered,
}

impl<'w> Sum<'w> {
    #[inline(always)]
    pub(super) const fn new(weights: &'w Weights) -> Self {
        let zero = Tapered::ZERO;
        Self { weights, term: zero, danger: zero, total: zero, winnable: zero }
    }
}

impl Sum<'_> {
    /// The danger units added so far.
    #[inline(always)]
    pub(super) const fn take_danger(&mut self) -> Tapered {
        std::mem::replace(&mut self.danger, Tapered::ZERO)
    }
}

impl Tally for Sum<'_> {
    const ONLY_SUMS: bool = true;

    #[inline(always)]
    fn add(&mut self, feature: usize, count: i32) {
        self.term += self.weights.get(feature) * count;
    }

    #[inline(always)]
    fn add_danger(&mut self, feature: usize, count: i32) {
        self.danger += self.weights.get(feature) * count;
    }

    #[inline(always)]
    fn add_known_danger(&mut self, units: Tapered) {
        self.danger += units;
    }

    #[inline(always)]
    fn add_winnable(&mut self, feature: usize, count: i32) {
        self.winnable += self.weights.get(feature) * count;
    }

    #[inline(always)]
    fn turn_danger(&mut self) {
        self.term += penalty(self.danger, self.weights.danger_percent());
        self.danger = Tapered::ZERO;
    }

    #[inline(always)]
    fn add_known(&mut self, net: Tapered) {
        self.total += net;
    }

    #[inline(always)]
    fn close(&mut self, _: Term, color: Color) -> Tapered {
        let term = self.term;
        self.total += term * sign(color);
        self.term = Tapered::ZERO;
        term
    }
}
