//! The material imbalance table (MIT).

use std::io::Write;

use crate::{
    CELLS, Cell, Kind, Outcome, OutcomeCounts, Provenance, Rows, RowsMut, Table, TableError,
};

/// Outcomes by the material on the board, from White's point of view.
///
/// A dense array of 236,196 [`Cell`]s; a cell counts games, each game once. The idea is V. Rajlich's
/// (Rybka 1.0 beta, 2005); E. Schröder mined it from games for Rebel ("MIT-3100", 2021).
///
/// In a file, a row is `(gap, wins, draws, losses)`: cells with games only, in cell order, each as
/// the number of cells passed over since the row before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImbalanceTable {
    provenance: Provenance,
    cells: Box<[OutcomeCounts]>,
}

impl Default for ImbalanceTable {
    fn default() -> Self {
        Self::new(Provenance::default())
    }
}

impl ImbalanceTable {
    /// An empty table.
    #[must_use]
    pub fn new(provenance: Provenance) -> Self {
        Self { provenance, cells: vec![OutcomeCounts::ZERO; CELLS].into() }
    }

    /// Replaces the provenance.
    #[must_use]
    pub fn with_provenance(self, provenance: Provenance) -> Self {
        Self { provenance, ..self }
    }

    /// Counts `games` more of `outcome` in `cell`.
    pub fn add(&mut self, cell: Cell, outcome: Outcome, games: u64) {
        self.cells[cell.index()].add(outcome, games);
    }

    /// The outcomes of the games that held `cell`, as White saw them.
    #[must_use]
    pub fn get(&self, cell: Cell) -> OutcomeCounts {
        self.cells[cell.index()]
    }

    /// The cells with games, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, OutcomeCounts)> {
        Cell::all().zip(&self.cells).filter(|(_, c)| c.games() > 0).map(|(cell, &c)| (cell, c))
    }

    /// How many cells have games.
    #[must_use]
    pub fn cells_in_use(&self) -> usize {
        self.iter().count()
    }
}

impl Table for ImbalanceTable {
    const KIND: Kind = Kind::Imbalance;

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    fn merge(&mut self, other: &Self) -> Result<(), TableError> {
        self.provenance.merge(&other.provenance)?;
        for (cell, &more) in self.cells.iter_mut().zip(&other.cells) {
            cell.merge(more);
        }
        Ok(())
    }

    fn put_rows(&self, rows: &mut RowsMut) {
        rows.put(&(self.cells_in_use() as u64));
        let mut next = 0;
        for (cell, counts) in self.iter() {
            let gap = (cell.index() - next) as u32;
            rows.put(&(gap, counts.wins, counts.draws, counts.losses));
            next = cell.index() + 1;
        }
    }

    fn take_rows(provenance: Provenance, rows: &mut Rows<'_>) -> Result<Self, TableError> {
        let mut table = Self::new(provenance);
        let mut next = 0_u32;
        for _ in 0..rows.take_count(4)? {
            let (gap, wins, draws, losses): (u32, u64, u64, u64) = rows.take()?;
            let cell = next
                .checked_add(gap)
                .and_then(Cell::new)
                .ok_or(TableError::Invalid("a cell lies outside the table"))?;
            table.cells[cell.index()] = OutcomeCounts::checked(wins, draws, losses)?;
            next = cell.index() as u32 + 1;
        }
        Ok(table)
    }

    fn write_csv(&self, to: impl Write) -> Result<(), TableError> {
        let mut csv = csv::Writer::from_writer(to);
        csv.write_record([
            "wp", "bp", "wn", "bn", "wb", "bb", "wr", "br", "wq", "bq", "games", "wins", "draws",
            "losses",
        ])?;
        for (cell, counts) in self.iter() {
            let dimensions = cell.dimensions().map(u64::from);
            let counts = [counts.games(), counts.wins, counts.draws, counts.losses];
            csv.write_record(dimensions.iter().chain(&counts).map(u64::to_string))?;
        }
        csv.flush().map_err(csv::Error::from)?;
        Ok(())
    }
}
