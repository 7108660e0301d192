//! The arena's program: matches between two settings of the engine.

use std::process::ExitCode;

fn main() -> ExitCode {
    engine::arena::cli::run()
}
