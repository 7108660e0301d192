//! The tables of the sample, byte for byte. A change here is a change of what is counted or of the
//! format: it belongs in docs/tables.md and in the changelog. The miner's version stands in the files too,
//! so a release writes the digests anew: `sha256sum *.bin` in the folder of the tables.

use std::{fmt::Write, fs};

use sha2::{Digest, Sha256};

use crate::bench::Bench;

#[test]
fn the_tables_of_the_sample_stay_as_they_are() {
    let bench = Bench::new();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../data");
    let sample = format!("{data}/sample.pgn.zst");
    let digests = fs::read_to_string(format!("{data}/sample.sha256")).expect("the digests");
    assert_eq!(digests.lines().count(), 5, "{digests}");
    for threads in ["1", "2"] {
        bench.ok(&["all", &sample, "--stable-plies", "1", "--threads", threads, "--out", threads]);
        let mut found = String::new();
        for line in digests.lines() {
            let name = line.split_whitespace().nth(1).expect("a name");
            let bytes = fs::read(bench.path(threads).join(name)).expect("a table");
            for byte in Sha256::digest(bytes) {
                write!(found, "{byte:02x}").expect("a string");
            }
            writeln!(found, "  {name}").expect("a string");
        }
        assert_eq!(found, digests, "{threads} threads");
    }
}
