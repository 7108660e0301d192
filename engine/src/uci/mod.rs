//! The Universal Chess Interface (S. Meyer-Kahlen, R. Huber, 2000).
//!
//! | file | what it does |
//! |---|---|
//! | `command` | text to commands; any text is a command or one sentence |
//! | `session` | the conversation: what each command does |
//! | `stats` | counters as text |
//! | `print` | everything that is ever printed |
//!
//! Invariant: nothing that comes in ends the process but `quit` and the end of input.

mod command;
mod print;
mod session;
mod stats;

use std::io::BufRead;

use session::Session;

/// Talks UCI until `quit` or the end of input. A finite search that is under way at the end of
/// input is finished, so that a script may be piped in.
pub fn run(input: impl BufRead) {
    let Some(mut session) = Session::start() else { return };
    for line in input.split(b'\n') {
        let Ok(line) = line else { break };
        if session.obey(&String::from_utf8_lossy(&line)).is_break() {
            return;
        }
    }
    session.finish();
}

/// Reads lines as a session would and carries out nothing but `position`. How many were understood.
#[must_use]
pub fn rehearse(text: &[u8]) -> usize {
    let mut game = crate::game::Game::default();
    let mut understood = 0;
    for line in text.split(|&byte| byte == b'\n') {
        match command::Command::read(&String::from_utf8_lossy(line), &game) {
            Ok(command::Command::Position(next)) => game = next,
            Ok(_) => {}
            Err(sentence) => {
                debug_assert!(!sentence.is_empty());
                continue;
            }
        }
        understood += 1;
    }
    understood
}

/// Carries out one command of the command line: `bench`, `tables`, `weights`, or any UCI command.
/// `false` if it is none.
#[must_use]
pub fn run_once(command: &str) -> bool {
    let Some(mut session) = Session::start() else { return false };
    if let Err(sentence) = command::Command::read(command, &Default::default()) {
        print::usage(&sentence);
        return false;
    }
    let _ = session.obey(command);
    session.finish();
    true
}
