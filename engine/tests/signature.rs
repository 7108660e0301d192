//! The bench of this build is that of every build. `cargo test -p engine --test signature` asks the
//! engine that people build; with `--features lab` it asks the laboratory's.

use std::sync::atomic::AtomicBool;

use engine::{Engine, bench, options::Options};

/// The nodes of `engine bench`. A change to the search or the evaluation that is meant changes this
/// file, too.
const SIGNATURE: &str = include_str!("../bench.signature");

#[test]
fn the_bench_is_the_one_that_is_written_down() {
    let mut engine = Engine::new(Options::default()).unwrap();
    let found = bench::run(&mut engine, bench::DEPTH, &AtomicBool::new(false));
    assert_eq!(found.nodes.to_string(), SIGNATURE.trim(), "see engine/bench.signature");
}
