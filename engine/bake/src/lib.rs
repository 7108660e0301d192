//! From table files to the engine's embedded data.
//!
//! | file in `OUT_DIR` | what it holds |
//! |---|---|
//! | `imbalance.dat` | the cells with games, in order: cell, wins, draws, losses, each a `u32` |
//! | `opening.dat` | the entries, sorted by key then move: key `u64`, move `u16`, wins, draws, losses `u32` |
//! | `priors.dat` | the move priors as `tables::PriorValues`, each an `i16` |
//! | `kpk.dat` | king and pawn v king, a bit for each position, computed here |
//! | `kqkp.dat` | queen v pawn on the seventh, a bit for each position, computed here |
//! | `baked.rs` | the piece-square tables in centipawns, the evaluation's weights, and what `engine tables` prints |
//!
//! Numbers are little-endian. Exact counts are kept because the evaluation has several readings of
//! one cell, chosen by options at run time.
//!
//! Invariant: the same table files give the same bytes, and nothing outside `OUT_DIR` is written.

mod describe;
mod imbalance;
mod kpk;
mod kqkp;
mod opening;
mod psqt;
mod weights;

use std::{fs, path::Path};

use tables::{
    PriorValues,
    folder::{self, Folder, TableFiles},
};

/// The environment variable that names another folder of tables.
pub const FOLDER_VARIABLE: &str = "TABLES_DIR";

/// The folder that [`FOLDER_VARIABLE`] names, seen from the project's root, or the project's own.
#[must_use]
pub fn folder_of(root: &Path, named: Option<String>) -> Folder {
    let shown = named.filter(|name| !name.is_empty()).unwrap_or_else(|| "tables".to_owned());
    Folder::new(root.join(&shown), shown)
}

/// Reads the tables of `folder` and writes the embedded data to `out`. A missing table is neutral. Returns
/// a warning, one sentence, about files that belong to others than these.
///
/// # Errors
/// One sentence: which file, what is wrong with it, which command mends it.
pub fn bake(folder: &Folder, out: &Path) -> Result<Option<String>, String> {
    let files = folder.read().map_err(|e| match folder.path().is_dir() {
        true => e,
        false => format!("{FOLDER_VARIABLE}: {e}"),
    })?;
    let warning = files.warning();
    let TableFiles { imbalance, squares, opening, priors, weights } = files;
    let [opening_pst, middlegame_pst, endgame_pst] = &squares;

    let mut code = psqt::code(squares.each_ref().map(|l| l.as_ref().map(|l| &l.table)));
    code += &describe::code(&[
        describe::source(folder::IMBALANCE, imbalance.as_ref(), |t| (t.cells_in_use(), "cells")),
        describe::source(folder::PST_OPENING, opening_pst.as_ref(), |t| (t.entries(), "squares")),
        describe::source(folder::PST_MIDDLEGAME, middlegame_pst.as_ref(), |t| {
            (t.entries(), "squares")
        }),
        describe::source(folder::PST_ENDGAME, endgame_pst.as_ref(), |t| (t.entries(), "squares")),
        describe::source(folder::OPENING, opening.as_ref(), |t| (t.entries().len(), "moves")),
        describe::source(folder::PRIORS, priors.as_ref(), |t| (t.entries(), "cells")),
        describe::source(folder::WEIGHTS, weights.as_ref(), |t| (t.len(), "weights")),
    ]);
    code += &weights::code(weights.as_ref().map(|l| &l.table));
    let imbalance = imbalance.map_or_else(Vec::new, |loaded| imbalance::bytes(&loaded.table));
    let opening = opening.map_or_else(Vec::new, |loaded| opening::bytes(&loaded.table));
    let priors = priors.map_or_else(Vec::new, |l| PriorValues::of(&l.table).to_bytes());
    write(out, "baked.rs", code.as_bytes())?;
    write(out, "kpk.dat", &kpk::bytes())?;
    write(out, "kqkp.dat", &kqkp::bytes())?;
    write(out, "imbalance.dat", &imbalance)?;
    write(out, "opening.dat", &opening)?;
    write(out, "priors.dat", &priors)?;
    Ok(warning)
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
