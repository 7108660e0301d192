//! The Universal Chess Interface (S. Meyer-Kahlen, R. Huber, 2000).
//!
//! | file | what it does |
//! |---|---|
//! | `command` | text to commands; any text is a command or one sentence |
//! | `session` | the conversation: what each command does |
//! | `print` | everything that is ever printed |
//!
//! Invariant: nothing that comes in ends the process but `quit` and the end of input.

mod command;
mod print;
mod session;

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

/// Carries out one command of the command line: `bench`, `tables`, `options`, or any UCI command.
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
