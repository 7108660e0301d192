//! Quiet moves that come early whatever the histories say of them: pieces that leave the attack of a lesser one
//! (`MO_Escapes`), and checks (`MO_Checks`), as in Stockfish (2020 to 2022).

use rules::{Checks, Move, Position, Role, Squares, squares};

use super::Threats;
use crate::options::SearchOptions;

/// What a piece gains in order that leaves the attack of a lesser one, by its role.
const ESCAPE: [i32; 8] = [0, 15_000, 15_000, 25_000, 50_000, 0, 0, 0];
/// What a check gains.
const CHECK: i32 = 16_384;

/// What is urgent in a position.
#[derive(Debug)]
pub(super) struct Urgent<'p> {
    position: &'p Position,
    /// Pieces that a lesser one attacks.
    attacked: Squares,
    /// Squares that lesser pieces attack, by role.
    unsafe_for: [Squares; 8],
    checks: Checks<'p>,
    /// Percent of `ESCAPE` and of `CHECK`.
    percent: [i32; 2],
}

impl<'p> Urgent<'p> {
    /// That of the side to move, by what the other side attacks.
    #[inline(always)]
    pub(super) fn of(position: &'p Position, threats: &Threats, options: &SearchOptions) -> Self {
        let board = position.board();
        let us = position.turn();
        let [pawns, minors, rooks] = threats.by_lesser;
        let unsafe_for = [0, pawns, pawns, minors, rooks, 0, 0, 0];
        let attacked = Role::PIECES
            .iter()
            .fold(0, |sum, &role| sum | board.of(us, role) & unsafe_for[role as usize]);
        let percent = [options.order_escapes(), options.order_checks()];
        Self { position, attacked, unsafe_for, checks: Checks::of(position), percent }
    }

    /// What a quiet move gains in order.
    #[inline(always)]
    pub(super) fn rating(&self, mv: Move) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        let role = usize::from(self.position.board().codes[from.index()] >> 1) % ESCAPE.len();
        let [escapes, checks] = self.percent;
        let mut rating = 0;
        if squares::contains(self.attacked, from) && !squares::contains(self.unsafe_for[role], to) {
            rating += ESCAPE[role] * escapes / 100;
        }
        if squares::contains(self.checks.direct_of(role), to) {
            rating += CHECK * checks / 100;
        }
        rating
    }
}

#[cfg(test)]
#[cfg(feature = "lab")]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{game::Game, options::Options};

    #[test]
    fn pieces_flee_from_lesser_ones_and_checks_come_early() {
        let mut options = Options::default();
        options.set("MO_Escapes", "100").expect("an option");
        options.set("MO_Checks", "50").expect("an option");
        // A rook attacks the queen, a pawn the knight; nothing the bishop.
        let fen = "3r2k1/8/8/p7/1N1Q4/8/6B1/6K1 w - - 0 1";
        let game = Game::from_fen(fen, CastlingMode::Standard).expect("a position");
        let position = game.position();
        let threats = Threats::of(position.board(), !position.turn());
        let urgent = Urgent::of(&position, &threats, &options.search);
        let rating = |mv| urgent.rating(game.find(mv).expect("a move"));
        assert_eq!(rating("d4e3"), 50_000);
        assert_eq!(rating("d4d5"), CHECK / 2, "attacked there, too");
        assert_eq!(rating("d4g4"), 50_000 + CHECK / 2);
        assert_eq!(rating("d4c4"), 50_000 + CHECK / 2);
        assert_eq!(rating("b4c6"), 15_000);
        assert_eq!(rating("g2d5"), CHECK / 2);
        assert_eq!(rating("g2f3"), 0);
    }
}
