//! Other programs that a command needs.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::Command,
};

use clap::Args;

/// What a program prints.
///
/// # Errors
/// One sentence if it cannot be run or fails; its own, if it has one.
pub(crate) fn said(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|e| format!("cannot run {name}: {e}"))?;
    if !output.status.success() {
        return Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The file of this name beside this program.
///
/// # Errors
/// One sentence if the system does not say where this program is.
pub(crate) fn beside(name: &str) -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|e| format!("where is this program? {e}"))?;
    Ok(here.with_file_name(name))
}

/// Runs the miner that was built beside this program.
///
/// # Errors
/// As [`said`].
pub(crate) fn mine<S: AsRef<OsStr>>(
    arguments: impl IntoIterator<Item = S>,
) -> Result<String, String> {
    let miner = beside("miner")?;
    if !miner.with_extension(std::env::consts::EXE_EXTENSION).exists() {
        return Err(format!(
            "there is no {}; `cargo build --release -p miner` makes it",
            miner.display()
        ));
    }
    said(Command::new(miner).args(arguments))
}

/// Writes the positions that an opening table has after these plies, the most popular first.
///
/// # Errors
/// As [`mine`].
pub(crate) fn export_openings(table: &Path, book: &Path, plies: [u32; 2]) -> Result<(), String> {
    let [least, most] = plies.map(|n| n.to_string());
    let words = ["--min-ply", &least, "--max-ply", &most].map(OsStr::new);
    let files = [OsStr::new("export"), table.as_os_str(), OsStr::new("--out"), book.as_os_str()];
    mine(files.into_iter().chain(words)).map(drop)
}

/// Where games that measure ideas begin.
#[derive(Debug, Args)]
pub(crate) struct Book {
    /// Openings, a position by line. Without, those of the opening table after 8 to 10 plies, which the
    /// `miner` beside this program exports.
    #[arg(long)]
    book: Option<PathBuf>,
    /// The opening table that they come from.
    #[arg(long, default_value = "tables/opening.bin")]
    table: PathBuf,
}

impl Book {
    /// The file that was named, or the one beside this program, which the miner writes anew: the table may be another one.
    ///
    /// # Errors
    /// As [`mine`].
    pub(crate) fn path(&self) -> Result<PathBuf, String> {
        if let Some(book) = &self.book {
            return Ok(book.clone());
        }
        let book = beside("openings.epd")?;
        export_openings(&self.table, &book, [8, 10])
            .map_err(|e| format!("{e}; --book names openings"))?;
        Ok(book)
    }
}

/// The commit that is checked out.
///
/// # Errors
/// As [`said`].
pub(crate) fn commit() -> Result<String, String> {
    let commit = said(Command::new("git").args(["rev-parse", "--short=9", "HEAD"]))?;
    Ok(commit.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_missing_or_fails_is_named() {
        let missing = said(&mut Command::new("no-such-program")).unwrap_err();
        assert!(missing.starts_with("cannot run no-such-program"), "{missing}");
        let here = std::env::current_exe().unwrap();
        let failed = said(Command::new(here).arg("--no-such-flag")).unwrap_err();
        assert!(failed.contains("no-such-flag"), "{failed}");
    }
}
