//! One node of the alpha-beta search.

use rules::Move;

use super::{
    Searched, Searcher,
    order::{Captures, Picker},
    too_deep,
    window::Window,
};
use crate::{
    position::Position,
    score::Score,
    tt::{Bound, Entry},
};

/// A node whose moves are being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'p> {
    pub(super) position: &'p Position,
    pub(super) depth: i32,
    pub(super) ply: usize,
}

impl Searcher<'_> {
    /// The score of a position that is not the root, searched to `depth`.
    pub(super) fn node(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Searched {
        if depth <= 0 {
            return self.quiescence(position, window, ply);
        }
        self.visit(ply)?;
        if self.is_draw(position, ply) {
            return Ok(Score::DRAW);
        }
        if too_deep(ply) {
            return Ok(self.shared.evaluator.evaluate(position));
        }
        let Some(window) = nearer_mates_only(window, ply) else {
            return Ok(window_edge(window, ply));
        };
        let known = self.shared.table.probe(position.key(), ply);
        self.table_counters.probed(known.as_ref());
        // A cut-off inside the principal variation would cut the line short.
        if let Some(entry) = known
            && window.is_null()
            && entry.cuts(depth, window.alpha, window.beta)
        {
            self.table_counters.cut(entry.bound);
            return Ok(entry.score);
        }
        if let Some(score) = self.tablebase(position, window, depth, ply) {
            return Ok(score);
        }
        let node = Node { position, depth, ply };
        if let Some(score) = self.null_move(node, window)? {
            return Ok(score);
        }
        self.moves(node, window, known.map_or(Move::NONE, |entry| entry.mv))
    }

    /// Searches the moves of a node and stores what comes out.
    fn moves(&mut self, node: Node<'_>, mut window: Window, hash_move: Move) -> Searched {
        let asked = window;
        let legal = node.position.rules().legal_moves();
        if legal.is_empty() {
            return Ok(no_move(node.position, node.ply));
        }
        let mut picker = Picker::new(self, node, &legal, hash_move, Captures::AndQuiets);
        let mut best = (-Score::INFINITE, None);
        let mut quiets = Quiets::new();
        let book = self.book(node);
        let mut searched = 0;
        while let Some(mv) = picker.next() {
            let child = node.position.play(mv, self.shared.evaluator.psqt());
            let bonus = book.bonus(mv);
            let shifted = window.less(bonus);
            let score = self.search_move(node, shifted, mv, &child, searched)?.plus(bonus);
            searched += 1;
            if score > best.0 {
                best.0 = score;
                if score > window.alpha {
                    best.1 = Some(mv);
                    window.alpha = score;
                    self.stack.prepend(node.ply, mv);
                }
            }
            if score >= window.beta {
                self.credit_cutoff(node, mv, &quiets);
                break;
            }
            quiets.note(mv);
        }
        let (score, best_move) = best;
        self.store(node, asked, score, best_move);
        Ok(score)
    }

    /// Stores what the search of a node with this window found.
    pub(super) fn store(
        &mut self,
        node: Node<'_>,
        window: Window,
        score: Score,
        best_move: Option<Move>,
    ) {
        let bound = if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let mv = best_move.unwrap_or(Move::NONE);
        let entry = Entry { mv, score, depth: node.depth, bound, evaluation: None };
        let stored = self.shared.table.store(node.position.key(), node.ply, entry);
        self.table_counters.stored(stored);
    }
}

/// The score of a position without a legal move.
pub(super) fn no_move(position: &Position, ply: usize) -> Score {
    if position.in_check() { Score::mated_at(ply) } else { Score::DRAW }
}

/// Mate distance pruning: no score from here is worse than being mated at once, none better than
/// mating with the next move. `None` if nothing is left between.
fn nearer_mates_only(window: Window, ply: usize) -> Option<Window> {
    let alpha = window.alpha.max(Score::mated_at(ply));
    let beta = window.beta.min(Score::mate_at(ply + 1));
    (alpha < beta).then_some(Window { alpha, beta })
}

/// The score at which mate distance pruning ended.
fn window_edge(window: Window, ply: usize) -> Score {
    window.alpha.max(Score::mated_at(ply))
}

/// The quiet moves of a node that did not cut off.
#[derive(Debug)]
pub(super) struct Quiets {
    moves: arrayvec::ArrayVec<Move, { Self::MOST }>,
}

impl Quiets {
    /// Moves beyond this many say nothing new.
    const MOST: usize = 64;

    fn new() -> Self {
        Self { moves: arrayvec::ArrayVec::new() }
    }

    fn note(&mut self, mv: Move) {
        if mv.is_quiet() {
            let _ = self.moves.try_push(mv);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().copied()
    }
}
