//! Move ordering: alpha-beta is only as good as the first move it tries.
//!
//! The order: the hash move; captures and promotions by MVV/LVA; killers; quiet moves by history;
//! promotions to less than a queen.

mod history;
mod killers;
mod mvv_lva;

use arrayvec::ArrayVec;
use rules::Move;
use tables::Role;

pub(super) use history::History;
pub(super) use killers::Killers;

use super::{
    Searcher,
    node::{Node, Quiets},
};

/// Most moves of a legal position.
const MOST_MOVES: usize = 256;

/// Orders of magnitude, so that a stage never mixes with the next.
const HASH_MOVE: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;
const UNDERPROMOTION: i32 = -(1 << 24);

/// Which moves a node wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Captures {
    /// Captures, and promotions to a queen.
    Only,
    /// All moves.
    AndQuiets,
}

/// Hands out the moves of a node, the most promising first.
#[derive(Debug)]
pub(super) struct Picker {
    moves: ArrayVec<(i32, Move), MOST_MOVES>,
}

impl Picker {
    /// Rates the legal moves.
    pub(super) fn new(
        searcher: &Searcher<'_>,
        node: Node<'_>,
        legal: &[Move],
        hash_move: Move,
        which: Captures,
    ) -> Self {
        let options = searcher.options();
        let killers =
            if options.killers { searcher.stack.killers(node.ply) } else { Killers::default() };
        let us = node.position.turn();
        let rate = |mv: Move| {
            if mv == hash_move {
                HASH_MOVE
            } else if mv.promoted().is_some_and(|role| role != Role::Queen) {
                UNDERPROMOTION + mvv_lva::rate(node.position.rules(), mv)
            } else if !mv.is_quiet() {
                CAPTURE + mvv_lva::rate(node.position.rules(), mv)
            } else if let Some(place) = killers.place(mv) {
                KILLER - place
            } else if options.history {
                searcher.history.get(us, mv)
            } else {
                0
            }
        };
        // Filled in place: collecting would copy the whole array about.
        let mut picker = Self { moves: ArrayVec::new() };
        for &mv in legal {
            if which == Captures::AndQuiets || is_loud(mv) {
                picker.moves.push((rate(mv), mv));
            }
        }
        picker
    }

    /// The best move left.
    pub(super) fn next(&mut self) -> Option<Move> {
        // Later ones win ties; the order is the same for every run.
        let (best, _) = self.moves.iter().enumerate().max_by_key(|(_, (rating, _))| rating)?;
        Some(self.moves.swap_remove(best).1)
    }
}

/// A capture, or a promotion to a queen; lesser promotions are left to the full search.
fn is_loud(mv: Move) -> bool {
    match mv.promoted() {
        Some(role) => role == Role::Queen,
        None => mv.is_capture(),
    }
}

impl Searcher<'_> {
    /// Remembers that `mv` refuted the node and that `quiets`, tried before, did not.
    pub(super) fn credit_cutoff(&mut self, node: Node<'_>, mv: Move, quiets: &Quiets) {
        if mv.is_quiet() {
            self.stack.killers_mut(node.ply).add(mv);
            self.history.credit(node.position.turn(), mv, quiets.iter(), node.depth);
        }
    }
}
