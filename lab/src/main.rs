//! The laboratory's program.

mod command;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    match command::Arguments::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            command::aside(&format!("lab: {sentence}"));
            ExitCode::FAILURE
        }
    }
}
