//! Rebel's `pos.mat` and `perc.mat`, out and in.
//!
//! Each is 236,196 little-endian 4-byte integers in cell order, 944,784 bytes, no header. `pos.mat`
//! holds games, `perc.mat` the score in whole percent ([`tables::percent`]); an empty cell is 0 and
//! 50.
//!
//! **Reading back.** The two files hold games and a rounded score, no draws. For a cell of `n`
//! games and `p` percent the reader takes the half points nearest to `2n · p / 100` that round to
//! `p` again, and of all wins, draws and losses with these half points the ones with the fewest
//! draws: none or one. So games and percent are exact, the score is right to less than a percent,
//! and wins, draws and losses are not those of the games (without draws, an interval errs to the
//! wide side).

use std::{fs, path::Path};

use anyhow::{Context, Result, bail};
use rules::Outcome;
use tables::{CELLS, Cell, ImbalanceTable, Input, OutcomeCounts, Provenance, percent};
use xxhash_rust::xxh3::xxh3_128;

use super::{Exported, Format, Output, Writer};

/// Rebel's two files.
pub(super) static FORMAT: Format = Format {
    name: "mat",
    about: "Rebel's pos.mat and perc.mat in a folder",
    endings: &[],
    writers: &[Writer::ImbalanceFolder(write)],
};

/// Bytes of each file.
pub const BYTES: usize = 4 * CELLS;
/// The names of the files: games, percent.
pub const NAMES: [&str; 2] = ["pos.mat", "perc.mat"];
/// What `perc.mat` says of a cell without games.
const EMPTY_PERCENT: i32 = 50;

/// Both files' bytes.
///
/// # Errors
/// If a cell has more games than 4 bytes can say.
pub fn encode(table: &ImbalanceTable) -> Result<[Vec<u8>; 2]> {
    let mut files = [Vec::with_capacity(BYTES), Vec::with_capacity(BYTES)];
    for cell in Cell::all() {
        let counts = table.get(cell);
        let Ok(games) = i32::try_from(counts.games()) else {
            bail!("cell {} has {} games, more than pos.mat can say", cell.index(), counts.games());
        };
        let percent = percent(counts).map_or(EMPTY_PERCENT, i32::from);
        files[0].extend_from_slice(&games.to_le_bytes());
        files[1].extend_from_slice(&percent.to_le_bytes());
    }
    Ok(files)
}

/// Writes both files into a folder, which is made if it is missing.
fn write(table: &ImbalanceTable, folder: &Path) -> Result<(Exported, u64)> {
    let files = encode(table)?;
    let context = || format!("cannot write into `{}`", folder.display());
    fs::create_dir_all(folder).with_context(context)?;
    let mut outputs = Vec::new();
    for (name, bytes) in NAMES.into_iter().zip(files) {
        let mut output = Output::create(&folder.join(name)).with_context(context)?;
        std::io::Write::write_all(&mut output, &bytes).with_context(context)?;
        output.sync().with_context(context)?;
        outputs.push(output);
    }
    // The two belong together: only when both are whole they take their places.
    let sizes = Output::finish_all(outputs).map_err(|(_, error)| error).with_context(context)?;
    Ok((Exported::rows(table.cells_in_use() as u64), sizes.into_iter().sum()))
}

/// A table read from the two files.
#[derive(Debug)]
pub struct Imported {
    /// The counts that the files hold.
    pub table: ImbalanceTable,
    /// Cells whose percent no whole number of half points gives, with the nearest that one does.
    pub inexact: u64,
    /// Cells without games whose percent is not 50; it is dropped.
    pub odd_empty: u64,
}

/// Reads both files from a folder.
///
/// # Errors
/// If one is missing, has another size, or holds numbers that are no games or percent.
pub fn read(folder: &Path, program: &str) -> Result<Imported> {
    let mut files = [Vec::new(), Vec::new()];
    for (name, bytes) in NAMES.into_iter().zip(&mut files) {
        let path = folder.join(name);
        let context = || format!("cannot read `{}`", path.display());
        // Whoever hands us a disk image by mistake should not wait for it to be read.
        let found = fs::metadata(&path).with_context(context)?.len();
        if found != BYTES as u64 {
            bail!("`{}` has {found} bytes, and a mat file has {BYTES}", path.display());
        }
        *bytes = fs::read(&path).with_context(context)?;
    }
    let mut imported = decode(&files)?;
    let inputs = NAMES
        .into_iter()
        .zip(&files)
        .map(|(name, bytes)| Input {
            name: name.to_owned(),
            bytes: bytes.len() as u64,
            digest: xxh3_128(bytes),
        })
        .collect();
    let mut provenance = Provenance { program: program.to_owned(), inputs, ..Default::default() };
    provenance.inputs.sort();
    // Counts that were made up from percents must not be added to counted ones.
    provenance.options.insert("imported-from".to_owned(), "mat".to_owned());
    imported.table = imported.table.with_provenance(provenance);
    Ok(imported)
}

fn decode(files: &[Vec<u8>; 2]) -> Result<Imported> {
    let mut imported = Imported { table: ImbalanceTable::default(), inexact: 0, odd_empty: 0 };
    let [pos, perc] = files.each_ref().map(|bytes| bytes.as_chunks::<4>().0);
    if pos.len() != CELLS || perc.len() != CELLS {
        bail!("a mat file has {BYTES} bytes");
    }
    for (cell, (pos, perc)) in Cell::all().zip(pos.iter().zip(perc)) {
        let [games, percent] = [pos, perc].map(|bytes| i32::from_le_bytes(*bytes));
        let index = cell.index();
        let Ok(games) = u64::try_from(games) else {
            bail!("pos.mat: cell {index} has {games} games");
        };
        let Some(percent) = u64::try_from(percent).ok().filter(|percent| *percent <= 100) else {
            bail!("perc.mat: cell {index} has a score of {percent} percent");
        };
        if games == 0 {
            imported.odd_empty += u64::from(percent != EMPTY_PERCENT as u64);
            continue;
        }
        let counts = approximate(games, percent);
        imported.inexact += u64::from(tables::percent(counts).map(u64::from) != Some(percent));
        for (outcome, n) in Outcome::ALL.into_iter().zip([counts.wins, counts.draws, counts.losses])
        {
            imported.table.add(cell, outcome, n);
        }
    }
    Ok(imported)
}

/// Wins, draws and losses of `games` games that score `percent`, with the fewest draws.
fn approximate(games: u64, percent: u64) -> OutcomeCounts {
    let most = 2 * games;
    let halves = match percent {
        0 => 0,
        100 => most,
        // 0 and 100 percent are exact, so anything else is inside.
        _ => ((most * percent + 50) / 100).clamp(1, most - 1),
    };
    let (wins, draws) = (halves / 2, halves % 2);
    OutcomeCounts { wins, draws, losses: games - wins - draws }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever counts a cell has, its two numbers come back.
    #[test]
    fn games_and_percent_survive() {
        for games in (1..300).chain([1_000, 12_345, 999_999, 2_147_483_647]) {
            for halves in (0..=2 * games).step_by((games as usize / 150).max(1)) {
                let (wins, draws) = (halves / 2, halves % 2);
                let counts = OutcomeCounts { wins, draws, losses: games - wins - draws };
                let percent_before = percent(counts).expect("there are games");
                let back = approximate(games, u64::from(percent_before));
                assert_eq!(back.games(), games);
                assert_eq!(percent(back), Some(percent_before), "{counts:?} {back:?}");
            }
        }
    }
}
