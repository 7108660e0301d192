//! Counting the piece-square tables.
//!
//! A piece is not counted position by position but by how long it stood on its square: from when it
//! arrives, or the phase begins, until it leaves, is taken, or the phase ends.

use std::{
    io, mem,
    sync::{Mutex, PoisonError},
};

use rules::{Color, Outcome, Piece, Role, Square};
use tables::{AnyTable, Cell, Kind, OPENING_PLIES, Phase, Provenance, PstTable, phase_weight};

use super::{Collector, CollectorTally, TableCollector, TableSettings, by::Maker, label::Label};
use crate::game::{Game, NO_PIECE, PieceCode, Ply, piece_code};

/// Positions by piece code and square. No piece has a place too, which is written to and not read.
/// A stay is added in two steps, so that nobody need remember when it began: less the time when the
/// piece arrives, and plus the time when it leaves. On the way the numbers wrap around.
type Squares = [[u32; Square::COUNT]; 16];

/// Which piece-square tables are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The phases, a table for each.
    pub phases: Vec<Phase>,
    /// What a position counts as.
    pub label: Label,
}

impl TableSettings for Settings {
    fn kind(&self) -> Kind {
        Kind::Pst
    }

    fn phases(&self) -> Vec<Option<Phase>> {
        self.phases.iter().copied().map(Some).collect()
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        self.label.options()
    }

    fn collector(&self) -> Box<dyn TableCollector> {
        let sum = Mutex::new(Box::new([[[[0; _]; _]; _]; _]));
        Box::new(PstCollector { phases: self.phases.clone(), label: self.label, sum })
    }

    fn maker(&self) -> Maker {
        let settings = self.clone();
        Box::new(move || settings.collector())
    }
}

/// What a block's games add: positions by phase and outcome. A block has far fewer than 2^32.
#[derive(Debug)]
struct PstTally<'a> {
    collector: &'a PstCollector,
    counts: Box<[[Squares; 3]; 3]>,
}

impl CollectorTally for PstTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        let mut weight = weight_at_start(game);
        if !self.collector.label.is_plain() {
            return self.observe_labelled(game, weight);
        }
        let mut stays = Stays {
            board: *game.start.board.codes(),
            phase: Phase::of(weight, 0),
            played: 0,
            plies: game.plies,
            counts: self.counts.each_mut().map(|phase| &mut phase[game.outcome as usize]),
        };
        // Only material and one number of plies decide the phase.
        let opening_end = OPENING_PLIES.min(game.plies.len());
        let mut opening = true;
        for &change in game.changes {
            let change = change as usize;
            if opening && change + 1 > opening_end {
                opening = false;
                stays.enter(Phase::of(weight, opening_end), opening_end);
            }
            let ply = game.plies[change];
            weight = weight_after(weight, ply);
            let phase = Phase::of(weight, change + 1);
            if phase != stays.phase {
                stays.enter(phase, change + 1);
            }
        }
        if opening {
            stays.enter(Phase::of(weight, opening_end), opening_end);
        }
        stays.end();
    }

    fn add_up(&mut self) {
        let mut sum = self.collector.sum.lock().unwrap_or_else(PoisonError::into_inner);
        let more = self.counts.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        let sum = sum.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        for (count, more) in sum.iter_mut().zip(more) {
            *count += u64::from(mem::take(more));
        }
    }
}

impl PstTally<'_> {
    /// Counts positions that are labelled one by one.
    fn observe_labelled(&mut self, game: &Game<'_>, mut weight: u8) {
        let mut board = game.start.board.clone();
        for position in 0..=game.plies.len() {
            if let Some(outcome) = self.collector.label.of_position(game, position) {
                let phase = Phase::of(weight, position);
                let counts = &mut self.counts[phase as usize][outcome as usize];
                for (square, &code) in board.codes().iter().enumerate() {
                    add(counts, code, square, 1);
                }
            }
            if let Some(&ply) = game.plies.get(position) {
                weight = weight_after(weight, ply);
                board.play(ply);
            }
        }
    }
}

/// What the pieces weigh for the phase before the first ply.
pub(super) fn weight_at_start(game: &Game<'_>) -> u8 {
    let material = game.start.material;
    Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.map(|role| (color, role)))
        .map(|(color, role)| phase_weight(role) * material.count(color, role))
        .sum()
}

/// What they weigh after a ply.
pub(super) fn weight_after(weight: u8, ply: Ply) -> u8 {
    let of = |code: PieceCode| WEIGHTS[usize::from(code & 15)];
    weight - of(ply.captured_code()) + of(ply.placed_code()) - of(ply.piece_code())
}

/// What pieces weigh for the phase, by their code; no piece weighs nothing.
static WEIGHTS: [u8; 16] = {
    let mut weights = [0; 16];
    let mut index = 0;
    while index < Piece::COUNT {
        let piece = Piece::from_index(index);
        weights[piece_code(piece) as usize] = phase_weight(piece.role);
        index += 1;
    }
    weights
};

