//! The command line: its arguments, the commands, one file each, and what people read.

pub mod args;
pub mod bench;
pub mod check;
pub mod completions;
pub mod diff;
pub mod export;
pub mod merge;
pub mod mine;
pub mod paint;
pub mod positions;
pub mod progress;
pub mod project;
pub mod recipe;
pub mod report;
pub mod show;
pub mod summary;
pub mod table;
pub mod validate;

use std::{io::Write, process::ExitCode, sync::atomic::AtomicBool};

use anyhow::Result;

use crate::cli::{args::Command, mine::Summary};

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
    let unread = match command {
        Command::Mine(mining) => say(&mine::run(mining, stop)?, mining.common().source.json, out)?,
        Command::Recipe(recipe) => say(&recipe::run(recipe, stop)?, recipe.source.json, out)?,
        Command::Check(check) => {
            let health = check::run(check, stop)?;
            if check.source.json {
                writeln!(out, "{}", health.json())?;
            } else {
                write!(out, "{health}")?;
            }
            !health.reading.failed.is_empty()
        }
        Command::Table(command) => {
            table::run(command, out)?;
            false
        }
        Command::Positions(arguments) => {
            let collected = positions::run(arguments, stop)?;
            if arguments.source.json {
                writeln!(out, "{}", collected.json())?;
            } else {
                write!(out, "{collected}")?;
            }
            !collected.reading.failed.is_empty()
        }
        Command::Validate(arguments) => {
            let verdict = validate::run(arguments, stop)?;
            if arguments.source.json {
                writeln!(out, "{}", verdict.json())?;
            } else {
                write!(out, "{verdict}")?;
            }
            !verdict.reading.failed.is_empty()
        }
        Command::Completions { shell } => {
            completions::write(*shell, out)?;
            false
        }
        Command::Man { folder } => {
            completions::write_manual(folder, out)?;
            false
        }
        Command::Bench { input, threads, rounds, only } => {
            write!(out, "{}", bench::run(input, *threads, *rounds, only)?)?;
            false
        }
    };
    Ok(ExitCode::from(if unread { EXIT_UNREAD } else { EXIT_OK }))
}

/// Writes a summary; gives whether some input was not read to its end.
fn say(summary: &Summary, as_json: bool, out: &mut impl Write) -> Result<bool> {
    if as_json {
        writeln!(out, "{}", summary.json())?;
    } else {
        write!(out, "{summary}")?;
    }
    Ok(!summary.reading.failed.is_empty())
}
