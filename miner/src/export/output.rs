//! Where an export goes: a file that appears whole or not at all.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// A file in the making. What was there before stays until [`finish`](Self::finish); without it,
/// nothing is left behind.
#[derive(Debug)]
pub struct Output {
    file: BufWriter<File>,
    /// The new file and where it belongs; nothing for devices and pipes.
    renaming: Option<(PathBuf, PathBuf)>,
}

impl Output {
    /// Starts a file. A link is followed; a device or pipe is written as it is.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        let renaming = match fs::metadata(path) {
            Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(old) if !old.is_file() => None,
            Ok(_) => Some(path.canonicalize()?),
            Err(_) => Some(path.to_path_buf()),
        };
        let renaming = renaming.map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            (path.with_file_name(format!(".{name}.{}.new", std::process::id())), path)
        });
        let file = File::create(renaming.as_ref().map_or(path, |(new, _)| new))?;
        Ok(Self { file: BufWriter::new(file), renaming })
    }

    /// Puts the file in its place and gives its size.
    ///
    /// # Errors
    /// If the disk is full.
    pub fn finish(mut self) -> io::Result<u64> {
        self.file.flush()?;
        let file = self.file.get_ref();
        let bytes = file.metadata()?.len();
        if let Some((new, path)) = &self.renaming {
            file.sync_all()?;
            fs::rename(new, path)?;
            self.renaming = None;
        }
        Ok(bytes)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some((new, _)) = &self.renaming {
            // Whatever stopped the export has been reported.
            let _ = fs::remove_file(new);
        }
    }
}
