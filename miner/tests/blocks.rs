//! Neither block borders nor threads nor filters decide what a game is.

use std::rc::Rc;

use miner::collect::{TableSettings, label::Label, priors};
use proptest::prelude::*;

mod common;
use common::{How, mine_text};

/// What PGN, broken PGN and traps for splitters are made of.
const PIECES: [&str; 40] = [
    "\n[Event \"e { f",
    "[Event \"a\"]\n",
    "[Event \"b\"]\n",
    "[Event \"c } {\"]\n",
    "\n[Event \"d\"]\n",
    "\n\u{feff}[Event \"a\"]\n",
    "\n\u{1a}[Event \"a\"]\n",
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
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn blocks_and_threads_make_no_difference(
        text in text(),
        block_bytes in 1..90_usize,
        threads in 1..3_usize,
        first in prop::option::of(0..6_u64),
        duplicates in prop::option::of(Just(1000)),
    ) {
        let min_elos = vec![0, 2000, 4000];
        let whole = How { min_elos, first, duplicates, ..How::default() };
        let in_blocks = How { threads, block_bytes, ..whole.clone() };
        let whole = mine_text(text.as_bytes(), &whole);
        let in_blocks = mine_text(text.as_bytes(), &in_blocks);
        prop_assert_eq!(&whole.counters, &in_blocks.counters);
        prop_assert_eq!(&whole.bad_games, &in_blocks.bad_games);
        prop_assert!(whole.tables == in_blocks.tables);
        for counters in &whole.counters {
            prop_assert_eq!(counters.games_read, whole.counters[0].games_read);
            prop_assert_eq!(counters.games_read, counters.games_used + counters.games_rejected());
        }
        prop_assert!(first.is_none_or(|first| whole.counters[0].games_used <= first));
    }

    /// Games that the tags reject are passed over without reading moves, and are the same games.
    #[test]
    fn what_a_game_is_does_not_depend_on_filters(text in text()) {
        let strong = How { min_elos: vec![4000], ..How::default() };
        let read = |how: &How| mine_text(text.as_bytes(), how).counters[0].games_read;
        prop_assert_eq!(read(&How::default()), read(&strong));
    }

    /// Tables of several minimum Elos in one pass are those of several passes.
    #[test]
    fn tiers_in_one_pass(text in text()) {
        let tiers = [0, 2000, 4000];
        let together = mine_text(text.as_bytes(), &How { min_elos: tiers.to_vec(), ..How::default() });
        for (i, tier) in tiers.into_iter().enumerate() {
            let alone = mine_text(text.as_bytes(), &How { min_elos: vec![tier], ..How::default() });
            prop_assert_eq!(&together.counters[i], &alone.counters[0]);
            let tables = alone.tables.len();
            prop_assert_eq!(&together.tables[tables * i..tables * (i + 1)], &alone.tables[..]);
        }
    }
}

/// Sound games: what is counted of several is added up block by block.
const GAMES: [&str; 3] = [
    "[Event \"a\"]\n[Result \"1-0\"]\n\n1. Nf3 Nf6 2. g3 1-0\n\n",
    "[Event \"b\"]\n[Result \"0-1\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 0-1\n\n",
    "[Event \"c\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 dxc4 1/2-1/2\n\n",
];

proptest! {
    // These tables have six megabytes each.
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn priors_are_the_same_from_any_blocks(
        games in prop::collection::vec(0..GAMES.len(), 2..9),
        block_bytes in 1..200_usize,
        threads in 1..3_usize,
    ) {
        let text: String = games.into_iter().map(|game| GAMES[game]).collect();
        let settings: Vec<Rc<dyn TableSettings>> =
            vec![Rc::new(priors::Settings { min_ply: 1, label: Label::default() })];
        let whole = How { settings, ..How::default() };
        let in_blocks = How { threads, block_bytes, ..whole.clone() };
        let whole = mine_text(text.as_bytes(), &whole);
        prop_assert!(whole == mine_text(text.as_bytes(), &in_blocks));
    }
}
