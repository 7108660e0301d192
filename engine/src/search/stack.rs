//! The search stack: the state of each ply on the current line.

use arrayvec::ArrayVec;
use rules::Move;

use super::{
    assess::Assessed,
    order::{Killers, PieceTo, Threats},
    shuffles::Trail,
    tt_move_extension::TtMoves,
};
use crate::score::{MAX_PLY, Score};

/// A principal variation, from its node on.
pub(super) type Line = ArrayVec<Move, MAX_PLY>;

/// What the nodes below ask of a node.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Above {
    /// Whether it is on the principal variation, or was.
    pub(super) was_pv: bool,
    /// Whether the transposition table knew it.
    pub(super) is_known: bool,
    /// Whether its side to move is in check.
    pub(super) in_check: bool,
    /// Whether its TT move is quiet and was extended for being singular.
    pub(super) has_quiet_singular: bool,
    /// The number of the move that is searched, the first being 1; 0 before that.
    pub(super) move_number: usize,
    /// The history of that move.
    pub(super) history: i32,
    /// Whether it is the newest killer.
    pub(super) is_killer: bool,
    /// The node's best score before that move.
    pub(super) best: Score,
}

#[derive(Clone, Debug)]
struct Frame {
    line: Line,
    killers: Killers,
    last_move: LastMove,
    /// The move that a singular search excludes at this ply.
    excluded: Move,
    /// The static eval of the node at this ply; none in check.
    static_eval: Option<Score>,
    /// Plies by which the search of the move that led to this ply is reduced.
    reduced: i32,
    /// What the side not to move attacks, for the order of quiet moves.
    threats: Threats,
    /// Nodes at this ply that failed high, of those with the same node two plies before.
    cutoffs: u8,
    /// The last evaluation at this ply.
    assessed: Assessed,
    above: Above,
    /// The last position at this ply whose threat was looked for, and that threat (SHF-01).
    #[cfg(feature = "lab")]
    threat: (u64, i32),
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            line: Line::new(),
            killers: Killers::default(),
            last_move: LastMove::default(),
            excluded: Move::NONE,
            static_eval: None,
            reduced: 0,
            threats: Threats::default(),
            cutoffs: 0,
            assessed: Assessed::NONE,
            above: Above::default(),
            #[cfg(feature = "lab")]
            threat: (0, 0),
        }
    }
}

/// The move that led to a node, and what is counted along the line up to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastMove {
    /// Piece and destination; a null move, or none at the root.
    pub(super) piece_to: PieceTo,
    /// The move, if it is a quiet one of the full search.
    pub(super) quiet: Option<Move>,
    /// Plies that the line was extended by.
    pub(super) extended: i32,
    /// TT moves of the line (PVX-01).
    pub(super) tt_moves: TtMoves,
    /// Shuffles of the line (SHF-01); none unless they are counted.
    pub(super) trail: Trail,
}

impl Default for LastMove {
    fn default() -> Self {
        Self {
            piece_to: PieceTo::NONE,
            quiet: None,
            extended: 0,
            tt_moves: TtMoves::default(),
            trail: Trail::default(),
        }
    }
}

impl LastMove {
    /// The next move of the line, before extensions; as yet no TT move and no shuffle.
    #[inline(always)]
    pub(super) fn followed_by(self, piece_to: PieceTo) -> Self {
        let (tt_moves, trail) = (self.tt_moves.and(false), self.trail.and_another_move());
        Self { piece_to, quiet: None, tt_moves, trail, ..self }
    }
}

/// Frames before the root's, which say that nothing was played.
const BEFORE: usize = 8;
/// Those, one for each ply, and two more for the children of the last; a power of two, so that a frame is found without
/// a comparison.
const FRAMES: usize = (BEFORE + MAX_PLY + 2).next_power_of_two();

/// One frame per ply.
#[derive(Debug)]
pub(super) struct Stack {
    frames: Box<[Frame; FRAMES]>,
}

impl Default for Stack {
    fn default() -> Self {
        let frames = vec![Frame::default(); FRAMES];
        Self { frames: frames.try_into().expect("invariant: as many frames") }
    }
}

impl Stack {
    #[inline(always)]
    fn frame(&self, ply: usize) -> &Frame {
        debug_assert!(ply <= MAX_PLY + 1, "beyond the stack: {ply}");
        &self.frames[(BEFORE + ply) % FRAMES]
    }

