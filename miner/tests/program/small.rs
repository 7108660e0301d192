//! What users stumble over: folders that are not there, folders of tables, inputs that cannot be read, quiet runs,
//! and what `check` tells.

use std::os::unix::fs::symlink;

use crate::bench::{Bench, toy};

#[test]
fn missing_folders_are_made_by_every_command_that_writes() {
    let bench = Bench::with_toy_tables();
    std::fs::copy(toy(), bench.path("g.pgn")).unwrap();
    bench.write("r.toml", "[[table]]\nkind = \"pst\"\nphase = \"all\"\nout = \"new/r/t.bin\"\n");
    for (command, files) in [
        ("imbalance g.pgn -o new/a/t.bin --csv new/b/t.csv", &["new/a/t.bin", "new/b/t.csv"][..]),
        ("all g.pgn --out new/c/d --csv new/e/f", &["new/c/d/opening.bin", "new/e/f/opening.csv"]),
        ("recipe r.toml g.pgn", &["new/r/t.bin"]),
        (
            "positions g.pgn --min-ply 0 -o new/g/p.bin --epd new/h/p.epd",
            &["new/g/p.bin", "new/h/p.epd"],
        ),
        ("check g.pgn --errors-to new/i/bad.pgn", &["new/i/bad.pgn"]),
        ("merge i.bin -o new/j/t.bin", &["new/j/t.bin"]),
        ("export i.bin -o new/k/t.csv", &["new/k/t.csv"]),
        ("export i.bin --format mat -o new/l/m", &["new/l/m/pos.mat"]),
        ("import-mat new/l/m -o new/n/t.bin", &["new/n/t.bin"]),
        ("report i.bin -o new/o/r.html", &["new/o/r.html"]),
        ("completions bash -o new/p/miner", &["new/p/miner"]),
        ("man new/q/man1", &["new/q/man1/miner.1"]),
    ] {
        bench.ok(&command.split(' ').collect::<Vec<_>>());
        for file in files {
            assert!(bench.path(file).is_file(), "{command}: {file}");
        }
    }
}

#[test]
fn folders_of_tables_are_taken_for_their_tables() {
    let bench = Bench::new();
    std::fs::copy(toy(), bench.path("g.pgn")).unwrap();
    bench.ok(&["all", "g.pgn", "--min-elo", "0,3100", "--out", "tiers"]);
    for (out, elo) in [("old", "0"), ("new", "3100")] {
        bench.ok(&["all", "g.pgn", "--min-elo", elo, "--out", out]);
    }
    let show = ["show", "imbalance", "K v K", "--table", "new"];
    assert_eq!(bench.json(&show)["table"]["path"], "new/imbalance.bin");
    let pst = ["show", "pst", "king", "--phase", "endgame", "--table", "new"];
    assert_eq!(bench.json(&pst)["phase"], "endgame");
    assert_eq!(bench.json(&["show", "tiers", "tiers"]).as_array().unwrap().len(), 2);
    let text = bench.ok(&["diff", "old", "new"]);
    for name in
        ["imbalance.bin", "pst-opening.bin", "pst-middlegame.bin", "pst-endgame.bin", "opening.bin"]
    {
        assert!(text.lines().any(|line| line == name), "{name}: {text}");
    }
    assert!(text.contains("option min-elo: 0 -> 3100"), "{text}");
}

#[test]
fn inputs_that_cannot_be_read_cost_only_themselves() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("folder")).unwrap();
    std::fs::copy(toy(), bench.path("folder/a.pgn")).unwrap();
    symlink("nowhere", bench.path("folder/b.pgn")).unwrap();
    for (command, missing) in [
        ("imbalance folder/a.pgn missing.pgn --out t.bin", "missing.pgn"),
        ("imbalance folder --out t.bin", "folder/b.pgn"),
        ("check missing folder/a.pgn", "missing"),
        ("positions folder/a.pgn missing.pgn --min-ply 0 --out p.bin", "missing.pgn"),
    ] {
        let words: Vec<_> = command.split(' ').chain(["--json"]).collect();
        let output = bench.miner(&words);
        assert_eq!(output.status.code(), Some(3), "{command}");
        let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(summary["unread_inputs"][0]["input"], missing, "{command}");
        assert_eq!(summary["games_read"], 7, "{command}");
    }
    for command in ["check missing", "positions missing --out p", "imbalance missing gone --out t"]
    {
        let sentence = bench.fails(&command.split(' ').collect::<Vec<_>>());
        assert!(sentence.starts_with("miner: cannot read `missing`: "), "{command}: {sentence}");
    }
}

#[test]
fn quiet_runs_say_nothing_and_answers_are_said() {
    let bench = Bench::with_toy_tables();
    std::fs::copy(toy(), bench.path("g.pgn")).unwrap();
    for command in [
        "imbalance g.pgn --out t.bin -q",
        "merge i.bin -o t.bin --quiet",
        "export i.bin -o t.csv -q",
        "report i.bin -q",
        "positions g.pgn --min-ply 0 -o p.bin -q --no-progress",
        "games g.pgn -o u.pgn -q",
    ] {
        let output = bench.miner(&command.split(' ').collect::<Vec<_>>());
        let said = [output.stdout, output.stderr].concat();
        assert_eq!((output.status.code(), &said[..]), (Some(0), &b""[..]), "{command}");
    }
    let games = bench.miner(&["games", "g.pgn", "-q", "-o", "-"]);
    assert!(games.stdout.starts_with(b"[Event") && games.stderr.is_empty(), "{games:?}");
    for command in ["imbalance", "games"] {
        let output = bench.miner(&[command, "missing.pgn", "g.pgn", "-q", "-o", "t.pgn"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0), "{command}: {said}");
        assert!(said.starts_with("`missing.pgn` could not be read"), "{command}: {said}");
    }
    assert!(bench.ok(&["check", "g.pgn", "-q"]).contains("games read"));
    assert!(bench.ok(&["export", "i.bin", "-o", "-", "--format", "csv", "-q"]).starts_with("wp,"));
}

#[test]
fn check_tells_duplicates_results_and_that_all_is_well() {
    let bench = Bench::new();
    let game = |result: &str, moves: &str| {
        format!("[Event \"x\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n")
    };
    let games = [
        game("1-0", "1. e4 e5"),
        game("*", "1. d4"),
        game("1-0", "1. e4 e5"),
        game("0-1", "1. e4 e5"),
        game("1-0", "1. e4 e5"),
    ];
    bench.write("g.pgn", games.concat());
    let health = bench.json(&["check", "g.pgn"]);
    assert_eq!((&health["duplicates"], &health["games_used"]), (&2.into(), &4.into()), "{health}");
    let place = &health["without_result"][0];
    assert_eq!((&place["game"], &place["line"]), (&2.into(), &6.into()), "{place}");
    assert_eq!(place["error"], "`*` is no result");
    let text = bench.ok(&["check", "g.pgn"]);
    assert!(text.contains("g.pgn: game 2, line 6, byte "), "{text}");
    assert!(text.contains("No game has unusable moves."), "{text}");
    // They are no bad games: nothing of them is written, and --strict does not fail.
    bench.ok(&["check", "g.pgn", "--strict", "--errors-to", "bad.pgn"]);
    assert_eq!(bench.text("bad.pgn"), "");
    bench.write("bad.pgn", game("1-0", "1. e5"));
    assert!(!bench.ok(&["check", "bad.pgn"]).contains("No game has unusable moves."));
}
