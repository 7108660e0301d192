//! The protocol, spoken with the real program.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod talk;

use std::{
    process::Stdio,
    time::{Duration, Instant},
};

use engine::game::Game;
use shakmaty::CastlingMode;
use tables::{FittedWeights, Provenance, Table, WeightBlock};
use talk::{Talk, after, pipe, program, script};

/// The best move, after checking that the line before it is exact and begins with it.
fn best_move(heard: &[String], game: &Game) -> String {
    let best = heard.last().unwrap().split(' ').nth(1).unwrap().to_owned();
    let info = heard.iter().rfind(|line| line.contains(" score ")).expect("a score");
    assert!(!info.contains("bound"), "{info}");
    let line: Vec<_> = info.split(" pv ").nth(1).expect("a line").split(' ').collect();
    assert_eq!(line[0], best, "{info}");
    let mut game = game.clone();
    for mv in line {
        game.play(mv).unwrap_or_else(|e| panic!("{e}: {info}"));
    }
    best
}

#[test]
fn introduces_itself() {
    let out = script(&["uci", "isready"]);
    assert!(out.starts_with("id name Prospector"));
    for name in
        ["Hash type spin", "Clear Hash type button", "Threads", "Move Overhead", "MIT type combo"]
    {
        assert!(out.contains(&format!("option name {name}")), "{name}");
    }
    assert!(out.ends_with("uciok\nreadyok\n"), "{out}");
}

#[test]
fn every_form_of_go_gives_a_legal_move() {
    let mut talk = Talk::start();
    let forms = [
        "go depth 5",
        "go nodes 3000",
        "go nodes 1",
        "go movetime 50",
        "go movetime 1",
        "go movetime 0",
        "go wtime 1 btime 1",
        "go wtime -20 btime -20 winc 0 binc 0",
        "go wtime 500 btime 500 winc 5 binc 5",
        "go wtime 300 btime 300 movestogo 1",
        "go wtime 1000 btime 1000 movestogo 40",
        "go mate 2",
        "go depth 3 nodes 100 movetime 1000",
        "go searchmoves e7e5 a7a6 depth 3",
        "go nodes 0",
        "go depth 0",
        "go depth -3",
        "go wtime 5000 btime 5000 depth 3",
        "go movetime 30 searchmoves e7e5",
        "go mate 1",
        "go wtime 0 btime 0",
    ];
    let mut game = Game::default();
    game.play("e2e4").unwrap();
    for form in forms {
        talk.say("position startpos moves e2e4");
        talk.say(form);
        let best = best_move(&talk.hear("bestmove"), &game);
        if form.contains("searchmoves") {
            assert!(best == "e7e5" || best == "a7a6", "{best}");
        }
    }
    talk.quit();
}

#[test]
fn stays_responsive_and_stops() {
    let mut talk = Talk::start();
    for go in ["go infinite", "go", "go depth 100", "go ponder wtime 1 btime 1"] {
        talk.say(go);
        talk.say("isready");
        talk.hear("readyok");
        let asked = Instant::now();
        talk.say("stop");
        talk.hear("bestmove");
        assert!(asked.elapsed() < Duration::from_secs(5), "{go}");
    }
    // Mated long before the stop: silence until then.
    talk.say("position fen k7/8/1K6/8/8/8/8/7R w - - 0 1");
    talk.say("go infinite");
    std::thread::sleep(Duration::from_millis(300));
    talk.say("isready");
    assert!(talk.hear("readyok").iter().all(|line| !line.starts_with("bestmove")));
    talk.say("quit");
    talk.hear("bestmove h1h8");
    talk.end();
}

#[test]
fn times_are_kept() {
    let mut talk = Talk::start();
    for (go, most) in [("go movetime 200", 1_500), ("go wtime 100 btime 100", 1_500)] {
        talk.say("position startpos");
        talk.say("isready");
        talk.hear("readyok");
        let asked = Instant::now();
        talk.say(go);
        talk.hear("bestmove");
        let took = asked.elapsed().as_millis();
        assert!(took < most, "{go} took {took} ms");
    }
    talk.quit();
}

