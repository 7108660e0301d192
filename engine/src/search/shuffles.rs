//! Counting shuffles on the way from the root, for the anti-shuffle penalty (SHF-01; E. Schröder,
//! Pro Deo). Off by default: `AntiShuffle`.
//!
//! A shuffle is a move of a piece that is no capture and answers no threat. Whoever moved last pays
//! for all shuffles of its own since the root, if that last move was one; what they cost is said by
//! [`anti_shuffle`](crate::eval::anti_shuffle). Readings: castling is no shuffle, it cannot be taken
//! back; a threat is check, or a capture that would win material had the mover passed, and it is
//! answered if afterwards the best capture wins less; moves before the root do not count, nor do
//! those of quiescence: captures and evasions are no shuffles, and the quiet checks of its first
//! ply (`QS_Checks`) are not charged.
//!
//! *With the transposition table* (which does not know paths): the counts of both sides, and whether
//! the last move was a shuffle, are folded into the key that is probed and stored with. A score is
//! then found again only where the same shuffles were made. On a path without shuffles, at the root
//! above all, the key is the position's own. The count of a side is kept up to
//! [`MOST_THAT_MATTER`], from where on the penalty stays the same, so there are 128 keys for a
//! position at most.

use rules::{Color, Move, Role};

use super::{Searcher, hanging::best_win};
use crate::{
    eval::anti_shuffle::{MOST_THAT_MATTER, Shuffles},
    mixing::{SPREAD, mixed},
    position::Position,
};

/// The shuffles on the way to a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Trail {
    counts: [u8; 2],
    /// Whether the last move was a shuffle.
    ends_in_shuffle: bool,
}

impl Trail {
    /// After a shuffle of `us`.
    fn and_shuffle(mut self, us: Color) -> Self {
        let count = &mut self.counts[us as usize];
        *count = (*count + 1).min(MOST_THAT_MATTER);
        Self { ends_in_shuffle: true, ..self }
    }

    /// After any other move.
    pub(super) const fn and_another_move(self) -> Self {
        Self { ends_in_shuffle: false, ..self }
    }

    /// What is to be paid for by `us`, who moved last.
    #[inline(always)]
    fn charged_to(self, us: Color) -> Shuffles {
        let mut charged = [0; 2];
        if self.ends_in_shuffle {
            charged[us as usize] = self.counts[us as usize];
        }
        Shuffles(charged)
    }

    /// What the key of a position at the end of this way differs by.
    fn salt(self) -> u64 {
        let [white, black] = self.counts.map(u64::from);
        let number = (white << 4 | black << 1) + u64::from(self.ends_in_shuffle);
        // Without shuffles the key stays as it is.
        mixed(number.wrapping_mul(SPREAD))
    }
}

impl Searcher<'_> {
    /// Whether shuffles are to be counted.
    const fn counts_shuffles(&self) -> bool {
        let options = self.shared.options;
        options.search.anti_shuffle() && options.eval.shuffle_scale() > 0
    }

    /// The key of the node at `ply` in the transposition table.
    #[inline(always)]
    pub(super) fn key(&self, position: &Position, ply: usize) -> u64 {
        let trail = self.stack.last_move(ply).trail;
        if self.counts_shuffles() { position.key() ^ trail.salt() } else { position.key() }
    }

    /// The shuffles that a position at `ply` is evaluated with.
    #[inline(always)]
    pub(super) fn charged(&self, position: &Position, ply: usize) -> Shuffles {
        self.stack.last_move(ply).trail.charged_to(!position.turn())
    }

    /// The way behind a move that leads from `position` at `ply` to `child`; `before` is the way to it.
    pub(super) fn trail(
        &mut self,
        position: &Position,
        mv: Move,
        child: &Position,
        ply: usize,
        before: Trail,
    ) -> Trail {
        if !self.counts_shuffles() || !self.is_shuffle(position, mv, child, ply) {
            return before.and_another_move();
        }
        let us = position.turn();
        let after = before.and_shuffle(us);
        let counters = &mut self.counters;
        counters.shuffle_nodes += 1;
        counters.shuffle_max_count =
            counters.shuffle_max_count.max(after.counts[us as usize].into());
        after
    }

    /// Whether a move does nothing but move a piece about. The threat that it may answer is the node's: it
    /// is looked for once.
    fn is_shuffle(&mut self, position: &Position, mv: Move, child: &Position, ply: usize) -> bool {
        let rules = position.rules();
        if !mv.is_quiet()
            || mv.is_castling()
            || rules.moved(mv) == Role::Pawn
            || position.in_check()
        {
            return false;
        }
        let threat = self.stack.threat(ply, position.key()).unwrap_or_else(|| {
            self.counters.shuffle_threats += 1;
            let threat = best_win(&rules.pass(), &self.exchange);
            self.stack.set_threat(ply, position.key(), threat);
            threat
        });
        threat == 0 || best_win(child.rules(), &self.exchange) >= threat
    }
}

