//! What changed between two tables of one kind, entry by entry.

use std::cmp::Ordering;

use anyhow::{Result, bail};
use rules::{Piece, Square};
use tables::{
    AnyTable, Cell, KingSquare, OpeningMove, OutcomeCounts, PstTable, WdlKey, WdlTable, bucket_name,
};

use super::{difference::Difference, figures::Figures, material};

/// What a table counts outcomes of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A balance of material.
    Cell(Cell),
    /// A piece on a square.
    Square(Piece, Square),
    /// A piece on a square, and where a king stands.
    KingSquare(KingSquare),
    /// A move in the position of a Polyglot key.
    Move(u64, OpeningMove),
    /// An evaluation at some material and move.
    Evaluation(WdlKey),
}

impl Entry {
    /// How it is written: `KRP v KR`, `N e5`, a key in hexadecimal and a move.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Cell(cell) => material::name_of(cell.material()),
            Self::Square(piece, square) => format!("{} {square}", piece.letter()),
            Self::KingSquare(square) => king_square(square),
            Self::Move(key, mv) => format!("{key:016x} {mv}"),
            Self::Evaluation(key) => {
                format!("{:+} at material {}, move {}", key.eval(), key.material(), key.number())
            }
        }
    }
}

/// `N e5 by the own king on c1, endgame`.
fn king_square(square: KingSquare) -> String {
    let [letter, at] = [square.role().letter().to_string(), square.square().to_string()];
    let (king, bucket) = (square.king(), bucket_name(square.bucket()));
    format!("{letter} {at} by the {king} king on {bucket}, {}", square.phase())
}

/// An entry of both tables whose counts differ.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// Which one.
    pub entry: Entry,
    /// Its counts before.
    pub old: OutcomeCounts,
    /// Its counts after.
    pub new: OutcomeCounts,
}

impl Change {
    /// How much the score moved, times the games that both have seen of it.
    #[must_use]
    pub fn weight(&self) -> f64 {
        match (self.old.score(), self.new.score()) {
            (Some(old), Some(new)) => {
                (new - old).abs() * self.old.games().min(self.new.games()) as f64
            }
            _ => 0.0,
        }
    }

    /// How far the score moved, if the counts are worth at most this many independent games.
    #[must_use]
    pub fn difference(&self, games: [u64; 2]) -> Option<Difference> {
        let [old, new] = [(self.old, games[0]), (self.new, games[1])]
            .map(|(counts, most)| Figures::worth(counts, counts.games().min(most) as f64));
        Difference::between(&old, &new)
    }
}

/// The changes, and how many there are of each sort.
#[derive(Debug, Default)]
pub struct Changes {
    /// Entries of the later table alone.
    pub appeared: u64,
    /// Entries of the earlier table alone.
    pub vanished: u64,
    /// Entries with the same counts in both.
    pub same: u64,
    /// Entries whose counts differ, in the tables' order.
    pub changed: Vec<Change>,
    /// Counts of everything, before and after.
    pub total: [OutcomeCounts; 2],
}

/// Compares two tables.
///
/// # Errors
/// If they are of different kinds, count different phases, or are different move priors.
pub fn compare(old: &AnyTable, new: &AnyTable) -> Result<Changes> {
    let mut changes = Changes::default();
    match (old, new) {
        (AnyTable::Imbalance(old), AnyTable::Imbalance(new)) => {
            changes.join(old.iter(), new.iter(), Entry::Cell);
        }
        (AnyTable::Pst(old), AnyTable::Pst(new)) => {
            if old.phase() != new.phase() {
                bail!("one table counts the phase {} and the other {}", old.phase(), new.phase());
            }
            let rows = |table: &PstTable| {
                table
                    .iter()
                    .map(|(piece, square, counts)| ((piece.index(), square), counts))
                    .collect::<Vec<_>>()
            };
            changes.join(rows(old).into_iter(), rows(new).into_iter(), |(piece, square)| {
                Entry::Square(Piece::from_index(piece), square)
            });
        }
        (AnyTable::KingSquares(old), AnyTable::KingSquares(new)) => {
            changes.join(old.iter(), new.iter(), Entry::KingSquare);
        }
        (AnyTable::Opening(old), AnyTable::Opening(new)) => {
            let [old, new] = [old, new].map(|table| {
                table.entries().iter().map(|entry| ((entry.key, entry.mv), entry.counts))
            });
            changes.join(old, new, |(key, mv)| Entry::Move(key, mv));
        }
        (AnyTable::Wdl(old), AnyTable::Wdl(new)) => {
            let rows = |table: &WdlTable| table.entries().to_vec().into_iter();
            changes.join(rows(old), rows(new), Entry::Evaluation);
        }
        (AnyTable::Priors(old), AnyTable::Priors(new)) if old == new => {
            changes.same = old.entries() as u64;
        }
        (AnyTable::Priors(_), AnyTable::Priors(_)) => {
            bail!("move priors count moves, not outcomes: no scores to compare")
        }
        (old, new) => {
            bail!("a table of kind `{}` and one of kind `{}`", old.kind(), new.kind())
        }
    }
    Ok(changes)
}

impl Changes {
    /// Goes through two sorted lists side by side.
    fn join<K: Copy + Ord>(
        &mut self,
        old: impl Iterator<Item = (K, OutcomeCounts)>,
        new: impl Iterator<Item = (K, OutcomeCounts)>,
        entry: impl Fn(K) -> Entry,
    ) {
        let (mut old, mut new) = (old.peekable(), new.peekable());
        loop {
            let order = match (old.peek(), new.peek()) {
                (None, None) => return,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(a), Some(b)) => a.0.cmp(&b.0),
            };
            let before = if order.is_le() { old.next() } else { None };
            let after = if order.is_ge() { new.next() } else { None };
            for (total, row) in self.total.iter_mut().zip([before, after]) {
                total.merge(row.map_or(OutcomeCounts::ZERO, |(_, counts)| counts));
            }
            match (before, after) {
                (Some((_, before)), Some((_, after))) if before == after => self.same += 1,
                (Some((key, old)), Some((_, new))) => {
                    self.changed.push(Change { entry: entry(key), old, new });
                }
                (Some(_), None) => self.vanished += 1,
                (None, _) => self.appeared += 1,
            }
        }
    }
}
