//! The engine's program: the UCI protocol, or one command from the command line.

use std::{env, process::ExitCode};

use engine::uci::{self, AtEnd};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let stdin = std::io::stdin().lock();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => uci::run(stdin, AtEnd::Stop),
        ["--wait"] => uci::run(stdin, AtEnd::Finish),
        ["--help" | "-h"] => {
            uci::help();
            Ok(())
        }
        ["--version" | "-V"] => {
            uci::version();
            Ok(())
        }
        _ => uci::run_once(&arguments.join(" ")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            uci::usage(&sentence);
            ExitCode::from(2)
        }
    }
}