#[cfg(test)]
mod tests {

    use std::collections::BTreeSet;

    use shakmaty::CastlingMode;

    use super::*;
    use crate::{eval::anti_shuffle::penalty, game::Game, options::Options, search::with_searcher};

    const STARTING: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn shuffles(fen: &str, mv: &str) -> bool {
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        let mv = game.find(mv).unwrap();
        let mut found = None;
        with_searcher(&Options::default(), |searcher| {
            let position = Position::new(game.position(), &searcher.psqt);
            let child = position.play(mv, &searcher.psqt);
            found = Some(searcher.is_shuffle(&position, mv, &child, 0));
        });
        found.unwrap()
    }

    /// A node's threat is the same for all of its moves.
    #[test]
    fn a_threat_is_looked_for_once_a_node() {
        with_searcher(&Options::default(), |searcher| {
            let mut games = ["r3k2r/ppp2ppp/2n5/8/6n1/2N2N1P/PPP2PP1/R3K2R b KQkq - 0 1", STARTING]
                .map(|fen| Game::from_fen(fen, CastlingMode::Standard).unwrap());
            for (i, game) in games.iter_mut().enumerate() {
                let position = Position::new(game.position(), &searcher.psqt);
                let mut shuffles = 0;
                for &mv in position.rules().legal_moves().iter() {
                    let child = position.play(mv, &searcher.psqt);
                    shuffles += usize::from(searcher.is_shuffle(&position, mv, &child, 0));
                }
                assert!(shuffles > 1, "{shuffles}");
                assert_eq!(searcher.counters.shuffle_threats, i as u64 + 1);
            }
        });
    }

    #[test]
    fn pawns_captures_and_answers_do_not_shuffle() {
        let calm = "r3k2r/pppq1ppp/2n2n2/3p4/3P4/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1";
        assert!(shuffles(calm, "a1b1") && shuffles(calm, "d2e2") && shuffles(calm, "f3g1"));
        assert!(!shuffles(calm, "a2a3") && !shuffles(calm, "c3d5") && !shuffles(calm, "e1g1"));
        // E. Schröder's example: h3 attacks the knight on g4, which goes back to f6.
        let attacked = "r3k2r/ppp2ppp/2n5/8/6n1/2N2N1P/PPP2PP1/R3K2R b KQkq - 0 1";
        assert!(!shuffles(attacked, "g4f6"), "it answers");
        assert!(shuffles(attacked, "a8b8"), "it does not");
        // In check every move answers.
        assert!(!shuffles("4k3/8/8/8/7b/8/8/R3K3 w - - 0 1", "e1e2"));
    }

    #[test]
    fn the_count_of_a_path_is_charged_to_who_shuffled_last() {
        let mut trail = Trail::default();
        let (mut count, mut costs) = (0, Vec::new());
        for _ in 0..20 {
            trail = trail.and_shuffle(Color::White);
            count += 1;
            let Shuffles([white, black]) = trail.charged_to(Color::White);
            assert_eq!((penalty(white), black), (penalty(count), 0), "after {count}");
            costs.push(penalty(white));
            // The other side moves a pawn: nobody pays, nothing is forgotten.
            trail = trail.and_another_move();
            assert_eq!(trail.charged_to(Color::Black), Shuffles::default());
        }
        assert_eq!(costs[..8], [0, 0, 8, 16, 32, 36, 40, 40]);
        assert_eq!(costs[19], 40);
    }

    #[test]
    fn every_way_that_matters_has_its_own_key() {
        let mut salts = BTreeSet::new();
        for white in 0..=MOST_THAT_MATTER {
            for black in 0..=MOST_THAT_MATTER {
                for ends_in_shuffle in [false, true] {
                    salts.insert(Trail { counts: [white, black], ends_in_shuffle }.salt());
                }
            }
        }
        assert_eq!(salts.len(), 128);
        assert_eq!(Trail::default().salt(), 0, "without shuffles the key is the position's");
    }
}
