//! No command writes over what it reads.
//!
//! Files are told apart by what the system knows them by, so that links and folders hide nothing. Every command that writes
//! files asks here before it opens the first of them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};

use crate::{
    read::inputs::{Input, Slice},
    system::{FileId, file_id},
};

/// Which file a path means, under whatever name.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    /// A file that exists.
    Present(FileId),
    /// One that does not: the nearest folder that does, and the path from there.
    Absent(FileId, PathBuf),
}

impl Identity {
    /// The identity of a path, `None` for what cannot be destroyed: devices, pipes, folders.
    fn of(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            Ok(file) if file.is_file() => file_id(path).ok().map(Self::Present),
            Ok(_) => None,
            Err(_) => path.ancestors().skip(1).find_map(|folder| {
                let rest = path.strip_prefix(folder).ok()?;
                let here = Path::new(".");
                let folder = if folder.as_os_str().is_empty() { here } else { folder };
                Some(Self::Absent(file_id(folder).ok()?, rest.to_owned()))
            }),
        }
    }
}

/// Checks that none of the files to be written is one of those that are read, or comes twice, or is `-`, which only
/// commands that look for it themselves take for standard output.
///
/// # Errors
/// With the names of both.
pub(super) fn check<'r, 'w>(
    read: impl IntoIterator<Item = &'r Path>,
    written: impl IntoIterator<Item = &'w Path>,
) -> Result<()> {
    let read: Vec<_> =
        read.into_iter().filter_map(|path| Some((Identity::of(path)?, path))).collect();
    let mut before: Vec<Identity> = Vec::new();
    for path in written {
        if path == Path::new("-") {
            bail!("`-` is no file: name one, or /dev/stdout");
        }
        let Some(identity) = Identity::of(path) else { continue };
        let name = path.display();
        if let Some((_, source)) = read.iter().find(|(other, _)| *other == identity) {
            if *source == path {
                bail!("`{name}` is an input and will not be overwritten: choose another file");
            }
            let source = source.display();
            bail!("`{name}` is the same file as the input `{source}`: choose another file");
        }
        if before.contains(&identity) {
            bail!("`{name}` would be written twice: choose two files");
        }
        before.push(identity);
    }
    Ok(())
}

/// The file of an input; standard input may be one, too.
pub(super) fn file_of(input: &Input) -> PathBuf {
    match input {
        Input::File(path) | Input::Slice(Slice { path, .. }) => path.clone(),
        Input::Stdin => PathBuf::from("/dev/stdin"),
    }
}
