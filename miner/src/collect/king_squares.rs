//! Counting piece squares by where the kings stand.
//!
//! As in the piece-square tables it is counted how long a piece stood on its square, here for each king: from when
//! the piece arrives, the phase begins or that king comes to its place, until one of these ends.

use std::{
    io, mem,
    sync::{Mutex, PoisonError},
};

use rules::{Color, Outcome, Role, Square};
use tables::{
    AnyTable, Cell, Kind, KingOf, KingPlace, KingSquare, KingSquaresTable, OutcomeCounts, Phase,
};

use super::{
    Collector, CollectorTally, TableCollector, TableSettings,
    by::Maker,
    label::Label,
    pst::{weight_after, weight_at_start},
};
use crate::game::{Board, Game, PieceCode, Ply};

/// How the table is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What a position counts as.
    pub label: Label,
}

impl TableSettings for Settings {
    fn kind(&self) -> Kind {
        Kind::KingSquares
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        self.label.options()
    }

    fn collector(&self) -> Box<dyn TableCollector> {
        let sum = Mutex::new(vec![[[0; _]; _]; PLACES].into());
        Box::new(KingSquaresCollector { label: self.label, sum })
    }

    fn maker(&self) -> Maker {
        let settings = self.clone();
        Box::new(move || settings.collector())
    }
}

/// Positions of one bucket by whose piece it is and what, and by square, as the king's side sees the board. The row
/// of a piece is its code if White has the king. No piece and the kings have rows too, which are written to and not
/// read. As in the piece-square tables numbers wrap around on the way.
type Squares<Count> = [[Count; Square::COUNT]; 16];

/// Buckets by phase and by the outcome that the king's side saw.
const PLACES: usize = Phase::PARTITION.len() * Outcome::ALL.len() * KingPlace::BUCKETS;

const fn place(phase: Phase, outcome: Outcome, bucket: usize) -> usize {
    (phase as usize * Outcome::ALL.len() + outcome as usize) * KingPlace::BUCKETS + bucket
}

/// What a block's games add.
#[derive(Debug)]
struct KingSquaresTally<'a> {
    collector: &'a KingSquaresCollector,
    counts: Box<[Squares<u32>]>,
}

impl CollectorTally for KingSquaresTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        if self.collector.label.is_plain() {
            self.observe_stays(game);
        } else {
            self.observe_labelled(game);
        }
    }

    fn add_up(&mut self) {
        let mut sum = self.collector.sum.lock().unwrap_or_else(PoisonError::into_inner);
        let more = self.counts.as_flattened_mut().as_flattened_mut();
        for (count, more) in sum.as_flattened_mut().as_flattened_mut().iter_mut().zip(more) {
            *count += u64::from(mem::take(more));
        }
    }
}

impl KingSquaresTally<'_> {
    /// Counts by how long pieces stand. Times are numbers of plies played.
    fn observe_stays(&mut self, game: &Game<'_>) {
        let mut board = game.start.board.clone();
        let mut weight = weight_at_start(game);
        let mut phase = Phase::of(weight, 0);
        let mut kings = Color::ALL.map(|us| King::of(us, &board, phase, game.outcome));
        for king in kings {
            king.all(&mut self.counts, &board, 0);
        }
        for (played, &ply) in game.plies.iter().enumerate() {
            let now = played as u32 + 1;
            for king in kings {
                king.ply(&mut self.counts, &board, ply, now);
            }
            board.play(ply);
            weight = weight_after(weight, ply);
            let next = Phase::of(weight, played + 1);
            let is_king = ply.piece_code() >> 1 == Role::King as u8;
            if next == phase && !is_king {
                continue;
            }
            phase = next;
            for king in &mut kings {
                let moved = King::of(king.us, &board, phase, game.outcome);
                if moved != *king {
                    king.all(&mut self.counts, &board, now.wrapping_neg());
                    moved.all(&mut self.counts, &board, now);
                    *king = moved;
                }
            }
        }
        for king in kings {
            king.all(&mut self.counts, &board, (game.plies.len() as u32 + 1).wrapping_neg());
        }
    }

    /// Counts positions that are labelled one by one.
    fn observe_labelled(&mut self, game: &Game<'_>) {
        let mut board = game.start.board.clone();
        let mut weight = weight_at_start(game);
        for position in 0..=game.plies.len() {
            if let Some(outcome) = self.collector.label.of_position(game, position) {
                for us in Color::ALL {
                    let king = King::of(us, &board, Phase::of(weight, position), outcome);
                    // All leave a position after they arrived.
                    king.all(&mut self.counts, &board, 1_u32.wrapping_neg());
                }
            }
            if let Some(&ply) = game.plies.get(position) {
                weight = weight_after(weight, ply);
                board.play(ply);
            }
        }
    }
}

