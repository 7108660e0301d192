//! How often quiet moves were played, and how often they would have been by chance.

use std::fmt;

use rules::{Color, Role, Square};

use crate::{
    Column, Kind, Phase, Provenance, Row, Rows, RowsMut, Table, TableError, Value, codec::Gaps,
};

/// A role and a square, as the side that moves now sees the board.
const PLACES: usize = 6 * Square::COUNT;
const BY_ORIGIN: usize = Phase::PARTITION.len() * PLACES * Square::COUNT;
const BY_MOVE_BEFORE: usize = Before::ALL.len() * PLACES * PLACES;

/// Which of the moves before it a move is counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Before {
    /// The other side's, one ply before.
    Theirs,
    /// The own one, two plies before.
    Own,
}

impl Before {
    /// Both, the nearer first.
    pub const ALL: [Self; 2] = [Self::Theirs, Self::Own];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Theirs => "theirs",
            Self::Own => "own",
        }
    }
}

impl fmt::Display for Before {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece and the square that it moved to. A pawn that promotes is a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Arrival {
    /// What moved.
    pub role: Role,
    /// Where it went.
    pub to: Square,
}

impl Arrival {
    /// Every piece on every square.
    pub fn all() -> impl Iterator<Item = Self> {
        Role::ALL.into_iter().flat_map(|role| Square::all().map(move |to| Self { role, to }))
    }

    /// The same move seen from the side of `color`, from White's or back.
    #[must_use]
    pub const fn seen_by(self, color: Color) -> Self {
        Self { role: self.role, to: self.to.relative_to(color) }
    }

    pub(crate) const fn index(self) -> usize {
        self.role as usize * Square::COUNT + self.to.index()
    }

    fn from_index(index: usize) -> Option<Self> {
        let role = *Role::ALL.get(index / Square::COUNT)?;
        Some(Self { role, to: Square::new((index % Square::COUNT) as u8)? })
    }
}

/// What a move is counted by, its squares as the side that plays it sees the board. Castling is the king's move to its rook's
/// square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PriorCell {
    /// Phase, piece, origin, destination.
    Origin {
        /// The phase of the position.
        phase: Phase,
        /// Where the piece came from.
        from: Square,
        /// What moved, and where to.
        arrival: Arrival,
    },
    /// Piece and destination after a move before.
    After {
        /// Which move before.
        before: Before,
        /// What moved then, as the side that moves now sees the board.
        moved: Arrival,
        /// What moves now.
        arrival: Arrival,
    },
}

impl PriorCell {
    /// How many there are.
    pub const COUNT: usize = BY_ORIGIN + BY_MOVE_BEFORE;

    /// The columns of CSV and the like that name a cell.
    const COLUMNS: [&str; 7] =
        ["phase", "before", "before_piece", "before_to", "piece", "from", "to"];

    /// What stands in these columns; nothing where a cell does not look.
    fn texts(self) -> [String; 7] {
        let letter = |role: Role| role.letter().to_string();
        let mut texts = [const { String::new() }; 7];
        let arrival = match self {
            Self::Origin { phase, from, arrival } => {
                texts[0] = phase.to_string();
                texts[5] = from.to_string();
                arrival
            }
            Self::After { before, moved, arrival } => {
                texts[1] = before.to_string();
                texts[2] = letter(moved.role);
                texts[3] = moved.to.to_string();
                arrival
            }
        };
        texts[4] = letter(arrival.role);
        texts[6] = arrival.to.to_string();
        texts
    }

    /// The place in a table, from 0; `None` for the phase of every position.
    #[must_use]
    pub fn index(self) -> Option<usize> {
        match self {
            Self::Origin { phase: Phase::All, .. } => None,
            Self::Origin { phase, from, arrival } => Some(
                (phase as usize * PLACES + arrival.role as usize * Square::COUNT + from.index())
                    * Square::COUNT
                    + arrival.to.index(),
            ),
            Self::After { before, moved, arrival } => Some(
                BY_ORIGIN + (before as usize * PLACES + moved.index()) * PLACES + arrival.index(),
            ),
        }
    }

