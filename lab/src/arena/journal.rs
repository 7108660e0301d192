//! Finished pairs in a file, so that an interrupted contest goes on where it stopped.
//!
//! The first line names the contest; a file of another one is refused. Each further line is the
//! number of a pair, A's half points in its two games and how each game ended: `n` as games do, `t` on
//! time, `i` by an illegal move. Pairs stand in the order that a test counts them in. A line that was
//! cut off by a crash is played again.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{BufRead, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// By the laws of chess or by adjudication.
    Normal,
    /// A clock ran out.
    Time,
    /// The loser made an illegal move, or none.
    Illegal,
}

impl Manner {
    const LETTERS: [(Self, char); 3] =
        [(Self::Normal, 'n'), (Self::Time, 't'), (Self::Illegal, 'i')];

    fn letter(self) -> char {
        Self::LETTERS.into_iter().find(|&(manner, _)| manner == self).map_or('n', |(_, c)| c)
    }

    fn of(letter: char) -> Option<Self> {
        Self::LETTERS.into_iter().find(|&(_, c)| c == letter).map(|(manner, _)| manner)
    }
}

/// What came out of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// A's half points in each game.
    pub half_points: [u8; 2],
    /// How each game ended.
    pub manner: [Manner; 2],
}

/// A file of finished pairs.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// The pairs' numbers and results, in the file's order.
    pub done: Vec<(u64, PairResult)>,
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
        // Two at once would count the same pairs twice.
        file.try_lock().map_err(|e| match e {
            TryLockError::WouldBlock => {
                format!("the journal {} is being written by another contest", path.display())
            }
            TryLockError::Error(e) => failed(e),
        })?;
        let mut lines = BufReader::new(&file).split(b'\n');
        let first = lines.next().transpose().map_err(failed)?;
        let mut done = Vec::new();
        match first {
            None => writeln!(file, "{title}").map_err(failed)?,
            Some(first) if first == title.as_bytes() => {
                for line in lines {
                    let line = line.map_err(failed)?;
                    done.extend(read(&String::from_utf8_lossy(&line)));
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
    pub fn add(&mut self, pair: u64, result: PairResult) -> Result<(), String> {
        let PairResult { half_points: [first, second], manner } = result;
        let [how, how_too] = manner.map(Manner::letter);
        writeln!(self.file, "{pair} {first} {second} {how}{how_too}.")
            .map_err(|e| format!("cannot write the journal {}: {e}", self.path.display()))
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// A whole line ends with a dot.
fn read(line: &str) -> Option<(u64, PairResult)> {
    let mut words = line.strip_suffix('.')?.split(' ');
    let pair = words.next()?.parse().ok()?;
    let mut half_points = || words.next()?.parse().ok().filter(|&points| points <= 2);
    let half_points = [half_points()?, half_points()?];
    let mut letters = words.next()?.chars();
    let mut manner = || letters.next().and_then(Manner::of);
    Some((pair, PairResult { half_points, manner: [manner()?, manner()?] }))
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
    fn one_contest_at_a_time_writes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let first = Journal::open(&path, "a v b").unwrap();
        assert!(Journal::open(&path, "a v b").unwrap_err().contains("another contest"));
        // As a program does that was just started and has not yet closed what it was given.
        let _elsewhere = first.file.try_clone().unwrap();
        drop(first);
        Journal::open(&path, "a v b").unwrap();
    }

    #[test]
    fn goes_on_and_refuses_strangers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut journal = Journal::open(&path, "a v b").unwrap();
        let four = PairResult { half_points: [2, 1], manner: [Manner::Illegal, Manner::Normal] };
        let two = PairResult { half_points: [0, 0], manner: [Manner::Normal, Manner::Time] };
        journal.add(4, four).unwrap();
        journal.file.write_all(b"2 2").unwrap();
        drop(journal);
        let mut journal = Journal::open(&path, "a v b").unwrap();
        assert_eq!(journal.done, [(4, four)]);
        journal.add(2, two).unwrap();
        drop(journal);
        let journal = Journal::open(&path, "a v b").unwrap();
        assert_eq!(journal.done, [(4, four), (2, two)], "in the file's order");
        drop(journal);
        Journal::open(&path, "a v c").unwrap_err();
    }
}
