//! King and pawn against king.

use rules::Squares;

use super::squares::{bit, each, has, king, near, pawn};

/// What the pawn's side wins, by its king: sets of the other king.
#[derive(Clone, Debug)]
pub(super) struct Kpk {
    /// White to move.
    pub(super) won: [Squares; 64],
    /// Black to move.
    pub(super) lost: [Squares; 64],
}

impl Kpk {
    /// The pawn on this square; `further` is what comes of its advance by one and by two.
    pub(super) fn new(at: usize, further: [Option<&Self>; 2]) -> Self {
        let mut kpk = Self { won: [0; 64], lost: [0; 64] };
        loop {
            let before = kpk.lost.iter().chain(&kpk.won).map(|set| set.count_ones()).sum::<u32>();
            for white in (0..64).filter(|&white| white != at) {
                for black in (0..64).filter(|&black| black != at && !near(white, black)) {
                    kpk.won[white] |= Squares::from(kpk.wins(at, further, white, black)) << black;
                    kpk.lost[white] |= Squares::from(kpk.loses(at, white, black)) << black;
                }
            }
            if kpk.lost.iter().chain(&kpk.won).map(|set| set.count_ones()).sum::<u32>() == before {
                return kpk;
            }
        }
    }

    fn wins(&self, at: usize, further: [Option<&Self>; 2], white: usize, black: usize) -> bool {
        if has(pawn(at), black) || each(king(white) & !bit(at)).any(|to| has(self.lost[to], black))
        {
            return true;
        }
        let goal = at + 8;
        if goal == white || goal == black {
            return false;
        }
        let [one, two] = further;
        let Some(one) = one else { return !near(black, goal) || near(white, goal) };
        let two = two.filter(|_| ![white, black].contains(&(at + 16)));
        has(one.lost[white], black) || two.is_some_and(|two| has(two.lost[white], black))
    }

    fn loses(&self, at: usize, white: usize, black: usize) -> bool {
        let legal = |&to: &usize| !near(to, white) && !has(pawn(at), to);
        let holds = |to: usize| to == at || !has(self.won[white], to);
        let mut moves = each(king(black)).filter(legal).peekable();
        let can_move = moves.peek().is_some();
        (can_move || has(pawn(at), black)) && !moves.any(holds)
    }
}

#[cfg(test)]
mod tests {
    use engine::{
        eval::{Evaluator, endings::kpk},
        game::Game,
        options::Options,
        position::Position,
    };
    use rules::Color;
    use shakmaty::{CastlingMode, Color::White, Role, Setup, Square, fen::Fen};

    use super::*;
    use crate::retrograde::rooks::pawns;

    fn fen([white, black, pawn]: [usize; 3], turn: shakmaty::Color) -> String {
        let mut setup = Setup { turn, ..Setup::empty() };
        let men = [
            (white, Role::King.of(White)),
            (black, Role::King.of(!White)),
            (pawn, Role::Pawn.of(White)),
        ];
        for (square, piece) in men {
            setup.board.set_piece_at(Square::new(square as u32), piece);
        }
        Fen::try_from_setup(setup).unwrap().to_string()
    }

    #[test]
    fn the_engine_says_the_same() {
        let evaluator = Evaluator::new(&Options::default().eval);
        let mut solved: Vec<Option<Kpk>> = vec![None; 64];
        let mut seen = 0;
        for at in pawns().collect::<Vec<_>>().into_iter().rev() {
            let goals = [at + 8, if at < 16 { at + 16 } else { 64 }];
            let kpk = Kpk::new(at, goals.map(|goal| solved.get(goal)?.as_ref()));
            for (white, black) in (0..64).flat_map(|white| (0..64).map(move |black| (white, black)))
            {
                for (turn, sets) in [(White, &kpk.won), (!White, &kpk.lost)] {
                    let fen = fen([white, black, at], turn);
                    let Ok(game) = Game::from_fen(&fen, CastlingMode::Standard) else { continue };
                    let position = Position::new(game.position(), evaluator.psqt());
                    let Some(wins) = kpk::wins(&position, Color::White) else { continue };
                    assert_eq!(has(sets[white], black), wins, "{fen}");
                    seen += 1;
                }
            }
            solved[at] = Some(kpk);
        }
        assert!(seen > 160_000, "{seen}");
    }
}
