//! Piece squares by where the kings stand.

use std::fmt;

use rules::{Piece, Role, Square};

use crate::{
    Column, Kind, KingPlace, OutcomeCounts, Phase, Provenance, Row, Rows, RowsMut, Table,
    TableError, Value, codec::Gaps,
};

/// Whose king a piece is counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KingOf {
    /// That of the piece's own side.
    Own,
    /// That of the other side.
    Enemy,
}

impl KingOf {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Own, Self::Enemy];

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Enemy => "enemy",
        }
    }
}

impl fmt::Display for KingOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece on a square, and where one of the kings stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KingSquare {
    place: u16,
}

impl KingSquare {
    /// The roles that are counted: all but the king.
    const ROLES: usize = 5;

    /// How many there are.
    pub const COUNT: usize = Phase::PARTITION.len()
        * KingOf::ALL.len()
        * KingPlace::BUCKETS
        * Self::ROLES
        * Square::COUNT;

    /// A piece of `piece.color` on `square` of the board, by the king of `king` that stands at this place;
    /// `None` for kings, and for the phase of every position.
    #[must_use]
    pub fn of(
        phase: Phase,
        piece: Piece,
        square: Square,
        (king, place): (KingOf, KingPlace),
    ) -> Option<Self> {
        // The king's side sees the square; an enemy of that side stands across the board from it.
        let seen = place.seen(square) ^ if king == KingOf::Own { 0 } else { 56 };
        Self::new(phase, king, place.bucket(), piece.role, Square::new(seen as u8)?)
    }

    /// A piece on a square that its owner sees, mirrored with the king; `None` for kings, the phase of every
    /// position, and buckets that are none.
    #[must_use]
    pub fn new(
        phase: Phase,
        king: KingOf,
        bucket: usize,
        role: Role,
        square: Square,
    ) -> Option<Self> {
        let is_counted = phase != Phase::All && role != Role::King && bucket < KingPlace::BUCKETS;
        let row =
            (phase as usize * KingOf::ALL.len() + king as usize) * KingPlace::BUCKETS + bucket;
        let place = (row * Self::ROLES + role as usize) * Square::COUNT + square.index();
        is_counted.then_some(Self { place: place as u16 })
    }

    /// The place in a table, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.place as usize
    }

    /// What stands at a place of a table.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self { place: index as u16 }) } else { None }
    }

    /// All of them, in the order of tables.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u16).map(|place| Self { place })
    }

    const fn row(self) -> usize {
        self.index() / Square::COUNT / Self::ROLES
    }

    /// The phase of the game.
    #[must_use]
    pub const fn phase(self) -> Phase {
        Phase::PARTITION[self.row() / KingPlace::BUCKETS / KingOf::ALL.len()]
    }

    /// Whose king it is.
    #[must_use]
    pub const fn king(self) -> KingOf {
        KingOf::ALL[self.row() / KingPlace::BUCKETS % KingOf::ALL.len()]
    }

    /// The bucket of that king.
    #[must_use]
    pub const fn bucket(self) -> usize {
        self.row() % KingPlace::BUCKETS
    }

    /// What the piece is.
    #[must_use]
    pub const fn role(self) -> Role {
        Role::ALL[self.index() / Square::COUNT % Self::ROLES]
    }

    /// Where it stands, as its owner sees the board, mirrored so that the king stands on the files a to d.
    #[must_use]
    pub fn square(self) -> Square {
        Square::new((self.index() % Square::COUNT) as u8).expect("invariant: the rest is below 64")
    }
}

/// What a bucket is called: the square that it is or, of the third rank, begins at.
#[must_use]
pub fn bucket_name(bucket: usize) -> String {
    let file = char::from(b'a' + (bucket % 4) as u8);
    format!("{file}{}", bucket / 4 + 1)
}

/// The bucket of a name, `a1` to `d3`.
#[must_use]
pub fn bucket_named(name: &str) -> Option<usize> {
    (0..KingPlace::BUCKETS).find(|&bucket| bucket_name(bucket) == name)
}

/// Outcomes by (piece, square) and the bucket of one of the kings, by phase, from the piece owner's point of
/// view. A position counts twice for each piece on its board but the kings, once for each king.
///
/// In a file, the rows are `(gap, wins, draws, losses)`: squares with counts only, in the order of
/// [`KingSquare::index`], each as the number of squares passed over since the row before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KingSquaresTable {
    provenance: Provenance,
    counts: Box<[OutcomeCounts]>,
}

impl KingSquaresTable {
    /// A table without games.
    #[must_use]
    pub fn new(provenance: Provenance) -> Self {
        Self { provenance, counts: vec![OutcomeCounts::ZERO; KingSquare::COUNT].into() }
    }

    /// Replaces the provenance.
    #[must_use]
    pub fn with_provenance(self, provenance: Provenance) -> Self {
        Self { provenance, ..self }
    }

    /// Counts more positions, as the owner of the piece saw the outcome.
    pub fn add(&mut self, square: KingSquare, counts: OutcomeCounts) {
        self.counts[square.index()].merge(counts);
    }

