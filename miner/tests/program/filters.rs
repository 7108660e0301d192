//! Filters, recipes, duplicates and reports through the real command line.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{fmt::Write, fs};

use miner::{
    filter::{reached::Reached, stands::Stands},
    replay::Replay,
};
use rules::{Color, Role};
use serde_json::Value;
use tables::Material;

use crate::bench::Bench;

/// A bench with these games in `g.pgn`.
fn bench_with(games: &[String]) -> Bench {
    let bench = Bench::new();
    bench.write("g.pgn", games.concat());
    bench
}

impl Bench {
    /// Games used and rejected under filters.
    #[track_caller]
    fn counts(&self, filters: &[&str]) -> (u64, Value) {
        let command =
            [&["imbalance", "g.pgn", "--out", "t.bin", "--allow-empty"], filters].concat();
        let mut summary = self.json(&command);
        (summary["games_used"].as_u64().unwrap(), summary["rejected"].take())
    }
}

fn game(tags: &[(&str, &str)], movetext: &str) -> String {
    let mut text = String::from("[Event \"?\"]\n");
    for (name, value) in tags {
        writeln!(text, "[{name} \"{value}\"]").unwrap();
    }
    text + "\n" + movetext + "\n\n"
}

fn rejected(reason: &str) -> Value {
    serde_json::json!({ reason: 1 })
}

#[test]
fn each_filter_rejects_under_its_own_reason() {
    let plain = [("Result", "1-0")];
    let odd = [
        ("Result", "0-1"),
        ("Date", "2020.05.??"),
        ("TimeControl", "60+0"),
        ("Site", "elsewhere"),
        ("White", "Zoe"),
        ("Termination", "Time forfeit"),
        ("BlackTitle", "BOT"),
        ("WhiteElo", "2000"),
        ("BlackElo", "2900"),
    ];
    let tags = [
        ("Result", "1-0"),
        ("Date", "2024.05.06"),
        ("TimeControl", "600+5"),
        ("Site", "here"),
        ("White", "Ann"),
        ("Termination", "Normal"),
        ("WhiteElo", "2500"),
        ("BlackElo", "2520"),
    ];
    let bench = bench_with(&[game(&tags, "1. e4 e5 1-0"), game(&odd, "1. d4 d5 2. c4 0-1")]);
    for (filters, reason) in [
        (&["--result", "1-0,1/2-1/2"][..], "outcome"),
        (&["--since", "2020.05.02"], "date"),
        (&["--since", "2024.05.06", "--until", "2024.05.06"], "date"),
        (&["--until", "2020"], "date"),
        (&["--until", "2020.05"], "date"),
        (&["--since", "2020.06"], "date"),
        (&["--time-class", "rapid"], "time_control"),
        (&["--min-base", "100"], "time_control"),
        (&["--min-increment", "5", "--max-increment", "5"], "time_control"),
        (&["--site", "^here$"], "site"),
        (&["--player", "A.n"], "player"),
        (&["--no-forfeits"], "termination"),
        (&["--no-bots"], "bot"),
        (&["--max-elo-diff", "20"], "elo"),
        (&["--max-elo", "2600"], "elo"),
        (&["--min-elo", "2100"], "elo"),
        (&["--max-plies", "2"], "plies"),
        (&["--min-base", "61", "--max-base", "600"], "time_control"),
    ] {
        assert_eq!(bench.counts(filters), (1, rejected(reason)), "{filters:?}");
    }
    assert_eq!(bench.counts(&["--until", "2024.05"]).0, 2, "to the month's last day");
    assert_eq!(bench.counts(&["--until", "2020.04"]).0, 0);
    assert_eq!(bench.counts(&["--max-base", "60"]), (1, rejected("time_control")));
    assert_eq!(bench.counts(&["--min-plies", "3"]), (1, rejected("plies")));
    let events = ["Rated game", "Casual game", "unrated"]
        .map(|event| game(&plain, "1. e4 e5 1-0").replace('?', event));
    let bench = bench_with(&events);
    let used = (1, serde_json::json!({ "unrated": 2 }));
    assert_eq!(bench.counts(&["--rated-only"]), used);
    let used = (2, serde_json::json!({ "event": 1 }));
    assert_eq!(bench.counts(&["--event", "game$"]), used);

    let bench = bench_with(&[game(&plain, "1. e4 e5 1-0"), game(&plain, "1. e4 e5 1-0")]);
    assert_eq!(bench.counts(&[]).0, 2);
    assert_eq!(bench.counts(&["--no-duplicates"]), (1, rejected("duplicate")));
    assert_eq!(bench.counts(&["--event", "TCEC"]).0, 0);
    let one = ["imbalance", "g.pgn", "--out", "t.bin", "--no-duplicates", "--most-remembered"];
    bench.ok(&[&one[..], &["1"]].concat());
    bench.write(
        "h.pgn",
        ["e4", "d4", "c4"].map(|mv| game(&plain, &format!("1. {mv} 1-0"))).concat(),
    );
    let many = [&["imbalance", "h.pgn"], &one[2..], &["1"]].concat();
    let said = bench.fails(&many);
    assert!(said.contains("more than 1 different games: raise --most-remembered"), "{said}");
    assert_eq!(bench.counts(&["--rated-only", "--first", "1"]).0, 1);
    assert_eq!(bench.counts(&["--min-elo", "2000"]).1, serde_json::json!({"no_elo": 2}));
    assert_eq!(bench.counts(&["--min-elo", "2000", "--assume-elo", "2000"]).0, 2);
    fs::write(bench.path("elo.csv"), "name,elo\n\"Ann, A.\",2700\n").unwrap();
    assert_eq!(bench.counts(&["--min-elo", "2000", "--player-elo", "elo.csv"]).0, 0);
}

