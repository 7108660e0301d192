//! Reading inputs on all threads, with the result of one.
//!
//! Inputs are a sequence of blocks. Each worker takes the next block, guesses that the first line
//! `[Event "` in it starts a game, and counts from there to the last complete game. The ledger
//! takes the blocks back in their order: it joins the rest of one block with the beginning of the
//! next, and if the games found there do not end exactly where the guess began (the line stood in
//! a comment), it throws the block's tally away and reads the block again. So what counts as a
//! game never depends on blocks, threads, or luck, and a single plain file keeps all cores busy.

use std::{
    collections::BTreeMap,
    io,
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use memchr::memchr_iter;

use crate::{
    collect::Tally,
    filter::duplicates::Seen,
    pgn::split::event_line,
    read::{
        block::{self, Piece},
        inputs::Input,
        source::Source,
    },
    run::{
        job::{Job, Mined, Watch},
        ledger::{Block, Event, Ledger, Speculation},
        reader::{Reader, Stretch},
    },
};

/// Mines, unless `stop` becomes true on the way: then the answer is `None`.
#[must_use]
pub fn mine(job: &Job<'_>, watch: &dyn Watch, stop: &AtomicBool) -> Option<Mined> {
    let threads = job.threads.max(1);
    let seen = job.duplicates.map(Seen::new);
    let shared = Shared {
        job,
        watch,
        stop,
        seen: seen.as_ref(),
        feed: Mutex::new(Feed::new(job)),
        ledger: Mutex::new(Ordered {
            next: 0,
            waiting: BTreeMap::new(),
            ledger: Ledger::new(job, seen.as_ref(), watch),
        }),
        spare: Mutex::new(Vec::new()),
        most_spare: threads,
        in_flight: Permits::new(4 * threads),
        has_ended: AtomicBool::new(false),
    };
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) if threads > 1 => pool.scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|_| shared.work());
            }
        }),
        // This thread is one, too.
        _ => shared.work(),
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let Shared { ledger, .. } = shared;
    let ledger = ledger.into_inner().unwrap_or_else(PoisonError::into_inner).ledger;
    Some(ledger.finish())
}

struct Shared<'a> {
    job: &'a Job<'a>,
    watch: &'a dyn Watch,
    stop: &'a AtomicBool,
    seen: Option<&'a Seen>,
    feed: Mutex<Feed<'a>>,
    ledger: Mutex<Ordered<'a>>,
    /// Tallies that have been added up, for blocks to come.
    spare: Mutex<Vec<Tally<'a>>>,
    most_spare: usize,
    in_flight: Permits,
    /// The ledger wants no more.
    has_ended: AtomicBool,
}

impl<'a> Shared<'a> {
    fn work(&self) {
        let mut reader = Reader::new(self.job.filter, self.seen);
        loop {
            self.in_flight.take();
            let is_over = self.stop.load(Ordering::Relaxed)
                || self.has_ended.load(Ordering::Relaxed)
                || self.job.wanted.iter().any(|wanted| wanted.collector.has_failed());
            let next = if is_over { None } else { self.next() };
            let Some((sequence, input, fed)) = next else {
                // Others may be waiting for a place that nobody will need.
                self.in_flight.give_back(1);
                return;
            };
            let event = match fed {
                Fed::Block { block, is_first, position } => {
                    self.read_block(&mut reader, block, is_first, position)
                }
                Fed::Member(name) => Event::Member(name),
                Fed::End { digest } => Event::End { digest },
                Fed::Failed(error) => Event::Failed(error),
            };
            self.enter(sequence, input, event);
        }
    }

    fn next(&self) -> Option<(u64, usize, Fed)> {
        let mut feed = lock(&self.feed);
        // A stream's blocks need memory before anybody asks for them.
        if let Some((source, _)) = &feed.open
            && source.is_stream()
        {
            lock(&self.ledger).ledger.spare_all().for_each(|memory| source.give_back(memory));
        }
        feed.next()
    }

