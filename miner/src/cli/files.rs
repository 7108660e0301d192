//! Table files that commands work on: finding, opening and naming them.

use std::{
    fs,
    io::{self, Read},
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
            bail!("`{}` holds only shards {run}. Complete it with `miner merge`", path.display())
        }
        None => Ok(()),
    }
}

/// Opens a table of one kind.
pub(super) fn open_as<T: Table>(path: &Path) -> Result<T> {
    T::from_bytes(&bytes(path)?).with_context(|| format!("`{}`", path.display()))
}

/// The bytes of a file.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))
}

/// The tables of a folder, the phases of the game in their order.
pub(super) fn in_folder(folder: &Path) -> Result<Vec<PathBuf>> {
    let context = || format!("cannot read the folder `{}`", folder.display());
    let mut inside = Vec::new();
    for entry in fs::read_dir(folder).with_context(context)? {
        let file = entry.with_context(context)?.path();
        let is_table = file.is_file() && file.extension().is_some_and(|ending| ending == "bin");
        if is_table && !holds_no_counts(&file).with_context(context)? {
            inside.push(file);
        }
    }
    if inside.is_empty() {
        bail!("no table (*.bin) is in the folder `{}`", folder.display());
    }
    inside.sort_by_key(|path| (rank(path), path.clone()));
    Ok(inside)
}

/// A sentence on a folder that has no table under the usual name of a kind: it may have several of them.
fn no_such(folder: &Path, name: &str) -> Result<String> {
    let tables = in_folder(folder)?;
    let names = tables.iter().filter_map(|path| path.file_name()?.to_str());
    let alike: Vec<_> = names
        .filter(|file| file.starts_with(&format!("{name}-")))
        .map(|file| format!("`{file}`"))
        .collect();
    let there = if alike.is_empty() {
        String::new()
    } else {
        format!(": name one of {}", alike.join(", "))
    };
    Ok(format!("`{name}.bin` is not in the folder `{}`{there}", folder.display()))
}

/// Whether a file says that it holds the engine's weights or positions, which lie in the same folder.
/// Of files that are no tables at all, `open` says more.
fn holds_no_counts(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    fs::File::open(path)?.take(Kind::NAMED_BYTES).read_to_end(&mut start)?;
    Ok(Kind::named_in(&start).is_some_and(|kind| !kind.is_counts()))
}

/// Phases of the game in their order; other names first, as they come.
fn rank(path: &Path) -> usize {
    let name = path.to_string_lossy();
    ["opening", "middlegame", "endgame"]
        .iter()
        .position(|phase| name.contains(&format!("pst-{phase}")))
        .map_or(0, |at| at + 1)
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
            Some(folder) if folder.is_dir() => {
                let path = folder.join(format!("{name}.bin"));
                if !path.exists() {
                    bail!(no_such(folder, name)?);
                }
                path
            }
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
        Kind::Pst | Kind::KingSquares => "squares",
        Kind::Opening => "moves",
        Kind::Wdl => "counts by evaluation",
        Kind::Priors => "cells",
        Kind::Positions => "positions",
        Kind::Weights => "weights",
    }
}
