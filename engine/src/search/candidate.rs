//! A move of a node that may be searched.

use rules::Move;

use super::order::{MoveHistory, Stage};

/// A move from the picker, before it is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveCandidate {
    pub(super) mv: Move,
    pub(super) stage: Stage,
    /// How many moves of the node came before it, searched or pruned.
    pub(super) move_count: usize,
    /// What the histories of quiet moves say of it, be it quiet or not.
    pub(super) history: MoveHistory,
    /// Plies of singular extension; negative in a node where other moves reach beta too.
    pub(super) singular: i32,
}

impl MoveCandidate {
    /// A move of the root.
    pub(super) fn at_root(mv: Move, move_count: usize, history: MoveHistory) -> Self {
        let stage = match move_count {
            0 => Stage::TtMove,
            _ if mv.is_quiet() => Stage::Quiet,
            _ => Stage::GoodNoisy,
        };
        Self { mv, stage, move_count, history, singular: 0 }
    }
}
