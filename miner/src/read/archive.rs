//! Archives with several files: 7z and zip; and Parquet, which holds one text.
//!
//! An archive is read as the texts of its PGN files, its members, one after the other, in the order in
//! which it holds them. Each is a text of its own: no game goes on from one to the next.

use std::{
    fs::File,
    io::{self, Read},
    panic::AssertUnwindSafe,
    path::Path,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

use super::{rows::RowsText, zip_names};

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
        let result = match format {
            ArchiveFormat::SevenZip => unpack_7z(&path, &mut files),
            ArchiveFormat::Zip => unpack_zip(&path, &mut files),
            ArchiveFormat::Parquet => unpack_rows(&path, &mut files),
        };
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

fn unpack_zip(path: &Path, files: &mut Files<'_>) -> io::Result<()> {
    let (mut archive, names) = zip_names::open(path)?;
    for index in 0..archive.len() {
        let file = archive.by_index(index)?;
        // A name that cannot be decoded is at least no reason to leave the file out.
        let name = match &names {
            Some(names) => Ok(names.get(index).cloned().unwrap_or_default()),
            None => file.name().map(Into::into),
        };
        let is_wanted = name.as_ref().map_or(true, |name| is_pgn(name));
        let name = name.unwrap_or_else(|_| format!("member {}", index + 1));
        if file.is_file() && is_wanted {
            files.send(&name, file)?;
        }
    }
    Ok(())
}

fn unpack_7z(path: &Path, files: &mut Files<'_>) -> io::Result<()> {
    let mut archive = sevenz_rust2::ArchiveReader::open(path, sevenz_rust2::Password::empty())
        .map_err(in_words)?;
    archive
        .for_each_entries(&mut |entry: &sevenz_rust2::ArchiveEntry, reader: &mut dyn Read| {
            if !entry.is_directory() && is_pgn(entry.name()) {
                files.send(entry.name(), reader)?;
            } else {
                // What is packed together with other files has to be read past.
                io::copy(reader, &mut io::sink())?;
            }
            Ok(true)
        })
        .map_err(in_words)
}

fn unpack_rows(path: &Path, files: &mut Files<'_>) -> io::Result<()> {
    let text = || {
        let rows = RowsText::open(File::open(path)?);
        rows.map_err(|error| io::Error::other(format!("the Parquet file cannot be read: {error}")))
    };
    // The library trusts what a file says of itself.
    let read = AssertUnwindSafe(|| files.send("rows", text()?));
    let panicked = |_| Err(io::Error::other("the Parquet file cannot be read: it is broken"));
    std::panic::catch_unwind(read).unwrap_or_else(panicked)
}

/// What is wrong with a 7z archive; the crate's own texts are for its programmers.
fn in_words(error: sevenz_rust2::Error) -> io::Error {
    use sevenz_rust2::Error;
    let what = match error {
        Error::Io(error, _) | Error::FileOpen(error, _) => return error,
        Error::BadSignature(_) => "it is no 7z archive".to_owned(),
        Error::UnsupportedVersion { major, minor } => format!("its version is {major}.{minor}"),
        Error::ChecksumVerificationFailed => "a member's checksum is wrong".to_owned(),
        Error::NextHeaderCrcMismatch => "its header's checksum is wrong".to_owned(),
        Error::UnsupportedCompressionMethod(method) => format!("it is packed by `{method}`"),
        Error::PasswordRequired | Error::MaybeBadPassword(_) => "it needs a password".to_owned(),
        Error::MaxMemLimited { .. } => "unpacking it would take too much memory".to_owned(),
        Error::Unsupported(what) => format!("it needs what is not supported: {what}"),
        Error::Other(what) => what.into_owned(),
        _ => "its header is broken".to_owned(),
    };
    io::Error::other(format!("the 7z archive cannot be read: {what}"))
}

fn is_pgn(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"))
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
struct Files<'a> {
    sender: &'a SyncSender<io::Result<Piece>>,
    any: bool,
}

impl Files<'_> {
    fn send(&mut self, name: &str, mut file: impl Read) -> io::Result<()> {
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
