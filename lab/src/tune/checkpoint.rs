//! How far a fit has got, in a file beside what it will write.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{fit::Adam, model::Values};

/// The file, and what it must be of.
#[derive(Debug)]
pub(super) struct Checkpoint {
    path: PathBuf,
    /// A digest of positions and settings: another fit's file is not gone on with.
    identity: u64,
}

/// A fit after some epochs.
#[derive(Debug, PartialEq)]
pub(super) struct State {
    pub(super) epochs: usize,
    pub(super) values: Values,
    pub(super) adam: Adam,
}

/// Identity, epochs, steps; then values, means and squares as bits of `f64`, all little-endian.
const HEAD: usize = 3;

impl Checkpoint {
    pub(super) fn new(out: &Path, identity: u64) -> Self {
        let mut name = out.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        Self { path: out.with_file_name(name), identity }
    }

    fn failed(&self, error: &io::Error) -> String {
        format!("{}: {error}", self.path.display())
    }

    /// What was saved; nothing if there is no file, or one of another fit, or a broken one.
    pub(super) fn load(&self, count: usize) -> Result<Option<State>, String> {
        let bytes = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(self.failed(&e)),
        };
        let (words, rest) = bytes.as_chunks::<8>();
        let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let is_ours = rest.is_empty()
            && words.len() == HEAD + 6 * count
            && words.first() == Some(&self.identity);
        if !is_ours {
            return Ok(None);
        }
        let pairs = |place: usize| {
            let from = HEAD + 2 * count * place;
            let pair = |pair: &[u64; 2]| pair.map(f64::from_bits);
            let (pairs, _) = words[from..from + 2 * count].as_chunks::<2>();
            pairs.iter().map(pair).collect::<Values>()
        };
        let (Ok(epochs), Ok(steps)) = (usize::try_from(words[1]), i32::try_from(words[2])) else {
            return Ok(None);
        };
        let adam = Adam { mean: pairs(1), square: pairs(2), steps };
        Ok(Some(State { epochs, values: pairs(0), adam }))
    }

    /// Saves a fit, and after how many epochs it is.
    pub(super) fn save(&self, epochs: usize, values: &Values, adam: &Adam) -> Result<(), String> {
        let head = [self.identity, epochs as u64, u64::from(adam.steps.unsigned_abs())];
        let pairs = values.iter().chain(&adam.mean).chain(&adam.square);
        let words = head.into_iter().chain(pairs.flatten().map(|value| value.to_bits()));
        let bytes: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        tables::write_whole(&self.path, &bytes).map_err(|e| self.failed(&e))
    }

    /// Removes the file of a fit that is done.
    pub(super) fn remove(&self) -> Result<(), String> {
        match fs::remove_file(&self.path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => Err(self.failed(&e)),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_gone_on_with_by_the_same_fit_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("w.bin");
        let checkpoint = Checkpoint::new(&out, 7);
        assert_eq!(checkpoint.load(2).expect("no file"), None);
        let values = vec![[1.5, -2.0], [0.1, 4.0]];
        let adam = Adam { mean: vec![[0.5; 2]; 2], square: vec![[0.25; 2]; 2], steps: 12 };
        checkpoint.save(3, &values, &adam).expect("it can be written");
        let state = State { epochs: 3, values, adam };
        assert_eq!(checkpoint.load(2).expect("a file"), Some(state));
        assert_eq!(checkpoint.load(3).expect("of other weights"), None);
        assert_eq!(Checkpoint::new(&out, 8).load(2).expect("of another fit"), None);
        checkpoint.remove().expect("it is there");
        checkpoint.remove().expect("it is gone");
        assert_eq!(checkpoint.load(2).expect("no file"), None);
    }
}