/// A king, and where what is counted by it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct King {
    us: Color,
    place: KingPlace,
    /// Which of the [`PLACES`].
    index: usize,
}

impl King {
    fn of(us: Color, board: &Board, phase: Phase, outcome: Outcome) -> Self {
        let code = 2 * Role::King as u8 + us as u8;
        let king = Square::all()
            .find(|square| board.codes()[square.index()] == code)
            .expect("invariant: each side has a king");
        let of_king = KingPlace::of(us, king);
        let index = place(phase, outcome.seen_by(us), of_king.bucket());
        Self { us, place: of_king, index }
    }

    /// A piece arrives at this time, or leaves at its negative.
    #[inline(always)]
    fn add(self, counts: &mut [Squares<u32>], piece: PieceCode, square: Square, time: u32) {
        let row = usize::from((piece ^ self.us as u8) & 15);
        let count = &mut counts[self.index][row][self.place.seen(square) & 63];
        *count = count.wrapping_sub(time);
    }

    /// All pieces on the board arrive, or leave.
    fn all(self, counts: &mut [Squares<u32>], board: &Board, time: u32) {
        for (square, &code) in Square::all().zip(board.codes()) {
            self.add(counts, code, square, time);
        }
    }

    /// A ply moves pieces, still to be played on this board.
    #[inline(always)]
    fn ply(self, counts: &mut [Squares<u32>], board: &Board, ply: Ply, now: u32) {
        let left = now.wrapping_neg();
        self.add(counts, ply.captured_code(), ply.captured_on(), left);
        self.add(counts, ply.piece_code(), ply.from(), left);
        self.add(counts, ply.placed_code(), ply.to(), now);
        if let Some((from, to)) = ply.castling_rook() {
            let rook = board.codes()[from.index()];
            self.add(counts, rook, from, left);
            self.add(counts, rook, to, now);
        }
    }
}

/// Counts positions by piece, square and where each king stands.
#[derive(Debug)]
struct KingSquaresCollector {
    label: Label,
    sum: Mutex<Box<[Squares<u64>]>>,
}

impl Collector for KingSquaresCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(KingSquaresTally { collector: self, counts: vec![[[0; _]; _]; PLACES].into() })
    }

    fn needs_remarks(&self) -> bool {
        !self.label.is_plain()
    }
}

impl TableCollector for KingSquaresCollector {
    fn finish(self: Box<Self>) -> io::Result<Vec<AnyTable>> {
        let sum = self.sum.lock().unwrap_or_else(PoisonError::into_inner);
        let mut table = KingSquaresTable::default();
        for square in KingSquare::all() {
            let is_enemy = square.king() == KingOf::Enemy;
            // As the king's side sees it, whose row 2r is its own and 2r + 1 the other side's.
            let row = 2 * square.role() as usize + usize::from(is_enemy);
            let seen = square.square().index() ^ if is_enemy { 56 } else { 0 };
            let [wins, draws, losses] = Outcome::ALL
                .map(|outcome| sum[place(square.phase(), outcome, square.bucket())][row][seen]);
            let counts = OutcomeCounts { wins, draws, losses };
            table.add(square, if is_enemy { counts.swapped() } else { counts });
        }
        Ok(vec![AnyTable::KingSquares(table)])
    }
}
