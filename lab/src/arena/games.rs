//! A file of games that grows by pairs.

use std::{
    fs::{File, OpenOptions},
    io::{Read as _, Seek as _, SeekFrom, Write as _},
    path::Path,
};

use super::{contest::Pair, contestant::Contestant, record};

/// Games in PGN, open for more of them.
#[derive(Debug)]
pub struct Games(File);

impl Games {
    /// Opens a file, a new one if there is none. One whose last game was cut off gets an empty line, so that
    /// the next game is not taken for a part of it.
    ///
    /// # Errors
    /// One sentence if the file cannot be written.
    pub fn append_to(path: &Path) -> Result<Self, String> {
        let open = || {
            let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
            let mut end = [b'\n'; 2];
            if file.seek(SeekFrom::End(0))? >= 2 {
                file.seek(SeekFrom::End(-2))?;
                file.read_exact(&mut end)?;
            }
            if end != *b"\n\n" {
                file.write_all(b"\n\n")?;
            }
            Ok(Self(file))
        };
        open().map_err(|e: std::io::Error| format!("cannot write {}: {e}", path.display()))
    }

    /// Both games of a pair at once. The journal hears of a pair after it is written here: one that was being
    /// written when the machine stopped may be there twice, none is missing.
    ///
    /// # Errors
    /// One sentence if the file cannot be written.
    pub fn add(&mut self, pair: &Pair, [a, b]: &[Contestant; 2]) -> Result<(), String> {
        let round = |game: u32| format!("{}.{game}", pair.number + 1);
        let [first, second] = &pair.bouts;
        let games = record::pgn(first, [a, b], &round(1)) + &record::pgn(second, [b, a], &round(2));
        self.0.write_all(games.as_bytes()).map_err(|e| format!("cannot write the games: {e}"))
    }
}
