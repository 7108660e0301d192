//! The Universal Chess Interface (S. Meyer-Kahlen, R. Huber, 2000).
//!
//! | file | what it does |
//! |---|---|
//! | `command`, `go` | text to commands; any text is a command or one sentence, any `go` a search |
//! | `queue` | what waits for its turn, and what is heard at once |
//! | `session` | what each command does |
//! | `log` | the file that takes the conversation |
//! | `stats` | counters as text |
//! | `print` | everything that is ever printed |
//!
//! One thread reads, the other carries out: whatever the engine is doing, `stop`, `quit`, `isready`
//! and `ponderhit` are heard.
//!
//! Invariant: nothing that comes in ends the process but `quit` and the end of input.

mod command;
mod go;
mod log;
mod print;
mod queue;
mod session;
mod stats;

use std::{io::BufRead, thread};

use crate::{game::Game, search::STACK_BYTES};
use command::Command;
pub use queue::AtEnd;
use queue::{Heard, Queue};
use session::Session;

/// Talks UCI until `quit` or the end of input.
///
/// # Errors
/// If there is no memory for an engine.
pub fn run(input: impl BufRead, at_end: AtEnd) -> Result<(), String> {
    let session = Session::start()?;
    let queue = Queue::default();
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || session.serve(&queue))
            .expect("invariant: the system gives the engine its one thread");
        let left = listen(input, &queue, at_end, || worker.is_finished());
        queue.close(left);
    });
    Ok(())
}

/// Reads until `quit`, the end of input, or the end of the session; what is to become of the work that
/// is left then.
fn listen(input: impl BufRead, queue: &Queue, at_end: AtEnd, is_over: impl Fn() -> bool) -> AtEnd {
    for line in input.split(b'\n') {
        let Ok(line) = line else { break };
        let line = String::from_utf8_lossy(&line);
        log::note(">>", &line);
        match Command::read(&line).and_then(log::heed).unwrap_or_else(Command::Say) {
            _ if is_over() => break,
            Command::Quit => return AtEnd::Stop,
            command => {
                if queue.push(command) == Heard::Ready {
                    print::ready();
                }
            }
        }
    }
    at_end
}

/// Reads lines as a session would and carries out nothing but `position`. How many were understood.
#[must_use]
pub fn rehearse(text: &[u8]) -> usize {
    let mut game = Game::default();
    let mut understood = 0;
    for line in text.split(|&byte| byte == b'\n') {
        let read = match Command::read(&String::from_utf8_lossy(line)) {
            Ok(Command::Position(text)) => {
                command::position(&text, game.mode()).map(|next| game = next)
            }
            Ok(Command::Go(text)) => go::Go::read(&text).map(|asked| {
                if let go::Go::Search(asked) = asked {
                    let _ = asked.resolve(&game);
                }
            }),
            other => other.map(drop),
        };
        if let Err(sentence) = &read {
            debug_assert!(!sentence.is_empty());
        }
        understood += usize::from(read.is_ok());
    }
    understood
}

/// Carries out one command of the command line: `bench`, `tables`, `weights`, or any UCI command.
///
/// # Errors
/// One sentence if it is none, or there is no memory for an engine.
pub fn run_once(command: &str) -> Result<(), String> {
    Command::read(command)?;
    run(command.as_bytes(), AtEnd::Finish)
}

/// Says what was wrong with a command line, and how it is used.
pub fn usage(sentence: &str) {
    print::usage(sentence);
}

/// Says how the command line is used.
pub fn help() {
    print::help();
}

/// Says which version this is.
pub fn version() {
    print::version();
}
