//! Counting the opening table.

use std::{
    mem,
    sync::{Mutex, PoisonError},
};

use rustc_hash::FxHashMap;
use tables::{
    Color, OpeningEntry, OpeningMove, OpeningTable, Outcome, OutcomeCounts, Piece, Provenance,
    Role, Square, zobrist,
};

use crate::game::{Board, CastlingRights, Game, Ply, Start};

/// How the opening table is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Moves at plies below this count.
    pub max_ply: usize,
    /// Moves with fewer games are dropped at the end.
    pub min_games: u64,
}

/// The moves of a block's games.
#[derive(Debug)]
pub struct OpeningTally {
    settings: Settings,
    /// Key, move, and the outcome as its mover saw it.
    moves: Vec<(u64, OpeningMove, Outcome)>,
}

impl OpeningTally {
    pub(super) const fn new(settings: Settings) -> Self {
        Self { settings, moves: Vec::new() }
    }

    pub(super) fn observe(&mut self, game: &Game<'_>) {
        let mut position = Keyed::new(game.start);
        let first = self.moves.len();
        // Before this, no position can equal one that comes later.
        let mut reversible = first;
        for &ply in game.plies.iter().take(self.settings.max_ply) {
            let mv = OpeningMove::new(ply.from(), ply.to(), ply.promotion());
            let outcome = game.outcome.seen_by(position.side_to_move);
            let entry = (position.key(), mv, outcome);
            if !self.moves[reversible..].contains(&entry) {
                self.moves.push(entry);
            }
            if ply.is_irreversible() {
                reversible = self.moves.len();
            }
            position.play(ply);
        }
    }
}

/// A position's Polyglot key, kept up to date ply by ply.
struct Keyed {
    /// The part of the key that pieces make.
    pieces: u64,
    board: Board,
    side_to_move: Color,
    castling: CastlingRights,
    double_push: Option<Square>,
}

impl Keyed {
    fn new(start: &Start) -> Self {
        let pieces = start.board.pieces().map(|(square, piece)| zobrist::piece(piece, square));
        Self {
            pieces: pieces.fold(0, |key, piece| key ^ piece),
            board: start.board.clone(),
            side_to_move: start.side_to_move,
            castling: start.castling,
            double_push: start.double_push,
        }
    }

    fn key(&self) -> u64 {
        let mut key = self.pieces;
        for color in Color::ALL {
            for king_side in [true, false] {
                if self.castling.has(color, king_side) {
                    key ^= zobrist::castling(color, king_side);
                }
            }
        }
        if let Some(pawn) = self.double_push
            && self.enemy_pawn_beside(pawn)
        {
            key ^= zobrist::en_passant(pawn.file());
        }
        if self.side_to_move == Color::White {
            key ^= zobrist::WHITE_TO_MOVE;
        }
        key
    }

    /// Whether a pawn of the side to move stands beside the pawn that moved two squares. That is
    /// Polyglot's rule; whether it may legally capture does not matter.
    fn enemy_pawn_beside(&self, pawn: Square) -> bool {
        let capturer = Piece { color: self.side_to_move, role: Role::Pawn };
        let index = pawn.index() as u8;
        let west = (pawn.file() > 0).then(|| index - 1);
        let east = (pawn.file() < 7).then(|| index + 1);
        [west, east]
            .into_iter()
            .flatten()
            .filter_map(Square::new)
            .any(|square| self.board.get(square) == Some(capturer))
    }

    fn play(&mut self, ply: Ply) {
        if let Some((piece, square)) = ply.captured() {
            self.pieces ^= zobrist::piece(piece, square);
        }
        self.pieces ^= zobrist::piece(ply.piece(), ply.from());
        self.pieces ^= zobrist::piece(ply.placed(), ply.to());
        if let Some((from, to)) = ply.castling_rook()
            && let Some(rook) = self.board.get(from)
        {
            self.pieces ^= zobrist::piece(rook, from) ^ zobrist::piece(rook, to);
        }
        self.board.play(ply);
        self.castling = self.castling.after_touching(ply.from()).after_touching(ply.to());
        self.double_push = ply.is_double_push().then(|| ply.to());
        self.side_to_move = !self.side_to_move;
    }
}

/// Parts of the total, by the key's first bits, so that threads seldom meet.
const SHARDS: usize = 64;

type Shard = FxHashMap<(u64, OpeningMove), [u64; 3]>;

/// The sum of the tallies.
#[derive(Debug)]
pub struct OpeningTotal {
    shards: [Mutex<Shard>; SHARDS],
}

impl Default for OpeningTotal {
    fn default() -> Self {
        Self { shards: std::array::from_fn(|_| Mutex::default()) }
    }
}

impl OpeningTotal {
    pub(super) fn absorb(&self, tally: &OpeningTally) {
        let mut by_shard = vec![Vec::new(); SHARDS];
        for &(key, mv, outcome) in &tally.moves {
            by_shard[shard_of(key)].push((key, mv, outcome));
        }
        for (moves, shard) in by_shard.into_iter().zip(&self.shards) {
            let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            for (key, mv, outcome) in moves {
                shard.entry((key, mv)).or_default()[outcome as usize] += 1;
            }
        }
    }

    /// The table, still without provenance.
    #[must_use]
    pub fn finish(self, settings: Settings) -> OpeningTable {
        let mut entries = Vec::new();
        for shard in self.shards {
            let mut shard = shard.into_inner().unwrap_or_else(PoisonError::into_inner);
            for ((key, mv), counts) in mem::take(&mut shard) {
                let [wins, draws, losses] = counts;
                let counts = OutcomeCounts { wins, draws, losses };
                if counts.games() >= settings.min_games {
                    entries.push(OpeningEntry { key, mv, counts });
                }
            }
        }
        OpeningTable::new(entries, Provenance::default())
    }
}

const fn shard_of(key: u64) -> usize {
    (key >> 58) as usize
}