    /// What stands at a place of a table.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        if let Some(index) = index.checked_sub(BY_ORIGIN) {
            return Some(Self::After {
                before: *Before::ALL.get(index / PLACES / PLACES)?,
                moved: Arrival::from_index(index / PLACES % PLACES)?,
                arrival: Arrival::from_index(index % PLACES)?,
            });
        }
        let (origin, to) = (index / Square::COUNT, index % Square::COUNT);
        let at = Arrival::from_index(origin % PLACES)?;
        Some(Self::Origin {
            phase: *Phase::PARTITION.get(origin / PLACES)?,
            from: at.to,
            arrival: Arrival { role: at.role, to: Square::new(to as u8)? },
        })
    }
}

/// How often a move was played, and expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PriorCounts {
    /// How often it was played.
    pub played: u64,
    /// How often it would have been if each position's quiet moves were equally likely, in parts of
    /// [`ONE`](Self::ONE).
    pub expected: u64,
}

impl PriorCounts {
    /// One expected move.
    pub const ONE: u64 = 1 << 16;

    /// What one of this many quiet moves adds to what is expected of each, rounded down.
    #[must_use]
    pub const fn share(moves: usize) -> u64 {
        Self::ONE / moves as u64
    }

    /// Adds other counts.
    pub const fn merge(&mut self, other: Self) {
        self.played += other.played;
        self.expected += other.expected;
    }

    /// The expectation as a number of moves.
    #[must_use]
    pub fn expectation(self) -> f64 {
        self.expected as f64 / Self::ONE as f64
    }

    /// The natural logarithm of how many times more often than expected it was played, where `usual` times is what
    /// is believed without counts, as firmly as if `firmness` moves had been expected.
    #[must_use]
    pub fn log_ratio(self, usual: f64, firmness: f64) -> f64 {
        ((self.played as f64 + firmness * usual) / (self.expectation() + firmness)).ln()
    }
}

/// How often quiet moves were played when they were legal.
///
/// Counted is each position whose mover is not in check and plays a quiet move, no capture and no promotion: 1 as
/// played for the move, and for each of the `n` quiet moves that are legal `65,536 / n` as expected, in up to three
/// cells each ([`PriorCell`]).
///
/// In a file, the rows are `(gap, played, expected)`: cells with counts only, in the order of
/// [`PriorCell::index`], each as the number of cells passed over since the row before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriorsTable {
    provenance: Provenance,
    counts: Box<[PriorCounts]>,
}

impl PriorsTable {
    /// A table without games.
    #[must_use]
    pub fn new(provenance: Provenance) -> Self {
        Self { provenance, counts: vec![PriorCounts::default(); PriorCell::COUNT].into() }
    }

    /// Replaces the provenance.
    #[must_use]
    pub fn with_provenance(self, provenance: Provenance) -> Self {
        Self { provenance, ..self }
    }

    /// Counts more moves; nothing for the phase of every position.
    pub fn add(&mut self, cell: PriorCell, counts: PriorCounts) {
        if let Some(place) = cell.index() {
            self.counts[place].merge(counts);
        }
    }

    /// The counts of a cell; for the phase of every position, of the three together.
    #[must_use]
    pub fn get(&self, cell: PriorCell) -> PriorCounts {
        if let PriorCell::Origin { phase: Phase::All, from, arrival } = cell {
            let mut sum = PriorCounts::default();
            for phase in Phase::PARTITION {
                sum.merge(self.get(PriorCell::Origin { phase, from, arrival }));
            }
            return sum;
        }
        cell.index().map_or_else(PriorCounts::default, |place| self.counts[place])
    }

    /// The cells with counts, in the order of [`PriorCell::index`].
    pub fn iter(&self) -> impl Iterator<Item = (PriorCell, PriorCounts)> {
        let used = self.counts.iter().enumerate().filter(|(_, counts)| counts.expected > 0);
        used.filter_map(|(place, &counts)| Some((PriorCell::from_index(place)?, counts)))
    }

