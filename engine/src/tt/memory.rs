//! The table's memory: pages of its own, huge ones where the system has them.
//!
//! Nearly every probe is of another page. With pages of 4 KB the processor has to look up where that
//! is before it can look at the entry; Linux gives pages of 2 MB to those who ask (as Stockfish does,
//! S. Nicolet and others, 2020). That is advice: where it is not taken, nothing else changes.

use std::{io, sync::atomic::AtomicU8};

use memmap2::MmapMut;
use zerocopy::FromBytes;

use super::{Bucket, TranspositionTable};
use crate::options::PlayOptions;

const BYTES_PER_MB: usize = 1 << 20;

/// The memory of a transposition table, and how it behaves.
#[derive(Debug)]
pub(crate) struct TableMemory {
    pages: Option<MmapMut>,
    generation: AtomicU8,
    options: PlayOptions,
}

impl TableMemory {
    /// Room for `Hash` megabytes; with 0 nothing is ever found.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn new(options: &PlayOptions) -> io::Result<Self> {
        let bytes = (options.hash_mb().unsigned_abs() as usize).saturating_mul(BYTES_PER_MB);
        let pages = if bytes == 0 { None } else { Some(MmapMut::map_anon(bytes)?) };
        #[cfg(target_os = "linux")]
        if let Some(pages) = &pages {
            // Without huge pages the table is slower and that is all.
            let _ = pages.advise(memmap2::Advice::HugePage);
        }
        Ok(Self { pages, generation: AtomicU8::new(0), options: options.clone() })
    }

    /// The table in this memory, to be shared by reference.
    pub(crate) fn table(&mut self) -> TranspositionTable<'_> {
        let bytes = self.pages.as_deref_mut().unwrap_or_default();
        let buckets: &[Bucket] = <[Bucket]>::mut_from_bytes(bytes).map_or(&[], |buckets| buckets);
        TranspositionTable { buckets, generation: &self.generation, options: &self.options }
    }

    /// Behaves as the options say from now on; what was stored under another policy is forgotten.
    pub(crate) fn set_policy(&mut self, options: &PlayOptions) {
        if options.tt_replace() != self.options.tt_replace()
            || options.tt_mate_adjust() != self.options.tt_mate_adjust()
        {
            self.clear();
        }
        self.options = options.clone();
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.pages.as_deref_mut().unwrap_or_default().fill(0);
        self.generation = AtomicU8::new(0);
    }
}
