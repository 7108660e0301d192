//! How many threads work.

use crate::bench::{Bench, toy};

#[test]
fn threads_are_a_small_multiple_of_the_cores() {
    let bench = Bench::with_toy_tables();
    std::fs::copy(toy(), bench.path("g.pgn")).unwrap();
    let cores = std::thread::available_parallelism().unwrap().get();
    for command in [
        "imbalance g.pgn --out t.bin --threads 1000000",
        "positions g.pgn --min-ply 0 --out p --threads 1000000",
        "bench g.pgn --rounds 1 --only nothing --threads 1000000",
    ] {
        let output = bench.miner(&command.split(' ').collect::<Vec<_>>());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{command}: {said}");
        assert!(said.starts_with("miner: --threads 1000000 is too many for "), "{said}");
        assert!(said.ends_with(&format!("{} threads work\n", 8 * cores)), "{said}");
    }
}
