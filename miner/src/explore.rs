//! From the keys of an opening table back to positions.
//!
//! A table holds (key, move) pairs: a key says which position it is, not what stands where. Playing
//! the table's moves from the start position finds the positions. Where every way into a position
//! was dropped as too rare (`--min-games`), any legal move from a known position finds it as well:
//! a key that fits proves the position. What remains are positions two lost moves away, and those
//! of games that were set up.

use rustc_hash::FxHashSet;
use shakmaty::{
    CastlingMode, CastlingSide, Chess, Color, EnPassantMode, Move, Position, Role, Square,
    uci::UciMove,
};
use tables::{OpeningEntry, OpeningMove, OpeningTable, zobrist};

/// A position of the table.
#[derive(Debug)]
pub struct Found<'a> {
    /// The position.
    pub position: &'a Chess,
    /// Its key.
    pub key: u64,
    /// The fewest plies that lead there by moves of the table.
    pub plies: usize,
    /// Its moves in the table.
    pub moves: &'a [OpeningEntry],
}

/// Visits the table's positions that can be found from the start position, each once, nearer ones
/// first; those that only lost moves lead to come last.
pub fn walk(table: &OpeningTable, mut visit: impl FnMut(&Found<'_>)) {
    let start = Chess::default();
    let mut walk = Walk { table, seen: FxHashSet::from_iter([key(&start)]), known: Vec::new() };
    let mut rows = walk.follow(vec![(0, key(&start), start)], &mut visit);
    let mut tried = 0;
    while rows < table.entries().len() && tried < walk.known.len() {
        let found = walk.find_lost(tried);
        tried = walk.known.len();
        rows += walk.follow(found, &mut visit);
    }
}

/// Tables with more moves than this are not searched for positions whose way in was lost: it would
/// take long, and such tables have lost little.
const MOST_KEPT: usize = 2_000_000;

/// Plies played, key, position.
type Place = (usize, u64, Chess);

struct Walk<'a> {
    table: &'a OpeningTable,
    seen: FxHashSet<u64>,
    /// The positions visited.
    known: Vec<(usize, Chess)>,
}

impl Walk<'_> {
    /// Follows the table's moves from some positions on; gives the number of moves that belong to
    /// the positions visited.
    fn follow(&mut self, mut level: Vec<Place>, visit: &mut impl FnMut(&Found<'_>)) -> usize {
        let mut rows = 0;
        while !level.is_empty() {
            let mut next = Vec::new();
            for (plies, key_here, position) in level {
                let moves = self.table.moves(key_here);
                if moves.is_empty() {
                    continue;
                }
                visit(&Found { position: &position, key: key_here, plies, moves });
                rows += moves.len();
                for mv in moves.iter().filter_map(|entry| legal(&position, entry.mv)) {
                    next.extend(self.step(plies, &position, mv));
                }
                if self.table.entries().len() <= MOST_KEPT {
                    self.known.push((plies, position));
                }
            }
            level = next;
        }
        rows
    }

    /// The table's positions one legal move away from the known ones, from the `tried`th on.
    fn find_lost(&mut self, tried: usize) -> Vec<Place> {
        let mut found = Vec::new();
        let known = std::mem::take(&mut self.known);
        for (plies, position) in &known[tried..] {
            for mv in position.legal_moves() {
                let mut after = position.clone();
                after.play_unchecked(mv);
                if !self.table.moves(key(&after)).is_empty() {
                    found.extend(self.step(*plies, position, mv));
                }
            }
        }
        self.known = known;
        found
    }

    /// The position after a move, unless it has been seen.
    fn step(&mut self, plies: usize, position: &Chess, mv: Move) -> Option<Place> {
        let mut after = position.clone();
        after.play_unchecked(mv);
        let key_after = key(&after);
        self.seen.insert(key_after).then_some((plies + 1, key_after, after))
    }
}

/// The key of a position, as the tables count it.
#[must_use]
pub fn key(position: &Chess) -> u64 {
    let mut key = 0;
    for (square, piece) in position.board() {
        key ^= zobrist::piece(piece_of(piece), square_of(square));
    }
    for color in Color::ALL {
        for (side, king_side) in [(CastlingSide::KingSide, true), (CastlingSide::QueenSide, false)]
        {
            if position.castles().has(color, side) {
                key ^= zobrist::castling(color_of(color), king_side);
            }
        }
    }
    // shakmaty: a pawn has moved two squares and an enemy pawn stands next to it.
    if let Some(square) = position.ep_square(EnPassantMode::PseudoLegal) {
        key ^= zobrist::en_passant(square_of(square).file());
    }
    if position.turn().is_white() {
        key ^= zobrist::WHITE_TO_MOVE;
    }
    key
}

/// The legal move of a position that the table writes so.
#[must_use]
pub fn legal(position: &Chess, mv: OpeningMove) -> Option<Move> {
    let square = |square: tables::Square| Square::new(square.index() as u32);
    let promotion = mv.promotion().and_then(|role| Role::from_char(role.letter()));
    UciMove::Normal { from: square(mv.from()), to: square(mv.to()), promotion }
        .to_move(position)
        .ok()
}

/// A legal move as the table writes it.
#[must_use]
pub fn opening_move(mv: Move) -> Option<OpeningMove> {
    match mv.to_uci(CastlingMode::Standard) {
        UciMove::Normal { from, to, promotion } => Some(OpeningMove::new(
            square_of(from),
            square_of(to),
            promotion.map(|role| tables::Role::ALL[role as usize - 1]),
        )),
        _ => None,
    }
}

fn square_of(square: Square) -> tables::Square {
    tables::Square::new(square.to_u32() as u8).expect("invariant: both count to 63")
}

const fn color_of(color: Color) -> tables::Color {
    match color {
        Color::White => tables::Color::White,
        Color::Black => tables::Color::Black,
    }
}

const fn piece_of(piece: shakmaty::Piece) -> tables::Piece {
    // shakmaty's roles count from pawn = 1 in the tables' order.
    let role = tables::Role::ALL[piece.role as usize - 1];
    tables::Piece { color: color_of(piece.color), role }
}
