//! A node of the full search, and what is known of it before its moves are searched.

use super::window::Window;
use crate::{
    position::Position,
    score::Score,
    tt::{Bound, Entry},
};

/// What is expected of a node. Where later moves get a zero window first (`PVS` all), an open
/// window and the principal variation are the same; else the window says nothing of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    /// It is on the principal variation: its exact score may be wanted.
    Pv,
    /// It will fail high.
    Cut,
    /// It will fail low.
    All,
}

impl NodeKind {
    /// What is expected of a child off the principal variation.
    pub(super) fn opposite(self) -> Self {
        if self == Self::Cut { Self::All } else { Self::Cut }
    }

    /// With this window: nothing exact comes out of a null window.
    pub(super) fn within(self, window: Window) -> Self {
        if self == Self::Pv && window.is_null() { Self::All } else { self }
    }
}

/// A node whose moves are being searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'p> {
    pub(super) position: &'p Position,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) kind: NodeKind,
    /// What the transposition table knows of it.
    pub(super) tt_entry: Option<Entry>,
    /// The evaluation, uncorrected; none in check.
    pub(super) raw_eval: Option<Score>,
    /// The raw eval and what the correction history adds to it; none in check.
    pub(super) static_eval: Option<Score>,
    /// Whether the static eval is better than two plies before.
    pub(super) improving: bool,
}

impl Node<'_> {
    /// Whether its exact score may be wanted.
    pub(super) fn is_pv(&self) -> bool {
        self.kind == NodeKind::Pv
    }

    /// Whether it is expected to fail high.
    pub(super) fn is_cut_node(&self) -> bool {
        self.kind == NodeKind::Cut
    }

    /// The static eval, or the table's if it is known to be nearer to the truth; none in check.
    pub(super) fn eval(&self) -> Option<Score> {
        let static_eval = self.static_eval?;
        let better = self.tt_entry.filter(|entry| match entry.bound {
            Bound::Lower => entry.score > static_eval,
            Bound::Upper => entry.score < static_eval,
            Bound::Exact => true,
        });
        Some(better.map_or(static_eval, |entry| entry.score))
    }
}
