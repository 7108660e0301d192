//! The opening table.

use std::{fmt, ops::Range};

use rules::{Role, Square};

use crate::{
    Column, Kind, MoveSums, OutcomeCounts, Provenance, Row, Rows, RowsMut, Table, TableError, Value,
};

/// A move as UCI writes it: from, to, promotion. Castling is the king's move (`e1g1`).
///
/// Packed in 16 bits: from, to · 64, promotion role · 4096 (0 for none).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpeningMove(u16);

impl OpeningMove {
    /// The move from one square to another. Only knight to queen are promotions; other roles are
    /// taken for none.
    #[must_use]
    pub const fn new(from: Square, to: Square, promotion: Option<Role>) -> Self {
        let promotion = match promotion {
            Some(role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen)) => role as u16,
            _ => 0,
        };
        Self(from.index() as u16 | (to.index() as u16) << 6 | promotion << 12)
    }

    /// Unpacks a move; `None` if the promotion is no such role.
    #[must_use]
    pub const fn from_packed(packed: u16) -> Option<Self> {
        if packed >> 12 <= Role::Queen as u16 { Some(Self(packed)) } else { None }
    }

    /// The packed form.
    #[must_use]
    pub const fn packed(self) -> u16 {
        self.0
    }

    /// Where it starts.
    #[must_use]
    pub fn from(self) -> Square {
        Square::new((self.0 & 63) as u8).expect("invariant: six bits make a square")
    }

    /// Where it ends.
    #[must_use]
    pub fn to(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u8).expect("invariant: six bits make a square")
    }

    /// What the pawn becomes.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        match self.0 >> 12 {
            0 => None,
            role => Some(Role::ALL[role as usize]),
        }
    }
}

impl fmt::Display for OpeningMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for OpeningMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A move that was played in a position, and how the games went on from there for its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningEntry {
    /// The Polyglot key of the position before the move; see [`rules::polyglot`].
    pub key: u64,
    /// The move played there.
    pub mv: OpeningMove,
    /// Outcomes of the games, each counted once, as the mover saw them.
    pub counts: OutcomeCounts,
}

impl OpeningEntry {
    /// How many integers a row has.
    pub(crate) const fn integers(version: u16) -> usize {
        if version == WITH_SUMS { 5 + MoveSums::INTEGERS } else { 5 }
    }

    /// Takes the next row; `last` are key and move of the one before, and become its own.
    pub(crate) fn take(
        rows: &mut Rows<'_>,
        last: &mut (u64, Option<OpeningMove>),
    ) -> Result<(Self, Option<MoveSums>), TableError> {
        let (gap, packed, wins, draws, losses): (u64, u16, u64, u64, u64) = rows.take()?;
        let key = gap.checked_add(last.0);
        let mv = OpeningMove::from_packed(packed);
        let (Some(key), Some(mv)) = (key, mv) else {
            return Err(TableError::Invalid("a key or move is impossible"));
        };
        if *last >= (key, Some(mv)) {
            return Err(TableError::Invalid("its rows are out of order"));
        }
        *last = (key, Some(mv));
        let counts = OutcomeCounts::checked(wins, draws, losses)?;
        let sums = match rows.version() {
            WITH_SUMS => Some(MoveSums::checked(rows.take()?, counts.games())?),
            _ => None,
        };
        Ok((Self { key, mv, counts }, sums))
    }
}

/// The format version whose rows have sums.
const WITH_SUMS: u16 = 2;

/// Values of the option `min-games` that leave every move in the table.
const DROPS_NO_MOVE: [&str; 2] = ["0", "1"];

/// Outcomes by (position, move) over the first plies of the games.
///
/// Entries are unique and sorted by key, then packed move, so that a position's moves are found by
/// interpolation. In a file, a row is `(key gap, packed move, wins, draws, losses)`: each key as
/// its difference to the row before. Behind them, if they are kept, stand the move's [`MoveSums`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningTable {
    provenance: Provenance,
    entries: Vec<OpeningEntry>,
    /// Those of each entry, if they are kept.
    sums: Option<Vec<MoveSums>>,
}

