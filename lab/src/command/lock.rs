//! A folder that one run at a time writes to.

use std::{fs::File, path::Path};

/// Keeps other runs out of a folder until it is dropped: two would undo each other's rows.
///
/// It is given up by name. To close the file is not enough while another thread starts a program: until that program
/// runs, it has the file open too, and holds the lock.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Lock {
    /// # Errors
    /// One sentence, if the folder cannot be opened or another run has it.
    pub(super) fn of(folder: &Path) -> Result<Self, String> {
        let failed = |e: String| format!("cannot lock {}: {e}", folder.display());
        let file = File::open(folder).map_err(|e| failed(e.to_string()))?;
        file.try_lock().map_err(|_| failed("another run writes there".to_owned()))?;
        Ok(Self(file))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_locked_once() {
        let folder = tempfile::tempdir().unwrap();
        let first = Lock::of(folder.path()).unwrap();
        assert!(Lock::of(folder.path()).unwrap_err().contains("another run"));
        drop(first);
        Lock::of(folder.path()).unwrap();
    }

    /// As a program does that was just started and has not yet closed what it was given.
    #[test]
    fn a_lock_ends_though_its_file_is_open_elsewhere() {
        let folder = tempfile::tempdir().unwrap();
        let first = Lock::of(folder.path()).unwrap();
        let _elsewhere = first.0.try_clone().unwrap();
        drop(first);
        Lock::of(folder.path()).unwrap();
    }
}
