//! Tables, and their columns as buffers.

use std::path::PathBuf;

use pyo3::{
    prelude::*,
    types::{PyBytes, PyDict, PyList},
};
use tables::{AnyTable, Holds, Values};

use crate::error;

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
        let columns = self.0.columns();
        let mut values: Vec<_> = columns.iter().map(|column| Values::new(column.holds)).collect();
        py.detach(|| {
            for row in self.0.rows() {
                values.iter_mut().zip(row.values).for_each(|(values, value)| values.push(value));
            }
        });
        let named = PyDict::new(py);
        for (column, values) in columns.iter().zip(values) {
            let values = match values {
                Values::Keys(keys) => buffer(py, keys.into_iter().flat_map(u64::to_ne_bytes), "Q")?,
                Values::Texts(texts) => PyList::new(py, texts)?.into_any(),
                Values::Numbers(numbers) if column.holds == Holds::Int8 => {
                    buffer(py, numbers.into_iter().map(|number| number as u8), "b")?
                }
                Values::Numbers(numbers) => {
                    buffer(py, numbers.into_iter().flat_map(i64::to_ne_bytes), "q")?
                }
            };
            named.set_item(column.name, values)?;
        }
        Ok(named)
    }

    fn merge(&mut self, py: Python<'_>, other: &Self) -> PyResult<()> {
        py.detach(|| self.0.merge(&other.0)).map_err(|failure| error(&failure.into()))
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

/// Bytes as a `memoryview` of numbers of this format (see Python's `struct`), which NumPy and Arrow take as they are.
fn buffer<'py>(
    py: Python<'py>,
    bytes: impl Iterator<Item = u8>,
    format: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, &bytes.collect::<Vec<u8>>());
    let view = py.import("builtins")?.getattr("memoryview")?.call1((bytes,))?;
    view.call_method1("cast", (format,))
}
