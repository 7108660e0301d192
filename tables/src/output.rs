//! Where a table or an export goes: a file that appears whole or not at all.

use std::{
    collections::BTreeSet,
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Read, Seek, Write},
    mem,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The new files of this process. A signal's handler has nobody to ask which there are.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// How much is gathered before the system is asked to write it.
const BUFFER: usize = 1 << 18;

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file in the making. What was there before stays until [`finish`](Self::finish); without it,
/// nothing is left behind.
///
/// The new file lies beside the old one as `.NAME.PID.new` and is locked for as long as its process
/// lives. What a killed process left there, the next one that writes the same file removes.
#[derive(Debug)]
pub struct Output {
    /// Nothing while it is [parked](Self::park).
    file: Option<BufWriter<File>>,
    /// The new file and where it belongs; nothing for devices and pipes.
    renaming: Option<(PathBuf, PathBuf)>,
}

impl Output {
    /// Starts a file, and makes its folder if it is missing. A link is followed; a device or pipe is written as it is.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        let place = match fs::metadata(path) {
            Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(old) if !old.is_file() => None,
            Ok(_) => Some(path.canonicalize()?),
            Err(_) => Some(path.to_path_buf()),
        };
        let Some(place) = place else {
            let file = Some(BufWriter::with_capacity(BUFFER, File::create(path)?));
            return Ok(Self { file, renaming: None });
        };
        if let Some(folder) = place.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
        sweep(&place, &name);
        let new = place.with_file_name(format!(".{name}.{}.new", std::process::id()));
        unfinished().insert(new.clone());
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(true).open(&new);
        let file = file.inspect_err(|_| {
            unfinished().remove(&new);
        })?;
        // Where files cannot be locked, nothing is swept.
        let _ = file.try_lock();
        Ok(Self {
            file: Some(BufWriter::with_capacity(BUFFER, file)),
            renaming: Some((new, place)),
        })
    }

    /// The file, opened again if it was parked.
    fn file(&mut self) -> io::Result<&mut BufWriter<File>> {
        if let (None, Some((new, _))) = (&self.file, &self.renaming) {
            let file = OpenOptions::new().append(true).open(new)?;
            let _ = file.try_lock();
            self.file = Some(BufWriter::with_capacity(BUFFER, file));
        }
        self.file.as_mut().ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }

    /// Closes the file until it is written or finished: who writes thousands of files may not have as many
    /// open. Meanwhile another process that writes the same file may take it for one that nobody writes.
    ///
    /// # Errors
    /// If the disk is full.
    pub fn park(&mut self) -> io::Result<()> {
        if let (Some(file), Some(_)) = (&mut self.file, &self.renaming) {
            file.flush()?;
            self.file = None;
        }
        Ok(())
    }

    /// Brings everything written so far to the disk. A full one shows here, and renaming is all that
    /// is left.
    ///
    /// # Errors
    /// If the disk is full.
    pub fn sync(&mut self) -> io::Result<()> {
        let is_renamed = self.renaming.is_some();
        let file = self.file()?;
        file.flush()?;
        if is_renamed { file.get_ref().sync_all() } else { Ok(()) }
    }

    /// What has been synced, read back; nothing for devices and pipes.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read_back(&self) -> io::Result<Option<Vec<u8>>> {
        let Some((new, _)) = &self.renaming else { return Ok(None) };
        let Some(file) = &self.file else { return fs::read(new).map(Some) };
        // Where locks hold for all, nobody else may read it.
        let (mut file, mut bytes) = (file.get_ref(), Vec::new());
        file.rewind()?;
        file.read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    /// Puts the file in its place and gives its size.
    ///
    /// # Errors
    /// If the disk is full.
    pub fn finish(self) -> io::Result<u64> {
        let sizes = Self::finish_all(vec![self]).map_err(|(_, error)| error)?;
        Ok(sizes.into_iter().sum())
    }

    /// Puts files in their places that belong together, and gives their sizes. [`abandon`](Self::abandon) takes
    /// none of them away, or all.
    ///
    /// # Errors
    /// With the index of the file that could not be put in its place, if the disk is full.
    pub fn finish_all(mut outputs: Vec<Self>) -> Result<Vec<u64>, (usize, io::Error)> {
        let mut sizes = Vec::new();
        for (index, output) in outputs.iter_mut().enumerate() {
            let was_parked = output.file.is_none();
            let size = output.sync().and_then(|()| output.file()?.get_ref().metadata());
            sizes.push(size.map_err(|error| (index, error))?.len());
            if was_parked {
                output.park().map_err(|error| (index, error))?;
            }
        }
        let mut unfinished = unfinished();
        let result = outputs.iter_mut().enumerate().try_for_each(|(index, output)| {
            if let Some((new, path)) = &output.renaming {
                fs::rename(new, path).map_err(|error| (index, error))?;
                unfinished.remove(new);
                output.renaming = None;
            }
            Ok(())
        });
        // What is dropped locks it, too.
        drop(unfinished);
        result.map(|()| sizes)
    }

    /// Takes away all new files of this process, which is about to end, and lets it write no others.
    pub fn abandon() {
        let unfinished = unfinished();
        for new in unfinished.iter() {
            // The next process that writes the same file removes what stays.
            let _ = fs::remove_file(new);
        }
        mem::forget(unfinished);
    }
}

/// Writes a file whole: what was there before stays until it is complete.
///
/// # Errors
/// If the folder cannot be written or the disk is full.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut output = Output::create(path)?;
    output.write_all(bytes)?;
    output.finish().map(drop)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some((new, _)) = &self.renaming {
            // Whatever stopped the writing has been reported.
            let _ = fs::remove_file(new);
            unfinished().remove(new);
        }
    }
}

/// Removes new files that no living process is writing. Nothing depends on its success.
fn sweep(place: &Path, name: &str) {
    let folder = match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let file = entry.file_name();
        let process = file
            .to_str()
            .and_then(|file| file.strip_prefix('.')?.strip_prefix(name)?.strip_prefix('.'))
            .and_then(|rest| rest.strip_suffix(".new"));
        let is_ours = process
            .is_some_and(|id| !id.is_empty() && id.bytes().all(|digit| digit.is_ascii_digit()));
        // Whoever still writes it holds the lock.
        if is_ours && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