    /// How many cells have counts.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.counts.iter().filter(|counts| counts.expected > 0).count()
    }
}

impl Default for PriorsTable {
    fn default() -> Self {
        Self::new(Provenance::default())
    }
}

impl Table for PriorsTable {
    const KIND: Kind = Kind::Priors;

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    fn merge(&mut self, other: &Self) -> Result<(), TableError> {
        self.provenance.merge(&other.provenance)?;
        for (counts, &more) in self.counts.iter_mut().zip(&other.counts) {
            counts.merge(more);
        }
        Ok(())
    }

    fn put_rows(&self, rows: &mut RowsMut) {
        rows.put(&(self.entries() as u64));
        let mut gaps = Gaps::default();
        for (place, counts) in self.counts.iter().enumerate().filter(|(_, c)| c.expected > 0) {
            rows.put(&(gaps.before(place as u32), counts.played, counts.expected));
        }
    }

    fn take_rows(provenance: Provenance, rows: &mut Rows<'_>) -> Result<Self, TableError> {
        let mut table = Self::new(provenance);
        let mut gaps = Gaps::default();
        for _ in 0..rows.take_count(3)? {
            let (gap, played, expected): (u32, u64, u64) = rows.take()?;
            let place = gaps.behind(gap) as usize;
            let counts = table
                .counts
                .get_mut(place)
                .ok_or(TableError::Invalid("a move is beyond the last"))?;
            // Sums of files stay below 2^64.
            if expected == 0 || expected >= 1 << 56 || played >= 1 << 40 {
                return Err(TableError::Invalid("a move has impossible counts"));
            }
            *counts = PriorCounts { played, expected };
        }
        Ok(table)
    }

    fn columns(&self) -> Vec<Column> {
        let counts = ["played", "expected_65536ths"].map(Column::int64);
        [&PriorCell::COLUMNS.map(Column::texts)[..], &counts].concat()
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        self.iter().map(|(cell, PriorCounts { played, expected })| {
            let counts = [played, expected].map(Value::count);
            Row::of(cell.texts().map(Value::Text).into_iter().chain(counts).collect())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_hold_what_they_are_made_of() {
        for index in 0..PriorCell::COUNT {
            let cell = PriorCell::from_index(index).expect("a cell");
            assert_eq!(cell.index(), Some(index), "{cell:?}");
        }
        assert_eq!(PriorCell::from_index(PriorCell::COUNT), None);
        let a1 = Square::new(0).expect("a square");
        let arrival = Arrival { role: Role::Rook, to: a1 };
        let all = PriorCell::Origin { phase: Phase::All, from: a1, arrival };
        assert_eq!(all.index(), None);
    }

    #[test]
    fn a_ratio_is_drawn_to_the_usual_one() {
        let counts = PriorCounts { played: 30, expected: 10 * PriorCounts::ONE };
        assert!((counts.log_ratio(1.0, 0.0) - 3.0_f64.ln()).abs() < 1e-12);
        assert!((counts.log_ratio(1.0, 10.0) - 2.0_f64.ln()).abs() < 1e-12);
        let none = PriorCounts::default();
        assert!((none.log_ratio(0.5, 8.0) - 0.5_f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn every_phase_is_the_sum_of_the_three() {
        let e4 = Square::new(28).expect("a square");
        let arrival = Arrival { role: Role::Pawn, to: e4 };
        let from = Square::new(12).expect("a square");
        let mut table = PriorsTable::default();
        for (played, phase) in (1..).zip(Phase::PARTITION) {
            let counts = PriorCounts { played, expected: 10 * played };
            table.add(PriorCell::Origin { phase, from, arrival }, counts);
        }
        let all = table.get(PriorCell::Origin { phase: Phase::All, from, arrival });
        assert_eq!(all, PriorCounts { played: 6, expected: 60 });
    }
}