/// What is left is the overhead or less: the move comes at once. The quickest of some answers counts,
/// as a machine may have other things to do.
#[test]
fn no_time_left_is_no_time_taken() {
    let mut talk = Talk::start();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        // More captures than any game has.
        "q1q1k1q1/1q1q1q2/2q1q3/8/8/2Q1Q3/1Q1Q1Q2/Q1Q1K1Q1 w - - 0 1",
    ] {
        for go in ["go wtime 30 btime 30 winc 2 binc 2", "go wtime 1 btime 1", "go movetime 1"] {
            let answers = (0..20).map(|_| {
                talk.say("ucinewgame");
                talk.say(&format!("position fen {fen}"));
                talk.say("isready");
                talk.hear("readyok");
                let asked = Instant::now();
                talk.say(go);
                talk.hear("bestmove");
                asked.elapsed()
            });
            let quickest = answers.min().unwrap();
            let most = if cfg!(debug_assertions) { 25 } else { 5 };
            assert!(quickest.as_millis() <= most, "{go} took {quickest:?}: {fen}");
        }
    }
    talk.quit();
}

#[test]
fn the_end_of_the_game_has_no_move() {
    for fen in ["k6R/8/1K6/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        let out = script(&[&format!("position fen {fen}"), "go depth 3", "go movetime 10"]);
        assert_eq!(out.matches("bestmove (none)\n").count(), 2, "{out}");
    }
}

#[test]
fn wrong_positions_change_nothing() {
    let right = "position startpos moves e2e4 c7c5";
    let expected = script(&[right, "d"]);
    for wrong in [
        "position startpos moves e2e4 e2e4",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen k6R/8/1K6/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp w KQkq - 0 1",
        "position fen startpos",
        "position",
        "position startpos moves xyz",
        "setoption name Hash value banana",
        "go perft banana",
    ] {
        let out = script(&[right, wrong, "d"]);
        let (message, board) = out.split_once('\n').unwrap();
        assert!(message.starts_with("info string "), "{wrong}: {message}");
        assert_eq!(board, expected, "{wrong}");
    }
}

