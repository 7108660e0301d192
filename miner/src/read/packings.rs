//! How files are packed that not each build can read: bz2, xz, lz4, 7z, zip.

use std::{
    io::{self, BufRead, Read},
    path::Path,
};

use super::{
    archive::{Files, is_pgn},
    lz4_frames::Lz4Frames,
    zip_names,
};

type Text = Box<dyn Read + Send>;

pub(super) fn bzip2(packed: impl BufRead + Send + 'static) -> io::Result<Text> {
    Ok(Box::new(bzip2::bufread::MultiBzDecoder::new(packed)))
}

pub(super) fn lz4(packed: impl BufRead + Send + 'static) -> io::Result<Text> {
    Ok(Box::new(Lz4Frames::new(packed)))
}

pub(super) fn xz(packed: impl BufRead + Send + 'static) -> io::Result<Text> {
    Ok(Box::new(lzma_rust2::XzReader::new(packed, true)))
}

pub(super) fn unpack_zip(path: &Path, files: &mut Files<'_>) -> io::Result<()> {
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

pub(super) fn unpack_7z(path: &Path, files: &mut Files<'_>) -> io::Result<()> {
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
