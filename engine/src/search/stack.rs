//! What is remembered for each ply on the way from the root.

use arrayvec::ArrayVec;
use rules::Move;

use super::order::Killers;
use crate::score::MAX_PLY;

/// A principal variation.
pub(super) type Line = ArrayVec<Move, MAX_PLY>;

#[derive(Clone, Debug, Default)]
struct Frame {
    line: Line,
    killers: Killers,
    /// Whether the move that led here was a null move.
    after_null: bool,
    /// Plies that the way here was extended by.
    extended: i32,
}

/// One frame for each ply, and one more for the children of the last.
#[derive(Debug)]
pub(super) struct Stack {
    frames: Box<[Frame]>,
}

impl Default for Stack {
    fn default() -> Self {
        Self { frames: vec![Frame::default(); MAX_PLY + 1].into() }
    }
}

impl Stack {
    /// The best line known from `ply` on.
    pub(super) fn line(&self, ply: usize) -> &Line {
        &self.frames[ply].line
    }

    /// Forgets the line of a node that is entered.
    pub(super) fn clear_line(&mut self, ply: usize) {
        self.frames[ply].line.clear();
    }

    /// The best line is now `mv` and the line of the node behind it.
    pub(super) fn prepend(&mut self, ply: usize, mv: Move) {
        if let [frame, next, ..] = &mut self.frames[ply..] {
            frame.line.clear();
            frame.line.push(mv);
            let rest = frame.line.remaining_capacity();
            frame.line.extend(next.line.iter().copied().take(rest));
        }
    }

    pub(super) fn killers(&self, ply: usize) -> Killers {
        self.frames[ply].killers
    }

    pub(super) fn killers_mut(&mut self, ply: usize) -> &mut Killers {
        &mut self.frames[ply].killers
    }

    pub(super) fn after_null(&self, ply: usize) -> bool {
        self.frames[ply].after_null
    }

    /// Notes how the node at `ply` is entered.
    pub(super) fn enter(&mut self, ply: usize, after_null: bool, extended: i32) {
        let before = self.extended(ply - 1);
        let frame = &mut self.frames[ply];
        frame.after_null = after_null;
        frame.extended = before + extended;
    }

    /// Plies that the way to `ply` was extended by.
    pub(super) fn extended(&self, ply: usize) -> i32 {
        self.frames[ply].extended
    }
}
