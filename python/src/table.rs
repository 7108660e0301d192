//! Tables, and their columns as buffers.

use std::path::PathBuf;

use pyo3::{
    prelude::*,
    types::{PyBytes, PyDict, PyList},
};
use tables::{
    AnyTable, KingSquare, MoveSums, OutcomeCounts, PriorCell, PriorCounts, WdlKey, bucket_name,
};

use crate::{Error, error};

/// A table.
#[pyclass(module = "prospector")]
#[derive(Debug)]
pub(crate) struct Table(AnyTable);

/// Reads a table file.
#[pyfunction]
pub(crate) fn open_table(py: Python<'_>, path: PathBuf) -> PyResult<Table> {
    let loaded = py.detach(|| AnyTable::load(&path));
    loaded.map(Table).map_err(|failure| error(&failure.into()))
}

/// The names of an imbalance table's dimensions, as its CSV has them.
const DIMENSIONS: [&str; 10] = ["wp", "bp", "wn", "bn", "wb", "bb", "wr", "br", "wq", "bq"];

#[pymethods]
impl Table {
    #[getter]
    fn kind(&self) -> String {
        self.0.kind().to_string()
    }

    #[getter]
    fn provenance<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = miner::ask::provenance::json(self.0.provenance()).to_string();
        py.import("json")?.call_method1("loads", (text,))
    }

    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        let counts: Vec<OutcomeCounts> = match &self.0 {
            AnyTable::Priors(table) => {
                let rows: Vec<_> =
                    table.iter().map(|(cell, counts)| (cell.texts(), counts)).collect();
                for (place, name) in PriorCell::COLUMNS.into_iter().enumerate() {
                    let texts = rows.iter().map(|(texts, _)| &texts[place]);
                    columns.set_item(name, PyList::new(py, texts)?)?;
                }
                let [played, expected] = PriorCounts::COLUMNS;
                columns.set_item(played, numbers(py, rows.iter().map(|row| row.1.played))?)?;
                columns.set_item(expected, numbers(py, rows.iter().map(|row| row.1.expected))?)?;
                // Moves have no outcomes.
                return Ok(columns);
            }
            AnyTable::Imbalance(table) => {
                let cells: Vec<_> = table.iter().collect();
                for (place, name) in DIMENSIONS.into_iter().enumerate() {
                    let values = cells.iter().flat_map(|(cell, _)| [cell.dimensions()[place]]);
                    columns.set_item(name, buffer(py, &values.collect::<Vec<u8>>(), "B")?)?;
                }
                cells.into_iter().map(|(_, counts)| counts).collect()
            }
            AnyTable::Pst(table) => {
                let rows: Vec<_> = table.iter().collect();
                let pieces = rows.iter().map(|row| row.0.letter().to_string());
                columns.set_item("piece", PyList::new(py, pieces)?)?;
                let squares = rows.iter().map(|row| row.1.to_string());
                columns.set_item("square", PyList::new(py, squares)?)?;
                rows.into_iter().map(|row| row.2).collect()
            }
            AnyTable::KingSquares(table) => {
                let rows: Vec<_> = table.iter().collect();
                let column = |name: &str, of: fn(KingSquare) -> String| {
                    let values = rows.iter().map(|row| of(row.0));
                    columns.set_item(name, PyList::new(py, values)?)
                };
                column("phase", |square| square.phase().to_string())?;
                column("king", |square| square.king().to_string())?;
                column("bucket", |square| bucket_name(square.bucket()))?;
                column("piece", |square| square.role().letter().to_string())?;
                column("square", |square| square.square().to_string())?;
                rows.into_iter().map(|row| row.1).collect()
            }
            AnyTable::Opening(table) => {
                let entries = table.entries();
                let keys = entries.iter().flat_map(|entry| entry.key.to_ne_bytes());
                columns.set_item("key", buffer(py, &keys.collect::<Vec<u8>>(), "Q")?)?;
                let moves: Vec<_> = entries.iter().map(|entry| entry.mv.to_string()).collect();
                columns.set_item("move", PyList::new(py, moves)?)?;
                entries.iter().map(|entry| entry.counts).collect()
            }
            AnyTable::Wdl(table) => {
                let entries = table.entries();
                let column = |of: fn(&WdlKey) -> i64| {
                    let bytes = entries.iter().flat_map(|(key, _)| of(key).to_ne_bytes());
                    buffer(py, &bytes.collect::<Vec<u8>>(), "q")
                };
                columns.set_item("material", column(|key| key.material().into())?)?;
                columns.set_item("move", column(|key| key.number().into())?)?;
                columns.set_item("eval", column(|key| key.eval().into())?)?;
                entries.iter().map(|(_, counts)| *counts).collect()
            }
        };
        let games = if matches!(self.0, AnyTable::Pst(_) | AnyTable::KingSquares(_)) {
            "count"
        } else {
            "games"
        };
        columns.set_item(games, numbers(py, counts.iter().map(|counts| counts.games()))?)?;
        columns.set_item("wins", numbers(py, counts.iter().map(|counts| counts.wins))?)?;
        columns.set_item("draws", numbers(py, counts.iter().map(|counts| counts.draws))?)?;
        columns.set_item("losses", numbers(py, counts.iter().map(|counts| counts.losses))?)?;
        if let AnyTable::Opening(table) = &self.0
            && let Some(sums) = table.sums()
        {
            let column = |of: fn(&MoveSums) -> u64| numbers(py, sums.iter().map(of));
            columns.set_item("rated", column(|sums| sums.rated)?)?;
            columns.set_item("half_points", column(|sums| sums.half_points)?)?;
            columns.set_item("elo", column(|sums| sums.elo)?)?;
            columns.set_item("opponents", column(|sums| sums.opponents)?)?;
            columns.set_item("evaluated", column(|sums| sums.evaluated)?)?;
            let centipawns = sums.iter().flat_map(|sums| sums.centipawns.to_ne_bytes());
            let centipawns = buffer(py, &centipawns.collect::<Vec<u8>>(), "q")?;
            columns.set_item("evaluation_sum", centipawns)?;
        }
        Ok(columns)
    }

    fn merge(&mut self, other: &Self) -> PyResult<()> {
        self.0.merge(&other.0).map_err(|failure| error(&failure.into()))
    }

    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.0.save(&path)).map(drop).map_err(|failure| error(&failure.into()))
    }

    fn __len__(&self) -> usize {
        self.0.entries()
    }

    fn __repr__(&self) -> String {
        let said = miner::ask::provenance::sentence(self.0.provenance());
        format!("<{} table: {said}>", self.0.kind())
    }
}

/// 64-bit numbers, signed as NumPy likes them.
fn numbers(py: Python<'_>, values: impl Iterator<Item = u64>) -> PyResult<Bound<'_, PyAny>> {
    let signed = values.map(i64::try_from).collect::<Result<Vec<_>, _>>();
    let signed = signed.map_err(|_| Error::new_err("a count is beyond 63 bits"))?;
    let bytes: Vec<u8> = signed.into_iter().flat_map(i64::to_ne_bytes).collect();
    buffer(py, &bytes, "q")
}

/// Bytes as a `memoryview` of numbers of this format (see Python's `struct`), which NumPy and Arrow take as they are.
fn buffer<'py>(py: Python<'py>, bytes: &[u8], format: &str) -> PyResult<Bound<'py, PyAny>> {
    let view = py.import("builtins")?.getattr("memoryview")?.call1((PyBytes::new(py, bytes),))?;
    view.call_method1("cast", (format,))
}