#[test]
fn nothing_ends_the_process_but_quit() {
    let mut noise: Vec<u8> =
        (0..40_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    noise
        .extend_from_slice(b"\n\0\n\xff\xfe\nsetoption name value\nsetoption\ngo go go\nuci uci\n");
    noise.extend_from_slice("position fen é/ü w - - 0 1\n".as_bytes());
    noise.extend_from_slice(
        b"position fen 4k3/8/8/8/8/8/8/4K3 w - - 4294967295 4294967295\ngo depth 2\n",
    );
    noise.extend_from_slice(b"position startpos moves");
    noise.extend((0..5_000).flat_map(|_| *b" g1f3 g8f6 f3g1 f6g8"));
    noise.extend_from_slice(b"\ngo depth 3\nisready\n");
    let out = pipe(&noise);
    let end = &out[out.len().saturating_sub(500)..];
    assert!(out.contains("readyok\n") && end.contains("bestmove "), "{end}");
}

#[test]
fn a_piped_search_is_finished() {
    let out = script(&["go depth 5"]);
    assert!(out.contains("info depth 5 ") && out.contains("\nbestmove "), "{out}");
    let out = script(&["go depth 5", "quit"]);
    assert!(out.contains("bestmove "), "{out}");
}

#[test]
fn a_new_game_is_a_new_process() {
    let nodes = |out: &str| -> Vec<String> {
        let infos = out.lines().filter(|line| line.contains("info depth 7 "));
        infos
            .map(|line| line.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().to_owned())
            .collect()
    };
    let first = ["position startpos moves d2d4", "go depth 7"];
    let second = ["position startpos moves e2e4 e7e5", "go depth 7"];
    let both = script(&[&first[..], &["ucinewgame"], &second].concat());
    let apart = [script(&first), script(&second)].concat();
    assert_eq!(nodes(&both), nodes(&apart));
    assert_eq!(nodes(&both).len(), 2);
}

#[test]
fn chess960_castles_king_takes_rook() {
    let fen = "position fen 1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1";
    let out = script(&["setoption name UCI_Chess960 value true", fen, "go perft 1"]);
    assert!(out.contains("\ne1b1: 1"), "{out}");
    assert!(out.contains("Nodes searched: 25"));
    let mut game = Game::from_fen(&fen[13..], CastlingMode::Chess960).unwrap();
    game.play("e1b1").unwrap();
}

#[test]
fn explains_itself() {
    let out = script(&["eval", "tables", "go perft 3", "d"]);
    for part in [
        "Material",
        "mit cell=236195 ",
        "imbalance.bin",
        "opening.bin",
        "Nodes searched: 8902",
        "463b96181691fc9c",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn weights_are_those_in_force() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let opening = tables::OpeningTable::default();
    opening.save(&folder.path().join("opening.bin")).unwrap();
    let out = script(&[&format!("setoption name TablesDir value {path}"), "weights"]);
    assert!(out.contains("no weights.bin"), "{out}");
    let block = WeightBlock { name: "TEMPO".to_owned(), weights: vec![(17, 9)] };
    let file = FittedWeights::new(vec![block], Provenance::default());
    file.save(&folder.path().join("weights.bin")).unwrap();
    let out = script(&[&format!("setoption name TablesDir value {path}"), "weights"]);
    assert!(out.lines().any(|line| line == "TEMPO 17/9"), "{out}");
}

#[test]
fn one_command_from_the_command_line() {
    let run =
        |arguments: &[&str]| program().args(arguments).stderr(Stdio::piped()).output().unwrap();
    let tables = run(&["tables"]);
    assert!(tables.status.success());
    assert_eq!(
        String::from_utf8(tables.stdout).unwrap().lines().count(),
        7,
        "six tables and the weights"
    );
    let bench = run(&["bench", "2"]);
    assert!(String::from_utf8(bench.stdout).unwrap().contains(" nodes "));
    let wrong = run(&["dig"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8(wrong.stderr).unwrap().contains("usage"));
}

#[test]
fn benches_and_perfts_leave_the_input_free() {
    let mut talk = Talk::start();
    for (work, end) in [
        ("go perft 9", "info string the perft was stopped"),
        ("bench 60", "info string the bench was stopped"),
    ] {
        talk.say(work);
        talk.say("isready");
        talk.hear("readyok");
        talk.say("stop");
        talk.hear(end);
    }
    talk.quit();
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let mut talk = Talk::start();
    talk.say("position startpos moves e2e4 e7e5");
    talk.say("go ponder wtime 100 btime 100");
    std::thread::sleep(Duration::from_millis(400));
    talk.say("isready");
    assert!(talk.hear("readyok").iter().all(|line| !line.starts_with("bestmove")));
    let hit = Instant::now();
    talk.say("ponderhit");
    talk.hear("bestmove");
    assert!(hit.elapsed() < Duration::from_secs(2));
    // Over before the hit: silence until it comes, then at once.
    talk.say("go ponder depth 1");
    std::thread::sleep(Duration::from_millis(100));
    talk.say("isready");
    assert!(talk.hear("readyok").iter().all(|line| !line.starts_with("bestmove")));
    talk.say("ponderhit");
    talk.hear("bestmove");
    // A hit without pondering is nothing.
    talk.say("go depth 3");
    talk.say("ponderhit");
    talk.hear("bestmove");
    // The end of input ends a search that ponders.
    talk.say("go ponder");
    talk.hang_up();
    talk.end();
}

#[test]
fn the_reply_to_expect_is_legal() {
    let out = script(&["position startpos moves d2d4", "go depth 5"]);
    let end = out.lines().last().unwrap();
    let [_, best, ponder, reply] = end.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{end}");
    };
    let mut game = Game::default();
    for mv in ["d2d4", best, reply] {
        game.play(mv).unwrap();
    }
    assert_eq!(ponder, "ponder");
}

#[test]
fn threads_give_a_legal_move_and_stop() {
    let mut talk = Talk::start();
    for threads in ["2", "3", "4", "1"] {
        talk.say(&format!("setoption name Threads value {threads}"));
        for go in ["go depth 6", "go nodes 20000", "go movetime 100", "go wtime 50 btime 50"] {
            talk.say("position startpos");
            talk.say(go);
            best_move(&talk.hear("bestmove"), &Game::default());
        }
        talk.say("go infinite");
        std::thread::sleep(Duration::from_millis(50));
        talk.say("stop");
        talk.hear("bestmove");
    }
    talk.quit();
}

#[test]
fn several_lines_differ_and_are_in_order() {
    let out =
        script(&["setoption name MultiPV value 4", "position startpos moves e2e4", "go depth 6"]);
    for depth in 1..=6 {
        let start = format!("info depth {depth} ");
        let lines: Vec<&str> = out.lines().filter(|line| line.starts_with(&start)).collect();
        assert_eq!(lines.len(), 4, "{out}");
        let mut moves: Vec<_> = lines.iter().map(|line| after(line, "pv").unwrap()).collect();
        let scores: Vec<i32> =
            lines.iter().map(|line| after(line, "cp").unwrap().parse().unwrap()).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{lines:?}");
        for (index, line) in lines.iter().enumerate() {
            assert_eq!(after(line, "multipv").unwrap(), (index + 1).to_string());
        }
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), 4);
    }
    // Fewer moves than lines.
    let fen = "position fen k7/8/1K6/8/8/8/8/7R b - - 0 1";
    let out = script(&["setoption name MultiPV value 4", fen, "go depth 2"]);
    assert!(out.ends_with("bestmove a8b8\n") || out.contains("bestmove a8b8 ponder "), "{out}");
}