#[test]
fn tags_and_players_are_chosen_and_excluded() {
    let ann = [
        ("Result", "1-0"),
        ("White", "Ann"),
        ("Black", "Bob"),
        ("WhiteElo", "2600"),
        ("BlackElo", "2500"),
        ("WhiteTitle", "GM"),
        ("ECO", "B23"),
        ("Opening", "Sicilian Defense"),
        ("Round", "1"),
        ("Variant", "Standard"),
    ];
    let cid = [
        ("Result", "0-1"),
        ("White", "Cid"),
        ("Black", "Ann"),
        ("WhiteElo", "2440"),
        ("BlackElo", "2600"),
        ("BlackTitle", "FM"),
        ("ECO", "C60"),
        ("Opening", "Ruy Lopez"),
        ("Site", "here"),
    ];
    let games = [game(&ann, "1. e4 c5 1-0"), game(&cid, "1. e4 e5 0-1")];
    let bench = bench_with(&[games[0].replace('?', "Open"), games[1].replace('?', "Club")]);
    let one = |filters: &[&str], reason| {
        assert_eq!(bench.counts(filters), (1, rejected(reason)), "{filters:?}");
    };
    // Each lets one game pass, and excluded the other one.
    for (name, not_name, text, reason) in [
        ("--variant", "--not-variant", "Standard", "variant"),
        ("--event", "--not-event", "Open", "event"),
        ("--site", "--not-site", "here", "site"),
        ("--player", "--not-player", "Bob", "player"),
        ("--white", "--not-white", "Ann", "white"),
        ("--black", "--not-black", "Ann", "black"),
        ("--title", "--not-title", "GM", "title"),
        ("--eco", "--not-eco", "B2,C70-C99", "eco"),
        ("--opening", "--not-opening", "^Ruy", "opening"),
        ("--tag", "--not-tag", "Round=1", "tag"),
    ] {
        one(&[name, text], reason);
        one(&[not_name, text], reason);
    }
    for filters in [
        &["--min-elo-diff", "101"][..],
        &["--max-elo-diff", "100"],
        &["--min-average-elo", "2521"],
        &["--max-average-elo", "2549"],
        &["--min-white-elo", "2600"],
        &["--max-white-elo", "2440"],
        &["--min-black-elo", "2600"],
        &["--max-black-elo", "2500"],
    ] {
        one(filters, "elo");
    }
    assert_eq!(bench.counts(&["--min-best-elo", "2600"]).0, 2);
    assert_eq!(bench.counts(&["--max-best-elo", "2599"]).0, 0);
    // Ann wins both.
    assert_eq!(bench.counts(&["--player", "Ann", "--player-result", "win"]).0, 2);
    one(&["--player", "Bob|Ann", "--opponent", "Cid"], "opponent");
    one(&["--player", "Ann", "--min-opponent-elo", "2441"], "opponent");
    one(&["--player", "Ann", "--max-opponent-elo", "2499"], "opponent");
    let lost = bench.counts(&["--player", "Cid|Dan", "--player-result", "draw,loss"]);
    assert_eq!(lost, (1, rejected("player")));
    assert_eq!(bench.counts(&["--player", "Ann", "--player-result", "loss"]).0, 0);
    // All of several must match, and none of several that are excluded.
    assert_eq!(bench.counts(&["--player", "Ann", "--player", "Bob"]).0, 1);
    assert_eq!(bench.counts(&["--not-player", "Bob", "--not-player", "Cid"]).0, 0);
    for wrong in
        [&["--event", "("][..], &["--eco", "X99"], &["--tag", "Round"], &["--line", "1. e5"]]
    {
        let output = bench.miner(&[&["imbalance", "g.pgn"], wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
    let said = bench.fails(&["check", "g.pgn", "--min-white-elo", "9", "--max-white-elo", "8"]);
    assert!(said.contains("the wrong way round"), "{said}");
}

#[test]
fn moves_positions_and_material_are_reached() {
    let plain = [("Result", "1-0")];
    let set_up = [("Result", "1-0"), ("SetUp", "1"), ("FEN", "4k3/8/8/8/8/8/P2r4/R3K3 w - - 0 1")];
    let bench = bench_with(&[
        game(&plain, "1. Nf3 c5 2. e4 d6 1-0"),
        game(&plain, "1. e4 c5 2. Nf3 Nc6 1-0"),
        game(&set_up, "1. Kxd2 Ke7 2. a3 1-0"),
    ]);
    let used = |filters: &[&str]| {
        let (used, rejected) = bench.counts(&[filters, &["--include-setup"]].concat());
        (used, rejected.as_object().unwrap().keys().cloned().collect::<Vec<_>>())
    };
    let sicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R";
    for (filters, games, reason) in [
        (&["--line", "1. e4 c5"][..], 1, "line"),
        (&["--line", "e2e4", "--line", "1. Nf3 c5"], 2, "line"),
        (&["--position", "1. e4 c5 2. Nf3"], 2, "position"),
        (&["--position", sicilian], 2, "position"),
        (&["--position", &format!("{sicilian} b")], 2, "position"),
        (&["--position", &format!("{sicilian} w")], 0, "position"),
        (&["--position", "1. e4 c5"], 1, "position"),
        (&["--position", sicilian, "--position", "4k3/8/8/8/8/8/P2K4/R7 b - -"], 3, ""),
        (&["--material", "KRKRP:1"], 1, "material"),
        (&["--material", "KRP v KR"], 0, "material"),
        (&["--material", "KRPK:3"], 1, "material"),
        (&["--material", "KRPK:4"], 0, "material"),
        (&["--fen", "^4k3"], 1, "setup"),
        (&["--not-fen", "^4k3"], 2, "setup"),
    ] {
        let reasons: Vec<_> = [reason].into_iter().filter(|r| !r.is_empty()).collect();
        assert_eq!(
            used(filters),
            (games, reasons.iter().map(ToString::to_string).collect()),
            "{filters:?}"
        );
    }
    // Who asks for a FEN asks for set-up games.
    assert_eq!(bench.counts(&["--fen", "^4k3"]).0, 1);
    fs::write(
        bench.path("r.toml"),
        "inputs = [\"g.pgn\"]\n[filter]\nline = [\"1. e4\", \"1. Nf3\"]\n[[table]]\nkind = \"pst\"\nout = \"p\"\n",
    )
    .unwrap();
    assert_eq!(bench.json(&["recipe", "r.toml"])["games_used"], 2);
}

#[test]
fn a_sample_and_its_rest_are_all_games() {
    let games: Vec<String> = (0..300)
        .map(|i| game(&[("Result", "1-0"), ("Round", &i.to_string())], "1. e4 e5 1-0"))
        .collect();
    let bench = bench_with(&games);
    let sample = bench.counts(&["--sample", "15/100"]).0;
    let rest = bench.counts(&["--hold-out", "15/100"]).0;
    assert_eq!(sample + rest, 300);
    assert!((20..80).contains(&sample), "{sample}");
}

#[test]
fn several_minimums_make_several_tables() {
    let strong = [("Result", "1-0"), ("WhiteElo", "3000"), ("BlackElo", "3000")];
    let weak = [("Result", "1-0"), ("WhiteElo", "2000"), ("BlackElo", "3000")];
    let bench = bench_with(&[game(&strong, "1. e4 1-0"), game(&weak, "1. d4 1-0")]);
    fs::create_dir(bench.path("out")).unwrap();
    let summary = bench.json(&[
        "imbalance",
        "g.pgn",
        "--min-elo",
        "1900,2900",
        "--out",
        "out",
        "--csv",
        "out",
    ]);
    let used: Vec<_> =
        summary["written"].as_array().unwrap().iter().map(|w| w["games_used"].clone()).collect();
    assert_eq!(used, [2, 1]);
    bench.json(&["imbalance", "g.pgn", "--min-elo", "2900", "--out", "alone.bin"]);
    let tier = fs::read(bench.path("out/imbalance-2900.bin")).unwrap();
    assert_eq!(tier, fs::read(bench.path("alone.bin")).unwrap());
    let output = bench.miner(&["imbalance", "g.pgn", "--min-elo", "1,2", "--out", "t.bin"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("--out must be a folder"));
}

#[test]
fn a_recipe_is_a_command_written_down() {
    let tags = [("Result", "1-0"), ("WhiteElo", "3000"), ("BlackElo", "3000")];
    let forfeit = [("Result", "1-0"), ("Termination", "time forfeit")];
    let bench = bench_with(&[game(&tags, "1. e4 1-0"), game(&forfeit, "1. d4 1-0")]);
    let recipe = r#"
        inputs = ["g.pgn"]
        [filter]
        no-forfeits = true
        [[table]]
        kind = "imbalance"
        min-elo = 2900
        stable-plies = 2
        out = "mit.bin"
        [[table]]
        kind = "pst"
        phase = ["opening", "endgame"]
        out = "."
        [[table]]
        kind = "opening"
        max-ply = 8
        out = "open.bin"
    "#;
    fs::write(bench.path("r.toml"), recipe).unwrap();
    let summary = bench.json(&["recipe", "r.toml"]);
    assert_eq!(summary["written"].as_array().unwrap().len(), 4);
    bench.json(&["opening", "g.pgn", "--max-ply", "8", "--no-forfeits", "--out", "alone.bin"]);
    let alone = fs::read(bench.path("alone.bin")).unwrap();
    assert_eq!(fs::read(bench.path("open.bin")).unwrap(), alone);

    for (wrong, says) in [
        ("inputs = 3", "`inputs` is not a list"),
        ("tables = []", "it names no [[table]]"),
        (
            "[[table]]\nkind = \"imbalance\"\nmin_elo = 3",
            "`min_elo` is no option of imbalance tables",
        ),
        ("[[table]]\nkind = \"recipe\"", "a table's `kind` is"),
        ("[filter]\nbots = false\n[[table]]\nkind = \"pst\"", "`bots` is no filter"),
        ("[[table", "TOML parse error"),
    ] {
        fs::write(bench.path("w.toml"), wrong).unwrap();
        let output = bench.miner(&["recipe", "w.toml"]);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{wrong}");
        assert!(stderr.contains(says), "{wrong}: {stderr}");
    }
}

#[test]
fn all_three_kinds_in_one_pass_are_those_of_three() {
    let bench = bench_with(&[game(&[("Result", "1-0")], "1. e4 e5 2. Nf3 1-0")]);
    fs::create_dir(bench.path("all")).unwrap();
    bench.json(&["all", "g.pgn", "--out", "all"]);
    for (command, name) in
        [("imbalance", "imbalance"), ("opening", "opening"), ("pst --phase=endgame", "pst-endgame")]
    {
        let words: Vec<&str> = command.split(' ').collect();
        bench.json(&[&words[..], &["g.pgn", "--out", "alone.bin"]].concat());
        let alone = fs::read(bench.path("alone.bin")).unwrap();
        assert_eq!(fs::read(bench.path(&format!("all/{name}.bin"))).unwrap(), alone, "{name}");
    }
}

#[test]
fn check_reports_and_keeps_bad_games() {
    let tags = [("Result", "1-0"), ("WhiteElo", "2650"), ("BlackElo", "2700")];
    let bench = bench_with(&[
        game(&tags, "1. e4 e5 1-0"),
        game(&tags, "1. e4 e5 2. Ke3 1-0"),
        game(&[("Result", "1/2-1/2")], "1. d4 1/2-1/2"),
    ]);
    let health = bench.json(&["check", "g.pgn", "--errors-to", "bad.pgn"]);
    assert_eq!(health["games_used"], 2);
    assert_eq!(health["outcomes"]["1/2-1/2"], 1);
    assert_eq!(health["elo"], serde_json::json!([{"from": 2600, "games": 1}]));
    assert_eq!(health["unknown_elo"], 1);
    let bad = fs::read_to_string(bench.path("bad.pgn")).unwrap();
    assert!(bad.starts_with("% g.pgn: game 2, line 13, byte "), "{bad}");
    assert!(bad.contains("2. Ke3 1-0"));
    // What was kept aside is PGN again.
    assert_eq!(bench.json(&["check", "bad.pgn"])["games_read"], 1);

    let text = bench.miner(&["check", "g.pgn"]);
    assert!(String::from_utf8_lossy(&text.stdout).contains("2600-2699"));
    let strict = bench.miner(&["imbalance", "g.pgn", "--strict", "--out", "t.bin"]);
    assert_eq!(strict.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&strict.stderr).contains("g.pgn: game 2, line 13"));
    assert!(!bench.path("t.bin").exists());
}

#[test]
fn positions_by_moves_and_by_any_part_of_a_fen() {
    let mut replay = Replay::default();
    replay.set_up_standard();
    assert_eq!(replay.replay(b"1. Nf3 c5 2. e4 d6 3. d4 cxd4 1-0").flaw, None);
    let is_in = |text: &str| Reached::read(text).unwrap().is_in(replay.start(), replay.plies());
    let board = "rnbqkbnr/pp2pppp/3p4/8/3pP3/5N2/PPP2PPP/RNBQKB1R";
    for text in [
        "1. e4 c5 2. Nf3",
        "e2e4 c7c5 g1f3 d7d6 d2d4",
        &format!("{board} w KQkq - 0 4"),
        &format!("{board} w"),
        board,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        assert!(is_in(text), "{text}");
    }
    for text in ["1. e4 c5", &format!("{board} b"), &format!("{board} w Qkq - 0 4")] {
        assert!(!is_in(text), "{text}");
    }
    for wrong in ["1. e5", "8/8", "x"] {
        assert!(Reached::read(wrong).is_err(), "{wrong}");
    }
    for fen in [
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b Kq e3 0 1",
    ] {
        assert!(replay.set_up(fen.as_bytes()), "{fen}");
        assert!(Reached::read(fen).unwrap().is_in(replay.start(), &[]), "{fen}");
    }
}

#[test]
fn material_stands_for_long_enough_with_either_colour() {
    let mut replay = Replay::default();
    assert!(replay.set_up(b"4k3/8/8/8/8/8/P2r4/R3K3 w - - 0 1"));
    // The rook is taken at once; what is left stands for three positions.
    assert_eq!(replay.replay(b"1. Kxd2 Ke7 2. a3 *").flaw, None);
    let is_in = |rooks: u8, positions| {
        let mut material = Material::BARE;
        material.set(Color::Black, Role::Rook, 1);
        material.set(Color::Black, Role::Pawn, 1);
        material.set(Color::White, Role::Rook, rooks);
        let stands = Stands { material, positions };
        stands.is_in(replay.start(), replay.plies(), replay.changes())
    };
    assert!(is_in(1, 1) && !is_in(1, 2));
    assert!(is_in(0, 3) && !is_in(0, 4));
    assert!(!is_in(2, 1));
}

#[test]
fn what_comments_say_is_asked_for() {
    let tags = [("Result", "1/2-1/2")];
    let bench = bench_with(&[
        game(
            &tags,
            "1. e4 {[%eval 0.2] [%clk 0:00:30]} e5 {[%eval 0.4] [%clk 0:00:20]} 2. Nf3 {[%eval 3.5]} 1/2-1/2",
        ),
        game(&tags, "1. e4 {[%eval #-3]} e5 2. Nf3 {[%eval 0.3]} Nc6 {[%eval 0.3]} 1/2-1/2"),
        // What a search says is the mover's, and of the position before the move.
        game(&tags, "1. e4 {+0.31/18 0.52s} e5 {-0.20/17 0.5s} 1/2-1/2"),
        game(&tags, "1. d4 {book} 1/2-1/2"),
    ]);
    let none = |more: Value| {
        let mut rejected = serde_json::json!({ "no_eval": 1 });
        rejected.as_object_mut().unwrap().append(&mut more.as_object().unwrap().clone());
        rejected
    };
    for (window, used) in [
        ("..", 3),
        ("0..0.4", 3),
        ("0..0.4:2", 3),
        ("0..0.4:3", 0),
        ("0.2..4:3", 1),
        ("3..", 1),
        ("..-3", 1),
        ("-9..-3", 0),
        ("0.2..0.2", 2),
    ] {
        let more = match 3 - used {
            0 => serde_json::json!({}),
            rejected => serde_json::json!({ "eval": rejected }),
        };
        let found = bench.counts(&[&format!("--eval={window}")]);
        assert_eq!(found, (used, none(more)), "{window}");
    }
    // A position without an evaluation ends the row.
    assert_eq!(bench.counts(&["--eval", "..:3"]).0, 1);
    for (seconds, used, less) in [("20", 1, 0), ("21", 0, 1)] {
        let (found, rejected) = bench.counts(&["--clock-left", seconds]);
        assert_eq!(found, used, "{seconds}");
        assert_eq!(rejected["no_clock"], 3, "{seconds}");
        assert_eq!(rejected["clock"].as_u64().unwrap_or(0), less, "{seconds}");
    }
    let both = bench.counts(&["--eval", "3..", "--clock-left", "21"]);
    assert_eq!(both, (0, none(serde_json::json!({ "eval": 2, "clock": 1 }))));
    // Games come out with the filter as with the tables, and collectors that read comments see the same.
    let summary = bench.json(&["games", "g.pgn", "--eval", "3..", "--out", "won.pgn"]);
    assert_eq!(summary["games_used"], 1);
    assert!(bench.text("won.pgn").contains("[%eval 3.5]"));
    for wrong in ["1..0", "x", "1", "..:0"] {
        let command = ["imbalance", "g.pgn", "--out", "t.bin", &format!("--eval={wrong}")];
        assert_eq!(bench.miner(&command).status.code(), Some(2), "{wrong}");
    }
}
