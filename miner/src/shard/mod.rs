//! Parts of a run, for many machines.
//!
//! The inputs, in the order of their names, stand end to end, as packed as they are, and are cut into `n` parts of
//! as many bytes. The cut goes to the start of the first game behind it:
//!
//! * **A plain file** is read around the cut only (`boundary`).
//! * **A file of several zstd frames** is cut at the first frame behind the cut, and there at the first
//!   game; the frames around it are unpacked (`frames`).
//! * **Any other file** is unpacked once to learn how long its text is and where games start (`scan`),
//!   and the text is cut in the proportion of the packed bytes. The games of the part are read when the
//!   file is unpacked for the second time.
//!
//! Invariant: where a game starts is what the whole run finds, so that every game is in exactly one part. What
//! cannot be told from the text around a cut is read from the start of the file.
//!
//! The digest of a file is made by the part that its first byte belongs to, which reads all of it.

mod boundary;
mod scan;
#[cfg(test)]
mod tests;

use std::{
    fmt,
    fs::File,
    io::{self, Read},
    ops::Range,
    path::Path,
    str::FromStr,
};

use anyhow::{Context, Result, bail};
use tables::{ShardedInput, Shards};

use self::{
    boundary::{Pair, Verdict},
    scan::Starts,
};
use crate::read::{
    block::BLOCK_BYTES,
    digest::Digest,
    frames::Frames,
    inputs::{FramePlace, Input, Slice, Span},
    sight::Sight,
    source::Source,
    stream::Stream,
};
use crate::system::FileAt;

/// Into how many parts a run can be cut.
const MOST: u32 = tables::MOST_SHARDS;

/// One of the parts of a run: `3/8` is the third of eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u32,
    of: u32,
}

impl Shard {
    /// Into how many parts the run is cut.
    #[must_use]
    pub const fn of(self) -> u32 {
        self.of
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split_once('/')
            .and_then(|(index, of)| Some(Self { index: index.parse().ok()?, of: of.parse().ok()? }))
            .filter(|shard| (1..=shard.of).contains(&shard.index) && shard.of <= MOST)
            .ok_or_else(|| format!("it must be I/N, the I-th of N parts, N at most {MOST}"))
    }
}

/// What one part of a run reads, and what it knows of the whole.
#[derive(Debug)]
pub struct Cut {
    /// What is to be read.
    pub inputs: Vec<Input>,
    /// All inputs of the run, and which part this is.
    pub shards: Shards,
}

/// How much is looked at around a cut.
#[derive(Clone, Copy, Debug)]
struct Reach {
    /// How far back and ahead at first; each time four times as far.
    first: usize,
    /// No further than this: then the file is read from its start.
    most: usize,
    pair: Pair,
}

impl Reach {
    const SAFE: Self = Self { first: 4 << 20, most: 256 << 20, pair: Pair::SAFE };
}

/// Cuts the part of a shard out of the inputs.
///
/// # Errors
/// If an input cannot be read, or is no file.
pub fn cut(inputs: &[Input], shard: Shard) -> Result<Cut> {
    let mut files = Vec::new();
    for input in inputs {
        let (Input::File(path), Some(bytes)) = (input, input.bytes()) else {
            bail!("`{}` is not a regular file, and --shard reads no other", input.name());
        };
        files.push((input.short_name(), bytes, path));
    }
    // The order in which they are named makes no difference.
    files.sort();
    let total: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
    let place = |index: u32| (u128::from(total) * u128::from(index) / u128::from(shard.of)) as u64;
    let (from, to) = (place(shard.index - 1), place(shard.index));
    let mut cut = Cut {
        inputs: Vec::new(),
        shards: Shards { of: shard.of, inputs: Vec::new(), have: vec![shard.index] },
    };
    let mut start = 0;
    for (name, bytes, path) in files {
        let part = from.clamp(start, start + bytes) - start..to.clamp(start, start + bytes) - start;
        // The last part has the end, too.
        let is_first = (from..to).contains(&start) || (start == total && shard.index == shard.of);
        start += bytes;
        let unread = || format!("cannot read `{}`", path.display());
        let mut digest = None;
        if part == (0..bytes) && bytes > 0 {
            cut.inputs.push(Input::File(path.clone()));
        } else if !part.is_empty() {
            let span = span(path, bytes, part, &mut digest, Reach::SAFE).with_context(unread)?;
            cut.inputs.extend(span.map(|span| Input::Slice(Slice { path: path.clone(), span })));
        }
        if is_first && digest.is_none() {
            digest = Some(digest_of(path).with_context(unread)?);
        }
        cut.shards.inputs.push(ShardedInput { name, bytes, digest });
    }
    Ok(cut)
}

