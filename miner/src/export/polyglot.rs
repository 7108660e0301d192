//! Polyglot opening books (`.bin`).
//!
//! 16 bytes per move, big-endian, sorted by key, then weight downward, then move:
//!
//! | offset | size | field |
//! |---|---|---|
//! | 0 | 8 | key of the position before the move |
//! | 8 | 2 | move: to, from · 64, promotion · 4096 (N 1, B 2, R 3, Q 4); castling is king takes rook |
//! | 10 | 2 | weight |
//! | 12 | 4 | learning, 0 |
//!
//! A move weighs its half points, 2 · wins + draws of its mover, as Polyglot's own `make-book` has
//! it. Where a position's heaviest move does not fit into 16 bits, all its moves are scaled down
//! together; what has scored never becomes 0. A move that only lost has weight 0: readers know it
//! and never play it.
//!
//! The table stores no pieces, so `e1g1` may be castling or a rook's move. Three answers, in this
//! order: the position, if the table's moves reach it from the start position; the keys, if the
//! position after the move is in the table (it has another key after castling than after a move of
//! a rook or queen); else the move is left out and counted.

use std::io::Write;

use anyhow::Result;
use rules::{Color, Piece, Role, Square, polyglot};
use rustc_hash::FxHashSet;
use tables::{OpeningEntry, OpeningFile, OpeningMove};

use super::{
    Exported, Format, Writer,
    options::{MIN_GAMES, MIN_SCORE, ONLY_BLACK, ONLY_WHITE, Options, UNIFORM},
};
use crate::ask::explore;

/// A Polyglot book.
pub(super) static FORMAT: Format = Format {
    name: "polyglot",
    about: "A Polyglot opening book",
    endings: &["bin"],
    writers: &[Writer::Opening(
        &[&MIN_GAMES, &MIN_SCORE, &ONLY_WHITE, &ONLY_BLACK, &UNIFORM],
        write,
    )],
};

/// An entry of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The key of the position before the move.
    pub key: u64,
    /// The move in Polyglot's form.
    pub mv: u16,
    /// How often to play it, against the position's other moves.
    pub weight: u16,
}

impl BookEntry {
    /// The entry as it stands in the file.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.mv.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes
    }
}

fn write(table: &OpeningFile, options: &Options, to: &mut dyn Write) -> Result<Exported> {
    let known = Known::new(table);
    let (mut unclear, mut colorless) = (0_u64, 0_u64);
    let mut exported = Exported::default();
    table.each_position(|place, position| {
        let turn = known.turns[place.row];
        let mut moves = Vec::new();
        for entry in position.iter().filter(|entry| passes(entry, options)) {
            if options.only_white || options.only_black {
                match turn {
                    None => {
                        colorless += 1;
                        continue;
                    }
                    Some(turn) if (turn == Color::White) != options.only_white => continue,
                    Some(_) => {}
                }
            }
            match known.encode(table, entry, turn.is_some()) {
                Some(mv) => moves.push((entry.counts.half_points(), mv)),
                None => unclear += 1,
            }
        }
        for entry in book_entries(position[0].key, &moves, options.uniform) {
            to.write_all(&entry.to_bytes())?;
            exported.rows += 1;
        }
        anyhow::Ok(())
    })?;
    if unclear > 0 {
        exported.notes.push(format!(
            "{unclear} moves left out: a king or a rook from e1 or e8, in positions that the \
             table's moves do not reach"
        ));
    }
    if colorless > 0 {
        exported.notes.push(format!(
            "{colorless} moves left out: the side to move is unknown in positions that the table's \
             moves do not reach"
        ));
    }
    Ok(exported)
}

/// A move in Polyglot's form; castling is king takes rook.
pub(crate) fn encoded(mv: OpeningMove, castles: bool) -> u16 {
    let rook = Castling::of(mv).filter(|_| castles).map(|castling| castling.rook_from);
    let to = rook.unwrap_or_else(|| mv.to());
    let promotion = mv.promotion().map_or(0, |role| role as u16);
    to.index() as u16 | (mv.from().index() as u16) << 6 | promotion << 12
}

/// The entries of a position's moves, which come with their half points, in their order in the file.
pub(crate) fn book_entries(key: u64, moves: &[(u64, u16)], is_uniform: bool) -> Vec<BookEntry> {
    let heaviest = moves.iter().map(|(points, _)| *points).max().unwrap_or(0);
    let weight = |points| if is_uniform { 1 } else { scaled(points, heaviest) };
    let mut entries: Vec<_> =
        moves.iter().map(|&(points, mv)| BookEntry { key, mv, weight: weight(points) }).collect();
    entries.sort_unstable_by_key(|entry| (u16::MAX - entry.weight, entry.mv));
    entries
}

fn passes(entry: &OpeningEntry, options: &Options) -> bool {
    entry.counts.games() >= options.min_games.unwrap_or(1)
        && entry.counts.score() >= options.min_score.or(Some(0.0))
}

