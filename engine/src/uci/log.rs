//! The file that takes the conversation (`Debug Log File`): lines that come in as `>> ...`, lines that
//! go out as `<< ...`, each after the time in UTC.
//!
//! There is one conversation in a process, with one input and one output, and so one log.

use std::{
    fs::{File, OpenOptions},
    io::Write as _,
    sync::{Mutex, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

use super::command::Command;
use crate::options::Options;

static LOG: Mutex<Option<File>> = Mutex::new(None);

/// Opens and closes the log as `Debug Log File` says, so that the very next line is in it; other
/// commands pass.
///
/// # Errors
/// One sentence if the file cannot be written; then the command is not carried out.
pub(super) fn heed(command: Command) -> Result<Command, String> {
    if let Command::SetOption { name, value } = &command
        && Options::declaration(name).is_some_and(|option| option.name == "Debug Log File")
    {
        let file = match value.as_str() {
            "" | "<empty>" => None,
            path => {
                let opened = OpenOptions::new().create(true).append(true).open(path);
                Some(opened.map_err(|e| format!("the log `{path}` cannot be written: {e}"))?)
            }
        };
        *LOG.lock().unwrap_or_else(PoisonError::into_inner) = file;
    }
    Ok(command)
}

/// Notes each line of a text. A log that cannot be written any more disturbs no game.
pub(super) fn note(direction: &str, text: &str) {
    let mut log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(file) = log.as_mut() else { return };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let day = now.as_millis() % (24 * 60 * 60 * 1000);
    let (seconds, ms) = (day / 1000, day % 1000);
    let time =
        format!("{:02}:{:02}:{:02}.{ms:03}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let lines: String = text.lines().map(|line| format!("{time} {direction} {line}\n")).collect();
    let _ = file.write_all(lines.as_bytes());
}
