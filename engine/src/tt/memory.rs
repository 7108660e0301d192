//! The table's memory: pages of its own, huge ones where the system has them.
//!
//! Nearly every probe is of another page. With pages of 4 KB the processor has to look up where that
//! is before it can look at the entry; Linux gives pages of 2 MB to those who ask (as Stockfish does,
//! S. Nicolet and others, 2020). That is advice: where it is not taken, nothing else changes.
//!
//! The system gives a page its memory when it is first written, which takes longer than a probe by
//! far: 1.5 to 1.9 s of the first search with 6,000 MB. So all pages are written when the size is set,
//! by all cores, and what there is no memory for is refused before that.

use std::{
    io,
    sync::{Mutex, PoisonError, atomic::AtomicU8},
    thread,
};

use memmap2::MmapMut;
use zerocopy::FromBytes;

use super::{Bucket, TranspositionTable};
use crate::options::PlayOptions;

const BYTES_PER_MB: usize = 1 << 20;

/// What one core clears sooner than others could be called.
const BYTES_PER_CORE: usize = 64 * BYTES_PER_MB;

/// The memory of a transposition table, and how it behaves.
#[derive(Debug)]
pub(crate) struct TableMemory {
    pages: Option<MmapMut>,
    generation: AtomicU8,
    options: PlayOptions,
}

impl TableMemory {
    /// Room for `Hash` megabytes; with 0 nothing is ever found. It is to be cleared before the
    /// first search, once the table that it replaces, if any, is gone.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(crate) fn new(options: &PlayOptions, replaced: Option<&Self>) -> io::Result<Self> {
        let bytes = (options.hash_mb().unsigned_abs() as usize).saturating_mul(BYTES_PER_MB);
        let freed = replaced.and_then(|old| old.pages.as_ref()).map_or(0, |pages| pages.len());
        if available().is_some_and(|free| bytes > free.saturating_add(freed)) {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
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
        let bytes = self.pages.as_deref_mut().unwrap_or_default();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let part = bytes.len().div_ceil(cores).max(BYTES_PER_CORE);
        let helpers = bytes.len().div_ceil(part).saturating_sub(1);
        let parts = Mutex::new(bytes.chunks_mut(part));
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some(part) = next() {
                part.fill(0);
            }
        };
        thread::scope(|scope| {
            for _ in 0..helpers {
                // What a system without another thread to give leaves, those that there are clear.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
        self.generation = AtomicU8::new(0);
    }
}

/// Bytes that the system can still give, the limits of a container counted; unknown on other
/// systems than Linux.
fn available() -> Option<usize> {
    let number = |path| std::fs::read_to_string(path).ok()?.trim().parse::<usize>().ok();
    let memory = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = memory.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.trim().trim_end_matches(" kB").parse().ok()?;
    let free = kilobytes.saturating_mul(1024);
    let limit = number("/sys/fs/cgroup/memory.max");
    let in_container = limit.zip(number("/sys/fs/cgroup/memory.current"));
    // Files that were read lately count as used, and go when memory is asked for.
    let files = || {
        let state = std::fs::read_to_string("/sys/fs/cgroup/memory.stat").ok()?;
        state.lines().find_map(|line| line.strip_prefix("inactive_file "))?.parse::<usize>().ok()
    };
    Some(in_container.map_or(free, |(most, used)| {
        let used = used.saturating_sub(files().unwrap_or(0));
        free.min(most.saturating_sub(used))
    }))
}
