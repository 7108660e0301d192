//! What a build leaves out: cargo's features `archives` and `parquet`, which `full` switches on.

use std::io;

/// Says that this build leaves out what is asked for.
#[cfg_attr(
    all(feature = "archives", feature = "parquet"),
    expect(dead_code, reason = "all is in it")
)]
pub(crate) fn left_out(what: &str) -> io::Error {
    io::Error::other(format!(
        "this miner is built without {what}; `--features full` builds one with it"
    ))
}
