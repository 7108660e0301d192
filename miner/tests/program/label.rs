//! Positions that count as their evaluations say, or only with time on the clock; what moves are worth on average.

use std::rc::Rc;

use miner::collect::{TableSettings, imbalance, king_squares, label::Label, opening, priors, pst};
use tables::Phase;

use crate::bench::Bench;
use crate::common::{How, mine_text};

/// Castling both ways, a capture en passant, promotions, positions that come back.
const GAMES: [(&str, &str); 3] = [
    ("1-0", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 d6 Ng5 O-O Nf3 Ng4 h3 Nf6 Ng5 Ng4 Nf3 Nf6"),
    ("0-1", "e4 Nf6 e5 d5 exd6 exd6 d4 Be7 Nc3 Bf5 Be3 Nc6 Qd2 Qd7 O-O-O O-O-O Nf3 Ng4"),
    ("1/2-1/2", "h4 g5 hxg5 h6 gxh6 a5 h7 a4 hxg8=Q a3 Qxh8 axb2 Nc3 bxa1=N Qxf8+ Kxf8"),
];

/// The games, each move with what `comment` makes of its number.
fn games(comment: impl Fn(usize) -> String) -> String {
    let game = |(result, moves): &(&str, &str)| {
        let moves = moves.split(' ').enumerate();
        let moves: String =
            moves.map(|(ply, san)| format!("{san} {{{}}} ", comment(ply))).collect();
        format!("[Event \"x\"]\n[Result \"{result}\"]\n\n{moves}{result}\n\n")
    };
    GAMES.iter().map(game).collect()
}

fn how(label: Label) -> How {
    let settings: Vec<Rc<dyn TableSettings>> = vec![
        Rc::new(imbalance::Settings { stable_plies: 2, ratings: false, label }),
        Rc::new(pst::Settings { phases: Phase::PARTITION.to_vec(), label }),
        Rc::new(opening::Settings { max_ply: 60, min_games: 1, averages: false, label }),
        Rc::new(king_squares::Settings { label }),
        Rc::new(priors::Settings { min_ply: 0, label }),
    ];
    How { settings, ..How::default() }
}

#[test]
fn counting_one_by_one_is_counting_all() {
    let text = games(|_| "[%clk 0:01:00]".to_owned());
    let plain = mine_text(text.as_bytes(), &how(Label::default()));
    assert_eq!(plain.counters[0].games_used, 3, "{:?}", plain.bad_games);
    let with_time = Label { min_clock: Some(60), ..Label::default() };
    assert_eq!(mine_text(text.as_bytes(), &how(with_time)), plain);
    let more = Label { min_clock: Some(61), ..Label::default() };
    assert_ne!(mine_text(text.as_bytes(), &how(more)).tables, plain.tables);
}

#[test]
fn the_command_line_labels_by_evaluation_and_clock() {
    let bench = Bench::new();
    // White's view, behind the move: even, better, winning, mated.
    let evals = ["0.20", "1.00", "1.50", "#-3"];
    bench.write(
        "a.pgn",
        "[Event \"x\"]\n[Result \"1/2-1/2\"]\n\n".to_owned()
            + &["e4", "d5", "exd5", "Qxd5"]
                .iter()
                .zip(evals)
                .zip([50, 40, 30, 20])
                .map(|((san, eval), clock)| {
                    format!("{san} {{[%eval {eval}] [%clk 0:00:{clock}]}} ")
                })
                .collect::<String>()
            + "1/2-1/2\n",
    );
    let csv = |more: &[&str]| {
        bench.ok(&[&["opening", "a.pgn", "--out", "o.bin", "--csv", "o.csv"], more].concat());
        let rows = bench.text("o.csv");
        let mut rows: Vec<_> =
            rows.lines().skip(1).map(|row| row.split_once(',').unwrap().1.to_owned()).collect();
        rows.sort();
        rows
    };
    // Wins, draws, losses of the mover.
    assert_eq!(
        csv(&["--label", "eval"]),
        ["d7d5,1,0,0,1", "d8d5,1,1,0,0", "e2e4,1,0,1,0", "e4d5,1,1,0,0"]
    );
    assert_eq!(
        csv(&["--label", "eval", "--eval-win", "150", "--min-clock", "30"]),
        ["d7d5,1,0,1,0", "e2e4,1,0,1,0", "e4d5,1,1,0,0"]
    );
    assert_eq!(csv(&["--label", "outcome", "--min-clock", "45"]), ["e2e4,1,0,1,0"]);
    bench.ok(&[
        "imbalance",
        "a.pgn",
        "--stable-plies",
        "1",
        "--out",
        "i.bin",
        "--csv",
        "i.csv",
        "--label",
        "eval",
    ]);
    // A pawn up, and then mated; with all pieces better, as it stood last. No more than a run of each balance.
    let table = bench.text("i.csv");
    let rows: Vec<_> = table.lines().skip(1).map(|row| row[row.len() - 7..].to_owned()).collect();
    assert_eq!(rows, ["1,0,0,1", "1,1,0,0", "1,1,0,0"]);
    // How games ended cannot be had from it: a page does not say, a judge warns.
    bench.ok(&["report", "i.bin", "--out", "r.html"]);
    assert!(!bench.text("r.html").contains("White scores"), "evaluations are no results");
    bench.ok(&["imbalance", "a.pgn", "--stable-plies", "1", "--out", "outcomes.bin"]);
    bench.ok(&["report", "outcomes.bin", "--out", "r.html"]);
    assert!(bench.text("r.html").contains("White scores"));
    for (table, warns) in [("i.bin", true), ("outcomes.bin", false)] {
        let said = bench.ok(&["validate", table, "a.pgn"]);
        assert_eq!(said.contains("counts evaluations"), warns, "{said}");
    }
    let refused = bench.fails(&["wdl", "a.pgn", "--out", "w.bin", "--label", "eval"]);
    assert_eq!(refused, "miner: --label and --min-clock are not for tables of evaluations");
    let both = ["imbalance", "a.pgn", "--rating-correction", "--label", "eval"];
    assert_eq!(bench.miner(&both).status.code(), Some(2));
}

#[test]
fn averages_change_no_count_and_add_up() {
    let bench = Bench::new();
    let game = |result: &str, elos: &str, moves: &str| {
        format!("[Event \"x\"]\n[Result \"{result}\"]\n{elos}\n{moves} {result}\n\n")
    };
    let rated = "[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n";
    bench.write(
        "a.pgn",
        [
            game("1-0", rated, "1. e4 {[%eval 0.30]} c5 {[%eval 0.50]}"),
            game("1/2-1/2", "[WhiteElo \"2600\"]\n", "1. e4 {[%eval #4]} c5 {[%eval -99.0]}"),
            // Each move counts once, as it was played first.
            game("0-1", rated, "1. Nf3 {[%eval 0.1]} Nf6 2. Ng1 Ng8 3. Nf3 {[%eval 0.9]} Nf6"),
        ]
        .concat(),
    );
    let mine = |more: &[&str]| {
        bench.ok(&[&["opening", "a.pgn", "--out", "o.bin", "--csv", "o.csv"], more].concat());
        let rows = bench.text("o.csv");
        let mut rows: Vec<_> =
            rows.lines().map(|row| row.split_once(',').unwrap().1.to_owned()).collect();
        rows[1..].sort();
        rows
    };
    let plain = mine(&[]);
    assert_eq!(bench.bytes("o.bin")[12], 1);
    let summed = mine(&["--averages"]);
    assert_eq!(bench.bytes("o.bin")[12], 2);
    assert_eq!(
        summed,
        [
            "move,games,wins,draws,losses,rated,half_points,elo,opponents,evaluated,evaluation_sum",
            // -50, and as much as counts against White.
            "c7c5,2,0,1,1,1,0,2400,2500,2,950",
            "e2e4,2,1,1,0,1,2,2500,2400,2,1030",
            "f3g1,1,0,0,1,1,0,2500,2400,0,0",
            "f6g8,1,1,0,0,1,2,2400,2500,0,0",
            "g1f3,1,0,0,1,1,0,2500,2400,1,10",
            "g8f6,1,1,0,0,1,2,2400,2500,0,0",
        ]
    );
    let without = |row: &String| {
        let fields: Vec<&str> = row.split(',').collect();
        fields[..5].join(",")
    };
    assert_eq!(summed.iter().map(without).collect::<Vec<_>>(), plain);
    // Rare moves go, with their sums.
    assert_eq!(mine(&["--averages", "--min-games", "2"]).len(), 3);
    let shown = bench.ok(&["show", "opening", "--table", "o.bin"]);
    assert!(shown.contains("Elo  perf.    eval"), "{shown}");
    let e4 = shown.lines().find(|line| line.starts_with("1. e4")).unwrap();
    // One rated win: 800 above the opponent; the mean of 30 and the most that counts.
    assert!(e4.contains("   2500   3200   +5.15"), "{e4}");
    let answer = bench.json(&["show", "opening", "1. e4", "--table", "o.bin"]);
    let c5 = &answer["moves"][0];
    assert_eq!((&c5["average_elo"], &c5["evaluated"]), (&2400.0.into(), &2.into()), "{c5}");
    bench.ok(&["export", "o.bin", "--out", "o.json"]);
    assert!(bench.text("o.json").contains("\"performance\":3200.0"), "{}", bench.text("o.json"));
    bench.ok(&["opening", "a.pgn", "--out", "plain.bin"]);
    let refused = bench.fails(&["merge", "o.bin", "plain.bin", "--out", "m.bin"]);
    assert!(!refused.is_empty());
}

/// Whatever the threads, the shards and the blocks.
#[test]
fn averages_are_the_same_in_parts() {
    let bench = Bench::new();
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/sample.pgn.zst");
    let mine = |out: &str, more: &[&str]| {
        bench.ok(&[&["opening", sample, "--averages", "--out", out], more].concat());
        bench.bytes(out)
    };
    let whole = mine("whole.bin", &["--threads", "2"]);
    assert_eq!(mine("one.bin", &["--threads", "1"]), whole);
    for part in ["1/3", "2/3", "3/3"] {
        mine(&format!("{}.bin", &part[..1]), &["--shard", part]);
    }
    bench.ok(&["merge", "3.bin", "1.bin", "2.bin", "--out", "merged.bin"]);
    assert!(bench.bytes("merged.bin") == whole);
}
