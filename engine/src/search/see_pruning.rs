//! Exchange pruning (SEE): near the leaves moves that lose too much material are not searched.

use rules::Move;

use super::{Searcher, candidate::MoveCandidate, node::Node};

impl Searcher<'_> {
    /// Whether a quiet move goes where nothing can take it, by the squares that the other side attacks.
    fn is_out_of_reach(&self, node: &Node<'_>, mv: Move) -> bool {
        mv.is_quiet() && self.options().history_threats() && !self.stack.threats(node.ply).reach(mv)
    }

    /// Whether a move, which may be a check, loses more than it may at this depth.
    pub(super) fn fails_see(
        &mut self,
        node: &Node<'_>,
        (candidate, checks): (&MoveCandidate, bool),
        depth: i32,
    ) -> bool {
        let options = self.options();
        let (rules, mv) = (node.position.rules(), candidate.mv);
        if !options.see_pruning() || self.is_out_of_reach(node, mv) {
            return false;
        }
        let may_lose = if mv.is_quiet() && !checks {
            let depth = depth.max(0);
            depth * (depth * options.see_pruning_quiet() + options.see_pruning_quiet_ply())
        } else if checks && !options.see_pruning_checks() {
            return false;
        } else {
            let most = options.see_pruning_capture() * node.depth;
            let by_history = match options.see_pruning_history() {
                0 => 0,
                divisor => self.capture_rating(node.position, mv) / divisor,
            };
            most + by_history.clamp(-most, most)
        };
        let loses = !self.exchange.see_ge(rules, mv, -may_lose);
        self.counters.see_pruned += u64::from(loses);
        loses
    }
}

#[cfg(test)]
#[cfg(feature = "lab")]
mod tests {
    use shakmaty::CastlingMode;

    use crate::{
        game::Game,
        options::Options,
        position::Position,
        search::{node::NodeKind, with_searcher},
    };

    /// Where nothing can take a piece no exchange is lost; in all positions a move after those of `bench`.
    #[test]
    fn what_is_out_of_reach_loses_nothing() {
        let (mut found, mut asked) = (0, 0);
        with_searcher(&Options::default(), |searcher| {
            for fen in include_str!("../bench.fen").lines() {
                let game = Game::from_fen(fen, CastlingMode::Standard).expect("a position");
                let root = Position::new(game.position(), &searcher.psqt);
                for mv in root.rules().legal_moves() {
                    let position = root.play(mv, &searcher.psqt);
                    let node = searcher.new_node(&position, 6, 1, None, NodeKind::All);
                    searcher.note_threats(&position, 1);
                    for mv in position.rules().legal_moves() {
                        asked += usize::from(mv.is_quiet());
                        if searcher.is_out_of_reach(&node, mv) {
                            found += 1;
                            assert!(
                                searcher.exchange.see_ge(position.rules(), mv, 0),
                                "{mv:?} {fen}"
                            );
                        }
                    }
                }
            }
        });
        assert!(found > asked / 3, "{found} of {asked}");
    }
}
