//! Many small counts, in parts that are added up one at a time.

use std::{env, fs, fs::File, io, os::unix::fs::FileExt, path::Path, process};

use rustc_hash::FxHashMap;
use tables::{OpeningMove, Outcome};

/// A position and move, and how often each outcome followed; 16 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    key: u64,
    /// The move, then wins, draws and losses, 16 bits each.
    rest: u64,
}

/// The greatest count that a record can hold.
const MOST: u64 = 0xffff;

impl Record {
    /// One game of this outcome, as the mover saw it.
    pub(super) const fn one(outcome: Outcome) -> Self {
        Self { key: 0, rest: 1 << (16 + 16 * outcome as u32) }
    }

    /// The same counts of another position and move.
    pub(super) const fn of(self, key: u64, mv: OpeningMove) -> Self {
        Self { key, rest: self.rest & !MOST | mv.packed() as u64 }
    }

    pub(super) const fn key(self) -> u64 {
        self.key
    }

    const fn packed_move(self) -> u64 {
        self.rest & MOST
    }

    const fn counts(self) -> [u64; 3] {
        [self.rest >> 16 & MOST, self.rest >> 32 & MOST, self.rest >> 48]
    }
}

/// How many records are moved to a file at a time.
const CHUNK: usize = 1 << 9;
const RECORD_BYTES: usize = 16;

/// Records in `PARTS` parts. Beyond a number of bytes they go to a temporary file. If that fails, no
/// more are kept.
#[derive(Debug)]
pub(super) struct Records<const PARTS: usize> {
    parts: Vec<Part>,
    /// How many full chunks may stay in memory.
    chunks_left: usize,
    file: Option<Temporary>,
    failed: Option<io::Error>,
}

#[derive(Debug, Default)]
struct Part {
    kept: Vec<Record>,
    /// At most a chunk.
    last: Vec<Record>,
    /// Where in the file its other chunks are.
    offsets: Vec<u64>,
}

impl<const PARTS: usize> Records<PARTS> {
    pub(super) fn new(bytes: usize) -> Self {
        let mut parts = Vec::new();
        parts.resize_with(PARTS, Part::default);
        Self { parts, chunks_left: bytes / (CHUNK * RECORD_BYTES), file: None, failed: None }
    }

    pub(super) fn push(&mut self, part: usize, record: Record) {
        let part = &mut self.parts[part];
        part.last.push(record);
        if part.last.len() < CHUNK {
            return;
        }
        if self.chunks_left > 0 {
            self.chunks_left -= 1;
            part.kept.append(&mut part.last);
            return;
        }
        if self.failed.is_none() {
            match write(&mut self.file, &part.last) {
                Ok(offset) => part.offsets.push(offset),
                Err(error) => self.failed = Some(error),
            }
        }
        part.last.clear();
    }

    /// Whether the temporary file could not be written.
    pub(super) const fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// All records of a part, in two pieces.
    ///
    /// # Errors
    /// If the temporary file could not be written, or cannot be read back.
    pub(super) fn take(&mut self, part: usize) -> io::Result<[Vec<Record>; 2]> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let Part { kept, mut last, offsets } = std::mem::take(&mut self.parts[part]);
        last.reserve_exact(offsets.len() * CHUNK);
        for offset in offsets {
            let file = self.file.as_ref().expect("invariant: what was written is in a file");
            file.read(offset, &mut last)?;
        }
        Ok([kept, last])
    }
}

fn write(file: &mut Option<Temporary>, records: &[Record]) -> io::Result<u64> {
    let file = match file {
        Some(file) => file,
        None => file.insert(Temporary::new()?),
    };
    file.write(records)
}

/// A file that has no name, so that it goes away whatever happens.
#[derive(Debug)]
struct Temporary {
    file: File,
    len: u64,
}

impl Temporary {
    fn new() -> io::Result<Self> {
        let folder = env::temp_dir();
        Self::in_folder(&folder).map_err(|error| failed(&folder, &error))
    }

