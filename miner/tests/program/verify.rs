//! `miner verify`: a file is counted as pgn-reader and shakmaty count it.

use crate::bench::{Bench, toy};

#[test]
fn the_toy_games_are_counted_as_others_count_them() {
    let bench = Bench::new();
    let said = bench.ok(&["verify", toy().to_str().unwrap(), "--threads", "1"]);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("toy.pgn: ") && said.contains("7 games"), "{said}");
}

#[test]
fn what_can_be_read_once_only_is_refused() {
    let bench = Bench::new();
    let output = bench.miner(&["verify", "-"]);
    assert!(!output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("standard input can be read only once"), "{said}");
}

#[test]
fn an_input_that_cannot_be_read_costs_only_itself() {
    let bench = Bench::new();
    let output = bench.miner(&["verify", "missing.pgn", toy().to_str().unwrap()]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), said.contains("toy.pgn: ")), (Some(3), true), "{said}");
    let output = bench.miner(&["verify", "missing.pgn", "gone.pgn"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.ends_with("none of the inputs could be read\n"), "{said}");
}