    /// The outcomes of positions, as the owner of the piece saw them.
    #[must_use]
    pub fn get(&self, square: KingSquare) -> OutcomeCounts {
        self.counts[square.index()]
    }

    /// The squares with counts, in the order of [`KingSquare::index`].
    pub fn iter(&self) -> impl Iterator<Item = (KingSquare, OutcomeCounts)> {
        KingSquare::all().zip(self.counts.iter().copied()).filter(|(_, counts)| counts.games() > 0)
    }

    /// How many squares have counts.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.iter().count()
    }
}

impl Default for KingSquaresTable {
    fn default() -> Self {
        Self::new(Provenance::default())
    }
}

impl Table for KingSquaresTable {
    const KIND: Kind = Kind::KingSquares;

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    fn merge(&mut self, other: &Self) -> Result<(), TableError> {
        self.provenance.merge(&other.provenance)?;
        for (count, &more) in self.counts.iter_mut().zip(&other.counts) {
            count.merge(more);
        }
        Ok(())
    }

    fn put_rows(&self, rows: &mut RowsMut) {
        rows.put(&(self.entries() as u64));
        let mut gaps = Gaps::default();
        for (square, counts) in self.iter() {
            let gap = gaps.before(square.index() as u32) as u16;
            rows.put(&(gap, counts.wins, counts.draws, counts.losses));
        }
    }

    fn take_rows(provenance: Provenance, rows: &mut Rows<'_>) -> Result<Self, TableError> {
        let mut table = Self::new(provenance);
        let mut gaps = Gaps::default();
        for _ in 0..rows.take_count(4)? {
            let (gap, wins, draws, losses): (u16, u64, u64, u64) = rows.take()?;
            let place = gaps.behind(gap.into()) as usize;
            let count = table
                .counts
                .get_mut(place)
                .ok_or(TableError::Invalid("a square is beyond the last"))?;
            *count = OutcomeCounts::checked(wins, draws, losses)?;
        }
        Ok(table)
    }

    fn columns(&self) -> Vec<Column> {
        let place = ["phase", "king", "bucket", "piece", "square"];
        Column::with_outcomes(&place.map(Column::texts), "count")
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        self.iter().map(|(square, counts)| {
            let place = [
                square.phase().to_string(),
                square.king().to_string(),
                bucket_name(square.bucket()),
                square.role().letter().to_string(),
                square.square().to_string(),
            ];
            Row::with_outcomes(place.map(Value::Text), counts)
        })
    }
}

#[cfg(test)]
mod tests {
    use rules::Color;

    use super::*;

    #[test]
    fn squares_hold_what_they_are_made_of() {
        let mut index = 0;
        for phase in Phase::PARTITION {
            for king in KingOf::ALL {
                for bucket in 0..KingPlace::BUCKETS {
                    for role in Role::ALL.into_iter().filter(|role| *role != Role::King) {
                        for square in Square::all() {
                            let it = KingSquare::new(phase, king, bucket, role, square)
                                .expect("counted");
                            assert_eq!(it.index(), index);
                            assert_eq!(KingSquare::from_index(index), Some(it));
                            assert_eq!(
                                (it.phase(), it.king(), it.bucket(), it.role(), it.square()),
                                (phase, king, bucket, role, square)
                            );
                            index += 1;
                        }
                    }
                }
            }
        }
        assert_eq!((index, KingSquare::from_index(index)), (KingSquare::COUNT, None));
        let a1 = Square::new(0).expect("a square");
        for (phase, bucket, role) in [
            (Phase::All, 0, Role::Pawn),
            (Phase::Opening, 12, Role::Pawn),
            (Phase::Opening, 0, Role::King),
        ] {
            assert_eq!(KingSquare::new(phase, KingOf::Own, bucket, role, a1), None);
        }
    }

    #[test]
    fn a_piece_is_seen_by_its_owner_and_mirrored_with_the_king() {
        let square = |name: &str| name.parse::<Square>().expect(name);
        let seen = |color, at, king, king_color, king_at| {
            let piece = Piece { color, role: Role::Knight };
            let place = KingPlace::of(king_color, square(king_at));
            let it =
                KingSquare::of(Phase::Opening, piece, square(at), (king, place)).expect("a knight");
            (bucket_name(it.bucket()), it.square().to_string())
        };
        let (white, black) = (Color::White, Color::Black);
        let is = |bucket: &str, square: &str| (bucket.to_owned(), square.to_owned());
        assert_eq!(seen(white, "f3", KingOf::Own, white, "g1"), is("b1", "c3"));
        assert_eq!(seen(black, "f6", KingOf::Own, black, "g8"), is("b1", "c3"));
        assert_eq!(seen(white, "g5", KingOf::Enemy, black, "g8"), is("b1", "b5"));
        assert_eq!(seen(black, "g4", KingOf::Enemy, white, "g1"), is("b1", "b5"));
        assert_eq!(seen(white, "g5", KingOf::Enemy, black, "c4"), is("c3", "g5"));
        assert_eq!((bucket_named("d3"), bucket_named("e1")), (Some(11), None));
    }
}
