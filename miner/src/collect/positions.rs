//! Collecting quiet positions with the outcomes of their games, for fitting an evaluation.
//!
//! A candidate is a position after some plies of which the side to move is not in check and goes on
//! with a move that takes nothing, promotes nothing and gives no check. Of each game as many are taken as
//! are wanted, spread by a digest, so that neither threads nor other games have a say in it.

use std::sync::{Mutex, PoisonError};

use rules::{Board, Color, Role, Square};
use tables::{Cell, GamePositions, PackedPosition};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::{Collector, CollectorTally};
use crate::game::{CastlingRights, Game, NO_PIECE, Ply, Start};

/// Which positions are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Plies that must have been played.
    pub min_ply: usize,
    /// The most of one game; 0 for all.
    pub per_game: usize,
}

/// The positions of a block's games.
#[derive(Debug)]
struct PositionsTally<'a> {
    collector: &'a PositionsCollector,
    games: Vec<GamePositions>,
}

impl CollectorTally for PositionsTally<'_> {
    fn observe(&mut self, game: &Game<'_>, _: &[(Cell, u32)]) {
        let Settings { min_ply, per_game } = self.collector.settings;
        let mut walk = Walk::new(game.start);
        let mut positions = Vec::new();
        for (number, &ply) in game.plies.iter().enumerate() {
            let is_quiet = number >= min_ply && !walk.in_check() && !ply.changes_material();
            let before = is_quiet.then(|| walk.packed()).flatten();
            walk.play(ply);
            positions.extend(before.filter(|_| !walk.in_check()));
        }
        sample(&mut positions, per_game);
        if !positions.is_empty() {
            self.games.push(GamePositions { source: 0, outcome: game.outcome, positions });
        }
    }

    fn add_up(&mut self) {
        let mut games = self.collector.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.append(&mut self.games);
    }
}

/// Sorts positions, each once, and leaves `most` of them: those whose digests, seeded with that of all,
/// are least.
fn sample(positions: &mut Vec<PackedPosition>, most: usize) {
    positions.sort_unstable();
    positions.dedup();
    if most == 0 || positions.len() <= most {
        return;
    }
    let all: Vec<u8> = positions.iter().flat_map(|position| *position.bytes()).collect();
    let seed = xxh3_64(&all);
    positions.sort_by_cached_key(|position| xxh3_64_with_seed(position.bytes(), seed));
    positions.truncate(most);
    positions.sort_unstable();
}

/// A position on the way through a game.
struct Walk {
    board: Board,
    turn: Color,
    castling: CastlingRights,
    double_push: Option<Square>,
}

impl Walk {
    fn new(start: &Start) -> Self {
        let mut board = Board::EMPTY;
        for (square, &code) in Square::all().zip(start.board.codes()) {
            if code != NO_PIECE {
                board.put(code, square);
            }
        }
        let Start { side_to_move, castling, double_push, .. } = *start;
        Self { board, turn: side_to_move, castling, double_push }
    }

    fn in_check(&self) -> bool {
        let Board { occupied, .. } = self.board;
        let king = self.board.king(self.turn);
        self.board.attacked(king.index(), !self.turn as usize, occupied, occupied)
    }

    fn play(&mut self, ply: Ply) {
        if ply.captured_code() != NO_PIECE {
            self.board.take(ply.captured_code(), ply.captured_on());
        }
        self.board.take(ply.piece_code(), ply.from());
        self.board.put(ply.placed_code(), ply.to());
        if let Some((from, to)) = ply.castling_rook() {
            let rook = self.board.codes[from.index()];
            self.board.take(rook, from);
            self.board.put(rook, to);
        }
        self.castling = self.castling.after_touching(ply.from()).after_touching(ply.to());
        self.double_push = ply.is_double_push().then(|| ply.to());
        self.turn = !self.turn;
    }

    /// `None` where there are more pieces than the form has room for.
    fn packed(&self) -> Option<PackedPosition> {
        let file = self.double_push.filter(|pawn| self.has_pawn_beside(*pawn)).map(Square::file);
        let may_castle = |color, king_side| self.castling.has(color, king_side);
        PackedPosition::new(|square| self.board.get(square), self.turn, may_castle, file).ok()
    }

    /// Whether a pawn of the side to move attacks the square behind one that moved two squares.
    fn has_pawn_beside(&self, pawn: Square) -> bool {
        let behind = rules::squares::square(pawn.index() as u32 ^ 8);
        let from = rules::attacks::pawn(!self.turn, behind);
        from & self.board.of(self.turn, Role::Pawn) != 0
    }
}

/// Keeps the positions of all games.
#[derive(Debug)]
pub struct PositionsCollector {
    settings: Settings,
    games: Mutex<Vec<GamePositions>>,
}

impl Collector for PositionsCollector {
    fn tally(&self) -> Box<dyn CollectorTally + '_> {
        Box::new(PositionsTally { collector: self, games: Vec::new() })
    }
}

impl PositionsCollector {
    /// No positions yet.
    #[must_use]
    pub const fn new(settings: Settings) -> Self {
        Self { settings, games: Mutex::new(Vec::new()) }
    }

    /// The games, in no order.
    #[must_use]
    pub fn finish(self) -> Vec<GamePositions> {
        self.games.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