/// Who stands where in one game. Times are numbers of plies played; a piece that arrives with ply `n`
/// stands on its square in position `n`.
struct Stays<'a> {
    board: [PieceCode; Square::COUNT],
    phase: Phase,
    /// How many plies are played.
    played: usize,
    plies: &'a [Ply],
    /// By phase.
    counts: [&'a mut Squares; 3],
}

impl Stays<'_> {
    /// Plays up to this time, when the next phase begins: all leave the one and arrive in the other.
    #[inline(never)]
    fn enter(&mut self, next: Phase, now: usize) {
        if next == self.phase {
            return;
        }
        self.play(now);
        let time = now as u32;
        self.each_standing(|counts, phase, piece, square| {
            add(counts[phase as usize], piece, square, time);
            add(counts[next as usize], piece, square, time.wrapping_neg());
        });
        self.phase = next;
    }

    /// Plays to the end of the game, when all leave.
    #[inline(never)]
    fn end(mut self) {
        self.play(self.plies.len());
        let time = self.plies.len() as u32 + 1;
        self.each_standing(|counts, phase, piece, square| {
            add(counts[phase as usize], piece, square, time);
        });
    }

    /// Plays the plies up to this time, with those who leave and arrive.
    #[inline(always)]
    fn play(&mut self, until: usize) {
        let Self { board, phase, played, plies, counts } = self;
        let squares = &mut *counts[*phase as usize];
        let mut now = *played as u32;
        for &ply in &plies[*played..until] {
            now += 1;
            if !ply.is_plain() {
                play_special(board, ply, now, squares);
                continue;
            }
            let (from, to) = (ply.from().index(), ply.to().index());
            let piece = ply.piece_code();
            // Without a branch; an empty square leaves to where nobody looks.
            add(squares, ply.captured_code(), to, now);
            add(squares, piece, from, now);
            add(squares, piece, to, now.wrapping_neg());
            board[from] = NO_PIECE;
            board[to] = piece;
        }
        *played = until;
    }

    #[inline(always)]
    fn each_standing(
        &mut self,
        mut each: impl FnMut(&mut [&mut Squares; 3], Phase, PieceCode, usize),
    ) {
        let mut standing = self.standing();
        while standing != 0 {
            let square = standing.trailing_zeros() as usize & 63;
            each(&mut self.counts, self.phase, self.board[square], square);
            standing &= standing - 1;
        }
    }

    /// Where pieces stand, as bits.
    fn standing(&self) -> u64 {
        // A rank at a time: the code of no piece, and no other, carries into bit 4 of its byte; the
        // product brings these bits together.
        const CARRY: u64 = 0x0101_0101_0101_0101 * (16 - NO_PIECE as u64);
        const EMPTY: u64 = 0x1010_1010_1010_1010;
        let (ranks, _) = self.board.as_chunks();
        ranks.iter().rev().fold(0, |standing, rank| {
            let empty = u64::from_le_bytes(*rank).wrapping_add(CARRY) & EMPTY;
            let pieces = (empty ^ EMPTY) >> 4;
            standing << 8 | pieces.wrapping_mul(0x0102_0408_1020_4080) >> 56
        })
    }
}

/// Plays a castling, a promotion or a capture en passant.
#[cold]
fn play_special(board: &mut [PieceCode; Square::COUNT], ply: Ply, now: u32, squares: &mut Squares) {
    let (from, to) = (ply.from().index(), ply.to().index());
    let captured_on = ply.captured_on().index();
    add(squares, ply.captured_code(), captured_on, now);
    add(squares, ply.piece_code(), from, now);
    add(squares, ply.placed_code(), to, now.wrapping_neg());
    board[captured_on] = NO_PIECE;
    board[from] = NO_PIECE;
    board[to] = ply.placed_code();
    if let Some((rook_from, rook_to)) = ply.castling_rook() {
        let (rook_from, rook_to) = (rook_from.index(), rook_to.index());
        let rook = std::mem::replace(&mut board[rook_from], NO_PIECE);
        board[rook_to] = rook;
        add(squares, rook, rook_from, now);
        add(squares, rook, rook_to, now.wrapping_neg());
    }
}

#[inline(always)]
fn add(squares: &mut Squares, piece: PieceCode, square: usize, time: u32) {
    let count = &mut squares[usize::from(piece & 15)][square & 63];
    *count = count.wrapping_add(time);
}

/// Counts positions by piece and square, by phase and outcome.
#[derive(Debug)]
struct PstCollector {
    phases: Vec<Phase>,
    label: Label,
    sum: Mutex<Box<[[Sums; 3]; 3]>>,
}

/// As [`Squares`], for any number of positions.
type Sums = [[u64; Square::COUNT]; 16];

impl Collector for PstCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(PstTally { collector: self, counts: Box::new([[[[0; _]; _]; _]; _]) })
    }

    fn needs_remarks(&self) -> bool {
        !self.label.is_plain()
    }
}

impl TableCollector for PstCollector {
    fn finish(self: Box<Self>) -> io::Result<Vec<AnyTable>> {
        Ok(self.phases.iter().map(|&phase| AnyTable::Pst(self.table(phase))).collect())
    }
}

impl PstCollector {
    /// The table of one phase, still without provenance.
    fn table(&self, phase: Phase) -> PstTable {
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
