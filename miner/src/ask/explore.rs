//! From the keys of an opening table back to positions.
//!
//! A table holds (key, move) pairs: a key says which position it is, not what stands where. Playing
//! the table's moves from the start position finds the positions. Where every way into a position
//! was dropped as too rare (`--min-games`), any legal move from a known position finds it as well:
//! a key that fits proves the position. What remains are positions two lost moves away, and those
//! of games that were set up.

use rules::{Move, Position, Role, Square, squares, zobrist};
use shakmaty::{CastlingMode, Chess, uci::UciMove};
use tables::{OpeningEntry, OpeningFile, OpeningMove, OpeningPlace};

/// A position of the table.
#[derive(Debug)]
pub struct Found<'a> {
    /// A position that is asked about.
    pub position: &'a Position,
    /// Where its moves start among the table's.
    pub row: usize,
    /// Its Polyglot key.
    pub key: u64,
    /// The fewest plies that lead there by moves of the table.
    pub plies: usize,
    /// Its moves in the table.
    pub moves: &'a [OpeningEntry],
    /// For each of them the key of the position after it; nothing if it is not legal.
    pub after: &'a [Option<u64>],
    /// The key of the position that it was first reached from; none for the start position.
    pub from: Option<u64>,
}

impl Found<'_> {
    /// The position in shakmaty's words, for notation.
    #[must_use]
    pub fn chess(&self) -> Chess {
        let chess = self.position.to_shakmaty(CastlingMode::Standard);
        chess.expect("invariant: legal moves lead from the start position to legal positions")
    }

    /// Whether a move of the table is castling here.
    #[must_use]
    pub fn is_castling(&self, mv: OpeningMove) -> bool {
        find(self.position, mv).is_some_and(Move::is_castling)
    }
}

/// Visits the table's positions that can be found from the start position, each once, nearer ones
/// first, as far as `most_plies`; those that only lost moves lead to come last.
pub fn walk(table: &OpeningFile, most_plies: usize, mut visit: impl FnMut(&Found<'_>)) {
    let position = Position::default();
    let key = zobrist::key(&position);
    let seen = vec![0; table.rows() / 64 + 1];
    let mut walk = Walk { table, most_plies, seen, known: Vec::new() };
    let Some(rows) = walk.find_new(key) else { return };
    let mut rows =
        walk.follow(vec![Place { plies: 0, key, from: None, rows, position }], &mut visit);
    let mut tried = 0;
    while rows < table.rows() && tried < walk.known.len() {
        let found = walk.find_lost(tried);
        tried = walk.known.len();
        rows += walk.follow(found, &mut visit);
    }
}

/// Tables with more moves than this are not searched for positions whose way in was lost: it would
/// take long, and such tables have lost little.
const MOST_KEPT: usize = 2_000_000;

/// A position on the way.
struct Place {
    plies: usize,
    key: u64,
    from: Option<u64>,
    /// Where its moves start in the table.
    rows: OpeningPlace,
    position: Position,
}

struct Walk<'a> {
    table: &'a OpeningFile,
    most_plies: usize,
    /// A bit for each of the table's rows: whether the position whose moves start there has been found. A set
    /// of keys would be larger than the table.
    seen: Vec<u64>,
    /// The positions visited.
    known: Vec<Place>,
}