    /// Reads the games of a block that are surely, or probably, complete.
    fn read_block(
        &self,
        reader: &mut Reader<'_>,
        block: block::Block,
        is_first: bool,
        position: u64,
    ) -> Event<'a> {
        let is_plain = matches!(block, block::Block::Plain(_));
        let memory = if is_plain { lock(&self.ledger).ledger.spare() } else { Vec::new() };
        let bytes = match block.read(memory) {
            Ok(bytes) => bytes,
            Err(error) => return Event::Failed(error),
        };
        let start = if is_first { Some(0) } else { event_line(&bytes, 0) };
        let speculation = start.map(|start| {
            let spare = lock(&self.spare).pop();
            let mut tally = spare.unwrap_or_else(|| Tally::new(self.job.wanted));
            let mut bad = Vec::new();
            let len = bytes.len();
            let room = self.job.first.unwrap_or(u64::MAX);
            let mut stretch = Stretch { tally: &mut tally, bad: &mut bad, room };
            let end = reader.read_games(&bytes, start, len, false, &mut stretch);
            Speculation { start, end, tally, bad }
        });
        let lines = memchr_iter(b'\n', &bytes).count() as u64;
        Event::Block(Box::new(Block { bytes, lines, position, is_plain, speculation }))
    }

    /// Enters an event in the ledger when its turn has come, and those that waited for it.
    fn enter(&self, sequence: u64, input: usize, event: Event<'a>) {
        let mut tallies = Vec::new();
        let mut entered = 0;
        {
            let mut ordered = lock(&self.ledger);
            let Ordered { next, waiting, ledger } = &mut *ordered;
            waiting.insert(sequence, (input, event));
            while let Some((input, event)) = waiting.remove(next) {
                ledger.enter(input, event, &mut tallies);
                *next += 1;
                entered += 1;
            }
            self.watch.progress(ledger.bytes_done(), ledger.games_read());
            self.has_ended.store(ledger.has_ended(), Ordering::Relaxed);
        }
        // In their order: a collector may wait for those before.
        tallies.iter_mut().for_each(Tally::add_up);
        tallies.iter_mut().for_each(Tally::follow_up);
        // The last one is a block's, the ones before are a seam's.
        for tally in tallies.into_iter().rev() {
            if lock(&self.spare).len() < self.most_spare {
                lock(&self.spare).push(tally);
            }
        }
        self.in_flight.give_back(entered);
    }
}

/// The ledger, and what is not yet its turn.
struct Ordered<'a> {
    next: u64,
    /// Each with the index of its input.
    waiting: BTreeMap<u64, (usize, Event<'a>)>,
    ledger: Ledger<'a>,
}

/// Where the next block comes from.
struct Feed<'a> {
    inputs: &'a [Input],
    block_bytes: usize,
    index: usize,
    open: Option<(Source, bool)>,
    /// The next input, if it is packed: it is unpacked while this one is still read.
    ahead: Option<io::Result<Source>>,
    sequence: u64,
}

enum Fed {
    Block { block: block::Block, is_first: bool, position: u64 },
    Member(String),
    End { digest: Option<u128> },
    Failed(io::Error),
}

impl<'a> Feed<'a> {
    fn new(job: &Job<'a>) -> Self {
        let block_bytes = job.block_bytes.max(1);
        let inputs = job.inputs;
        Self { inputs, block_bytes, index: 0, open: None, ahead: None, sequence: 0 }
    }

    /// What comes next, its number, and the index of its input.
    fn next(&mut self) -> Option<(u64, usize, Fed)> {
        let fed = self.next_fed()?;
        let (sequence, input) = (self.sequence, self.index);
        self.sequence += 1;
        if matches!(fed, Fed::End { .. } | Fed::Failed(_)) {
            self.open = None;
            self.index += 1;
        }
        Some((sequence, input, fed))
    }

    fn next_fed(&mut self) -> Option<Fed> {
        let input = self.inputs.get(self.index)?;
        if self.open.is_none() {
            let opened = self.ahead.take();
            match opened.unwrap_or_else(|| Source::open(input, self.block_bytes)) {
                Ok(source) => self.open = Some((source, true)),
                Err(error) => return Some(Fed::Failed(error)),
            }
            let next = self.inputs.get(self.index + 1);
            self.ahead = next.and_then(|next| Source::open_ahead(next, self.block_bytes));
        }
        let (source, is_first) = self.open.as_mut()?;
        Some(match source.next_piece() {
            Ok(Piece::Block { block, position }) => {
                let is_first = std::mem::take(is_first);
                Fed::Block { block, is_first, position }
            }
            Ok(Piece::Member(name)) => {
                *is_first = true;
                Fed::Member(name)
            }
            Ok(Piece::End { digest }) => Fed::End { digest },
            Err(error) => Fed::Failed(error),
        })
    }
}