    fn in_folder(folder: &Path) -> io::Result<Self> {
        let mut number = 0;
        loop {
            let path = folder.join(format!(".miner.{}.{number}", process::id()));
            match File::options().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    fs::remove_file(&path)?;
                    return Ok(Self { file, len: 0 });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    fn write(&mut self, records: &[Record]) -> io::Result<u64> {
        let mut bytes = [0; CHUNK * RECORD_BYTES];
        let (words, _) = bytes.as_chunks_mut::<8>();
        for (words, record) in words.chunks_exact_mut(2).zip(records) {
            words[0] = record.key.to_le_bytes();
            words[1] = record.rest.to_le_bytes();
        }
        let folder = env::temp_dir();
        self.file.write_all_at(&bytes, self.len).map_err(|error| failed(&folder, &error))?;
        let offset = self.len;
        self.len += bytes.len() as u64;
        Ok(offset)
    }

    fn read(&self, offset: u64, records: &mut Vec<Record>) -> io::Result<()> {
        let mut bytes = [0; CHUNK * RECORD_BYTES];
        let folder = env::temp_dir();
        self.file.read_exact_at(&mut bytes, offset).map_err(|error| failed(&folder, &error))?;
        let (words, _) = bytes.as_chunks::<8>();
        records.extend(words.chunks_exact(2).map(|words| Record {
            key: u64::from_le_bytes(words[0]),
            rest: u64::from_le_bytes(words[1]),
        }));
        Ok(())
    }
}

fn failed(folder: &Path, error: &io::Error) -> io::Error {
    let sentence = format!(
        "opening moves beyond what memory is for cannot be kept in a temporary file in `{}`: {error} \
         (TMPDIR names another folder)",
        folder.display()
    );
    io::Error::new(error.kind(), sentence)
}

/// Adds up records of the same position and move, and gives those with at least so many games, in
/// any order. Uses the memory of `slots`.
pub(super) fn sum(
    records: &[Vec<Record>; 2],
    min_games: u64,
    slots: &mut Vec<Record>,
    mut each: impl FnMut(u64, OpeningMove, [u64; 3]),
) {
    // Open addressing, at most half full; a slot without counts is empty.
    let count = records[0].len() + records[1].len();
    slots.clear();
    slots.resize((2 * count).next_power_of_two(), Record::default());
    let mask = slots.len() - 1;
    // What would not fit into 16 bits.
    let mut large: FxHashMap<(u64, u64), [u64; 3]> = FxHashMap::default();
    for &record in records.iter().flatten() {
        let mut at = (record.key ^ record.packed_move().wrapping_mul(0x9e37_79b9)) as usize & mask;
        loop {
            let slot = &mut slots[at];
            if slot.rest & !MOST == 0 {
                *slot = record;
                break;
            }
            if slot.key == record.key && slot.packed_move() == record.packed_move() {
                let (old, new) = (slot.counts(), record.counts());
                if old.iter().zip(new).any(|(old, new)| old + new > MOST) {
                    let sum = large.entry((record.key, record.packed_move())).or_default();
                    for (sum, old) in sum.iter_mut().zip(old) {
                        *sum += old;
                    }
                    *slot = record;
                } else {
                    slot.rest += record.rest & !MOST;
                }
                break;
            }
            at = (at + 1) & mask;
        }
    }
    for slot in slots.iter() {
        if slot.rest & !MOST == 0 {
            continue;
        }
        let mut counts = slot.counts();
        if let Some(more) = large.get(&(slot.key, slot.packed_move())) {
            for (count, more) in counts.iter_mut().zip(more) {
                *count += more;
            }
        }
        if counts.iter().sum::<u64>() >= min_games
            && let Some(mv) = OpeningMove::from_packed(slot.packed_move() as u16)
        {
            each(slot.key, mv, counts);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_beyond_16_bits_and_files() {
        let mv = OpeningMove::from_packed(796).expect("a move");
        let record = Record::one(Outcome::Draw).of(7, mv);
        // All in memory, and all but the last chunks in a file.
        for bytes in [1 << 30, 0] {
            let mut records = Records::<2>::new(bytes);
            for _ in 0..100_000 {
                records.push(1, record);
                records.push(0, Record::one(Outcome::BlackWins).of(8, mv));
            }
            let (mut found, mut slots) = (Vec::new(), Vec::new());
            sum(
                &records.take(1).expect("it can be read back"),
                1,
                &mut slots,
                |key, mv, counts| {
                    found.push((key, mv, counts));
                },
            );
            assert_eq!(found, [(7, mv, [0, 100_000, 0])]);
            found.clear();
            sum(
                &records.take(0).expect("it can be read back"),
                100_001,
                &mut slots,
                |key, mv, counts| {
                    found.push((key, mv, counts));
                },
            );
            assert_eq!(found, []);
        }
    }
}
