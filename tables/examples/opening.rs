//! The moves of a position, by its Polyglot key, the most played first.
//!
//! ```text
//! cargo run -p tables --example opening -- tables/opening.bin 463b96181691fc9c
//! ```
//!
//! 463b96181691fc9c is the key of the start position; most engines know how to make such keys, and
//! [`rules::polyglot`] has the numbers.

#![expect(clippy::print_stdout, reason = "a program for people")]

use std::{cmp::Reverse, env, error::Error, path::Path};

use tables::{OpeningTable, Table, score_interval};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [path, key] = &arguments[..] else {
        return Err("usage: opening TABLE KEY, the key as 16 hex digits".into());
    };
    let table = OpeningTable::load(Path::new(path))?;
    let mut moves = table.moves(u64::from_str_radix(key, 16)?).to_vec();
    moves.sort_by_key(|entry| Reverse(entry.counts.games()));
    for entry in moves {
        let counts = entry.counts;
        if let (Some(score), Some((low, high))) = (counts.score(), score_interval(counts)) {
            let [score, low, high] = [score, low, high].map(|share| 100.0 * share);
            let (mv, games) = (entry.mv, counts.games());
            println!(
                "{mv:<5} {games:>8} games, {score:.1} % for the mover ({low:.1} to {high:.1})"
            );
        }
    }
    Ok(())
}
