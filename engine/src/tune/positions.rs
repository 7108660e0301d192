//! Positions with outcomes.
//!
//! A line is `<board> <side> <castling> <en passant> c9 "<outcome>"; id "<game>";`, as the example
//! program `positions` writes it. The outcome is `1-0`, `1/2-1/2` or `0-1`. Positions that are not
//! quiet are left out: in check, with a promotion to play, or with a piece to take that is not defended
//! or worth more than its taker. Every tenth game, by its number and its outcome's file, is held out.

use rules::{MoveList, Which, squares};
use shakmaty::CastlingMode;
use tables::Role;

use crate::{
    eval::{Evaluator, trace::Trace},
    game::Game,
    position::Position,
};

/// One in so many games judges the fit.
const HELD_OUT: u64 = 10;
/// What a piece is worth when it is asked whether taking it wins something.
const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 100];

/// A position as the model reads it.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) base: [f32; 2],
    pub(super) phase: f32,
    pub(super) scale: f32,
    /// White's points.
    pub(super) outcome: f32,
    /// Where its features begin and end, danger of White's and of Black's king behind the others.
    pub(super) range: [u32; 4],
}

/// Samples with their features in one place.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    pub(super) samples: Vec<Sample>,
    pub(super) features: Vec<(u16, i16)>,
}

impl Samples {
    pub(super) fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    fn push(&mut self, trace: &Trace, outcome: f32) {
        let mut range = [self.features.len() as u32; 4];
        let parts = [&trace.counts, &trace.danger[0], &trace.danger[1]];
        for (end, part) in range[1..].iter_mut().zip(parts) {
            self.features.extend_from_slice(part);
            *end = self.features.len() as u32;
        }
        self.samples.push(Sample {
            base: [trace.base.mg() as f32, trace.base.eg() as f32],
            phase: trace.phase as f32 / 24.0,
            scale: trace.scale as f32 / 64.0,
            outcome,
            range,
        });
    }
}

/// What is fitted and what is held out.
#[derive(Clone, Debug, Default)]
pub(super) struct Set {
    pub(super) fitted: Samples,
    pub(super) held_out: Samples,
    pub(super) lines: u64,
    pub(super) games: u64,
    last_game: String,
}

impl Set {
    pub(super) fn summary(&self) -> String {
        format!(
            "{} quiet of {} positions so far, {} of them held out",
            self.fitted.samples.len() + self.held_out.samples.len(),
            self.lines,
            self.held_out.samples.len()
        )
    }
}

/// Adds a file's positions.
///
/// # Errors
/// The line that cannot be read, and why.
pub(super) fn read(text: &str, evaluator: &Evaluator, set: &mut Set) -> Result<(), String> {
    set.last_game.clear();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |what: &str| format!("line {}: {what}", number + 1);
        let (fen, rest) = split_fen(line).ok_or_else(|| wrong("four fields make a position"))?;
        let outcome = match operand(rest, "c9") {
            Some("1-0") => 1.0,
            Some("1/2-1/2") => 0.5,
            Some("0-1") => 0.0,
            _ => return Err(wrong("c9 must be \"1-0\", \"1/2-1/2\" or \"0-1\"")),
        };
        let game = operand(rest, "id").unwrap_or(line);
        set.lines += 1;
        if game != set.last_game {
            game.clone_into(&mut set.last_game);
            set.games += 1;
        }
        let board = Game::from_fen(&format!("{fen} 0 1"), CastlingMode::Standard)
            .map_err(|what| wrong(&what))?;
        let position = Position::new(board.position(), evaluator.psqt());
        if !is_quiet(&position) {
            continue;
        }
        if let Some(trace) = evaluator.trace(&position) {
            let held_out = set.games % HELD_OUT == 0;
            let to = if held_out { &mut set.held_out } else { &mut set.fitted };
            to.push(&trace, outcome);
        }
    }
    Ok(())
}

fn split_fen(line: &str) -> Option<(&str, &str)> {
    let end = line.match_indices(' ').nth(3)?.0;
    Some(line.split_at(end))
}

/// What stands in quotes behind an opcode.
fn operand<'l>(line: &'l str, opcode: &str) -> Option<&'l str> {
    let at = line.find(&format!(" {opcode} \""))?;
    line[at..].split('"').nth(1)
}

fn is_quiet(position: &Position) -> bool {
    if position.in_check() {
        return false;
    }
    let rules = position.rules();
    let board = position.board();
    let mut noisy = MoveList::new();
    rules.generate(Which::Noisy, &mut noisy);
    !noisy.iter().any(|&mv| {
        let Some(victim) = rules.captured(mv) else { return mv.promoted() == Some(Role::Queen) };
        let taker = rules.moved(mv);
        let defended = board.attackers(mv.to(), board.occupied) & board.side(!position.turn());
        let safe = defended & !squares::of(mv.to()) == 0;
        safe || VALUES[victim as usize] > VALUES[taker as usize] || mv.promoted().is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::EvalOptions;

    const LINE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c9 \"1-0\"; id \"7\";";

    #[test]
    fn lines_are_read_or_refused() {
        let evaluator = Evaluator::new(&EvalOptions::default());
        let mut set = Set::default();
        read(LINE, &evaluator, &mut set).expect("a position");
        assert_eq!(set.fitted.samples.len(), 1);
        for line in ["8/8/8 w - -", "x w - - c9 \"1-0\";", &LINE.replace("1-0", "2-0")] {
            let sentence = read(line, &evaluator, &mut set).expect_err(line);
            assert!(sentence.starts_with("line 1: "), "{sentence}");
        }
        // The queen can be taken.
        let noisy = "4k3/8/8/3q4/4P3/8/8/4K3 w - - c9 \"0-1\"; id \"8\";";
        read(noisy, &evaluator, &mut set).expect("a position");
        assert_eq!(set.fitted.samples.len() + set.held_out.samples.len(), 1);
    }
}
