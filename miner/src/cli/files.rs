//! Table files that commands work on: finding, opening and naming them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use tables::{AnyTable, Kind, Provenance, Table};

use super::project;
use crate::ask::provenance;

/// Opens a table of any kind.
pub(super) fn open(path: &Path) -> Result<AnyTable> {
    AnyTable::from_bytes(&bytes(path)?).with_context(|| format!("`{}`", path.display()))
}

/// Opens a table of any kind whose games are all there.
pub(super) fn open_whole(path: &Path) -> Result<AnyTable> {
    let table = open(path)?;
    check_whole(path, table.provenance())?;
    Ok(table)
}

/// Checks that no shards of a table are missing.
pub(super) fn check_whole(path: &Path, provenance: &Provenance) -> Result<()> {
    match provenance.shards.first() {
        Some(run) => {
            bail!("`{}` holds only shards {run}. `miner merge` makes it whole", path.display())
        }
        None => Ok(()),
    }
}

/// Opens a table of one kind.
pub(super) fn open_as<T: Table>(path: &Path) -> Result<T> {
    T::from_bytes(&bytes(path)?).with_context(|| format!("`{}`", path.display()))
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))
}

/// A table that is asked, and its file.
pub(super) struct Asked<T> {
    pub(super) table: T,
    path: PathBuf,
}

impl<T: Table> Asked<T> {
    /// Opens the table that is meant: the named one, that of its kind in the named folder, or without a name
    /// that in the folder where tables lie.
    pub(super) fn open(named: Option<&Path>, name: &str) -> Result<Self> {
        let path = match named {
            Some(folder) if folder.is_dir() => folder.join(format!("{name}.bin")),
            Some(path) => path.to_path_buf(),
            None => {
                let path = project::tables().join(format!("{name}.bin"));
                if !path.exists() {
                    bail!("`{}` is not there: name the table with --table", path.display());
                }
                path
            }
        };
        let table: T = open_as(&path)?;
        check_whole(&path, table.provenance())?;
        Ok(Self { table, path })
    }

    /// The table's file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Which table answers, by which games it was counted, and how.
    pub(super) fn origin(&self) -> String {
        let counted = provenance::sentence(self.table.provenance());
        format!("`{}` answers: {counted}", self.path.display())
    }

    /// The same for scripts.
    pub(super) fn json(&self) -> Value {
        let mut origin = provenance::json(self.table.provenance());
        origin["path"] = json!(self.path.display().to_string());
        origin
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
