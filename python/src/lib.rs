//! The miner for Python: a thin skin over the crate `miner`. Arguments are those of its command line, and so is what they
//! mean; while it works, other threads of Python run.

mod command;
mod games;
mod table;

use pyo3::{create_exception, exceptions::PyException, prelude::*};

create_exception!(prospector, Error, PyException, "What `miner` would say.");

/// An error with its causes, as the command line prints it.
fn error(error: &anyhow::Error) -> PyErr {
    Error::new_err(format!("{error:#}"))
}

#[pymodule]
fn _prospector(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", module.py().get_type::<Error>())?;
    module.add_class::<table::Table>()?;
    module.add_class::<games::Game>()?;
    module.add_class::<games::Games>()?;
    module.add_function(wrap_pyfunction!(table::open_table, module)?)?;
    module.add_function(wrap_pyfunction!(command::run, module)?)
}
