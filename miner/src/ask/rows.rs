//! The rows of a table with what follows from their counts: the same in every export that has rows.

use tables::{AnyTable, Cell, Column, OutcomeCounts, Row};

use super::{
    averages::{AVERAGES, averages},
    cells::Cells,
    figures::Figures,
};

/// The rows of a table, and what follows from them.
#[derive(Debug)]
pub struct FiguredRows<'a> {
    table: &'a AnyTable,
    cells: Option<Cells<'a>>,
}

/// A row, and what follows from its counts.
#[derive(Debug)]
pub struct FiguredRow {
    /// What the table holds.
    pub row: Row,
    /// Which cell of an imbalance table it is.
    pub cell: Option<Cell>,
    /// What follows, by [`FiguredRows::names`].
    pub figures: Vec<Option<f64>>,
}

impl<'a> FiguredRows<'a> {
    /// Those of a table. Of an imbalance table, this fits the predictions.
    #[must_use]
    pub fn new(table: &'a AnyTable) -> Self {
        let cells = match table {
            AnyTable::Imbalance(table) => Some(Cells::new(table)),
            _ => None,
        };
        Self { table, cells }
    }

    /// The table's own columns.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        self.table.columns()
    }

    /// The names of the figures behind them. Moves that are only counted have none.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        if matches!(self.table, AnyTable::Priors(_)) {
            return Vec::new();
        }
        let mut names = Figures::NAMES.to_vec();
        names.extend(self.cells.iter().flat_map(Cells::names));
        if matches!(self.table, AnyTable::Opening(table) if table.sums().is_some()) {
            names.extend(AVERAGES);
        }
        names
    }

    /// The rows, in the table's order.
    pub fn iter(&self) -> impl Iterator<Item = FiguredRow> {
        let mut cells = match self.table {
            AnyTable::Imbalance(table) => Some(table.iter().map(|(cell, _)| cell)),
            _ => None,
        };
        self.table.rows().map(move |row| {
            let cell = cells.as_mut().and_then(Iterator::next);
            let mut figures = row.outcomes.map(|counts| self.figures(counts)).unwrap_or_default();
            figures
                .extend(self.cells.iter().zip(cell).flat_map(|(cells, cell)| cells.values(cell)));
            figures.extend(row.sums.iter().flat_map(averages));
            FiguredRow { row, cell, figures }
        })
    }

    /// Without interval and error where many positions of one game are counted, so that they are not independent.
    fn figures(&self, counts: OutcomeCounts) -> Vec<Option<f64>> {
        let mut figures = Figures::from(counts);
        if matches!(self.table, AnyTable::Pst(_) | AnyTable::KingSquares(_)) {
            (figures.interval, figures.error) = (None, None);
        }
        figures.values().to_vec()
    }
}
