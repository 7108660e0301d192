//! From table files to the engine's embedded data.
//!
//! | file in `OUT_DIR` | what it holds |
//! |---|---|
//! | `imbalance.dat` | the cells with games, in order: cell, wins, draws, losses, each a `u32` |
//! | `opening.dat` | the entries, sorted by key then move: key `u64`, move `u16`, wins, draws, losses `u32` |
//! | `kpk.dat` | king and pawn v king, a bit for each position, computed here |
//! | `baked.rs` | the piece-square tables in centipawns, the evaluation's weights, and what `engine tables` prints |
//!
//! Numbers are little-endian. Exact counts are kept because the evaluation has several readings of
//! one cell, chosen by options at run time.
//!
//! Invariant: the same table files give the same bytes, and nothing outside `OUT_DIR` is written.

mod describe;
mod imbalance;
mod kpk;
mod opening;
mod psqt;
mod weights;

use std::{
    fs,
    path::{Path, PathBuf},
};

use tables::{ImbalanceTable, OpeningTable, Phase, PstTable, Table, Weights};

/// The environment variable that names another folder of tables.
pub(crate) const FOLDER_VARIABLE: &str = "TABLES_DIR";

/// One table file: its name and the command that makes it again.
#[derive(Clone, Copy, Debug)]
struct Slot {
    file: &'static str,
    maker: &'static str,
}

const IMBALANCE: Slot = Slot { file: "imbalance.bin", maker: "miner -- imbalance" };
const PST_OPENING: Slot = Slot { file: "pst-opening.bin", maker: "miner -- pst --phase opening" };
const PST_MIDDLEGAME: Slot =
    Slot { file: "pst-middlegame.bin", maker: "miner -- pst --phase middlegame" };
const PST_ENDGAME: Slot = Slot { file: "pst-endgame.bin", maker: "miner -- pst --phase endgame" };
const WEIGHTS: Slot = Slot { file: "weights.bin", maker: "engine -- tune POSITIONS" };
const OPENING: Slot = Slot { file: "opening.bin", maker: "miner -- opening" };

/// The folder of the tables, and the name it has in messages.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    shown: String,
}

impl Folder {
    /// The folder that [`FOLDER_VARIABLE`] names, seen from the project's root, or the project's
    /// own.
    pub(crate) fn new(root: &Path, named: Option<String>) -> Self {
        let shown = named.filter(|name| !name.is_empty()).unwrap_or_else(|| "tables".to_owned());
        Self { path: root.join(&shown), shown }
    }

    /// The folder, which cargo is to watch whole: a table that is missing today may come tomorrow,
    /// and one that is moved in keeps its old time stamp, so that only the folder's tells. (Of a
    /// single file that is missing cargo would think that it changes all the time.)
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The table in a slot; `None` if there is no such file.
    fn load<T: Table>(&self, slot: Slot) -> Result<Option<Loaded<T>>, String> {
        let path = self.path.join(slot.file);
        let wrong = |what: &dyn std::fmt::Display| {
            format!(
                "{}/{}: {what}; make it again with `cargo run --release -p {}`",
                self.shown, slot.file, slot.maker
            )
        };
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(wrong(&format_args!("it cannot be read: {e}"))),
        };
        let table = T::from_bytes(&bytes).map_err(|e| wrong(&e))?;
        if let Some(run) = table.provenance().shards.first() {
            return Err(wrong(&format_args!("it is not whole, it holds shards {run}")));
        }
        let checksum = tables::checksum(&bytes).map_err(|e| wrong(&e))?;
        Ok(Some(Loaded { table, bytes: bytes.len(), checksum }))
    }

    fn load_pst(&self, slot: Slot, phase: Phase) -> Result<Option<Loaded<PstTable>>, String> {
        let loaded = self.load::<PstTable>(slot)?;
        match loaded {
            Some(Loaded { table, .. }) if table.phase() != phase => Err(format!(
                "{}/{}: this is the table of the phase `{}` where `{phase}` is wanted; make it \
                 again with `cargo run --release -p {}`",
                self.shown,
                slot.file,
                table.phase(),
                slot.maker
            )),
            loaded => Ok(loaded),
        }
    }
}

/// A table, with what its file says about it.
struct Loaded<T> {
    table: T,
    bytes: usize,
    checksum: u64,
}

/// Reads the tables of `folder` and writes the embedded data to `out`. A missing table is neutral.
///
/// # Errors
/// One sentence: which file, what is wrong with it, which command mends it.
pub(crate) fn bake(folder: &Folder, out: &Path) -> Result<(), String> {
    if !folder.path.is_dir() {
        return Err(format!("{FOLDER_VARIABLE}: there is no folder `{}`", folder.shown));
    }
    let imbalance = folder.load::<ImbalanceTable>(IMBALANCE)?;
    let opening_pst = folder.load_pst(PST_OPENING, Phase::Opening)?;
    let middlegame_pst = folder.load_pst(PST_MIDDLEGAME, Phase::Middlegame)?;
    let endgame_pst = folder.load_pst(PST_ENDGAME, Phase::Endgame)?;
    let opening = folder.load::<OpeningTable>(OPENING)?;
    let weights = folder.load::<Weights>(WEIGHTS)?;

    let mut code = psqt::code(
        &[opening_pst.as_ref().map(|l| &l.table), middlegame_pst.as_ref().map(|l| &l.table)],
        &[endgame_pst.as_ref().map(|l| &l.table)],
    );
    code += &describe::code(&[
        describe::source(IMBALANCE, imbalance.as_ref(), |t| (t.cells_in_use(), "cells")),
        describe::source(PST_OPENING, opening_pst.as_ref(), |t| (t.entries(), "squares")),
        describe::source(PST_MIDDLEGAME, middlegame_pst.as_ref(), |t| (t.entries(), "squares")),
        describe::source(PST_ENDGAME, endgame_pst.as_ref(), |t| (t.entries(), "squares")),
        describe::source(OPENING, opening.as_ref(), |t| (t.entries().len(), "moves")),
        describe::source(WEIGHTS, weights.as_ref(), |t| (t.len(), "weights")),
    ]);
    code += &weights::code(weights.as_ref().map(|l| &l.table));
    let imbalance = imbalance.map_or_else(Vec::new, |loaded| imbalance::bytes(&loaded.table));
    let opening = opening.map_or_else(Vec::new, |loaded| opening::bytes(&loaded.table));
    write(out, "baked.rs", code.as_bytes())?;
    write(out, "kpk.dat", &kpk::bytes())?;
    write(out, "imbalance.dat", &imbalance)?;
    write(out, "opening.dat", &opening)
}

fn write(out: &Path, name: &str, bytes: &[u8]) -> Result<(), String> {
    let path = out.join(name);
    fs::write(&path, bytes).map_err(|e| format!("writing `{}` failed: {e}", path.display()))
}

/// Counts in 32 bits each. Beyond four billion games all three are halved until they fit, which
/// keeps their ratios.
fn narrow(counts: tables::OutcomeCounts) -> [u32; 3] {
    let most = counts.wins.max(counts.draws).max(counts.losses);
    let shift = 32_u32.saturating_sub(most.leading_zeros());
    [counts.wins, counts.draws, counts.losses].map(|n| (n >> shift) as u32)
}
