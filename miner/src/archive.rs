//! Archives with several files: 7z and zip.
//!
//! An archive is read as the text of its PGN files one after the other, in the order in which it
//! holds them, with a blank line between.

use std::{
    fs::File,
    io::{self, BufReader, Read},
    path::Path,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

/// How many bytes go from the unpacking thread to the reader at a time.
const CHUNK: usize = 1 << 18;
/// How many chunks may wait.
const WAITING: usize = 8;
/// What stands between two files.
const BETWEEN: &[u8] = b"\n\n";

/// Which archive a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// 7z
    SevenZip,
    /// zip
    Zip,
}

/// Opens an archive as one stream. It is unpacked on a thread of its own, which ends when the
/// reader is dropped.
#[must_use]
pub fn open(path: &Path, format: Format) -> Box<dyn Read + Send> {
    let (sender, receiver) = sync_channel(WAITING);
    let path = path.to_path_buf();
    thread::spawn(move || {
        let mut files = Files { sender: &sender, several: false };
        let result = match format {
            Format::SevenZip => unpack_7z(&path, &mut files),
            Format::Zip => unpack_zip(&path, &mut files),
        };
        let result = match result {
            Ok(()) if !files.several => Err(io::Error::other("the archive holds no PGN file")),
            result => result,
        };
        if let Err(error) = result {
            // Without a reader there is nobody to tell.
            let _ = sender.send(Err(error));
        }
    });
    Box::new(Pipe { receiver, chunk: Vec::new(), read: 0 })
}

fn unpack_zip(path: &Path, files: &mut Files<'_>) -> io::Result<()> {
    let mut archive = zip::ZipArchive::new(BufReader::new(File::open(path)?))?;
    for index in 0..archive.len() {
        let file = archive.by_index(index)?;
        // A name that cannot be decoded is at least no reason to leave the file out.
        let is_wanted = file.name().map_or(true, |name| is_pgn(&name));
        if file.is_file() && is_wanted {
            files.send(file)?;
        }
    }
    Ok(())
}

fn unpack_7z(path: &Path, files: &mut Files<'_>) -> io::Result<()> {
    let mut archive = sevenz_rust2::ArchiveReader::open(path, sevenz_rust2::Password::empty())
        .map_err(io::Error::other)?;
    archive
        .for_each_entries(&mut |entry: &sevenz_rust2::ArchiveEntry, reader: &mut dyn Read| {
            if !entry.is_directory() && is_pgn(entry.name()) {
                files.send(reader)?;
            } else {
                // What is packed together with other files has to be read past.
                io::copy(reader, &mut io::sink())?;
            }
            Ok(true)
        })
        .map_err(|error| match error {
            sevenz_rust2::Error::Io(error, _) => error,
            error => io::Error::other(error),
        })
}

fn is_pgn(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
}

/// The unpacking side of the pipe.
struct Files<'a> {
    sender: &'a SyncSender<io::Result<Vec<u8>>>,
    several: bool,
}

impl Files<'_> {
    fn send(&mut self, mut file: impl Read) -> io::Result<()> {
        if std::mem::replace(&mut self.several, true) {
            self.send_chunk(BETWEEN.to_vec())?;
        }
        loop {
            let mut chunk = Vec::with_capacity(CHUNK);
            let result = file.by_ref().take(CHUNK as u64).read_to_end(&mut chunk);
            let is_end = chunk.is_empty();
            if !is_end {
                self.send_chunk(chunk)?;
            }
            result?;
            if is_end {
                return Ok(());
            }
        }
    }

    fn send_chunk(&self, chunk: Vec<u8>) -> io::Result<()> {
        self.sender.send(Ok(chunk)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// The reading side of the pipe.
struct Pipe {
    receiver: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    read: usize,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.chunk.len() {
            // A sender that is gone has sent everything.
            let Ok(next) = self.receiver.recv() else { return Ok(0) };
            (self.chunk, self.read) = (next?, 0);
        }
        let rest = &self.chunk[self.read..];
        let len = rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        self.read += len;
        Ok(len)
    }
}