/// The games that start in a part of a file; `None` if none does. Tells the digest if it had to read all.
fn span(
    path: &Path,
    bytes: u64,
    part: Range<u64>,
    digest: &mut Option<u128>,
    reach: Reach,
) -> io::Result<Option<Span>> {
    let stream = || Stream::open(Box::new(File::open(path)?), Some(path));
    if let Source::Plain(_) = Source::open(&Input::File(path.to_path_buf()), BLOCK_BYTES)? {
        let file = File::open(path)?;
        let first_from = |place: u64| {
            if place == 0 || place == bytes {
                return Ok(place);
            }
            let around = |back, ahead| around(&file, bytes, place, back, ahead);
            match first_start(around, reach)? {
                Some(behind) => Ok(place + behind),
                None => scan::first_from(&mut stream()?, place),
            }
        };
        let games = first_from(part.start)?..first_from(part.end)?;
        return Ok((!games.is_empty()).then_some(Span::Plain(games)));
    }
    if let Some(frames) = Frames::find(path)? {
        let first_from = |byte: u64| {
            let frame = frames.first_from(byte);
            if byte == 0 || frame == bytes {
                return Ok(FramePlace { frame: if byte == 0 { 0 } else { frame }, skip: 0 });
            }
            let skip = match first_start(|back, ahead| frames.around(frame, back, ahead), reach)? {
                Some(skip) => skip,
                None => {
                    let place = frames.len_before(frame)?;
                    scan::first_from(&mut stream()?, place)? - place
                }
            };
            Ok::<_, io::Error>(FramePlace { frame, skip })
        };
        let games = first_from(part.start)?..first_from(part.end)?;
        return Ok((games.start.frame != games.end.frame).then_some(Span::Frames(games)));
    }
    let mut stream = stream()?;
    let starts = Starts::of(&mut stream)?;
    *digest = Some(stream.digest());
    let first_from = |place: u64| {
        let place = u128::from(starts.len) * u128::from(place) / u128::from(bytes);
        if place == 0 { 0 } else { starts.first_from(place as u64) }
    };
    let games = first_from(part.start)..first_from(part.end);
    Ok((!games.is_empty()).then_some(Span::Text(games)))
}

/// How far behind a place the first game starts, or the text ends; `None` if what is around it does not tell.
fn first_start(
    mut around: impl FnMut(usize, usize) -> io::Result<Sight>,
    Reach { first, most, pair }: Reach,
) -> io::Result<Option<u64>> {
    let (mut back, mut ahead) = (first, first);
    while back.max(ahead) <= most {
        match around(back, ahead)?.first_start(pair) {
            Verdict::At(behind) => return Ok(Some(behind as u64)),
            Verdict::LookBack => back *= 4,
            Verdict::LookAhead => ahead *= 4,
            Verdict::Unclear => break,
        }
    }
    Ok(None)
}

/// The bytes of a plain file around a place.
fn around(file: &File, len: u64, place: u64, back: usize, ahead: usize) -> io::Result<Sight> {
    let start = place.saturating_sub(back as u64);
    let end = len.min(place.saturating_add(ahead as u64));
    let mut bytes = vec![0; (end - start) as usize];
    file.read_exact_at(&mut bytes, start)?;
    let place = (place - start) as usize;
    Ok(Sight { bytes, place, from_start: start == 0, to_end: end == len })
}

fn digest_of(path: &Path) -> io::Result<u128> {
    let (mut file, mut digest) = (File::open(path)?, Digest::default());
    let mut memory = vec![0; BLOCK_BYTES];
    loop {
        match file.read(&mut memory)? {
            0 => return Ok(digest.value()),
            len => digest.add(&memory[..len]),
        }
    }
}
