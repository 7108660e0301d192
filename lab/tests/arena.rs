//! Matches from outside: what it writes does not depend on how many threads play.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{fs, process::Command};

/// The games and the journal of one contest.
fn written_by(threads: &str) -> [String; 2] {
    let folder = tempfile::tempdir().unwrap();
    let files = ["games.pgn", "journal"].map(|name| folder.path().join(name));
    let [games, journal] = &files;
    let done = Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(["selfplay", "--set", "Hash=1", "--nodes", "60", "--games", "16", "--every", "0"])
        .args(["--concurrency", threads])
        .arg("--pgn")
        .arg(games)
        .arg("--journal")
        .arg(journal)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    files.map(|file| fs::read_to_string(file).unwrap())
}

#[test]
fn one_thread_and_many_write_the_same() {
    let [games, journal] = written_by("1");
    assert_eq!((games.matches("[Result ").count(), journal.lines().count()), (16, 9));
    assert_eq!(written_by("3"), [games, journal]);
}
