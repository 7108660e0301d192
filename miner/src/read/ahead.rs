//! Reading a stream ahead, on a thread of its own, so that unpacking overlaps with counting.
//!
//! A few blocks wait at most, so memory is bounded. The thread ends at the stream's end, at an
//! error, or when nobody wants its blocks any more; it is not waited for, because a pipe may say
//! nothing for ever.

use std::{
    io,
    sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    thread,
};

use crate::read::{
    block::{Block, Piece},
    stream::Stream,
};

/// How many pieces may wait.
const WAITING: usize = 2;
/// How many blocks' memory is kept to be used again.
const KEPT: usize = 4;

/// A stream that is read ahead.
#[derive(Debug)]
pub struct Ahead {
    pieces: Receiver<io::Result<Piece>>,
    used: Sender<Vec<u8>>,
}

impl Ahead {
    /// Starts to read blocks of `block_bytes` bytes.
    ///
    /// # Errors
    /// If there can be no thread.
    pub(crate) fn new(stream: Stream, block_bytes: usize) -> io::Result<Self> {
        let (sender, pieces) = sync_channel(WAITING);
        let (used, memory) = channel();
        thread::Builder::new()
            .name("unpack".to_owned())
            .spawn(move || read(stream, block_bytes, &sender, &memory))?;
        Ok(Self { pieces, used })
    }

    /// The next piece; waits for it.
    ///
    /// # Errors
    /// If the stream cannot be read or unpacked.
    pub(crate) fn next_piece(&self) -> io::Result<Piece> {
        // The last piece says that it is the last: without it, what was read is not all.
        self.pieces.recv().unwrap_or_else(|_| Err(io::Error::other("unpacking broke off")))
    }

    /// Takes memory back.
    pub(crate) fn give_back(&self, memory: Vec<u8>) {
        // If the thread is done, it goes away.
        let _ = self.used.send(memory);
    }
}

fn read(
    mut stream: Stream,
    block_bytes: usize,
    sender: &SyncSender<io::Result<Piece>>,
    memory: &Receiver<Vec<u8>>,
) {
    let mut kept = Vec::new();
    loop {
        kept.extend(memory.try_iter());
        kept.truncate(KEPT);
        let piece = match stream.next_block(block_bytes, kept.pop().unwrap_or_default()) {
            Ok(Some(bytes)) => {
                let position = stream.position();
                Ok(Piece::Block { block: Block::Bytes(bytes), position })
            }
            Ok(None) => Ok(match stream.next_member() {
                Some(name) => Piece::Member(name),
                None => Piece::End { digest: Some(stream.digest()) },
            }),
            Err(error) => Err(error),
        };
        let is_last = matches!(piece, Ok(Piece::End { .. }) | Err(_));
        if sender.send(piece).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::Read,
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
        time::Duration,
    };

    use super::*;

    /// Gives dots, up to a number, and then fails. Counts what it gave.
    struct Dots {
        most: usize,
        given: Arc<AtomicUsize>,
    }

    impl Read for Dots {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let len = buffer.len().min(self.most);
            if len == 0 {
                return Err(io::Error::other("no more dots"));
            }
            buffer[..len].fill(b'.');
            self.most -= len;
            self.given.fetch_add(len, Ordering::SeqCst);
            Ok(len)
        }
    }

    fn dots(most: usize, block_bytes: usize) -> (Ahead, Arc<AtomicUsize>) {
        let given = Arc::new(AtomicUsize::new(0));
        let dots = Dots { most, given: Arc::clone(&given) };
        let stream = Stream::open(Box::new(dots), None).expect("dots are plain text");
        (Ahead::new(stream, block_bytes).expect("there is room for a thread"), given)
    }

    #[test]
    fn what_comes_before_an_error_is_given() {
        let (ahead, _) = dots(100_000, 30_000);
        for expected in [30_000, 30_000, 30_000, 10_000] {
            let Ok(Piece::Block { block, .. }) = ahead.next_piece() else { panic!("a block") };
            let bytes = block.read(Vec::new()).expect("it has been read");
            assert_eq!(bytes, b".".repeat(expected));
            ahead.give_back(bytes);
        }
        let error = ahead.next_piece().expect_err("the dots are over");
        assert_eq!(error.to_string(), "no more dots");
        // Nobody should ask; who does is not kept waiting.
        assert!(ahead.next_piece().is_err());
    }

    #[test]
    fn the_thread_reads_little_ahead_and_ends_when_nobody_listens() {
        let block_bytes = 1 << 20;
        let (ahead, given) = dots(usize::MAX, block_bytes);
        assert!(matches!(ahead.next_piece(), Ok(Piece::Block { .. })));
        // Long enough for far more than the bound.
        thread::sleep(Duration::from_millis(300));
        assert!(given.load(Ordering::SeqCst) <= (WAITING + 4) * block_bytes);
        drop(ahead);
        // The thread owns the other one.
        let ended = (0..1000).any(|_| {
            thread::sleep(Duration::from_millis(10));
            Arc::strong_count(&given) == 1
        });
        assert!(ended);
    }
}
