//! Ends games whose outcome both sides have agreed on for a while.

use engine::score::Score;
use rules::{Color, Outcome};

/// When a game is cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Centipawns: a game is decided when both sides see one of them at least this far ahead...
    pub resign_score: i32,
    /// ...for this number of moves of each in a row; 0 turns the rule off.
    pub resign_moves: u32,
    /// Centipawns: a game is drawn when both see at most this much for either side...
    pub draw_score: i32,
    /// ...for this number of moves of each in a row; 0 turns the rule off...
    pub draw_moves: u32,
    /// ...and not before each has made so many moves of its own: those of the opening do not count.
    pub draw_from: u32,
}

impl Rules {
    /// The thresholds of the field's large test farms.
    pub const USUAL: Self =
        Self { resign_score: 600, resign_moves: 3, draw_score: 20, draw_moves: 8, draw_from: 34 };
    /// Games are played to the end.
    pub const NONE: Self =
        Self { resign_score: 0, resign_moves: 0, draw_score: 0, draw_moves: 0, draw_from: 0 };
}

/// Watches the scores of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Rules,
    plies: u32,
    /// For how many plies White, and Black, was seen clearly ahead.
    ahead: [u32; 2],
    level: u32,
}

impl Adjudicator {
    /// At the beginning of a game.
    #[must_use]
    pub const fn new(rules: Rules) -> Self {
        Self { rules, plies: 0, ahead: [0; 2], level: 0 }
    }

    /// Notes the score that `mover` saw for itself; the outcome, if it is clear now.
    pub fn note(&mut self, mover: Color, score: Score) -> Option<Outcome> {
        self.plies += 1;
        let centipawns = score.get();
        for color in Color::ALL {
            let own = if color == mover { centipawns } else { -centipawns };
            let count = &mut self.ahead[color as usize];
            *count = if own >= self.rules.resign_score { *count + 1 } else { 0 };
        }
        let is_level = centipawns.abs() <= self.rules.draw_score;
        self.level = if is_level { self.level + 1 } else { 0 };
        let resign_plies = 2 * self.rules.resign_moves;
        if resign_plies > 0 {
            let winners = [(Color::White, Outcome::WhiteWins), (Color::Black, Outcome::BlackWins)];
            for (color, outcome) in winners {
                if self.ahead[color as usize] >= resign_plies {
                    return Some(outcome);
                }
            }
        }
        let is_drawn = self.rules.draw_moves > 0
            && self.plies >= 2 * self.rules.draw_from
            && self.level >= 2 * self.rules.draw_moves;
        is_drawn.then_some(Outcome::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(rules: Rules, scores: impl IntoIterator<Item = i32>) -> (usize, Option<Outcome>) {
        let mut adjudicator = Adjudicator::new(rules);
        let movers = Color::ALL.into_iter().cycle();
        for (ply, (mover, score)) in movers.zip(scores).enumerate() {
            if let Some(outcome) = adjudicator.note(mover, Score::centipawns(score)) {
                return (ply + 1, Some(outcome));
            }
        }
        (0, None)
    }

    #[test]
    fn both_sides_must_agree() {
        let rules = Rules::USUAL;
        assert_eq!(play(rules, [700, -700].repeat(5)), (6, Some(Outcome::WhiteWins)));
        assert_eq!(play(rules, [-700, 700].repeat(5)), (6, Some(Outcome::BlackWins)));
        assert_eq!(play(rules, [700, 0].repeat(20)), (0, None));
        assert_eq!(play(rules, [10, -5].repeat(50)), (68, Some(Outcome::Draw)));
        assert_eq!(play(Rules::NONE, [2000, -2000].repeat(50)), (0, None));
    }
}
