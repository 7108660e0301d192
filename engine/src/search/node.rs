//! A node of the full search, and what is known of it before its moves are searched.

use super::window::Window;
use crate::{
    position::Position,
    score::Score,
    tt::{Bound, Entry},
};

/// The expected kind of a node (D. Knuth and R. Moore, 1975; the names are T. Marsland's). With
/// `PVS` all, PV nodes are those with an open window; otherwise the window does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    /// On the principal variation: an exact score is expected.
    Pv,
    /// Expected to fail high.
    Cut,
    /// Expected to fail low.
    All,
}

impl NodeKind {
    /// The kind of a child off the principal variation.
    pub(super) fn opposite(self) -> Self {
        if self == Self::Cut { Self::All } else { Self::Cut }
    }

    /// The kind with this window: a zero window yields no exact score.
    pub(super) fn within(self, window: Window) -> Self {
        if self == Self::Pv && window.is_null() { Self::All } else { self }
    }
}

/// A node of the full search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'p> {
    pub(super) position: &'p Position,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) kind: NodeKind,
    /// Its entry in the transposition table.
    pub(super) tt_entry: Option<Entry>,
    /// The evaluation, uncorrected; none in check.
    pub(super) raw_eval: Option<Score>,
    /// The raw eval and what the correction history adds to it; none in check.
    pub(super) static_eval: Option<Score>,
    /// Whether it is on the principal variation, or was when the table last knew it.
    pub(super) was_pv: bool,
    /// Whether the static eval is better than two plies before.
    pub(super) improving: bool,
}

impl Node<'_> {
    /// Whether it is on the principal variation.
    pub(super) fn is_pv(&self) -> bool {
        self.kind == NodeKind::Pv
    }

    /// Whether it is expected to fail high.
    pub(super) fn is_cut_node(&self) -> bool {
        self.kind == NodeKind::Cut
    }

    /// The static eval, or the table's score where its bound makes it the better estimate; none in
    /// check.
    pub(super) fn eval(&self) -> Option<Score> {
        self.static_eval.map(|static_eval| with_table(static_eval, self.tt_entry))
    }
}

/// A static eval, or the table's score where its bound makes it the better estimate.
pub(super) fn with_table(static_eval: Score, entry: Option<Entry>) -> Score {
    let better = entry.filter(|entry| match entry.bound {
        Bound::Lower => entry.score > static_eval,
        Bound::Upper => entry.score < static_eval,
        Bound::Exact => true,
    });
    better.map_or(static_eval, |entry| entry.score)
}
