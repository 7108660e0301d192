//! What is remembered for each ply on the way from the root.

use arrayvec::ArrayVec;
use rules::Move;

use super::{
    assess::Assessed,
    order::{Killers, PieceTo},
    shuffles::Trail,
};
use crate::score::{MAX_PLY, Score};

/// A principal variation.
pub(super) type Line = ArrayVec<Move, MAX_PLY>;

#[derive(Clone, Debug)]
struct Frame {
    line: Line,
    killers: Killers,
    last_move: LastMove,
    /// A move that the node at this ply leaves out.
    excluded: Move,
    /// The static eval of the node at this ply; none in check.
    static_eval: Option<Score>,
    /// The evaluation of the position that was looked at last at this ply.
    assessed: Assessed,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            line: Line::new(),
            killers: Killers::default(),
            last_move: LastMove::default(),
            excluded: Move::NONE,
            static_eval: None,
            assessed: Assessed::NONE,
        }
    }
}

/// The move that led to a node, and what is counted along the line that it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastMove {
    /// What moved where; tells a null move and the root's lack of a move, too.
    pub(super) piece_to: PieceTo,
    /// Whether it was the TT move.
    pub(super) is_tt_move: bool,
    /// Plies that the line was extended by.
    pub(super) extended: i32,
    /// TT moves of the line that still wait for their extension (PVX-01).
    pub(super) tt_moves: i32,
    /// TT move extensions of the line.
    pub(super) tt_move_extensions: u64,
    /// Shuffles of the line (SHF-01); none unless they are counted.
    pub(super) trail: Trail,
}

impl Default for LastMove {
    fn default() -> Self {
        Self {
            piece_to: PieceTo::NONE,
            is_tt_move: false,
            extended: 0,
            tt_moves: 0,
            tt_move_extensions: 0,
            trail: Trail::default(),
        }
    }
}

impl LastMove {
    /// The next move of the line, extended by nothing so far.
    #[inline(always)]
    pub(super) fn followed_by(self, piece_to: PieceTo) -> Self {
        Self { piece_to, is_tt_move: false, trail: self.trail.and_another_move(), ..self }
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

    /// The move that led to the node at `ply`.
    pub(super) fn last_move(&self, ply: usize) -> LastMove {
        self.frames[ply].last_move
    }

    /// The shuffles on the way to the node at `ply`.
    #[inline(always)]
    pub(super) fn trail(&self, ply: usize) -> Trail {
        self.frames[ply].last_move.trail
    }

    /// The node at `ply` is entered by this move.
    pub(super) fn enter(&mut self, ply: usize, last_move: LastMove) {
        self.frames[ply].last_move = last_move;
    }

    /// The move `back` plies before the node at `ply`: 1 is the move that led to it.
    #[inline(always)]
    pub(super) fn piece_to(&self, ply: usize, back: usize) -> PieceTo {
        if ply >= back { self.frames[ply + 1 - back].last_move.piece_to } else { PieceTo::NONE }
    }

    /// The move that the node at `ply` leaves out.
    pub(super) fn excluded(&self, ply: usize) -> Move {
        self.frames[ply].excluded
    }

    pub(super) fn exclude(&mut self, ply: usize, mv: Move) {
        self.frames[ply].excluded = mv;
    }

    /// The static eval of the node that was entered last at `ply`.
    pub(super) fn static_eval(&self, ply: usize) -> Option<Score> {
        self.frames[ply].static_eval
    }

    pub(super) fn set_static_eval(&mut self, ply: usize, score: Option<Score>) {
        self.frames[ply].static_eval = score;
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
