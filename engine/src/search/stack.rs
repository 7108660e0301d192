//! What is remembered for each ply on the way from the root.

use arrayvec::ArrayVec;
use rules::Move;

use super::{
    assess::Assessed,
    order::{Killers, Step},
    shuffles::Trail,
};
use crate::score::{MAX_PLY, Score};

/// A principal variation.
pub(super) type Line = ArrayVec<Move, MAX_PLY>;

#[derive(Clone, Debug)]
struct Frame {
    line: Line,
    killers: Killers,
    /// The move that led here.
    entry: Entry,
    /// A move that the node at this ply leaves out.
    excluded: Move,
    /// The static score of the node at this ply; none in check.
    static_score: Option<Score>,
    /// The evaluation of the position that was looked at last at this ply.
    assessed: Assessed,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            line: Line::new(),
            killers: Killers::default(),
            entry: Entry::default(),
            excluded: Move::NONE,
            static_score: None,
            assessed: Assessed::NONE,
        }
    }
}

/// How a node was entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The move; none for a null move.
    pub(super) step: Step,
    /// Whether it was a null move.
    pub(super) is_null: bool,
    /// Whether it was the hash move.
    pub(super) is_hash_move: bool,
    /// Plies that the way here was extended by.
    pub(super) extended: i32,
    /// Hash moves on the way here that still wait for their extension (PVX-01).
    pub(super) hash_moves: i32,
    /// Hash-move extensions on the way here.
    pub(super) hash_move_extensions: u64,
    /// Shuffles on the way here (SHF-01); none unless they are counted.
    pub(super) trail: Trail,
}

impl Default for Entry {
    fn default() -> Self {
        Self {
            step: Step::NONE,
            is_null: false,
            is_hash_move: false,
            extended: 0,
            hash_moves: 0,
            hash_move_extensions: 0,
            trail: Trail::default(),
        }
    }
}

/// One frame for each ply, and some more for the children of the last.
#[derive(Debug)]
pub(super) struct Stack {
    frames: Box<[Frame]>,
}

impl Default for Stack {
    fn default() -> Self {
        Self { frames: vec![Frame::default(); MAX_PLY + 2].into() }
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

    /// How the node at `ply` was entered.
    pub(super) fn entry(&self, ply: usize) -> Entry {
        self.frames[ply].entry
    }

    /// The shuffles on the way to the node at `ply`.
    #[inline(always)]
    pub(super) fn trail(&self, ply: usize) -> Trail {
        self.frames[ply].entry.trail
    }

    /// Notes how the node at `ply` is entered.
    pub(super) fn enter(&mut self, ply: usize, entry: Entry) {
        self.frames[ply].entry = entry;
    }

    /// The move so many plies before the node at `ply`: 1 is the move that led to it.
    #[inline(always)]
    pub(super) fn step(&self, ply: usize, back: usize) -> Step {
        if ply >= back { self.frames[ply + 1 - back].entry.step } else { Step::NONE }
    }

    /// The move that the node at `ply` leaves out.
    pub(super) fn excluded(&self, ply: usize) -> Move {
        self.frames[ply].excluded
    }

    pub(super) fn exclude(&mut self, ply: usize, mv: Move) {
        self.frames[ply].excluded = mv;
    }

    /// The static score of the node that was entered last at `ply`.
    pub(super) fn static_score(&self, ply: usize) -> Option<Score> {
        self.frames[ply].static_score
    }

    pub(super) fn set_static_score(&mut self, ply: usize, score: Option<Score>) {
        self.frames[ply].static_score = score;
    }

    /// Forgets what positions are worth.
    pub(super) fn forget_evaluations(&mut self) {
        for frame in &mut self.frames {
            frame.assessed = Assessed::NONE;
        }
    }

    pub(super) fn assessed(&self, ply: usize) -> &Assessed {
        &self.frames[ply].assessed
    }

    pub(super) fn assessed_mut(&mut self, ply: usize) -> &mut Assessed {
        &mut self.frames[ply].assessed
    }
}
