//! The root: its moves, what each was worth, and which is best.

use rules::Move;

use super::{Searched, Searcher, node::Attempt, stack::Line, window::Window};
use crate::{opening, position::Position, score::Score};

/// A move of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Centipawns from the opening table.
    bonus: i32,
    /// Nodes of its subtree in the last iteration, which says how hard it was to refute.
    nodes: u64,
}

/// The moves of the root, the best one first.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) moves: Vec<RootMove>,
}

/// The best that an iteration found.
#[derive(Clone, Debug)]
pub(super) struct Best {
    pub(super) score: Score,
    pub(super) line: Line,
}

impl Searcher<'_> {
    /// The legal moves, or those of them that the limits name.
    pub(super) fn root(&self, position: &Position) -> Root {
        let wanted = &self.limits.moves;
        let legal = position.rules().legal_moves();
        let moves = legal
            .iter()
            .filter(|mv| wanted.is_empty() || wanted.contains(mv))
            .map(|&mv| RootMove {
                mv,
                bonus: opening::root_bonus(position.key(), mv, &self.shared.options.play),
                nodes: 0,
            })
            .collect();
        Root { moves }
    }

    /// One iteration. `best` holds what was found even if the search is stopped on the way.
    pub(super) fn root_iteration(
        &mut self,
        position: &Position,
        root: &mut Root,
        depth: i32,
        asked: Window,
        best: &mut Option<Best>,
    ) -> Searched {
        let mut window = asked;
        self.visit(0)?;
        let hash = self.probe(position, 0);
        let node = self.at(position, window, depth, 0, hash, false);
        let mut top = (-Score::INFINITE, 0);
        for (searched, tried) in root.moves.iter_mut().enumerate() {
            let before = self.nodes;
            let child = position.play(tried.mv, &self.psqt);
            let attempt = Attempt::at_root(tried.mv, searched);
            let shifted = window.less(tried.bonus);
            let score = self.search_move(&node, shifted, &attempt, &child)?;
            let score = score.plus(tried.bonus);
            tried.nodes = self.nodes - before;
            if score > top.0 {
                top = (score, searched);
                if score > window.alpha {
                    window.alpha = score;
                    self.stack.prepend(0, tried.mv);
                    *best = Some(Best { score, line: self.stack.line(0).clone() });
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        let (score, index) = top;
        let RootMove { mv, bonus, .. } = root.moves[index];
        let best_move = (score > asked.alpha).then_some(mv);
        self.store(&node, asked.less(bonus), score.plus(-bonus), best_move);
        Ok(score)
    }
}

impl Root {
    /// Puts `mv` first and the others by the size of their trees.
    pub(super) fn order(&mut self, mv: Move) {
        self.moves.sort_by_key(|tried| (tried.mv != mv, std::cmp::Reverse(tried.nodes)));
    }
}
