//! The search: mates, draws, limits, and that it is the same search each time.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::sync::atomic::AtomicBool;

use engine::{
    Engine, bench,
    game::Game,
    options::{Group, Options},
    score::Score,
    search::{Limits, SearchInfo, Silent},
};
use shakmaty::CastlingMode;

fn engine() -> Engine {
    Engine::new(Options::default()).unwrap()
}

fn game(fen: &str) -> Game {
    Game::from_fen(fen, CastlingMode::Standard).unwrap()
}

fn search(engine: &mut Engine, game: &Game, limits: &Limits) -> SearchInfo {
    engine.search(game, limits, &AtomicBool::new(false), &mut Silent).expect("a legal move")
}

/// What a plain search keeps.
const KEPT: [&str; 3] = ["QS", "QS_InCheck", "PVS"];

/// Position, the moves to mate, and for how many plies pruning and reductions may hide it.
const MATES: [(&str, i32, i32); 6] = [
    ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", 1, 0),
    ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1, 0),
    ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", 2, 6),
    ("1k6/8/8/2K5/8/8/7R/8 w - - 0 1", 3, 4),
    ("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", -1, 0),
    ("k7/8/1K6/8/8/8/8/7R w - - 99 80", 1, 0),
];

/// Every idea off that prunes, reduces or extends: what is left is alpha-beta and the table.
fn plain_engine() -> Engine {
    let mut options = Options::default();
    for option in Options::declarations().filter(|option| option.group == Group::Search) {
        if let Some(off) = option.off_value().filter(|_| !KEPT.contains(&option.name)) {
            options.set(option.name, off).unwrap();
        }
    }
    Engine::new(options).unwrap()
}

/// TT-03: at every depth from that of the mate on, whatever the table knows. Pruning and reductions
/// may hide a mate for some plies; without them none is hidden.
#[test]
fn a_mate_is_as_far_at_every_depth() {
    let plain = cfg!(feature = "lab").then(|| (plain_engine(), false));
    for (mut engine, prunes) in plain.into_iter().chain([(engine(), true)]) {
        for (fen, moves, hidden) in MATES {
            let game = game(fen);
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            let hidden = if prunes { hidden } else { 0 };
            for round in ["empty", "warm", "warmer"] {
                for depth in plies + hidden..=plies + 6 {
                    if round == "empty" {
                        engine.new_game();
                    }
                    let found = search(&mut engine, &game, &Limits::depth(depth));
                    let mate = found.score.moves_to_mate();
                    assert_eq!(mate, Some(moves), "{fen} at depth {depth}, {round} table");
                    assert_eq!(found.pv.len(), plies as usize, "{fen}: the whole line");
                }
            }
        }
    }
}

#[test]
fn a_mate_comes_nearer_move_by_move() {
    let mut engine = engine();
    let mut game = game("1k6/8/8/2K5/8/8/7R/8 w - - 0 1");
    for moves in [3, -2, 2, -1, 1] {
        let found = search(&mut engine, &game, &Limits::depth(10));
        assert_eq!(found.score.moves_to_mate(), Some(moves));
        game.play(&found.pv[0].uci(false).to_string()).unwrap();
    }
    let over = engine.search(&game, &Limits::depth(3), &AtomicBool::new(false), &mut Silent);
    assert!(over.is_none(), "mated");
}

#[test]
fn a_search_for_a_mate_ends_with_it() {
    let limits = Limits { mate: Some(3), ..Limits::default() };
    let found = search(&mut engine(), &game(MATES[3].0), &limits);
    assert_eq!(found.score.moves_to_mate(), Some(3));
    let hopeless = search(&mut engine(), &Game::default(), &Limits { mate: Some(1), ..limits });
    assert_eq!(hopeless.score.moves_to_mate(), None);
}

