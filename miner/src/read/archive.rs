//! Archives with several files: 7z and zip; and Parquet, which holds one text.
//!
//! An archive is read as the texts of its PGN files, its members, one after the other, in the order in
//! which it holds them. Each is a text of its own: no game goes on from one to the next.

use std::{
    fs::File,
    io::{self, Read},
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

use super::{inputs::is_resource_fork, packings, rows::RowsText};

/// How many bytes go from the unpacking thread to the reader at a time.
const CHUNK: usize = 1 << 18;
/// How many chunks may wait.
const WAITING: usize = 8;

/// Which archive a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchiveFormat {
    /// 7z
    SevenZip,
    /// zip
    Zip,
    /// Apache Parquet, whose rows are games.
    Parquet,
}

/// Opens an archive. It is unpacked on a thread of its own, which ends when the reader is dropped.
#[must_use]
pub fn open(path: &Path, format: ArchiveFormat) -> Members {
    let (sender, receiver) = sync_channel(WAITING);
    let path = path.to_path_buf();
    thread::spawn(move || {
        let mut files = Files { sender: &sender, any: false };
        // The libraries trust what a file says of itself. A panic would look like the end of the archive.
        let unpack = AssertUnwindSafe(|| match format {
            ArchiveFormat::SevenZip => packings::unpack_7z(&path, &mut files),
            ArchiveFormat::Zip => packings::unpack_zip(&path, &mut files),
            ArchiveFormat::Parquet => unpack_rows(&path, &mut files),
        });
        let broken = |_| Err(io::Error::other("the archive cannot be read: it is broken"));
        let result = catch_unwind(unpack).unwrap_or_else(broken);
        let result = match result {
            Ok(()) if !files.any => Err(io::Error::other("the archive holds no PGN file")),
            result => result,
        };
        if let Err(error) = result {
            // Without a reader there is nobody to tell.
            let _ = sender.send(Err(error));
        }
    });
    Members { receiver, chunk: Vec::new(), read: 0, next: None }
}

fn unpack_rows(path: &Path, files: &mut Files<'_>) -> io::Result<()> {
    let rows = RowsText::open(File::open(path)?)
        .map_err(|error| io::Error::other(format!("the Parquet file cannot be read: {error}")))?;
    files.send("rows", rows)
}

#[cfg_attr(not(feature = "archives"), expect(dead_code, reason = "only archives have members"))]
pub(super) fn is_pgn(name: &str) -> bool {
    let path = Path::new(name);
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
        && !is_resource_fork(&file)
}

/// What goes through the pipe.
#[derive(Debug)]
enum Piece {
    /// A member begins.
    Member(String),
    /// Some of its bytes.
    Bytes(Vec<u8>),
}

/// The unpacking side of the pipe.
pub(super) struct Files<'a> {
    sender: &'a SyncSender<io::Result<Piece>>,
    any: bool,
}

impl Files<'_> {
    pub(super) fn send(&mut self, name: &str, mut file: impl Read) -> io::Result<()> {
        self.any = true;
        // It goes into one-line reports.
        self.send_piece(Piece::Member(name.replace(char::is_control, "?")))?;
        loop {
            let mut chunk = Vec::with_capacity(CHUNK);
            let result = file.by_ref().take(CHUNK as u64).read_to_end(&mut chunk);
            let is_end = chunk.is_empty();
            if !is_end {
                self.send_piece(Piece::Bytes(chunk))?;
            }
            result?;
            if is_end {
                return Ok(());
            }
        }
    }

    fn send_piece(&self, piece: Piece) -> io::Result<()> {
        self.sender.send(Ok(piece)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// The reading side of the pipe: the text of one member after the other.
#[derive(Debug)]
pub struct Members {
    receiver: Receiver<io::Result<Piece>>,
    chunk: Vec<u8>,
    read: usize,
    /// The name of the member that comes next.
    next: Option<String>,
}

impl Members {
    /// Goes on to the next member, if the end of one, or the start of the archive, was read and there
    /// is another.
    pub fn next_member(&mut self) -> Option<String> {
        self.next.take()
    }
}

impl Read for Members {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.chunk.len() {
            if self.next.is_some() {
                return Ok(0);
            }
            // A sender that is gone has sent everything.
            let Ok(piece) = self.receiver.recv() else { return Ok(0) };
            match piece? {
                Piece::Member(name) => self.next = Some(name),
                Piece::Bytes(bytes) => (self.chunk, self.read) = (bytes, 0),
            }
        }
        let rest = &self.chunk[self.read..];
        let len = rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        self.read += len;
        Ok(len)
    }
}
