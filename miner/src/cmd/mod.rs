//! The commands, one file each.

pub mod bench;
pub mod mine;

use std::{io::Write, process::ExitCode, sync::atomic::AtomicBool};

use anyhow::Result;

use crate::cli::Command;

/// All well.
pub const EXIT_OK: u8 = 0;
/// Nothing was done.
pub const EXIT_FAILED: u8 = 1;
/// The work was done, but some inputs could not be read, or not to their end.
pub const EXIT_UNREAD: u8 = 3;
/// What shells expect of a program that Ctrl-C ended.
pub const EXIT_INTERRUPTED: u8 = 130;

/// Runs a command and writes what it has to say to `out`. Long work ends early when `stop` becomes
/// true.
///
/// # Errors
/// If the command could not do its work; what was there before is then as it was.
pub fn run(command: &Command, out: &mut impl Write, stop: &AtomicBool) -> Result<ExitCode> {
    let code = match command {
        Command::Mine(mining) => {
            let summary = mine::run(mining, stop)?;
            if mining.common().json {
                writeln!(out, "{}", summary.json())?;
            } else {
                write!(out, "{summary}")?;
            }
            if summary.failed.is_empty() { EXIT_OK } else { EXIT_UNREAD }
        }
        Command::Bench { input, threads, rounds, only } => {
            write!(out, "{}", bench::run(input, *threads, *rounds, only)?)?;
            EXIT_OK
        }
    };
    Ok(ExitCode::from(code))
}
