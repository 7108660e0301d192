//! The engine's program: the UCI protocol, or one command from the command line.

use std::{env, process::ExitCode};

use engine::uci;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.is_empty() {
        uci::run(std::io::stdin().lock());
        return ExitCode::SUCCESS;
    }
    if uci::run_once(&arguments.join(" ")) { ExitCode::SUCCESS } else { ExitCode::from(2) }
}
