//! Many small counts, in parts that are added up one at a time.

use std::{env, fs, fs::File, io, mem, path::Path, process};

use rules::Outcome;

use crate::{game::Ply, system::FileAt};

/// A position, a move, and how the game ended for the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlyRecord {
    pub(super) key: u64,
    /// 16 bits: the move's squares, and above them outcome and promotion.
    rest: u32,
}

/// The bits of the move's squares, and how many.
const SQUARES: u32 = 0xfff;
const SQUARE_BITS: u32 = 12;
/// Of five promotions, none among them, and three outcomes there are 15 pairs.
const OUTCOMES: u32 = 3;

impl PlyRecord {
    #[inline(always)]
    pub(super) fn new(key: u64, ply: Ply, outcome: Outcome) -> Self {
        let mut rest = ply.squares() | (outcome as u32) << SQUARE_BITS;
        if let Some(role) = ply.is_promotion().then(|| ply.placed().role) {
            rest += (OUTCOMES * role as u32) << SQUARE_BITS;
        }
        Self { key, rest }
    }
}

/// A [`PlyRecord`] in the part of its key: the key's lower bits, then the rest; then a note, if there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record<const BYTES: usize = RECORD_BYTES>([u8; BYTES]);

/// The bytes of a record without a note.
pub(super) const RECORD_BYTES: usize = 9;
/// Those of a record with a note.
pub(super) const NOTED_BYTES: usize = RECORD_BYTES + 6;
/// How many of a key's bits are kept; its part has to tell the others.
pub(super) const KEY_BITS: u32 = 56;
const KEY: u64 = (1 << KEY_BITS) - 1;

impl Record {
    #[inline(always)]
    pub(super) fn new(PlyRecord { key, rest }: PlyRecord) -> Self {
        let mut bytes = [0; RECORD_BYTES];
        bytes[..8].copy_from_slice(&(key & KEY | u64::from(rest) << KEY_BITS).to_le_bytes());
        bytes[8] = (rest >> (u64::BITS - KEY_BITS)) as u8;
        Self(bytes)
    }

    /// The key's lower bits, and the rest.
    #[inline(always)]
    const fn parts(self) -> (u64, u32) {
        let [low @ .., high] = self.0;
        let low = u64::from_le_bytes(low);
        (low & KEY, (low >> KEY_BITS) as u32 | (high as u32) << (u64::BITS - KEY_BITS))
    }

    /// The lower bits of the key.
    #[inline(always)]
    pub(super) const fn key(self) -> u64 {
        self.parts().0
    }

    /// The move's squares; all that it is but for promotions.
    #[inline(always)]
    pub(super) const fn squares(self) -> u32 {
        self.parts().1 & SQUARES
    }

    /// The outcome's index.
    #[inline(always)]
    pub(super) const fn outcome(self) -> u32 {
        (self.parts().1 >> SQUARE_BITS) % OUTCOMES
    }

    /// The move, packed.
    #[inline(always)]
    pub(super) const fn packed_move(self) -> u16 {
        let rest = self.parts().1;
        let promotion = (rest >> SQUARE_BITS) / OUTCOMES;
        (rest & SQUARES | promotion << SQUARE_BITS) as u16
    }
}

/// What is known of a move besides, as its mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// Elo of the mover and of the opponent, if both are known; never 0.
    pub(super) elo: Option<[u16; 2]>,
    /// Its evaluation.
    pub(super) centipawns: Option<i16>,
}

/// No evaluation.
const NONE: i16 = i16::MIN;

impl Record<NOTED_BYTES> {
    pub(super) fn with_note(record: PlyRecord, Note { elo, centipawns }: Note) -> Self {
        let [mover, opponent] = elo.unwrap_or_default().map(u16::to_le_bytes);
        let score = centipawns.unwrap_or(NONE).to_le_bytes();
        let mut bytes = [0; NOTED_BYTES];
        let (plain, note) = bytes.split_at_mut(RECORD_BYTES);
        plain.copy_from_slice(&Record::<RECORD_BYTES>::new(record).0);
        note.copy_from_slice([mover, opponent, score].as_flattened());
        Self(bytes)
    }