impl Walk<'_> {
    /// Follows the table's moves from some positions on; gives the number of moves that belong to
    /// the positions visited.
    fn follow(&mut self, mut level: Vec<Place>, visit: &mut impl FnMut(&Found<'_>)) -> usize {
        let (mut count, mut moves, mut after) = (0, Vec::new(), Vec::new());
        while !level.is_empty() {
            let mut next = Vec::new();
            for place in level {
                let Place { plies, key, from, rows, ref position } = place;
                self.table.moves(rows, &mut moves);
                count += moves.len();
                after.clear();
                for entry in &moves {
                    let step = find(position, entry.mv).map(|mv| place.after(mv));
                    after.push(step.as_ref().map(|(key, _)| *key));
                    next.extend(step.and_then(|step| self.enter(&place, step)));
                }
                let row = rows.row;
                visit(&Found { position, row, key, plies, moves: &moves, after: &after, from });
                if self.table.rows() <= MOST_KEPT {
                    self.known.push(place);
                }
            }
            level = next;
        }
        count
    }

    /// Where the moves of a position start, if it is in the table and has not been found before; now it has.
    fn find_new(&mut self, key: u64) -> Option<OpeningPlace> {
        let place = self.table.find(key)?;
        let (word, bit) = (place.row / 64, 1 << (place.row % 64));
        let is_new = self.seen[word] & bit == 0;
        self.seen[word] |= bit;
        is_new.then_some(place)
    }

    /// The position one move on, if it is in the table, near enough, and has not been found before.
    fn enter(&mut self, from: &Place, (key, position): (u64, Position)) -> Option<Place> {
        let plies = from.plies + 1;
        let rows = (plies <= self.most_plies).then(|| self.find_new(key))??;
        Some(Place { plies, key, from: Some(from.key), rows, position })
    }

    /// The table's positions one legal move away from the known ones, from the `tried`th on.
    fn find_lost(&mut self, tried: usize) -> Vec<Place> {
        let mut found = Vec::new();
        let known = std::mem::take(&mut self.known);
        for place in &known[tried..] {
            let moves = place.position.legal_moves();
            found.extend(moves.iter().filter_map(|&mv| self.enter(place, place.after(mv))));
        }
        self.known = known;
        found
    }
}

impl Place {
    /// Key and position after a legal move.
    fn after(&self, mv: Move) -> (u64, Position) {
        let mut key = self.key ^ zobrist::state(&self.position);
        let position =
            self.position.after(mv, |code, square, _| key ^= zobrist::piece(code, square));
        (key ^ zobrist::state(&position), position)
    }
}

/// The legal move of a position that the table writes so: castling is the king's move.
fn find(position: &Position, mv: OpeningMove) -> Option<Move> {
    let (from, to) = (mv.from(), mv.to());
    let board = position.board();
    let piece = board.get(from).filter(|piece| piece.color == position.turn())?;
    let captures = board.get(to).is_some();
    let mv = match (piece.role, mv.promotion()) {
        (Role::King, None) if from.file().abs_diff(to.file()) == 2 => {
            let file = if to.file() > from.file() { 7 } else { 0 };
            Move::castling(from, squares::square(u32::from(8 * from.rank() + file)))
        }
        (Role::Pawn, Some(role)) => Move::promotion(from, to, captures, role),
        (Role::Pawn, None) if from.rank().abs_diff(to.rank()) == 2 => Move::double_push(from, to),
        (Role::Pawn, None) if from.file() != to.file() && !captures => Move::en_passant(from, to),
        (_, None) => Move::plain(from, to, captures),
        (_, Some(_)) => return None,
    };
    position.is_legal(mv).then_some(mv)
}

/// The key of a position, as the tables count it.
#[must_use]
pub fn key(position: &Chess) -> u64 {
    zobrist::key(&position.into())
}

/// The legal move of a position that the table writes so, in shakmaty's words, for notation.
#[must_use]
pub fn legal(position: &Chess, mv: OpeningMove) -> Option<shakmaty::Move> {
    let square = |square: Square| shakmaty::Square::new(square.index() as u32);
    let promotion = mv.promotion().map(|role| shakmaty::Role::ALL[role as usize]);
    UciMove::Normal { from: square(mv.from()), to: square(mv.to()), promotion }
        .to_move(position)
        .ok()
}

/// A legal move as the table writes it.
#[must_use]
pub fn opening_move(mv: shakmaty::Move) -> Option<OpeningMove> {
    match mv.to_uci(CastlingMode::Standard) {
        UciMove::Normal { from, to, promotion } => Some(OpeningMove::new(
            squares::square(from.to_u32()),
            squares::square(to.to_u32()),
            promotion.map(|role| Role::ALL[role as usize - 1]),
        )),
        _ => None,
    }
}
