//! What systems do differently: files at offsets, which file a path means, a stream as a file.

#[cfg(unix)]
pub(crate) use unix::{FileAt, FileId, file_id, stream_file};
#[cfg(windows)]
pub(crate) use windows::{FileAt, FileId, file_id, stream_file};

#[cfg(unix)]
mod unix {
    use std::{
        fs::{self, File},
        io,
        os::{fd::AsFd, unix::fs::MetadataExt},
        path::Path,
    };

    pub(crate) use std::os::unix::fs::FileExt as FileAt;

    /// Device and inode.
    pub(crate) type FileId = (u64, u64);

    /// Which file or folder a path means, through links.
    pub(crate) fn file_id(path: &Path) -> io::Result<FileId> {
        fs::metadata(path).map(|file| (file.dev(), file.ino()))
    }

    /// A stream such as standard output, without its buffer.
    pub(crate) fn stream_file(stream: &impl AsFd) -> io::Result<File> {
        stream.as_fd().try_clone_to_owned().map(File::from)
    }
}

#[cfg(windows)]
mod windows {
    use std::{
        fs::{self, File},
        io,
        os::windows::{fs::FileExt, io::AsHandle},
        path::{Path, PathBuf},
    };

    /// The path without links. Two hard links are two files.
    pub(crate) type FileId = PathBuf;

    /// Which file or folder a path means, through links.
    pub(crate) fn file_id(path: &Path) -> io::Result<FileId> {
        fs::canonicalize(path)
    }

    /// A stream such as standard output, without its buffer.
    pub(crate) fn stream_file(stream: &impl AsHandle) -> io::Result<File> {
        stream.as_handle().try_clone_to_owned().map(File::from)
    }

    /// Files that are read and written at an offset, whoever else does so. They move the file's own place.
    pub(crate) trait FileAt {
        /// Fills the bytes from an offset on.
        fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()>;

        /// Writes all bytes from an offset on.
        fn write_all_at(&self, bytes: &[u8], offset: u64) -> io::Result<()>;
    }

    impl FileAt for File {
        fn read_exact_at(&self, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
            while !bytes.is_empty() {
                match self.seek_read(bytes, offset) {
                    Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                    Ok(count) => {
                        bytes = &mut bytes[count..];
                        offset += count as u64;
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        }

        fn write_all_at(&self, mut bytes: &[u8], mut offset: u64) -> io::Result<()> {
            while !bytes.is_empty() {
                match self.seek_write(bytes, offset) {
                    Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                    Ok(count) => {
                        bytes = &bytes[count..];
                        offset += count as u64;
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
            }
            Ok(())
        }
    }
}
