//! Zip archives with several members of one name.
//!
//! The zip crate keeps the last member of each name and loses the others. Here the names that the crate sees are made
//! different while the central directory is read; the file itself is not touched.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    path::Path,
};

use zip::ZipArchive;

/// The fixed part of a member's header in the central directory (APPNOTE.TXT, 4.3.12).
const HEADER: usize = 46;
const MAGIC: &[u8] = b"PK\x01\x02";
/// Bytes that stand for the first two of a name that comes again: control characters, which names do not hold.
const MARKS: std::ops::Range<u8> = 1..32;

/// A file of which some bytes are seen as others.
pub(super) struct Renamed {
    file: BufReader<File>,
    at: u64,
    bytes: BTreeMap<u64, u8>,
}

/// Opens an archive. If names come again, all members' names are given, as they stand in it.
pub(super) fn open(path: &Path) -> io::Result<(ZipArchive<Renamed>, Option<Vec<String>>)> {
    let renamed = |bytes| {
        Ok::<_, io::Error>(Renamed { file: BufReader::new(File::open(path)?), at: 0, bytes })
    };
    let archive = ZipArchive::new(renamed(BTreeMap::new())?)?;
    if !archive.has_duplicate_names() {
        return Ok((archive, None));
    }
    let (names, bytes) = rename(path, archive.central_directory_start())?;
    Ok((ZipArchive::new(renamed(bytes)?)?, Some(names)))
}

/// The members' names, and the bytes that make them different.
fn rename(path: &Path, start: u64) -> io::Result<(Vec<String>, BTreeMap<u64, u8>)> {
    let mut file = BufReader::new(File::open(path)?);
    file.seek(SeekFrom::Start(start))?;
    let (mut names, mut bytes, mut seen) = (Vec::new(), BTreeMap::new(), BTreeSet::new());
    let mut at = start;
    loop {
        let mut header = [0; HEADER];
        if file.read_exact(&mut header).is_err() || !header.starts_with(MAGIC) {
            return Ok((names, bytes));
        }
        let [name_len, extra, comment] =
            [28, 30, 32].map(|at| u16::from_le_bytes([header[at], header[at + 1]]));
        let mut name = vec![0; name_len.into()];
        file.read_exact(&mut name)?;
        names.push(String::from_utf8_lossy(&name).into_owned());
        if !seen.insert(name.clone()) {
            let another = different(&name, &seen)
                .ok_or_else(|| io::Error::other("the archive has too many members of one name"))?;
            let place = at + HEADER as u64;
            bytes.extend((place..).zip(another.iter().copied()));
            seen.insert(another);
        }
        let behind = u64::from(extra) + u64::from(comment);
        file.seek_relative(behind as i64)?;
        at += HEADER as u64 + u64::from(name_len) + behind;
    }
}

/// A name as long that none of these is.
fn different(name: &[u8], seen: &BTreeSet<Vec<u8>>) -> Option<Vec<u8>> {
    MARKS.flat_map(|first| MARKS.map(move |second| [first, second])).find_map(|marks| {
        let mut another = name.to_vec();
        another.get_mut(..2)?.copy_from_slice(&marks);
        (!seen.contains(&another)).then_some(another)
    })
}

impl Read for Renamed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.file.read(buffer)?;
        for (at, byte) in self.bytes.range(self.at..self.at + len as u64) {
            buffer[(at - self.at) as usize] = *byte;
        }
        self.at += len as u64;
        Ok(len)
    }
}

impl Seek for Renamed {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.file.seek(to)?;
        Ok(self.at)
    }
}
