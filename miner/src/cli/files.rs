//! Table files that commands work on: finding, opening and naming them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use tables::{AnyTable, Kind, Table};

use super::project;

/// Opens a table of any kind.
pub(super) fn open(path: &Path) -> Result<AnyTable> {
    AnyTable::from_bytes(&bytes(path)?).with_context(|| format!("`{}`", path.display()))
}

/// Opens a table of one kind.
pub(super) fn open_as<T: Table>(path: &Path) -> Result<T> {
    T::from_bytes(&bytes(path)?).with_context(|| format!("`{}`", path.display()))
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))
}

/// The table that a command asks: the named one, or the project's.
pub(super) fn or_project(table: Option<&PathBuf>, name: &str) -> Result<PathBuf> {
    match (table, project::root()) {
        (Some(path), _) => Ok(path.clone()),
        (None, Some(root)) => Ok(root.join("tables").join(format!("{name}.bin"))),
        (None, None) => bail!("outside of the project, name the table with --table"),
    }
}

/// What a table's rows are.
pub(super) const fn unit(kind: Kind) -> &'static str {
    match kind {
        Kind::Imbalance => "cells",
        Kind::Pst => "squares",
        Kind::Opening => "moves",
        Kind::Positions => "positions",
        Kind::Weights => "weights",
    }
}
