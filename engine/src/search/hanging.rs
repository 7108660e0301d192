//! The hanging-pieces reduction (SRH-01; E. Schröder, Pro Deo): a move that leaves two pieces hanging
//! will lose one of them, so if the score less a penalty for them is below alpha it is searched a
//! ply shallower.
//!
//! Readings: the pieces are the mover's, looked for after the move, when the other side may take; a
//! piece hangs if the best exchange that takes it wins material; the penalty is a percentage of the
//! second loss (and one of the highest, 0 by default); the score is the child's evaluation, as the
//! mover sees it. Spared are evasions, checks, and captures that win material. Of the older static
//! reductions of REBEL (SRH-02) the sources give no rules.

use rules::{Square, Which, squares};

use super::{Searcher, node::Node, pvs::ChildSearch, see::Exchange, window::Window};
use crate::score::Score;

/// A piece that can be captured at a profit, and the profit in centipawns.
pub type Hanging = (Square, i32);

/// The two pieces of the side not to move whose capture wins most, the higher first.
#[must_use]
pub fn highest_hanging(position: &rules::Position, exchange: &Exchange) -> [Option<Hanging>; 2] {
    let mut highest: [Option<Hanging>; 2] = [None; 2];
    let mut captures = rules::MoveList::new();
    position.generate(Which::Noisy, &mut captures);
    let mut seen = 0;
    for mv in captures.iter().copied().filter(|mv| mv.is_capture()) {
        let on = mv.captured_on();
        if squares::contains(seen, on) {
            continue;
        }
        seen |= squares::of(on);
        // The best of the captures of this piece.
        let takers =
            captures.iter().copied().filter(|mv| mv.is_capture() && mv.captured_on() == on);
        let win = takers.map(|mv| exchange.see(position, mv)).max().unwrap_or(0);
        if win <= 0 {
            continue;
        }
        if highest[0].is_none_or(|(_, most)| win > most) {
            highest = [Some((on, win)), highest[0]];
        } else if highest[1].is_none_or(|(_, second)| win > second) {
            highest[1] = Some((on, win));
        }
    }
    highest
}

/// What the best capture of the side to move wins, centipawns.
pub(super) fn best_win(position: &rules::Position, exchange: &Exchange) -> i32 {
    highest_hanging(position, exchange)[0].map_or(0, |(_, win)| win)
}

impl Searcher<'_> {
    /// One ply if the move leaves two pieces hanging and the score less the penalty is below alpha.
    pub(super) fn hanging_reduction(
        &mut self,
        node: &Node<'_>,
        window: Window,
        searched: &ChildSearch<'_>,
    ) -> i32 {
        let options = self.options();
        if !options.hanging() || node.depth < options.hanging_min_depth() {
            return 0;
        }
        let (mv, child) = (searched.candidate.mv, searched.child);
        self.counters.srh_tested += 1;
        if node.position.in_check() {
            self.counters.srh_blocked_incheck += 1;
            return 0;
        }
        if child.in_check() {
            self.counters.srh_blocked_givescheck += 1;
            return 0;
        }
        if mv.is_capture() && self.exchange.see_ge(node.position.rules(), mv, 1) {
            self.counters.srh_blocked_capture += 1;
            return 0;
        }
        let [Some((_, highest)), Some((_, second))] =
            highest_hanging(child.rules(), &self.exchange)
        else {
            self.counters.srh_blocked_count += 1;
            return 0;
        };
        let penalty = second * options.hanging_percent() / 100
            + highest * options.hanging_highest_percent() / 100;
        let score = -self.assess(child, node.ply + 1).score;
        if bears(score, penalty, window.alpha) {
            self.counters.srh_blocked_score += 1;
            return 0;
        }
        self.counters.srh_reduced += 1;
        1
    }
}

/// Whether a score less the penalty is still at alpha.
fn bears(score: Score, penalty: i32, alpha: Score) -> bool {
    score.plus(-penalty) >= alpha
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::game::Game;

    fn hanging(fen: &str) -> Vec<(String, i32)> {
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        let found = highest_hanging(&game.position(), &Exchange::new(true));
        found.into_iter().flatten().map(|(on, win)| (on.to_string(), win)).collect()
    }

    #[test]
    fn the_two_highest_are_found() {
        // Rook, queen and knight hang.
        let two = hanging("4k3/8/8/r6N/2p5/3b4/4P1q1/q2RK2Q b - - 0 1");
        assert_eq!(two.len(), 2);
        assert!(two[0].1 >= two[1].1);
        assert_eq!(hanging("4k3/8/8/3r4/8/8/8/3QK3 w - - 0 1"), [("d5".to_owned(), 500)]);
        assert!(hanging("4k3/8/4p3/3r4/8/8/8/3QK3 w - - 0 1").is_empty(), "defended");
        assert_eq!(
            hanging("4k3/8/n7/3r4/8/8/4B3/3QK3 w - - 0 1"),
            [("d5".to_owned(), 500), ("a6".to_owned(), 300)]
        );
    }

    #[test]
    fn the_penalty_decides() {
        let score = Score::centipawns;
        assert!(bears(score(200), 150, score(50)));
        assert!(!bears(score(199), 150, score(50)));
    }
}
