//! `miner validate` through the real command line.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{
    fmt::Write,
    fs,
    process::{Command, Output},
};

use serde_json::Value;
use tempfile::TempDir;

/// Openings that lose a pawn, two pawns, a knight or nothing, and how often White then wins, in
/// tenths; a fifth of the rest are losses.
const LINES: [(&str, u32); 5] = [
    ("1. e4 d5 2. exd5 Nf6 3. Nf3 g6", 6),
    ("1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nd5", 9),
    ("1. d4 e5 2. Nf3 exd4 3. Nxd4 Nf6 4. Nf5 g6 5. Nh4 d5 6. Nxg6 hxg6", 1),
    ("1. Nf3 d5 2. Ne5 f6 3. h3 fxe5", 0),
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", 3),
];

/// A folder with many games of these lines, of two years.
fn folder() -> TempDir {
    let mut text = String::new();
    for number in 0..2000_u32 {
        let (moves, wins) = LINES[(number % 5) as usize];
        // Numbers that go through all tenths in no obvious order.
        let tenth = number / 5 * 7 % 10;
        let result = if tenth < wins {
            "1-0"
        } else if (number / 50 + tenth) % 5 == 0 {
            "0-1"
        } else {
            "1/2-1/2"
        };
        let year = 2020 + number / 1500;
        writeln!(
            text,
            "[Event \"Game {number}\"]\n[Date \"{year}.01.01\"]\n[WhiteElo \"2500\"]\n\
             [BlackElo \"2400\"]\n[Result \"{result}\"]\n\n{moves} {result}\n"
        )
        .unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.pgn"), text).unwrap();
    folder
}

fn miner(folder: &TempDir, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_miner"))
        .args(arguments.split_whitespace())
        .current_dir(folder.path())
        .output()
        .unwrap()
}

#[track_caller]
fn text(folder: &TempDir, arguments: &str) -> String {
    let output = miner(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn json(folder: &TempDir, arguments: &str) -> Value {
    serde_json::from_str(&text(folder, &format!("{arguments} --json"))).unwrap()
}

fn log_loss(verdict: &Value, name: &str) -> f64 {
    let predictions = verdict["predictions"].as_array().unwrap();
    let of = predictions.iter().find(|prediction| prediction["name"] == name).unwrap();
    of["log_loss"].as_f64().unwrap()
}

#[test]
fn the_table_predicts_games_that_were_held_out() {
    let folder = folder();
    text(&folder, "imbalance g.pgn --sample 85/100 --out t.bin");
    let verdict = json(&folder, "validate t.bin g.pgn --hold-out 85/100");
    assert_eq!(verdict["warnings"], serde_json::json!([]));
    let used = verdict["games_used"].as_u64().unwrap();
    assert!((200..400).contains(&used), "{used}");
    assert_eq!(verdict["predicted_games"].as_u64(), Some(used));
    let shrunken = log_loss(&verdict, "shrunken");
    for rival in ["mean", "classic", "kaufman"] {
        assert!(shrunken < log_loss(&verdict, rival), "{rival}: {verdict}");
    }
    for prediction in verdict["predictions"].as_array().unwrap() {
        assert!(prediction["log_loss_error"].as_f64().unwrap() > 0.0);
        let score = &prediction["calibration"]["score"];
        let cells: u64 =
            score["bins"].as_array().unwrap().iter().map(|b| b["cells"].as_u64().unwrap()).sum();
        assert_eq!(Some(cells), verdict["predicted_cells"].as_u64());
    }
    let shown = text(&folder, "validate t.bin g.pgn --hold-out 85/100");
    assert!(shown.contains("shrunken") && shown.contains("bins within"), "{shown}");
    assert!(!shown.contains("Warning"), "{shown}");
}

#[test]
fn the_verdict_depends_on_no_thread() {
    let folder = folder();
    text(&folder, "imbalance g.pgn --until 2020.12.31 --out t.bin");
    let verdict = |threads| {
        let arguments = format!("validate t.bin g.pgn --since 2021 --threads {threads}");
        json(&folder, &arguments)["predictions"].clone()
    };
    assert_eq!(verdict(1), verdict(4));
}

#[test]
fn games_that_were_mined_are_warned_of() {
    let folder = folder();
    text(&folder, "imbalance g.pgn --until 2020.12.31 --out old.bin");
    text(&folder, "imbalance g.pgn --sample 1/2 --out half.bin");
    for (arguments, warned) in [
        ("validate old.bin g.pgn", true),
        ("validate old.bin g.pgn --since 2020.12.31", true),
        ("validate old.bin g.pgn --since 2021", false),
        ("validate half.bin g.pgn --hold-out 1/3", true),
        ("validate half.bin g.pgn --sample 1/2", true),
        ("validate half.bin g.pgn --hold-out 1/2", false),
    ] {
        let verdict = json(&folder, arguments);
        let warnings = verdict["warnings"].as_array().unwrap();
        assert_eq!(!warnings.is_empty(), warned, "{arguments}: {warnings:?}");
    }
    assert!(text(&folder, "validate old.bin g.pgn").contains("Warning: the table was mined from"));
    // Another file is another file, whatever its name.
    fs::rename(folder.path().join("g.pgn"), folder.path().join("h.pgn")).unwrap();
    let verdict = json(&folder, "validate old.bin h.pgn");
    assert_eq!(verdict["warnings"].as_array().unwrap().len(), 1);
}

#[test]
fn the_table_says_how_games_are_counted() {
    let folder = folder();
    text(&folder, "imbalance g.pgn --min-elo 2300 --stable-plies 2 --out t.bin");
    let verdict = json(&folder, "validate t.bin g.pgn");
    assert_eq!((&verdict["stable_plies"], &verdict["min_elo"]), (&2.into(), &2300.into()));
    assert_eq!(verdict["games_used"], 2000);
    let raw = json(&folder, "validate t.bin g.pgn --weight 0");
    assert!((log_loss(&raw, "shrunken") - log_loss(&raw, "raw cell")).abs() < 0.01);
    let folded = json(&folder, "validate t.bin g.pgn --folded");
    assert!(log_loss(&folded, "shrunken") > log_loss(&verdict, "shrunken"));
}

#[test]
fn what_cannot_be_judged_is_said() {
    let folder = folder();
    text(&folder, "imbalance g.pgn --out t.bin");
    text(&folder, "opening g.pgn --out o.bin");
    for (arguments, code, sentence) in [
        ("validate o.bin g.pgn", 1, "this is a table of kind `opening`"),
        ("validate missing.bin g.pgn", 1, "cannot use the table `missing.bin`"),
        ("validate t.bin g.pgn --min-elo 3000", 1, "no game is left to predict"),
        ("validate t.bin g.pgn --weight=-1", 2, "0 or more"),
    ] {
        let output = miner(&folder, arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments}: {stderr}");
        assert!(stderr.contains(sentence), "{arguments}: {stderr}");
    }
}

#[test]
fn an_earlier_table_is_a_prior_that_is_recalibrated() {
    let folder = folder();
    // Games of 2021 that are much more drawish than those of 2020, and few of them to mine.
    let mut drawish = String::new();
    for number in 0..600_u32 {
        let (moves, _) = LINES[(number % 5) as usize];
        let result = if number / 5 % 4 == 0 { "1-0" } else { "1/2-1/2" };
        let day = if number < 120 { "2021.02.01" } else { "2021.06.01" };
        let event = number / 10;
        writeln!(
            drawish,
            "[Event \"Cup {event}\"]\n[Date \"{day}\"]\n[Result \"{result}\"]\n\n{moves} {result}\n"
        )
        .unwrap();
    }
    fs::write(folder.path().join("d.pgn"), drawish).unwrap();
    text(&folder, "imbalance g.pgn --out old.bin");
    text(&folder, "imbalance d.pgn --until 2021.05.31 --out new.bin");
    let old = json(&folder, "validate old.bin d.pgn --since 2021.06.01");
    let new = json(&folder, "validate new.bin d.pgn --since 2021.06.01 --earlier old.bin");
    assert!(log_loss(&new, "shrunken") < log_loss(&old, "shrunken") - 0.1);
    assert_eq!((&new["earlier"], &old["earlier"]), (&true.into(), &false.into()));
    assert_eq!((&new["errors_by"], &new["groups"]), (&"event".into(), &48.into()));
    assert_eq!(new["warnings"], serde_json::json!([]));
    let by_game = json(
        &folder,
        "validate new.bin d.pgn --since 2021.06.01 --errors-by game --earlier old.bin",
    );
    assert_eq!(by_game["groups"], 480);
    // Summed in another order.
    assert!((log_loss(&by_game, "shrunken") - log_loss(&new, "shrunken")).abs() < 1e-9);
    // Tables that may share games are warned of.
    let shared = json(&folder, "validate new.bin d.pgn --since 2021.06.01 --earlier new.bin");
    let warnings = shared["warnings"].to_string();
    assert!(warnings.contains("the two tables may share games"), "{warnings}");
    // Few events say nothing of how events differ.
    let few = json(&folder, "validate new.bin d.pgn --since 2021.06.01 --first 60");
    assert!(few["warnings"].to_string().contains("--errors-by game"), "{few}");
}