    /// The record without its note, and the note.
    pub(super) fn parted(self) -> (Record, Note) {
        let [a, b, c, d, e, f, g, h, i, note @ ..] = self.0;
        let [mover, opponent, score] = [[note[0], note[1]], [note[2], note[3]], [note[4], note[5]]];
        let elo = [mover, opponent].map(u16::from_le_bytes);
        let score = i16::from_le_bytes(score);
        let note = Note {
            elo: (elo != [0; 2]).then_some(elo),
            centipawns: (score != NONE).then_some(score),
        };
        (Record([a, b, c, d, e, f, g, h, i]), note)
    }
}

/// How many records are moved to a file at a time.
const CHUNK: usize = 1 << 11;

/// Records of one game each in `PARTS` parts. Beyond a number of bytes they go to a temporary file. If that fails, no
/// more are kept.
#[derive(Debug)]
pub(super) struct Records<const PARTS: usize, const BYTES: usize = RECORD_BYTES> {
    parts: Vec<Part<BYTES>>,
    /// How many full chunks may stay in memory.
    chunks_left: usize,
    file: Option<Temporary>,
    failed: Option<io::Error>,
}

#[derive(Debug, Default)]
struct Part<const BYTES: usize> {
    /// Full chunks.
    kept: Vec<Vec<Record<BYTES>>>,
    /// Less than a chunk.
    last: Vec<Record<BYTES>>,
    /// Where in the file its other chunks are.
    offsets: Vec<u64>,
}

impl<const PARTS: usize, const BYTES: usize> Records<PARTS, BYTES> {
    pub(super) fn new(bytes: usize) -> Self {
        let mut parts = Vec::new();
        parts.resize_with(PARTS, Part::default);
        Self { parts, chunks_left: bytes / (CHUNK * BYTES), file: None, failed: None }
    }

    /// Adds records to each of the parts.
    pub(super) fn extend(&mut self, parts: &[Vec<Record<BYTES>>; PARTS]) {
        for (part, records) in parts.iter().enumerate() {
            let mut rest = &records[..];
            while !rest.is_empty() {
                let last = &mut self.parts[part].last;
                let (now, later) = rest.split_at(rest.len().min(CHUNK - last.len()));
                last.extend_from_slice(now);
                rest = later;
                if last.len() == CHUNK {
                    self.put_away(part);
                }
            }
        }
    }

    /// Puts a part's last chunk, which is full, to the others.
    fn put_away(&mut self, part: usize) {
        let part = &mut self.parts[part];
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
    pub(super) fn take(&mut self, part: usize) -> io::Result<Taken<BYTES>> {
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
pub(super) struct Taken<const BYTES: usize = RECORD_BYTES>(Vec<Vec<Record<BYTES>>>);

impl<const BYTES: usize> Taken<BYTES> {
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    pub(super) fn chunks(&self) -> impl Iterator<Item = &[Record<BYTES>]> {
        self.0.iter().map(Vec::as_slice)
    }
}

impl Taken<NOTED_BYTES> {
    /// The same without notes.
    pub(super) fn plain(&self) -> Taken {
        Taken(vec![self.chunks().flatten().map(|record| record.parted().0).collect()])
    }
}

fn write<const BYTES: usize>(
    file: &mut Option<Temporary>,
    records: &[Record<BYTES>],
) -> io::Result<u64> {
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
    fn write<const BYTES: usize>(&mut self, records: &[Record<BYTES>]) -> io::Result<u64> {
        let mut places = [[0; BYTES]; CHUNK];
        for (place, record) in places.iter_mut().zip(records) {
            *place = record.0;
        }
        let bytes = places.as_flattened();
        let folder = env::temp_dir();
        self.file.write_all_at(bytes, self.len).map_err(|error| failed(&folder, &error))?;
        let offset = self.len;
        self.len += bytes.len() as u64;
        Ok(offset)
    }

    /// Reads a chunk.
    fn read<const BYTES: usize>(&self, offset: u64) -> io::Result<Vec<Record<BYTES>>> {
        let mut places = [[0; BYTES]; CHUNK];
        let folder = env::temp_dir();
        self.file
            .read_exact_at(places.as_flattened_mut(), offset)
            .map_err(|error| failed(&folder, &error))?;
        Ok(places.into_iter().map(Record).collect())
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
