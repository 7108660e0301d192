//! Many small counts, in parts that are added up one at a time.

use std::{env, fs, fs::File, io, mem, os::unix::fs::FileExt, path::Path, process};

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

/// A [`Record`] of one game in the part of its key: the key's lower bits, the outcome in two bits,
/// the move.
#[derive(Clone, Copy, Debug)]
struct Packed([u8; RECORD_BYTES]);

const RECORD_BYTES: usize = 9;
/// How many of a key's bits are kept; its part has to tell the others.
pub(super) const KEY_BITS: u32 = 54;
const KEY: u64 = (1 << KEY_BITS) - 1;

impl Packed {
    /// The record must be of one game.
    #[inline(always)]
    fn new(record: Record) -> Self {
        // The only bit that is set says which of the three counts is one.
        let outcome = (record.rest >> 32 & 1) | (record.rest >> 47 & 2);
        let packed_move = record.packed_move();
        let word = record.key & KEY | outcome << KEY_BITS | packed_move << (KEY_BITS + 2);
        let mut bytes = [0; RECORD_BYTES];
        bytes[..8].copy_from_slice(&word.to_le_bytes());
        bytes[8] = (packed_move >> (62 - KEY_BITS)) as u8;
        Self(bytes)
    }

    /// The record, its key without the upper bits.
    #[inline(always)]
    fn record(&self) -> Record {
        let [low @ .., high] = self.0;
        let word = u64::from_le_bytes(low);
        let packed_move = word >> (KEY_BITS + 2) | u64::from(high) << (62 - KEY_BITS);
        let outcome = word >> KEY_BITS & 3;
        Record { key: word & KEY, rest: packed_move | 1 << (16 + 16 * outcome) }
    }
}

/// How many records are moved to a file at a time.
const CHUNK: usize = 1 << 9;

/// Records of one game each in `PARTS` parts. Beyond a number of bytes they go to a temporary file. If that fails, no
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
    /// Full chunks.
    kept: Vec<Vec<Packed>>,
    /// Less than a chunk.
    last: Vec<Packed>,
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
        part.last.push(Packed::new(record));
        if part.last.len() < CHUNK {
            return;
        }
        if self.chunks_left > 0 {
            self.chunks_left -= 1;
            // Full chunks stay where they are: nothing is copied.
            part.kept.push(mem::replace(&mut part.last, Vec::with_capacity(CHUNK)));
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

    /// All records of a part.
    ///
    /// # Errors
    /// If the temporary file could not be written, or cannot be read back.
    pub(super) fn take(&mut self, part: usize) -> io::Result<Taken> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let Part { mut kept, last, offsets } = mem::take(&mut self.parts[part]);
        for offset in offsets {
            let file = self.file.as_ref().expect("invariant: what was written is in a file");
            kept.push(file.read(offset)?);
        }
        kept.push(last);
        Ok(Taken(kept))
    }
}

/// The records of a part.
#[derive(Debug)]
pub(super) struct Taken(Vec<Vec<Packed>>);

fn write(file: &mut Option<Temporary>, records: &[Packed]) -> io::Result<u64> {
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

    /// Writes a chunk.
    fn write(&mut self, records: &[Packed]) -> io::Result<u64> {
        let mut bytes = [0; CHUNK * RECORD_BYTES];
        let (places, _) = bytes.as_chunks_mut();
        for (place, record) in places.iter_mut().zip(records) {
            *place = record.0;
        }
        let folder = env::temp_dir();
        self.file.write_all_at(&bytes, self.len).map_err(|error| failed(&folder, &error))?;
        let offset = self.len;
        self.len += bytes.len() as u64;
        Ok(offset)
    }

    /// Reads a chunk.
    fn read(&self, offset: u64) -> io::Result<Vec<Packed>> {
        let mut bytes = [0; CHUNK * RECORD_BYTES];
        let folder = env::temp_dir();
        self.file.read_exact_at(&mut bytes, offset).map_err(|error| failed(&folder, &error))?;
        let (records, _) = bytes.as_chunks();
        Ok(records.iter().copied().map(Packed).collect())
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
/// any order. `upper` are the keys' upper bits. Uses the memory of `slots`.
pub(super) fn sum(
    Taken(chunks): &Taken,
    upper: u64,
    min_games: u64,
    slots: &mut Vec<Record>,
    mut each: impl FnMut(u64, OpeningMove, [u64; 3]),
) {
    // Open addressing, at most half full; a slot without counts is empty.
    let count: usize = chunks.iter().map(Vec::len).sum();
    slots.clear();
    slots.resize((2 * count).next_power_of_two(), Record::default());
    let mask = slots.len() - 1;
    // What would not fit into 16 bits.
    let mut large: FxHashMap<(u64, u64), [u64; 3]> = FxHashMap::default();
    for packed in chunks.iter().flatten() {
        let record = packed.record();
        let mut at = (record.key ^ record.packed_move().wrapping_mul(0x9e37_79b9)) as usize & mask;
        loop {
            let slot = &mut slots[at];
            // Whether it is the first of its kind nobody can guess: both cases are one.
            let is_same = (slot.key == record.key) & (slot.packed_move() == record.packed_move());
            if (slot.rest == 0) | is_same {
                let counts = slot.rest & !MOST;
                if is_full(counts, record.rest) {
                    let sum = large.entry((record.key, record.packed_move())).or_default();
                    for (sum, old) in sum.iter_mut().zip(slot.counts()) {
                        *sum += old;
                    }
                    *slot = record;
                } else {
                    *slot = Record { key: record.key, rest: counts + record.rest };
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
            each(upper | slot.key, mv, counts);
        }
    }
}

/// Whether one more game, the only count of `one`, does not fit into 16 bits.
const fn is_full(counts: u64, one: u64) -> bool {
    // The count that is added to, if it is the greatest, has only ones.
    let count = one & !MOST;
    counts & (count * MOST) == count * MOST
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
                0,
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
                0,
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