impl OpeningTable {
    /// A table of these entries, which may come in any order; entries of the same key and move are
    /// added up, entries without games dropped.
    #[must_use]
    pub fn new(mut entries: Vec<OpeningEntry>, provenance: Provenance) -> Self {
        entries.retain(|entry| entry.counts.games() > 0);
        entries.sort_unstable_by_key(|entry| (entry.key, entry.mv));
        entries.dedup_by(|next, kept| {
            let same = (next.key, next.mv) == (kept.key, kept.mv);
            if same {
                kept.counts.merge(next.counts);
            }
            same
        });
        Self { provenance, entries, sums: None }
    }

    /// The same, keeping the sums of each entry, which come in the same order. What is in order already is not copied.
    #[must_use]
    pub fn with_sums(
        entries: Vec<OpeningEntry>,
        sums: Vec<MoveSums>,
        provenance: Provenance,
    ) -> Self {
        let place = |entry: &OpeningEntry| (entry.key, entry.mv);
        let is_sorted = entries.is_sorted_by(|a, b| place(a) < place(b));
        if is_sorted
            && entries.len() == sums.len()
            && entries.iter().all(|entry| entry.counts.games() > 0)
        {
            return Self { provenance, entries, sums: Some(sums) };
        }
        let mut rows: Vec<_> = entries.into_iter().zip(sums).collect();
        rows.retain(|(entry, _)| entry.counts.games() > 0);
        rows.sort_unstable_by_key(|(entry, _)| (entry.key, entry.mv));
        rows.dedup_by(|(next, more), (kept, sums)| {
            let same = (next.key, next.mv) == (kept.key, kept.mv);
            if same {
                kept.counts.merge(next.counts);
                sums.merge(*more);
            }
            same
        });
        let (entries, sums) = rows.into_iter().unzip();
        Self { provenance, entries, sums: Some(sums) }
    }

    /// The sums of each of the [`entries`](Self::entries); `None` if they are not kept.
    #[must_use]
    pub fn sums(&self) -> Option<&[MoveSums]> {
        self.sums.as_deref()
    }

    /// Replaces the provenance.
    #[must_use]
    pub fn with_provenance(self, provenance: Provenance) -> Self {
        Self { provenance, ..self }
    }

    /// All entries, sorted by key, then packed move.
    #[must_use]
    pub fn entries(&self) -> &[OpeningEntry] {
        &self.entries
    }

    /// The moves played in the position of this key.
    #[must_use]
    pub fn moves(&self, key: u64) -> &[OpeningEntry] {
        &self.entries[self.range_of(key)]
    }

    /// Where the moves of a position stand among the [`entries`](Self::entries).
    #[must_use]
    pub fn range_of(&self, key: u64) -> Range<usize> {
        let start = self.first_not_below(key);
        let len = self.entries[start..].iter().take_while(|entry| entry.key == key).count();
        start..start + len
    }

    /// The first entry whose key is not below this one. Keys are as good as random, so it lies near
    /// the key's share of the whole; from there the search widens.
    fn first_not_below(&self, key: u64) -> usize {
        const FIRST_STEP: usize = 32;
        let count = self.entries.len();
        let guess = ((u128::from(key) * count as u128) >> 64) as usize;
        let (mut low, mut high, mut step) = (guess, guess, FIRST_STEP);
        while low > 0 && self.entries[low - 1].key >= key {
            low = low.saturating_sub(step);
            step *= 2;
        }
        while high < count && self.entries[high].key < key {
            high = (high + step).min(count);
            step *= 2;
        }
        low + self.entries[low..high].partition_point(|entry| entry.key < key)
    }
}

