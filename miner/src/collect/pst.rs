//! Counting the piece-square tables.
//!
//! A piece is not counted position by position but by how long it stood on its square: when it
//! leaves, is taken, or the phase changes, the whole stay is added at once.

use std::sync::{Mutex, PoisonError};

use tables::{Outcome, Phase, Piece, Provenance, PstTable, Square, phase_weight};

use crate::game::{Board, Game};

/// Positions by phase, piece, square and outcome.
type Counts = [[[[u64; 3]; Square::COUNT]; Piece::COUNT]; 3];

/// What a block's games add.
#[derive(Debug)]
pub struct PstTally {
    counts: Box<Counts>,
}

impl Default for PstTally {
    fn default() -> Self {
        Self { counts: Box::new([[[[0; 3]; _]; _]; _]) }
    }
}

impl PstTally {
    pub(super) fn observe(&mut self, game: &Game<'_>) {
        let mut stays = Stays::new(&mut self.counts, game);
        for (played, &ply) in game.plies.iter().enumerate() {
            let now = played + 1;
            if let Some((captured, square)) = ply.captured() {
                stays.leave(captured, square, now);
            }
            stays.leave(ply.piece(), ply.from(), now);
            stays.arrive(ply.placed(), ply.to(), now);
            if let Some((from, to)) = ply.castling_rook()
                && let Some(rook) = stays.board.get(from)
            {
                stays.leave(rook, from, now);
                stays.arrive(rook, to, now);
            }
            stays.enter(Phase::of(stays.weight, now), now);
        }
        stays.flush(game.plies.len() + 1);
    }
}

/// Who stands where since when, in one game. Times are numbers of plies played; a piece that
/// arrives with ply `n` stands on its square in position `n`.
struct Stays<'a> {
    counts: &'a mut Counts,
    outcome: Outcome,
    board: Board,
    since: [usize; Square::COUNT],
    weight: u8,
    phase: Phase,
}

impl<'a> Stays<'a> {
    fn new(counts: &'a mut Counts, game: &Game<'_>) -> Self {
        let board = game.start.board.clone();
        let weight = board.pieces().map(|(_, piece)| phase_weight(piece.role)).sum();
        let phase = Phase::of(weight, 0);
        Self { counts, outcome: game.outcome, board, since: [0; _], weight, phase }
    }

    fn leave(&mut self, piece: Piece, square: Square, now: usize) {
        self.add(piece, square, now);
        self.board.set(square, None);
        self.weight -= phase_weight(piece.role);
    }

    fn arrive(&mut self, piece: Piece, square: Square, now: usize) {
        self.board.set(square, Some(piece));
        self.since[square.index()] = now;
        self.weight += phase_weight(piece.role);
    }

    fn enter(&mut self, phase: Phase, now: usize) {
        if phase != self.phase {
            self.flush(now);
            self.since = [now; _];
            self.phase = phase;
        }
    }

    fn flush(&mut self, now: usize) {
        for square in Square::all() {
            if let Some(piece) = self.board.get(square) {
                self.add(piece, square, now);
            }
        }
    }

    fn add(&mut self, piece: Piece, square: Square, now: usize) {
        let stay = now - self.since[square.index()];
        let place = &mut self.counts[self.phase as usize][piece.index()][square.index()];
        place[self.outcome as usize] += stay as u64;
    }
}

/// The sum of the tallies.
#[derive(Debug, Default)]
pub struct PstTotal {
    sum: Mutex<PstTally>,
}

impl PstTotal {
    pub(super) fn absorb(&self, tally: &PstTally) {
        let mut sum = self.sum.lock().unwrap_or_else(PoisonError::into_inner);
        let more = tally.counts.as_flattened().as_flattened().as_flattened();
        let sum = sum.counts.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        for (count, more) in sum.iter_mut().zip(more) {
            *count += more;
        }
    }

    /// The table of one phase, still without provenance.
    #[must_use]
    pub fn finish(&self, phase: Phase) -> PstTable {
        let sum = self.sum.lock().unwrap_or_else(PoisonError::into_inner);
        let mut table = PstTable::new(phase, Provenance::default());
        for part in
            Phase::PARTITION.into_iter().filter(|&part| phase == part || phase == Phase::All)
        {
            for index in 0..Piece::COUNT {
                let piece = Piece::from_index(index);
                for square in Square::all() {
                    let counts = sum.counts[part as usize][index][square.index()];
                    for (outcome, positions) in Outcome::ALL.into_iter().zip(counts) {
                        table.add(piece, square, outcome, positions);
                    }
                }
            }
        }
        table
    }
}
