//! A move of a node that may be searched.

use rules::Move;

use super::order::Stage;

/// A move that is searched, and what is known of it before.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveCandidate {
    pub(super) mv: Move,
    pub(super) stage: Stage,
    /// How many moves of the node were searched before it.
    pub(super) move_count: usize,
    /// Plies that it is extended by for being singular.
    pub(super) singular: i32,
}

impl MoveCandidate {
    /// A move of the root.
    pub(super) fn at_root(mv: Move, move_count: usize) -> Self {
        let stage = match move_count {
            0 => Stage::TtMove,
            _ if mv.is_quiet() => Stage::Quiet,
            _ => Stage::GoodNoisy,
        };
        Self { mv, stage, move_count, singular: 0 }
    }
}
