//! A position as counts of features, for the tuner.

use rules::{Color, Role};

use super::{
    Evaluator, drawish, drawish_scale, endings, features,
    tally::{Sum, Tally},
};
use crate::{position::Position, score::sign, tapered::Tapered};

/// A position as counts of features.
///
/// White's score in centipawns is the taper, with the endgame half believed and scaled, of `base`, each
/// count times its weight, and both sides' danger; see `king_danger` and `winnable`.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The part that no weight scales.
    pub base: Tapered,
    /// Features and how often White has them more than Black.
    pub counts: Vec<(u16, i16)>,
    /// Features of the danger that each side's king is in.
    pub danger: [Vec<(u16, i16)>; 2],
    /// Features of how winnable it is.
    pub winnable: Vec<(u16, i16)>,
    /// The phase weight, at most 24.
    pub phase: i32,
    /// How much of the endgame value counts, in 64ths; SML-1's centipawns, which count whole, are
    /// taken with the rest here.
    pub scale: i32,
}

impl Evaluator {
    /// The features of a position; `None` if it is an ending that they do not decide.
    #[must_use]
    pub fn trace(&self, position: &Position) -> Option<Trace> {
        if endings::find(position, &self.options).is_some() {
            return None;
        }
        let mut tally = Traced { trace: Trace::default(), term: Vec::new(), danger: Vec::new() };
        let found = self.terms(position, &mut tally);
        let mut sum = Sum::new(&self.weights);
        self.terms(position, &mut sum);
        let mut trace = tally.trace;
        trace.base = position.psqt();
        for square in rules::squares::each(position.board().occupied) {
            let Some(piece) = position.board().get(square) else { continue };
            let count = sign(piece.color) as i16;
            let mut fitted = |feature: usize| {
                trace.base -= self.weights.get(feature) * i32::from(count);
                trace.counts.push((feature as u16, count));
            };
            if piece.role != Role::King {
                fitted(features::PIECE_VALUE + piece.role as usize);
            }
            let at = square.relative_to(piece.color).index();
            fitted(features::piece_square(piece.role, at));
        }
        trace.counts.sort_unstable();
        trace.counts.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        trace.counts.retain(|&(_, count)| count != 0);
        trace.phase = position.phase().min(i32::from(tables::MAX_PHASE_WEIGHT));
        let total = position.psqt() + sum.total;
        trace.scale = if self.options.drawish() {
            drawish_scale(position, found.passed, total)
        } else {
            drawish::FULL
        };
        Some(trace)
    }
}

/// A tally that writes down what it is told.
struct Traced {
    trace: Trace,
    term: Vec<(u16, i16)>,
    danger: Vec<(u16, i16)>,
}

impl Tally for Traced {
    const ONLY_SUMS: bool = false;

    fn add(&mut self, feature: usize, count: i32) {
        if count != 0 {
            self.term.push((feature as u16, count as i16));
        }
    }

    fn add_danger(&mut self, feature: usize, count: i32) {
        if count != 0 {
            self.danger.push((feature as u16, count as i16));
        }
    }

    fn add_known_danger(&mut self, _: Tapered) {}

    fn add_winnable(&mut self, feature: usize, count: i32) {
        if count != 0 {
            self.trace.winnable.push((feature as u16, count as i16));
        }
    }

    fn turn_danger(&mut self) {}

    fn add_known(&mut self, _: Tapered) {}

    fn close(&mut self, _: features::Term, color: Color) -> Tapered {
        let side = sign(color) as i16;
        self.trace
            .counts
            .extend(self.term.drain(..).map(|(feature, count)| (feature, count * side)));
        self.trace.danger[color as usize].append(&mut self.danger);
        Tapered::ZERO
    }
}