impl Table for OpeningTable {
    const KIND: Kind = Kind::Opening;

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    fn merge(&mut self, other: &Self) -> Result<(), TableError> {
        let least = self.provenance.options.get("min-games");
        let pruned = least.filter(|games| !DROPS_NO_MOVE.contains(&games.as_str()));
        if let Some(games) = pruned {
            return Err(TableError::Unmergeable(format!(
                "moves with fewer than {games} games were dropped, and a sum would lack them"
            )));
        }
        if self.sums.is_some() != other.sums.is_some() {
            let reason = "only one of them keeps the sums for averages";
            return Err(TableError::Unmergeable(reason.to_owned()));
        }
        self.provenance.merge(&other.provenance)?;
        let mut entries = std::mem::take(&mut self.entries);
        entries.extend_from_slice(&other.entries);
        let provenance = std::mem::take(&mut self.provenance);
        *self = match (self.sums.take(), &other.sums) {
            (Some(sums), Some(more)) => {
                Self::with_sums(entries, [&sums[..], more].concat(), provenance)
            }
            _ => Self::new(entries, provenance),
        };
        Ok(())
    }

    fn version(&self) -> u16 {
        if self.sums.is_some() { WITH_SUMS } else { 1 }
    }

    fn put_rows(&self, rows: &mut RowsMut) {
        rows.put(&(self.entries.len() as u64));
        let mut last = 0;
        let mut sums = self.sums.iter().flatten();
        for OpeningEntry { key, mv, counts } in &self.entries {
            rows.put(&(key - last, mv.packed(), counts.wins, counts.draws, counts.losses));
            if let Some(sums) = sums.next() {
                rows.put(&sums.row());
            }
            last = *key;
        }
    }

    fn take_rows(provenance: Provenance, rows: &mut Rows<'_>) -> Result<Self, TableError> {
        let count = rows.take_count(OpeningEntry::integers(rows.version()))?;
        let mut entries: Vec<OpeningEntry> = Vec::with_capacity(count);
        let mut sums = (rows.version() == WITH_SUMS).then(|| Vec::with_capacity(count));
        let mut last = (0, None);
        for _ in 0..count {
            let (entry, more) = OpeningEntry::take(rows, &mut last)?;
            entries.push(entry);
            if let Some(sums) = &mut sums {
                sums.extend(more);
            }
        }
        Ok(Self { provenance, entries, sums })
    }

    fn columns(&self) -> Vec<Column> {
        let mut columns =
            Column::with_outcomes(&[Column::keys("key"), Column::texts("move")], "games");
        if self.sums.is_some() {
            columns.extend(MoveSums::COLUMNS.map(Column::int64));
        }
        columns
    }

    /// A position's moves by their games.
    fn rows(&self) -> impl Iterator<Item = Row> {
        let mut first = 0;
        self.entries.chunk_by(|a, b| a.key == b.key).flat_map(move |position| {
            let mut moves: Vec<_> = (first..)
                .zip(position)
                .map(|(number, entry)| {
                    (std::cmp::Reverse(entry.counts.games()), entry.mv.to_string(), number, entry)
                })
                .collect();
            first += position.len();
            moves.sort_unstable_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
            moves.into_iter().map(|(_, mv, number, entry)| {
                let place = [Value::Key(entry.key), Value::Text(mv)];
                let mut row = Row::with_outcomes(place, entry.counts);
                row.sums = self.sums.as_ref().map(|sums| sums[number]);
                row.values.extend(row.sums.iter().flat_map(|sums| sums.values()));
                row
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_table_that_lacks_moves_cannot_be_merged() {
        for (least, is_mergeable) in [("0", true), ("1", true), ("2", false)] {
            let options = [("min-games".to_owned(), least.to_owned())].into();
            let provenance = Provenance { options, ..Provenance::default() };
            let mut table = OpeningTable::new(Vec::new(), provenance);
            assert_eq!(table.merge(&table.clone()).is_ok(), is_mergeable, "{least}");
        }
    }
}
