//! Counting the piece-square tables.
//!
//! A piece is not counted position by position but by how long it stood on its square: when it
//! leaves, is taken, or the phase changes, the whole stay is added at once.

use std::sync::{Mutex, PoisonError};

use tables::{
    Color, OPENING_PLIES, Outcome, Phase, Piece, Provenance, PstTable, Role, Square, phase_weight,
};

use crate::game::{Game, NO_PIECE, PieceCode, Ply, Start, piece_code};

/// Positions by piece code and square. No piece has a place too, which is written to and not read.
type Squares = [[u32; Square::COUNT]; 16];

/// What a block's games add: positions by phase and outcome. A block has far fewer than 2^32.
#[derive(Debug)]
pub struct PstTally {
    counts: Box<[[Squares; 3]; 3]>,
}

impl Default for PstTally {
    fn default() -> Self {
        Self { counts: Box::new([[[[0; _]; _]; _]; _]) }
    }
}

impl PstTally {
    pub(super) fn clear(&mut self) {
        self.counts.as_flattened_mut().as_flattened_mut().as_flattened_mut().fill(0);
    }

    pub(super) fn observe(&mut self, game: &Game<'_>) {
        let mut stays = Stays::new(game.start);
        let material = game.start.material;
        let mut weight: u8 = Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.map(|role| (color, role)))
            .map(|(color, role)| phase_weight(role) * material.count(color, role))
            .sum();
        let mut phase = Phase::of(weight, 0);
        let mut played = 0;
        // Only material and one number of plies decide the phase.
        let changes = game.changes.iter().map(|&change| change as usize);
        let opening_end = OPENING_PLIES.min(game.plies.len());
        let mut enter = |now: usize, weight: u8, counts: &mut [[Squares; 3]; 3]| {
            let next = Phase::of(weight, now);
            if next != phase {
                let squares = &mut counts[phase as usize][game.outcome as usize];
                stays.play(&game.plies[played..now], played, squares, now);
                (played, phase) = (now, next);
            }
        };
        let mut opening = true;
        for change in changes {
            if opening && change + 1 > opening_end {
                opening = false;
                enter(opening_end, weight, &mut self.counts);
            }
            let ply = game.plies[change];
            if let Some((captured, _)) = ply.captured() {
                weight -= phase_weight(captured.role);
            }
            weight += phase_weight(ply.placed().role) - phase_weight(ply.piece().role);
            enter(change + 1, weight, &mut self.counts);
        }
        if opening {
            enter(opening_end, weight, &mut self.counts);
        }
        let squares = &mut self.counts[phase as usize][game.outcome as usize];
        stays.play(&game.plies[played..], played, squares, game.plies.len() + 1);
    }
}

/// Who stands where since when, in one game. Times are numbers of plies played; a piece that
/// arrives with ply `n` stands on its square in position `n`.
struct Stays {
    board: [PieceCode; Square::COUNT],
    since: [u32; Square::COUNT],
}

impl Stays {
    fn new(start: &Start) -> Self {
        Self { board: *start.board.codes(), since: [0; _] }
    }

    /// Plays plies that follow on the first `played` and counts the stays that end with them, then
    /// the positions before `end` of those that last.
    fn play(&mut self, plies: &[Ply], played: usize, squares: &mut Squares, end: usize) {
        let mut now = played as u32;
        let Self { board, since } = self;
        for ply in plies {
            now += 1;
            let (from, to) = (ply.from().index(), ply.to().index());
            let captured_on = ply.captured_on().index();
            let mut leave = |piece: PieceCode, square: usize, since: u32| {
                let count = &mut squares[usize::from(piece & 15)][square];
                *count = count.wrapping_add(now.wrapping_sub(since));
            };
            // Without a branch; an empty square leaves to where nobody looks.
            leave(ply.captured_code(), captured_on, since[captured_on]);
            leave(ply.piece_code(), from, since[from]);
            if let Some((rook_from, rook_to)) = ply.castling_rook() {
                let (rook_from, rook_to) = (rook_from.index(), rook_to.index());
                leave(board[rook_from], rook_from, since[rook_from]);
                board[rook_to] = std::mem::replace(&mut board[rook_from], NO_PIECE);
                since[rook_to] = now;
            }
            board[captured_on] = NO_PIECE;
            board[from] = NO_PIECE;
            board[to] = ply.placed_code();
            since[to] = now;
        }
        let end = end as u32;
        for (square, (&piece, since)) in board.iter().zip(since).enumerate() {
            let count = &mut squares[usize::from(piece & 15)][square];
            *count = count.wrapping_add(end.wrapping_sub(*since));
            *since = end;
        }
    }
}

/// The sum of the tallies.
#[derive(Debug)]
pub struct PstTotal {
    sum: Mutex<Box<[[Sums; 3]; 3]>>,
}

/// As [`Squares`], for any number of positions.
type Sums = [[u64; Square::COUNT]; 16];

impl Default for PstTotal {
    fn default() -> Self {
        Self { sum: Mutex::new(Box::new([[[[0; _]; _]; _]; _])) }
    }
}

impl PstTotal {
    pub(super) fn absorb(&self, tally: &PstTally) {
        let mut sum = self.sum.lock().unwrap_or_else(PoisonError::into_inner);
        let more = tally.counts.as_flattened().as_flattened().as_flattened();
        let sum = sum.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        for (count, &more) in sum.iter_mut().zip(more) {
            *count += u64::from(more);
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
                for (square, outcome) in
                    Square::all().flat_map(|square| Outcome::ALL.map(|outcome| (square, outcome)))
                {
                    let squares = &sum[part as usize][outcome as usize];
                    let positions = squares[usize::from(piece_code(piece))][square.index()];
                    table.add(piece, square, outcome, positions);
                }
            }
        }
        table
    }
}
