//! Finished pairs in a file, so that an interrupted contest goes on where it stopped.
//!
//! The first line names the contest; a file of another one is refused. Each further line is the
//! number of a pair and A's half points in its two games. A line that was cut off by a crash is
//! played again.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// A file of finished pairs.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// A's half points by pair.
    pub done: BTreeMap<u64, [u8; 2]>,
}

impl Journal {
    /// Opens the journal of the contest that `title` names, in one line; makes it if there is none.
    ///
    /// # Errors
    /// One sentence if the file cannot be used or belongs to another contest.
    pub fn open(path: &Path, title: &str) -> Result<Self, String> {
        let failed = |e| format!("cannot use the journal {}: {e}", path.display());
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path).map_err(failed)?;
        let mut lines = BufReader::new(&file).split(b'\n');
        let first = lines.next().transpose().map_err(failed)?;
        let mut done = BTreeMap::new();
        match first {
            None => writeln!(file, "{title}").map_err(failed)?,
            Some(first) if first == title.as_bytes() => {
                for line in lines {
                    let line = line.map_err(failed)?;
                    if let Some((pair, half_points)) = read(&String::from_utf8_lossy(&line)) {
                        done.insert(pair, half_points);
                    }
                }
            }
            Some(first) => {
                return Err(format!(
                    "the journal {} is of another contest: `{}`, not `{title}`",
                    path.display(),
                    String::from_utf8_lossy(&first)
                ));
            }
        }
        end_the_last_line(&mut file).map_err(failed)?;
        Ok(Self { file, path: path.to_owned(), done })
    }

    /// Writes a pair down.
    ///
    /// # Errors
    /// One sentence if it cannot be written.
    pub fn add(&mut self, pair: u64, half_points: [u8; 2]) -> Result<(), String> {
        let [first, second] = half_points;
        writeln!(self.file, "{pair} {first} {second}.")
            .map_err(|e| format!("cannot write the journal {}: {e}", self.path.display()))
    }
}

/// A whole line ends with a dot.
fn read(line: &str) -> Option<(u64, [u8; 2])> {
    let mut words = line.strip_suffix('.')?.split(' ');
    let pair = words.next()?.parse().ok()?;
    let mut half_points = || words.next()?.parse().ok().filter(|&points| points <= 2);
    Some((pair, [half_points()?, half_points()?]))
}

fn end_the_last_line(file: &mut File) -> std::io::Result<()> {
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        std::io::Read::read_exact(file, &mut last)?;
    }
    if last != [b'\n'] {
        file.write_all(b"\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_on_and_refuses_strangers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = Journal::open(&path, "a v b").unwrap();
        journal.add(4, [2, 1]).unwrap();
        journal.file.write_all(b"5 2").unwrap();
        drop(journal);
        let mut journal = Journal::open(&path, "a v b").unwrap();
        assert_eq!(journal.done, BTreeMap::from([(4, [2, 1])]));
        journal.add(5, [0, 0]).unwrap();
        let journal = Journal::open(&path, "a v b").unwrap();
        assert_eq!(journal.done, BTreeMap::from([(4, [2, 1]), (5, [0, 0])]));
        Journal::open(&path, "a v c").unwrap_err();
    }
}