#[test]
fn reasons_and_counters_are_told_when_asked_for() {
    let reason = |go: &str| {
        let out = script(&["setoption name Stats value true", go]);
        let line = out.lines().find(|line| line.contains("info string stats ")).expect("stats");
        let reason = line.split("stop_reason=").nth(1).unwrap();
        reason.split(' ').next().unwrap().to_owned()
    };
    assert_eq!(reason("go depth 3"), "depth");
    assert_eq!(reason("go nodes 500"), "nodes");
    assert_eq!(reason("go movetime 100"), "time");
    assert_eq!(reason("go wtime 2000 btime 2000"), "half");
    let out = script(&["go depth 3"]);
    assert!(!out.contains("info string"), "silent unless asked: {out}");
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
    let out = script(&["setoption name Stats value true", mate, "go wtime 9000 btime 9000"]);
    assert!(out.contains("stop_reason=mate"), "{out}");
    let single = "position fen k7/7R/8/K7/8/8/8/6R1 b - - 0 1";
    let out = script(&["setoption name Stats value true", single, "go wtime 9000 btime 9000"]);
    assert!(out.contains("stop_reason=single"), "{out}");
}

#[test]
fn a_fixed_time_is_used() {
    let asked = Instant::now();
    script(&["setoption name MoveOverhead value 30", "go movetime 1000"]);
    assert!(asked.elapsed() >= Duration::from_millis(900), "{:?}", asked.elapsed());
}

#[test]
fn chances_are_shown_when_asked_for() {
    let out = script(&["setoption name UCI_ShowWDL value true", "go depth 3"]);
    // Without a mined table there is no model.
    if script(&["tables"]).contains("imbalance.bin       missing") {
        assert!(!out.contains(" wdl "));
        return;
    }
    let line = out.lines().find(|line| line.contains(" wdl ")).expect("chances");
    let rest = line.split(" wdl ").nth(1).unwrap();
    let sum: u32 = rest.split(' ').take(3).map(|n| n.parse::<u32>().unwrap()).sum();
    assert_eq!(sum, 1_000);
}

#[test]
fn a_weak_engine_is_quick_and_always_the_same() {
    let weak = [
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1300",
        "go wtime 60000 btime 60000",
    ];
    let best = |out: &str| out.lines().last().unwrap().to_owned();
    let out = script(&weak);
    assert_eq!(best(&out), best(&script(&weak)));
    let nodes: u64 = after(out.lines().rfind(|l| l.contains(" nodes ")).unwrap(), "nodes")
        .unwrap()
        .parse()
        .unwrap();
    assert!(nodes < 200, "{nodes}");
}

#[test]
fn a_bench_can_be_json() {
    let out = script(&["bench 2 --json"]);
    assert!(out.starts_with("{\"positions\":") && out.ends_with("}}\n"), "{out}");
    assert_eq!(out.matches('{').count(), out.matches('}').count());
    for key in ["nodes", "nps", "time_ms", "ebf", "depths", "counters", "tt_probes"] {
        assert!(out.contains(&format!("\"{key}\":")), "{key}");
    }
}

#[test]
fn missing_tablebases_are_one_sentence() {
    let out = script(&[
        "setoption name SyzygyPath value /there/is no such/folder",
        "setoption name SyzygyPath value <empty>",
        "setoption name SyzygyPath value",
        "go depth 1",
    ]);
    assert_eq!(out.lines().filter(|line| line.starts_with("info string")).count(), 1, "{out}");
    assert!(out.contains("bestmove"));
}
