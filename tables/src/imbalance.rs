//! The material imbalance table (MIT-01; E. Schröder, Pro Deo, after Rybka).

use rules::Outcome;

use crate::{
    CELLS, Cell, Column, Holds, Kind, OutcomeCounts, Provenance, Row, Rows, RowsMut, Table,
    TableError, Value,
    codec::Gaps,
    ratings::{self, RatingSums},
};

/// Outcomes by the material on the board, from White's point of view.
///
/// A dense array of 236,196 [`Cell`]s; a cell counts games, each game once. The idea is V. Rajlich's
/// (Rybka 1.0 beta, 2005); E. Schröder mined it from games for Rebel ("MIT-3100", 2021).
///
/// In a file, a row is `(gap, wins, draws, losses)`: cells with games only, in cell order, each as
/// the number of cells passed over since the row before. Behind them, if ratings are kept, stands
/// `(games, half points, expected, squares)` of each of these cells; see [`RatingSums`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImbalanceTable {
    provenance: Provenance,
    /// Of each cell the games by outcome. Plain numbers, because the system has memory full of zeros at hand, and
    /// gives only what is touched; most cells never are.
    cells: Box<[[u64; 3]]>,
    ratings: Option<Box<[RatingSums]>>,
}

impl Default for ImbalanceTable {
    fn default() -> Self {
        Self::new(Provenance::default())
    }
}

impl ImbalanceTable {
    /// A table without games.
    #[must_use]
    pub fn new(provenance: Provenance) -> Self {
        Self { provenance, cells: vec![[0; 3]; CELLS].into(), ratings: None }
    }

    /// Replaces the provenance.
    #[must_use]
    pub fn with_provenance(self, provenance: Provenance) -> Self {
        Self { provenance, ..self }
    }

    /// Counts `games` more of `outcome` in `cell`.
    pub fn add(&mut self, cell: Cell, outcome: Outcome, games: u64) {
        self.cells[cell.index()][outcome as usize] += games;
    }

    /// Counts more games in `cell`, as White saw them.
    pub fn add_counts(&mut self, cell: Cell, OutcomeCounts { wins, draws, losses }: OutcomeCounts) {
        for (games, more) in self.cells[cell.index()].iter_mut().zip([wins, draws, losses]) {
            *games += more;
        }
    }

    /// The table, keeping from now on what the players' ratings make expect.
    #[must_use]
    pub fn with_ratings(self) -> Self {
        let ratings = self.ratings.unwrap_or_else(|| vec![RatingSums::default(); CELLS].into());
        Self { ratings: Some(ratings), ..self }
    }

    /// Counts what the ratings of White and Black made expect of a game that is counted in `cell`.
    /// Without [`with_ratings`](Self::with_ratings) it does nothing.
    pub fn add_rating(&mut self, cell: Cell, outcome: Outcome, [white, black]: [u16; 2]) {
        if let Some(ratings) = &mut self.ratings {
            ratings[cell.index()].add(outcome, ratings::expected_score(white, black));
        }
    }

    /// What the ratings made expect of the games that held `cell`; `None` if that is not kept.
    #[must_use]
    pub fn ratings(&self, cell: Cell) -> Option<RatingSums> {
        self.ratings.as_ref().map(|ratings| ratings[cell.index()])
    }

    /// The outcomes of the games that held `cell`, as White saw them.
    #[must_use]
    pub fn get(&self, cell: Cell) -> OutcomeCounts {
        counts(self.cells[cell.index()])
    }

    /// The cells with games, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, OutcomeCounts)> {
        let cells = Cell::all().zip(&self.cells).map(|(cell, &games)| (cell, counts(games)));
        cells.filter(|(_, counts)| counts.games() > 0)
    }

    /// How many cells have games.
    #[must_use]
    pub fn cells_in_use(&self) -> usize {
        self.iter().count()
    }
}

const fn counts([wins, draws, losses]: [u64; 3]) -> OutcomeCounts {
    OutcomeCounts { wins, draws, losses }
}

impl Table for ImbalanceTable {
    const KIND: Kind = Kind::Imbalance;

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    fn merge(&mut self, other: &Self) -> Result<(), TableError> {
        if self.ratings.is_some() != other.ratings.is_some() {
            let reason = "only one of them keeps what the players' ratings made expect";
            return Err(TableError::Unmergeable(reason.to_owned()));
        }
        self.provenance.merge(&other.provenance)?;
        for (own, more) in self.ratings.iter_mut().flatten().zip(other.ratings.iter().flatten()) {
            own.merge(*more);
        }
        for (games, more) in
            self.cells.as_flattened_mut().iter_mut().zip(other.cells.as_flattened())
        {
            *games += more;
        }
        Ok(())
    }

    fn version(&self) -> u16 {
        if self.ratings.is_some() { 2 } else { 1 }
    }

    fn put_rows(&self, rows: &mut RowsMut) {
        rows.put(&(self.cells_in_use() as u64));
        let mut gaps = Gaps::default();
        for (cell, counts) in self.iter() {
            let gap = gaps.before(cell.index() as u32);
            rows.put(&(gap, counts.wins, counts.draws, counts.losses));
        }
        for (cell, _) in self.iter() {
            if let Some(RatingSums { games, half_points, expected, squares }) = self.ratings(cell) {
                rows.put(&(games, half_points, expected, squares));
            }
        }
    }

    fn take_rows(provenance: Provenance, rows: &mut Rows<'_>) -> Result<Self, TableError> {
        let mut table = Self::new(provenance);
        let mut gaps = Gaps::default();
        for _ in 0..rows.take_count(4)? {
            let (gap, wins, draws, losses): (u32, u64, u64, u64) = rows.take()?;
            let cell = Cell::new(gaps.behind(gap))
                .ok_or(TableError::Invalid("a cell lies outside the table"))?;
            OutcomeCounts::checked(wins, draws, losses)?;
            table.cells[cell.index()] = [wins, draws, losses];
        }
        if rows.version() >= 2 {
            let mut ratings = vec![RatingSums::default(); CELLS];
            for (cell, counts) in table.iter() {
                ratings[cell.index()] = RatingSums::checked(rows.take()?, counts.games())?;
            }
            table.ratings = Some(ratings.into());
        }
        Ok(table)
    }

    fn columns(&self) -> Vec<Column> {
        let pieces = |name| Column { name, holds: Holds::Int8 };
        Column::with_outcomes(&Cell::DIMENSIONS.map(pieces), "games")
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        self.iter().map(|(cell, counts)| {
            let pieces = cell.dimensions().map(|pieces| Value::Number(pieces.into()));
            Row::with_outcomes(pieces, counts)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_added_outcome_by_outcome() {
        let cell = Cell::new(7).expect("a cell");
        let mut table = ImbalanceTable::default();
        table.add(cell, Outcome::Draw, 10);
        table.add_counts(cell, OutcomeCounts { wins: 1, draws: 2, losses: 3 });
        assert_eq!(table.get(cell), OutcomeCounts { wins: 1, draws: 12, losses: 3 });
        assert_eq!(table.cells_in_use(), 1);
    }
}