/// Bounds how many blocks are in memory.
struct Permits {
    free: Mutex<usize>,
    freed: Condvar,
}

impl Permits {
    const fn new(free: usize) -> Self {
        Self { free: Mutex::new(free), freed: Condvar::new() }
    }

    fn take(&self) {
        let free = lock(&self.free);
        let mut free =
            self.freed.wait_while(free, |free| *free == 0).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
    }

    fn give_back(&self, count: usize) {
        *lock(&self.free) += count;
        self.freed.notify_all();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        collect::{TableSettings as _, TieredCollector, imbalance, label::Label},
        filter::Filter,
        read::inputs::{Slice, Span},
    };

    const GAME: &str = "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n";

    struct Nobody;

    impl Watch for Nobody {}

    #[test]
    fn what_follows_a_block_that_cannot_be_read_is_no_other_inputs() {
        let folder = tempfile::tempdir().expect("a folder");
        let texts = ["short.pgn", "a.pgn", "b.pgn"].map(|name| (name, GAME.replace('?', name)));
        let mut inputs = texts.each_ref().map(|(name, text)| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("a file");
            Input::File(path)
        });
        // As if the file had become shorter: all blocks behind its only game fail.
        let (block_bytes, path) = (texts[0].1.len(), folder.path().join(texts[0].0));
        inputs[0] = Input::Slice(Slice { path, span: Span::Plain(0..5 * block_bytes as u64) });
        for threads in [1, 4] {
            let label = Label::default();
            let settings = imbalance::Settings { stable_plies: 1, ratings: false, label };
            let collector = settings.collector();
            let wanted = [TieredCollector { min_elo: 0, collector: &*collector }];
            let filter = Filter::default();
            let job = Job {
                inputs: &inputs,
                filter: &filter,
                wanted: &wanted,
                threads,
                block_bytes,
                first: None,
                duplicates: None,
                strict: false,
            };
            let mined = mine(&job, &Nobody, &AtomicBool::new(false)).expect("nobody stops it");
            let failed: Vec<_> = mined.failed.iter().map(|failed| &failed.input).collect();
            assert_eq!(failed, [&inputs[0].name()], "{threads}");
            let read =
                texts[1..].iter().map(|(name, text)| tables::Input::of(name, text.as_bytes()));
            assert_eq!(mined.inputs, read.collect::<Vec<_>>(), "{threads}");
            // The last game before the error may have gone on.
            let counters = &mined.counters[0];
            assert_eq!((counters.games_read, counters.games_used), (3, 2), "{threads}");
        }
    }

    #[test]
    fn the_next_packed_input_is_open_while_one_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let inputs: Vec<_> = ["a.zst", "b.pgn", "c.zst", "d.zst", "missing.zst", "e.zst"]
            .into_iter()
            .map(|name| {
                let path = folder.path().join(name);
                let text = name.repeat(3);
                let packed = || zstd::encode_all(text.as_bytes(), 1).expect("memory is enough");
                let bytes = if name == "b.pgn" { text.clone().into() } else { packed() };
                if name != "missing.zst" {
                    std::fs::write(&path, bytes).expect("a file");
                }
                Input::File(path)
            })
            .collect();
        let (open, ahead) = (None, None);
        let mut feed = Feed { inputs: &inputs, block_bytes: 6, index: 0, open, ahead, sequence: 0 };
        let mut said = Vec::new();
        while let Some((_, _, fed)) = feed.next() {
            said.push(match fed {
                Fed::Block { block, is_first, .. } => {
                    let bytes = block.read(Vec::new()).expect("it is there");
                    let text = String::from_utf8(bytes).expect("names");
                    format!("{text} {is_first} {}", feed.ahead.is_some())
                }
                Fed::Member(name) => name,
                Fed::End { .. } => "end".to_owned(),
                Fed::Failed(error) => error.kind().to_string(),
            });
        }
        let expected = [
            "a.zsta true false",
            ".zsta. false false",
            "zst false false",
            "end",
            "b.pgnb true true",
            ".pgnb. false true",
            "pgn false true",
            "end",
            "c.zstc true true",
            ".zstc. false true",
            "zst false true",
            "end",
            "d.zstd true false",
            ".zstd. false false",
            "zst false false",
            "end",
            "entity not found",
            "e.zste true false",
            ".zste. false false",
            "zst false false",
            "end",
        ];
        assert_eq!(said, expected);
    }
}
