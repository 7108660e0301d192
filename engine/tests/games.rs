//! Fast games of the engine against itself, every move judged by shakmaty's rules. The long run is
//! `scripts/peers/fast-games`.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{sync::atomic::AtomicBool, time::Duration};

use engine::{
    Engine, bench,
    options::Options,
    search::{Limits, Silent},
};

/// Plays on from every bench position; each move is legal, or there is none and the game is over.
fn play(engine: &mut Engine, limits: impl Fn() -> Limits, plies: usize) {
    let stop = AtomicBool::new(false);
    for mut game in bench::positions() {
        engine.new_game();
        for _ in 0..plies {
            let Some(found) = engine.search(&game, &limits(), &stop, &mut Silent) else {
                assert!(game.position().legal_moves().is_empty());
                break;
            };
            let mut line = game.clone();
            for mv in &found.pv {
                line.play(&mv.uci(false).to_string()).unwrap();
            }
            game.play(&found.pv[0].uci(false).to_string()).unwrap();
            if let Some(reply) = found.ponder {
                game.clone().play(&reply.uci(false).to_string()).unwrap();
            }
        }
    }
}

#[test]
fn games_by_nodes() {
    let mut engine = Engine::new(Options::default()).unwrap();
    engine.set("Hash", "1").unwrap();
    play(&mut engine, || Limits { nodes: Some(200), ..Limits::default() }, 60);
}

#[test]
fn games_in_no_time() {
    let mut engine = Engine::new(Options::default()).unwrap();
    let time = Some(Duration::from_millis(1));
    play(&mut engine, || Limits { time: [time; 2], ..Limits::default() }, 10);
}

#[test]
fn games_with_threads_and_everything_unusual() {
    let mut engine = Engine::new(Options::default()).unwrap();
    for (name, value) in [
        ("Hash", "0"),
        ("Threads", "3"),
        ("MultiPV", "3"),
        ("OpeningTune_Where", "tree"),
        ("UCI_LimitStrength", "true"),
        ("UCI_ShowWDL", "true"),
    ] {
        engine.set(name, value).unwrap();
    }
    play(&mut engine, || Limits::depth(3), 6);
}

#[test]
fn the_opening_bonus_in_the_tree_changes_the_search_and_only_when_asked() {
    let sum = |place: &str, on: &str| {
        let mut engine = Engine::new(Options::default()).unwrap();
        engine.set("OpeningTune_Where", place).unwrap();
        engine.set("OpeningTune", on).unwrap();
        bench::run(&mut engine, 6, &AtomicBool::new(false)).nodes
    };
    assert_eq!(sum("tree", "false"), sum("root", "false"));
    // Without an opening table there is nothing to give a bonus for.
    let has_table = engine::embedded::sources()
        .iter()
        .any(|source| source.file == "opening.bin" && source.content.is_some());
    assert_eq!(sum("tree", "true") != sum("root", "true"), has_table);
}
