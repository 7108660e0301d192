//! Blocks: the bytes of an input, a part at a time.

use std::{
    fs::File,
    io::{self, ErrorKind, Read},
    sync::Arc,
};

use crate::system::FileAt;

/// How many bytes a block has unless told otherwise; the last one of an input has fewer.
pub const BLOCK_BYTES: usize = 1 << 20;

/// What an input gives, one after the other.
#[derive(Debug)]
pub enum Piece {
    /// Some bytes.
    Block {
        /// What was read, or where it is.
        block: Block,
        /// How many bytes of the input, packed as they are, have been read or given out with it.
        position: u64,
    },
    /// A member of an archive begins.
    Member(String),
    /// The input is at its end.
    End {
        /// The digest of a stream; a plain file's is made from its blocks.
        digest: Option<u128>,
    },
}

/// A place of a plain file that is still to be read.
#[derive(Debug)]
pub struct PlainBlock {
    pub(super) file: Arc<File>,
    /// In the file, in bytes.
    pub(super) offset: u64,
    /// In bytes.
    pub(super) len: usize,
}

/// A block's bytes, or where they are.
#[derive(Debug)]
pub enum Block {
    /// Still on disk.
    Plain(PlainBlock),
    /// Read and unpacked.
    Bytes(Vec<u8>),
}

impl Block {
    /// The bytes, in this memory if they are still on disk.
    ///
    /// # Errors
    /// If the file cannot be read or has become shorter.
    pub fn read(self, memory: Vec<u8>) -> io::Result<Vec<u8>> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            Self::Plain(PlainBlock { file, offset, len }) => {
                // Whatever was in it before is overwritten; new memory the system would fill first.
                let mut bytes = memory;
                bytes.resize(len, 0);
                file.read_exact_at(&mut bytes, offset).map_err(|error| match error.kind() {
                    ErrorKind::UnexpectedEof => {
                        io::Error::new(ErrorKind::UnexpectedEof, "it has become shorter")
                    }
                    _ => error,
                })?;
                Ok(bytes)
            }
        }
    }
}

/// The first bytes, at most this many.
pub(crate) fn first_bytes(reader: &mut impl Read, most: usize) -> io::Result<Vec<u8>> {
    let mut first = Vec::with_capacity(most);
    reader.take(most as u64).read_to_end(&mut first)?;
    Ok(first)
}
