//! The tables of the sample, byte for byte. A change here is a change of what is counted or of the
//! format: it belongs in docs/tables.md and in the changelog. The miner's version stands in the files too,
//! so a release writes the digests anew.

use std::fs;

use xxhash_rust::xxh3::xxh3_64;

mod bench;
use bench::Bench;

/// The XXH3 of each file that `miner all --stable-plies 1` makes of `data/sample.pgn.zst`.
const DIGESTS: [(&str, u64); 5] = [
    ("imbalance.bin", 0x060a_be51_90f9_e8ab),
    ("opening.bin", 0xadf7_74ff_6c84_6804),
    ("pst-endgame.bin", 0xed39_43ea_1a64_a64a),
    ("pst-middlegame.bin", 0x568e_f427_6441_3929),
    ("pst-opening.bin", 0xaac3_79b5_2c32_5692),
];

#[test]
fn the_tables_of_the_sample_stay_as_they_are() {
    let bench = Bench::new();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/sample.pgn.zst");
    for threads in ["1", "2"] {
        bench.ok(&["all", sample, "--stable-plies", "1", "--threads", threads, "--out", threads]);
        let found = DIGESTS.map(|(name, _)| {
            let bytes = fs::read(bench.path(threads).join(name)).expect("a table");
            (name, xxh3_64(&bytes))
        });
        assert_eq!(found, DIGESTS, "{threads} threads");
    }
}