/// Half points as 16 bits, scaled with the heaviest of the position if that does not fit.
fn scaled(points: u64, heaviest: u64) -> u16 {
    const MOST: u128 = u16::MAX as u128;
    let (points, heaviest) = (u128::from(points), u128::from(heaviest));
    let weight = if heaviest <= MOST { points } else { (points * MOST + heaviest / 2) / heaviest };
    u16::try_from(weight.max(u128::from(points > 0))).expect("invariant: scaled to 16 bits")
}

/// What the reachable positions tell.
struct Known {
    /// Who moves, by the row where the position's moves start.
    turns: Vec<Option<Color>>,
    /// The moves that castle.
    castling: FxHashSet<(u64, OpeningMove)>,
}

impl Known {
    fn new(table: &OpeningFile) -> Self {
        let turns = vec![None; table.rows()];
        let mut known = Self { turns, castling: FxHashSet::default() };
        explore::walk(table, usize::MAX, |found| {
            known.turns[found.row] = Some(found.position.turn());
            for entry in found.moves {
                if found.is_castling(entry.mv) {
                    known.castling.insert((found.key, entry.mv));
                }
            }
        });
        known
    }

    /// The move in Polyglot's form; `None` if it cannot be known whether it castles.
    fn encode(&self, table: &OpeningFile, entry: &OpeningEntry, is_reached: bool) -> Option<u16> {
        let mv = entry.mv;
        let Some(castling) = Castling::of(mv) else { return Some(encoded(mv, false)) };
        let castles = if is_reached {
            self.castling.contains(&(entry.key, mv))
        } else {
            let is_known = |key: u64| table.find(key).is_some();
            if castling.keys_after(entry.key).any(is_known) {
                true
            } else if castling.keys_after_plain(entry.key).any(is_known) {
                false
            } else {
                return None;
            }
        };
        Some(encoded(mv, castles))
    }
}

/// A move that is castling if a king makes it.
struct Castling {
    color: Color,
    king_side: bool,
    king_from: Square,
    king_to: Square,
    rook_from: Square,
    rook_to: Square,
}

impl Castling {
    fn of(mv: OpeningMove) -> Option<Self> {
        let (color, rank) = match mv.from().index() {
            4 => (Color::White, 0),
            60 => (Color::Black, 56),
            _ => return None,
        };
        let (king_side, rook_from, rook_to) = match mv.to().index().checked_sub(rank)? {
            6 => (true, 7, 5),
            2 => (false, 0, 3),
            _ => return None,
        };
        if mv.promotion().is_some() {
            return None;
        }
        let square = |file: usize| Square::new((rank + file) as u8);
        Some(Self {
            color,
            king_side,
            king_from: mv.from(),
            king_to: mv.to(),
            rook_from: square(rook_from)?,
            rook_to: square(rook_to)?,
        })
    }

    /// The keys that the position after castling may have: the other right may have been there,
    /// and an en passant file.
    fn keys_after(&self, key: u64) -> impl Iterator<Item = u64> {
        let piece = |role, square| polyglot::piece(Piece { color: self.color, role }, square);
        let after = key
            ^ polyglot::WHITE_TO_MOVE
            ^ piece(Role::King, self.king_from)
            ^ piece(Role::King, self.king_to)
            ^ piece(Role::Rook, self.rook_from)
            ^ piece(Role::Rook, self.rook_to)
            ^ polyglot::castling(self.color, self.king_side);
        let other_right = polyglot::castling(self.color, !self.king_side);
        [after, after ^ other_right].into_iter().flat_map(without_en_passant)
    }

    /// The keys that the position after a rook's or queen's move may have: something may have been
    /// captured. Without a king on its square that side has no rights to lose.
    fn keys_after_plain(&self, key: u64) -> impl Iterator<Item = u64> {
        let moves = [Role::Rook, Role::Queen].into_iter().map(move |role| {
            let mover = Piece { color: self.color, role };
            key ^ polyglot::WHITE_TO_MOVE
                ^ polyglot::piece(mover, self.king_from)
                ^ polyglot::piece(mover, self.king_to)
        });
        let captures = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .map(|role| polyglot::piece(Piece { color: !self.color, role }, self.king_to));
        moves.flat_map(move |after| {
            [0].into_iter()
                .chain(captures)
                .flat_map(move |capture| without_en_passant(after ^ capture))
        })
    }
}

fn without_en_passant(key: u64) -> impl Iterator<Item = u64> {
    [key].into_iter().chain((0..8).map(move |file| key ^ polyglot::en_passant(file)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_fit_and_keep_what_scored() {
        assert_eq!(scaled(0, 0), 0);
        assert_eq!(scaled(7, 65_535), 7);
        assert_eq!(scaled(65_536, 65_536), u16::MAX);
        assert_eq!(scaled(1, 1 << 40), 1);
        assert_eq!(scaled(0, 1 << 40), 0);
        assert_eq!(scaled(1 << 39, 1 << 40), 32_768);
    }
}