    #[inline(always)]
    fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        debug_assert!(ply <= MAX_PLY + 1, "beyond the stack: {ply}");
        &mut self.frames[(BEFORE + ply) % FRAMES]
    }

    /// The best line known from `ply` on.
    pub(super) fn line(&self, ply: usize) -> &Line {
        &self.frame(ply).line
    }

    /// What the nodes below ask of the node at `ply`.
    #[inline(always)]
    pub(super) fn above(&self, ply: usize) -> Above {
        self.frame(ply).above
    }

    #[inline(always)]
    pub(super) fn above_mut(&mut self, ply: usize) -> &mut Above {
        &mut self.frame_mut(ply).above
    }

    /// What the node at `ply` asks of the one before; nothing at the root.
    #[inline(always)]
    pub(super) fn parent(&self, ply: usize) -> Above {
        self.frames[(BEFORE + ply - 1) % FRAMES].above
    }

    /// Forgets the line of a node that is entered.
    pub(super) fn clear_line(&mut self, ply: usize) {
        self.frame_mut(ply).line.clear();
    }

    /// Sets the line to `mv` and the child's line.
    pub(super) fn prepend(&mut self, ply: usize, mv: Move) {
        if let [frame, next, ..] = &mut self.frames[BEFORE + ply..] {
            frame.line.clear();
            frame.line.push(mv);
            let rest = frame.line.remaining_capacity();
            frame.line.extend(next.line.iter().copied().take(rest));
        }
    }

    pub(super) fn killers(&self, ply: usize) -> Killers {
        self.frame(ply).killers
    }

    pub(super) fn killers_mut(&mut self, ply: usize) -> &mut Killers {
        &mut self.frame_mut(ply).killers
    }

    /// The move that led to the node at `ply`.
    pub(super) fn last_move(&self, ply: usize) -> LastMove {
        self.frame(ply).last_move
    }

    /// Sets the move that leads to the node at `ply`.
    pub(super) fn enter(&mut self, ply: usize, last_move: LastMove) {
        let frame = self.frame_mut(ply);
        frame.last_move = last_move;
        frame.reduced = 0;
    }

    /// The move `back` plies before the node at `ply`, up to 8: 1 is the move that led to it.
    #[inline(always)]
    pub(super) fn piece_to(&self, ply: usize, back: usize) -> PieceTo {
        self.frames[(BEFORE + ply + 1 - back) % FRAMES].last_move.piece_to
    }

    /// What the side not to move attacks in the node at `ply`, if it was asked for there.
    #[inline(always)]
    pub(super) fn threats(&self, ply: usize) -> &Threats {
        &self.frame(ply).threats
    }

    pub(super) fn threats_mut(&mut self, ply: usize) -> &mut Threats {
        &mut self.frame_mut(ply).threats
    }

    /// The move that the singular search at `ply` excludes, if there is one.
    pub(super) fn excluded(&self, ply: usize) -> Move {
        self.frame(ply).excluded
    }

    pub(super) fn exclude(&mut self, ply: usize, mv: Move) {
        self.frame_mut(ply).excluded = mv;
    }

    /// The static eval of the node at `ply`; none in check.
    pub(super) fn static_eval(&self, ply: usize) -> Option<Score> {
        self.frame(ply).static_eval
    }

    pub(super) fn set_static_eval(&mut self, ply: usize, score: Option<Score>) {
        self.frame_mut(ply).static_eval = score;
    }

    /// Plies by which the search of the node at `ply` is reduced.
    pub(super) fn reduced(&self, ply: usize) -> i32 {
        self.frame(ply).reduced
    }

    pub(super) fn set_reduced(&mut self, ply: usize, plies: i32) {
        self.frame_mut(ply).reduced = plies;
    }

    /// How many nodes at `ply` failed high since the node two plies before was entered.
    pub(super) fn cutoffs(&self, ply: usize) -> u8 {
        self.frame(ply).cutoffs
    }

    /// Counts a node at `ply` that failed high.
    pub(super) fn count_cutoff(&mut self, ply: usize) {
        let cutoffs = &mut self.frame_mut(ply).cutoffs;
        *cutoffs = cutoffs.saturating_add(1);
    }

    /// Begins to count anew those at `ply`.
    pub(super) fn clear_cutoffs(&mut self, ply: usize) {
        self.frame_mut(ply).cutoffs = 0;
    }

    /// Forgets all evaluations, as piece-square values have changed.
    #[cfg(feature = "lab")]
    pub(super) fn forget_evaluations(&mut self) {
        for frame in self.frames.iter_mut() {
            frame.assessed = Assessed::NONE;
        }
    }

    /// The threat against the side to move at `ply`, if this position's was noted there.
    #[cfg(feature = "lab")]
    pub(super) fn threat(&self, ply: usize, key: u64) -> Option<i32> {
        let (known, threat) = self.frame(ply).threat;
        (known == key).then_some(threat)
    }

    /// Notes a position's threat.
    #[cfg(feature = "lab")]
    pub(super) fn set_threat(&mut self, ply: usize, key: u64, threat: i32) {
        self.frame_mut(ply).threat = (key, threat);
    }

    pub(super) fn assessed(&self, ply: usize) -> &Assessed {
        &self.frame(ply).assessed
    }

    pub(super) fn assessed_mut(&mut self, ply: usize) -> &mut Assessed {
        &mut self.frame_mut(ply).assessed
    }
}
