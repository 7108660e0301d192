//! Neither block borders nor threads nor filters decide what a game is.

use miner::filter::Filter;
use proptest::prelude::*;

mod common;
use common::mine_text;

/// What PGN, broken PGN and traps for splitters are made of.
const PIECES: [&str; 37] = [
    "[Event \"a\"]\n",
    "[Event \"b\"]\n",
    "[Event \"c } {\"]\n",
    "\n[Event \"d\"]\n",
    "[Site \"x\"]\n",
    "[Result \"1-0\"]\n",
    "[Result \"0-1\"]\n",
    "[WhiteElo \"3000\"]\n[BlackElo \"3000\"]\n",
    "[White \"{\"]\n",
    "\n",
    "\n",
    "\r\n",
    " ",
    "1. e4 ",
    "1. d4 d5 2. c4 ",
    "e5 ",
    "2. Nf3 Nc6\n",
    "1... c5 ",
    "1-0\n",
    "1/2-1/2 ",
    "0-1\n\n",
    "*\n",
    "{",
    "}",
    "{ a comment }",
    "{\n[Event \"inside\"]\n}",
    "{ [Event \"inside\"] }\n",
    "(",
    ")",
    "(1. d4 {x} (1. c4))",
    ";",
    "; { [Event \"x\"]\n",
    "%",
    "\n% {\n",
    "$1 ",
    "[",
    "nonsense ",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(0..PIECES.len(), 0..60)
        .prop_map(|pieces| pieces.into_iter().map(|piece| PIECES[piece]).collect())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn blocks_and_threads_make_no_difference(
        text in text(),
        block_bytes in 1..90_usize,
        threads in 1..3_usize,
    ) {
        let whole = mine_text(text.as_bytes(), Filter::default(), 1, 1 << 20);
        let in_blocks = mine_text(text.as_bytes(), Filter::default(), threads, block_bytes);
        prop_assert_eq!(&whole, &in_blocks);

        let counters = &whole.counters;
        prop_assert_eq!(counters.games_read, counters.games_used + counters.games_rejected());
        // Games that the tags reject are passed over without reading moves, and are the same games.
        let strong = Filter { min_elo: 4000, ..Filter::default() };
        let rejected = mine_text(text.as_bytes(), strong, 1, 1 << 20).counters;
        prop_assert_eq!(counters.games_read, rejected.games_read);
    }
}