#[test]
fn draws_are_seen() {
    for fen in [
        // Nothing to mate with.
        "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
        // Fifty moves are over with any move but the last.
        "8/8/4k3/8/8/3QK3/8/8 w - - 99 90",
        // White is lost but for perpetual check.
        "6k1/6p1/8/7Q/8/1q6/r7/7K w - - 0 1",
    ] {
        let found = search(&mut engine(), &game(fen), &Limits::depth(6));
        assert_eq!(found.score, Score::DRAW, "{fen}");
    }
}

#[test]
fn a_third_repetition_is_a_draw_and_ends_the_line() {
    let last = |mut game: Game| {
        let moves = vec![game.find("g8h8").unwrap()];
        let found = search(&mut engine(), &game, &Limits { moves, ..Limits::depth(7) });
        for mv in &found.pv {
            game.play(&mv.uci(false).to_string()).expect("a legal line");
        }
        found
    };
    let mut shuffled = game("7k/8/8/8/8/8/R7/K7 w - - 0 1");
    for mv in ["a2b2", "h8g8", "b2a2", "g8h8", "a2b2", "h8g8", "b2a2"] {
        shuffled.play(mv).unwrap();
    }
    let third = last(shuffled);
    assert_eq!((third.score, third.pv.len()), (Score::DRAW, 1));
    // The same move out of the blue is lost, and the line goes on.
    let first = last(game("6k1/8/8/8/8/8/R7/K7 b - - 7 4"));
    assert!(first.score < Score::DRAW && first.pv.len() > 1, "{:?}", first.score);
}

#[test]
fn nodes_are_kept_to_exactly() {
    for nodes in [1, 2, 100, 12_345] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        assert_eq!(search(&mut engine(), &Game::default(), &limits).nodes, nodes);
    }
}

/// The limit is that of all threads together. What is lost is what a helper had asked for and not used.
#[test]
fn threads_share_the_nodes() {
    for threads in [2, 4] {
        let mut options = Options::default();
        options.set("Threads", &threads.to_string()).unwrap();
        let mut engine = Engine::new(options).unwrap();
        for nodes in [1, 2, 100, 12_345, 150_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let searched = search(&mut engine, &Game::default(), &limits).nodes;
            let lost = nodes / 50 + threads;
            assert!(searched <= nodes && searched + lost >= nodes, "{threads}: {searched} {nodes}");
        }
    }
}

#[test]
fn only_the_named_moves_are_searched() {
    let game = Game::default();
    let named = game.find("a2a3").unwrap();
    let limits = Limits { moves: vec![named], ..Limits::depth(4) };
    assert_eq!(search(&mut engine(), &game, &limits).pv[0], named);
}

#[test]
fn a_stopped_search_still_has_a_move() {
    let stop = AtomicBool::new(true);
    let found = engine().search(&Game::default(), &Limits::default(), &stop, &mut Silent).unwrap();
    assert_eq!(found.pv.len(), 1);
}

#[test]
fn a_new_game_is_a_new_engine() {
    let mut used = engine();
    let sum = |engine: &mut Engine| bench::run(engine, 4, &AtomicBool::new(false)).nodes;
    let first = sum(&mut used);
    assert_eq!(sum(&mut used), first);
    assert_eq!(sum(&mut engine()), first);
}

#[test]
#[cfg(feature = "lab")]
fn every_switch_makes_a_difference() {
    let stop = AtomicBool::new(false);
    let signature = |name: &str, value: &str| {
        let mut engine = engine();
        engine.set(name, value).unwrap();
        bench::run(&mut engine, 5, &stop).nodes
    };
    let default = signature("NMP", "true");
    for (name, value) in [
        ("PVS", "off"),
        ("PVS", "nonroot"),
        ("NMP", "false"),
        ("LMR", "false"),
        ("QS", "false"),
        ("Killers", "false"),
        ("History", "false"),
        ("Hash", "0"),
    ] {
        assert_ne!(signature(name, value), default, "{name} {value}");
    }
}
