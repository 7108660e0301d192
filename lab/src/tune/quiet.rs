//! Which positions are quiet: those whose quiescence score is the static one, or nearly.
//!
//! The search's own quiescence prunes and remembers; here a plain one answers a single question, whether
//! captures and queen promotions gain more than a margin.

use engine::{eval::Evaluator, position::Position};
use rules::{Move, MoveList, Role, Which};

/// Centipawns that captures may gain in a quiet position.
const MARGIN: i32 = 25;
/// Plies of captures that are looked at.
const PLIES: u32 = 12;
/// What a king is worth where captures are put in order: it takes last.
const KING: i32 = 100;

/// Whether a position is quiet. None in check is.
pub(super) fn is_quiet(position: &Position, evaluator: &Evaluator) -> bool {
    if position.in_check() {
        return false;
    }
    let still = evaluator.evaluate(position).get();
    !reaches(position, still + MARGIN + 1, PLIES, evaluator)
}

/// Whether the side to move has this much at least: by standing still, unless in check, or by a capture
/// after which the other side cannot prevent it.
fn reaches(position: &Position, score: i32, plies: u32, evaluator: &Evaluator) -> bool {
    let in_check = position.in_check();
    if (!in_check || plies == 0) && evaluator.evaluate(position).get() >= score {
        return true;
    }
    plies > 0
        && moves(position, if in_check { Which::All } else { Which::Noisy }).into_iter().any(|mv| {
            let child = position.play(mv, evaluator.psqt());
            !reaches(&child, 1 - score, plies - 1, evaluator)
        })
}

/// Moves, the most valuable victims by the least valuable takers first.
fn moves(position: &Position, which: Which) -> MoveList {
    let rules = position.rules();
    let mut moves = MoveList::new();
    rules.generate(which, &mut moves);
    let gain = |mv: Move| {
        let victim = rules.captured(mv).map_or(0, |victim| 10 * victim.classic_value());
        let taker = rules.moved(mv);
        (if taker == Role::King { KING } else { taker.classic_value() }) - victim
    };
    moves.sort_by_key(|&mv| gain(mv));
    moves
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use engine::{game::Game, options::EvalOptions};

    #[test]
    fn what_captures_change_is_not_quiet() {
        let evaluator = Evaluator::new(&EvalOptions::default());
        for (fen, quiet) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
            // A queen that can be taken, and a knight that is defended.
            ("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", false),
            ("3rk3/8/2p5/3n4/8/8/8/3QK3 w - - 0 1", true),
            // The pawn's defender is pinned.
            ("4k3/8/4n3/2p5/8/3N4/8/K3R3 w - - 0 1", false),
            // In check, and about to promote.
            ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", false),
            ("7k/P7/8/8/8/8/8/K7 w - - 0 1", false),
        ] {
            let game = Game::from_fen(fen, CastlingMode::Standard).expect("a FEN");
            let position = Position::new(game.position(), evaluator.psqt());
            assert_eq!(is_quiet(&position, &evaluator), quiet, "{fen}");
        }
    }
}
