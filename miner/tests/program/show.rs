//! Asking tables through the command line.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use crate::bench::{Bench, project_table, toy};
use serde_json::Value;

fn project(name: &str) -> String {
    project_table(name).to_str().unwrap().to_owned()
}

#[track_caller]
fn near(value: &Value, expected: f64) {
    let value = value.as_f64().unwrap();
    assert!((value - expected).abs() < 1e-6, "{value} {expected}");
}

#[test]
fn imbalance_with_its_twin_and_both() {
    let bench = Bench::with_toy_tables();
    let table = project("imbalance.bin");
    let ask = |material: &[&str]| {
        bench.json(&[&["show", "imbalance"], material, &["--table", &table]].concat())
    };
    let answer = ask(&["KRPPP v KBPPPP"]);
    assert_eq!(answer["material"], "KRPPP v KBPPPP");
    assert_eq!(answer["white"]["cell"], 90_444);
    assert_eq!(answer["twin"]["cell"], 113_836);
    for (name, white, twin) in [("wins", "wins", "losses"), ("draws", "draws", "draws")] {
        let sum = answer["white"][white].as_u64().unwrap() + answer["twin"][twin].as_u64().unwrap();
        assert_eq!(answer["both"][name], sum);
    }
    // The same question in other words, and the other way round.
    assert_eq!(ask(&["RP3", "v", "BP4"]), answer);
    assert_eq!(ask(&["8/4bk2/1pppp3/8/8/2PPP3/5KR1/8 w - - 0 1"]), answer);
    let turned = ask(&["KBPPPP v KRPPP"]);
    assert_eq!(turned["white"]["cell"], 113_836);
    near(&turned["both"]["score"], 1.0 - answer["both"]["score"].as_f64().unwrap());
    near(&turned["both"]["low"], 1.0 - answer["both"]["high"].as_f64().unwrap());
    near(&turned["both"]["centipawns"], -answer["both"]["centipawns"].as_f64().unwrap());

    let text = bench.ok(&["show", "imbalance", "KRPPP v KBPPPP", "--table", &table]);
    assert!(text.starts_with("KRPPP v KBPPPP is cell 90444, colours swapped 113836.\n"), "{text}");
    assert!(text.contains("KRPPP is Black"), "{text}");
    // A balance that is its own twin is counted once.
    let even = ask(&["KQP v KQP"]);
    assert_eq!(even["white"]["games"], even["both"]["games"]);
}

#[test]
fn an_empty_cell_names_its_neighbours() {
    let bench = Bench::with_toy_tables();
    let answer = bench.json(&["show", "imbalance", "KQ v K", "--table", "i.bin"]);
    assert_eq!(answer["both"]["games"], 0);
    assert_eq!(answer["both"]["score"], Value::Null);
    let nearest = answer["nearest"].as_array().unwrap();
    assert_eq!(nearest.len(), 5);
    assert!(nearest.iter().all(|cell| cell["games"].as_u64().unwrap() > 0));
    let text = bench.ok(&["show", "imbalance", "KQ v K", "--table", "i.bin"]);
    assert!(text.contains("No games. Nearest cells with games"), "{text}");
    assert_eq!(
        bench.fails(&["show", "imbalance", "KQQ v K", "--table", "i.bin"]),
        "miner: KQQ v K is outside the table: White has 2 queens, and a side has room for 1"
    );
    assert_eq!(
        bench.fails(&["show", "imbalance", "KX v K", "--table", "i.bin"]),
        "miner: `KX v K` is no material: `x` is no piece"
    );
    assert_eq!(
        bench.fails(&["show", "imbalance", "K v K", "--table", "o.bin"]),
        "miner: `o.bin`: this is a table of kind `opening` where `imbalance` is wanted"
    );
}

#[test]
fn pst_as_a_board() {
    let bench = Bench::with_toy_tables();
    let board =
        |more: &[&str]| bench.ok(&[&["show", "pst", "knight", "--table", "p.bin"], more].concat());
    let plain = board(&[]);
    let ranks: Vec<_> = plain.lines().filter(|line| line.starts_with(char::is_numeric)).collect();
    assert_eq!(ranks.len(), 8);
    assert!(ranks[0].starts_with('8') && ranks[7].starts_with('1'));
    assert!(!plain.contains('\x1b'), "no colour where there is no terminal");
    assert!(board(&["--color", "always"]).contains("\x1b[48;2;"));
    let json =
        |more: &[&str]| bench.json(&[&["show", "pst", "n", "--table", "p.bin"], more].concat());
    // 7 toy games: every game has both of White's knights at home at the start.
    let [white, black, both] = ["white", "black", "both"]
        .map(|side| json(&["--side", side, "--value", "count"])["squares"].clone());
    let count = |squares: &Value, square: &str| squares[square]["count"].as_u64().unwrap_or(0);
    assert!(count(&white, "b1") > 0 && count(&black, "b8") > 0);
    assert_eq!(count(&both, "b1"), count(&white, "b1") + count(&black, "b8"));
    near(&white["b1"]["value"], count(&white, "b1") as f64);
    let scores = json(&["--value", "score"]);
    near(&scores["squares"]["b1"]["value"], 100.0 * both["b1"]["score"].as_f64().unwrap());
    // Where winners had it is another question than how games with it ended.
    let [score, occupancy] =
        ["score", "occupancy"].map(|metric| json(&["--metric", metric])["squares"].clone());
    assert_eq!(json(&[])["squares"], score);
    assert_ne!(score["b1"]["value"], occupancy["b1"]["value"]);
    assert!(board(&["--metric", "occupancy"]).contains("where winners had it"));
    // Without --table it is the project's table of the phase.
    let inside = project_table("").canonicalize().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_miner"))
        .args(["show", "pst", "king", "--phase", "endgame", "--json"])
        .current_dir(inside)
        .output()
        .unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["phase"], &answer["piece"]), (&"endgame".into(), &"king".into()));
    let usage = bench.miner(&["show", "pst", "wizard"]);
    assert_eq!(usage.status.code(), Some(2));
}

#[test]
fn king_squares_as_a_board() {
    let bench = Bench::new();
    let toy = toy();
    let mine = ["pst", toy.to_str().unwrap(), "--phase", "all", "--king-buckets", "--out", "t"];
    bench.ok(&mine);
    let ask = |more: &[&str]| {
        let question = ["show", "king-squares", "n", "--phase", "all", "--table", "t"];
        bench.json(&[&question, more].concat())
    };
    let count =
        |answer: &Value, square: &str| answer["squares"][square]["count"].as_u64().unwrap_or(0);
    // Wherever the king stands, it stands somewhere: the buckets add up to the piece squares.
    let all = bench.json(&["show", "pst", "n", "--table", "t/pst-all.bin"]);
    for (option, rank) in [("--king", ['1', '2', '3']), ("--enemy-king", ['8', '7', '6'])] {
        for (square, mirrored) in [("b1", "g1"), ("f3", "c3"), ("d5", "e5")] {
            let kings =
                rank.iter().flat_map(|rank| ('a'..='d').map(move |file| format!("{file}{rank}")));
            let of_kings = kings.map(|king| ask(&[option, &king]));
            let sum: u64 =
                of_kings.map(|answer| count(&answer, square) + count(&answer, mirrored)).sum();
            assert_eq!(sum, count(&all, square) + count(&all, mirrored), "{option} {square}");
        }
    }
    // The board is shown as it stands.
    let [left, right] = ["b1", "g1"].map(|king| ask(&["--king", king]));
    assert_eq!((&left["bucket"], &right["bucket"]), (&"b1".into(), &"b1".into()));
    assert!(count(&left, "f3") + count(&left, "c3") > 0, "{left}");
    assert_eq!(
        (count(&left, "c3"), count(&left, "f3")),
        (count(&right, "f3"), count(&right, "c3"))
    );
    let text = bench.ok(&[
        "show",
        "king-squares",
        "n",
        "--enemy-king",
        "g8",
        "--table",
        "t",
        "--value",
        "count",
    ]);
    assert!(
        text.starts_with(
            "knight, enemy king on g8 (bucket b1), middlegame: share of its positions"
        ),
        "{text}"
    );
    let king = bench.fails(&["show", "king-squares", "king", "--king", "g1", "--table", "t"]);
    assert_eq!(king, "miner: kings are not counted by where the kings stand");
    for wrong in
        [&["show", "king-squares", "n", "--king", "j1"][..], &["show", "king-squares", "n"]]
    {
        assert_eq!(bench.miner(wrong).status.code(), Some(2));
    }
}

#[test]
fn priors_by_how_often_moves_are_played() {
    let bench = Bench::new();
    // Three games: the knight goes to f3 twice of three times; a check is no choice, a capture no quiet move.
    let games =
        ["1. Nf3 Nf6 2. g3 1-0", "1. Nf3 e5 2. Nxe5 1-0", "1. e4 f5 2. Qh5+ g6 3. Qxg6+ 1-0"];
    let pgn = games.map(|moves| format!("[Event \"x\"]\n[Result \"1-0\"]\n\n{moves}\n\n"));
    bench.write("a.pgn", pgn.concat());
    bench.ok(&["priors", "a.pgn", "--out", "p.bin"]);
    let ask = |more: &[&str]| {
        let question = ["show", "priors", "--table", "p.bin", "--min-expected", "0"];
        bench.json(&[&question, more].concat())
    };
    let find = |answer: &Value, name: &str| {
        let rows = answer["most"].as_array().unwrap().iter();
        rows.chain(answer["least"].as_array().unwrap()).find(|row| row["move"] == name).cloned()
    };
    let knights = ask(&["n"]);
    let knight = find(&knights, "Ng1-f3").unwrap();
    // It is legal in the first positions of both sides, each time one of 20, and beside 2. Qh5+ one of 30. What
    // Black plays counts as White's, so 1... Nf6 is this move, too.
    let share = |moves: u64| 65_536 / moves;
    let expected = (6 * share(20) + share(30)) as f64 / 65_536.0;
    near(&knight["expected"], expected);
    near(&knight["times"], 3.0 / expected);
    let after = ask(&["--after", "Nf6"]);
    assert_eq!(find(&after, "g3").unwrap()["played"], 1);
    let answer = find(&after, "Nf3").unwrap();
    assert_eq!(answer["played"], 1, "1... Nf6 after 1. Nf3");
    near(&answer["expected"], (2 * share(20)) as f64 / 65_536.0);
    let own = ask(&["--after-own", "Nf3", "p"]);
    assert_eq!(find(&own, "g3").unwrap()["played"], 1);
    let later = ["priors", "a.pgn", "--out", "l.bin", "--min-ply", "2"];
    bench.ok(&later);
    let later = bench.json(&["show", "priors", "--table", "l.bin", "--min-expected", "0", "n"]);
    assert_eq!(find(&later, "Ng1-f3").unwrap()["played"], 0);
    let text =
        bench.ok(&["show", "priors", "--table", "p.bin", "--after", "f5", "--min-expected", "0"]);
    assert!(text.starts_with("White's quiet moves, after Black's f5: "), "{text}");
    assert_eq!(bench.miner(&["show", "priors", "--after", "Nj9"]).status.code(), Some(2));
    assert_eq!(bench.miner(&["show", "priors", "--after", "e"]).status.code(), Some(2));
    let label = bench.fails(&["priors", "a.pgn", "--out", "e.bin", "--label", "eval"]);
    assert_eq!(label, "miner: --label is not for move priors: they count moves and no outcomes");
    let diff = bench.fails(&["diff", "p.bin", "l.bin"]);
    assert!(diff.contains("move priors count moves, not outcomes"), "{diff}");
}

#[test]
fn opening_as_a_tree() {
    let bench = Bench::with_toy_tables();
    let ask =
        |more: &[&str]| bench.json(&[&["show", "opening", "--table", "o.bin"], more].concat());
    let start = ask(&["--depth", "2"]);
    assert_eq!(start["line"], "");
    let moves = start["moves"].as_array().unwrap();
    assert_eq!(moves[0]["san"], "e4");
    let games: u64 = moves.iter().map(|mv| mv["games"].as_u64().unwrap()).sum();
    assert_eq!(start["games"], games);
    assert_eq!(moves[0]["moves"][0]["moves"], serde_json::json!([]), "two plies deep");
    // SAN and UCI, numbers glued or not, and a FEN lead to the same position.
    let after = ask(&["1. e4 d5"]);
    assert_eq!(after["line"], "1. e4 d5");
    for line in [&["1.e4", "d5"][..], &["e2e4", "d7d5"], &["1. e4! 1... d5"]] {
        assert_eq!(ask(line), after, "{line:?}");
    }
    let fen = after["fen"].as_str().unwrap();
    let by_fen = ask(&["--fen", fen]);
    assert_eq!((&by_fen["moves"], &by_fen["key"]), (&after["moves"], &after["key"]));
    let text = bench.ok(&["show", "opening", "e4", "--table", "o.bin"]);
    assert!(text.starts_with("1. e4: "), "{text}");
    assert!(text.contains("1... d5"), "{text}");
    assert!(text.contains('▒') || text.contains('█') || text.contains('░'), "{text}");
    let colored = bench.ok(&["show", "opening", "--table", "o.bin", "--color", "always"]);
    assert!(colored.contains("\x1b[48;5;255m"), "{colored}");
    let nowhere = bench.ok(&["show", "opening", "a4 a5 b4", "--table", "o.bin"]);
    assert!(nowhere.contains("has no games of this position"), "{nowhere}");
    assert_eq!(
        bench.fails(&["show", "opening", "1. e4 e5 2. Ke3", "--table", "o.bin"]),
        "miner: `Ke3` is no legal move after 1. e4 e5"
    );
    assert_eq!(
        bench.fails(&["show", "opening", "Zz", "--table", "o.bin"]),
        "miner: `Zz` is no legal move in the first position"
    );
    let fen = bench.fails(&["show", "opening", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"]);
    assert!(fen.ends_with("is no legal position of standard chess"), "{fen}");
    // Castling with zeros.
    let castled = ask(&["1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0"]);
    assert_eq!(castled["line"], "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O");
}

#[test]
fn histogram_bins_sum_to_the_cells() {
    let bench = Bench::new();
    let toy = toy();
    let toy = toy.to_str().unwrap();
    let mine = ["imbalance", toy, "--min-elo", "3100", "--stable-plies", "1"];
    bench.ok(&[&mine[..], &["--out", "i.bin"]].concat());
    // MIT-06: bin 50 holds all cells of the toy games, but with the set-up game one more at 100.
    let bins = |more: &[&str]| {
        let csv = bench.ok(&[&["show", "histogram", "--csv"], more].concat());
        let mut lines = csv.lines();
        assert_eq!(lines.next(), Some("percent,cells"));
        let bins: Vec<u64> =
            lines.map(|line| line.split_once(',').unwrap().1.parse().unwrap()).collect();
        assert_eq!(bins.len(), 101);
        bins
    };
    let toy_bins = bins(&["--table", "i.bin"]);
    assert_eq!((toy_bins[50], toy_bins.iter().sum::<u64>()), (9, 9));
    bench.ok(&[&mine[..], &["--include-setup", "--out", "s.bin"]].concat());
    let toy_bins = bins(&["--table", "s.bin"]);
    assert_eq!((toy_bins[50], toy_bins[100], toy_bins.iter().sum::<u64>()), (9, 1, 10));
    let table = project("imbalance.bin");
    let all = bins(&["--table", &table]);
    let popular = bins(&["--table", &table, "--min-games", "10"]);
    assert!(all.iter().zip(&popular).all(|(all, popular)| all >= popular));
    let json = bench.json(&["show", "histogram", "--table", &table]);
    assert_eq!(json["cells"], all.iter().sum::<u64>());
    assert_eq!(json["bins"][50], all[50]);
    let tiers = bench.json(&["show", "tiers", &table]);
    assert_eq!(tiers[0]["cells_in_use"], json["cells"]);
    assert!(bench.ok(&["show", "histogram", "--table", &table]).contains(" 50 %"));
}

#[test]
fn tiers_do_not_grow_with_the_elo() {
    let bench = Bench::new();
    let toy = toy();
    for elo in ["0", "2600", "3100", "3500"] {
        let out = format!("{elo}.bin");
        let toy = toy.to_str().unwrap();
        bench.ok(&["imbalance", toy, "--min-elo", elo, "--out", &out, "--allow-empty"]);
    }
    let csv = bench.ok(&["show", "tiers", "3500.bin", "0.bin", "3100.bin", "2600.bin", "--csv"]);
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("min_elo,games_used,cells_in_use"));
    let rows: Vec<Vec<u64>> =
        lines.map(|line| line.split(',').map(|field| field.parse().unwrap()).collect()).collect();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), [0, 2600, 3100, 3500]);
    for column in [1, 2] {
        assert!(rows.is_sorted_by(|a, b| a[column] >= b[column]), "{rows:?}");
    }
    let text = bench.ok(&["show", "tiers", "3100.bin"]);
    assert_eq!(text.lines().next().unwrap().trim(), "Min. ELO    Games used  Cells in use");
}

#[test]
fn classes_are_the_sums_of_their_cells() {
    let bench = Bench::new();
    let table = project("imbalance.bin");
    let rows = bench.json(&["show", "classes", "--table", &table]);
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), tables::classes::CLASSES.len());
    let class = |name: &str| rows.iter().find(|row| row["class"] == name).unwrap();
    // Three cells of "rook v bishop and pawn", both colours, are part of the class.
    let part = bench.json(&["show", "imbalance", "KRPPP v KBPPPP", "--table", &table]);
    let whole = class("rook-v-bishop-pawn");
    assert!(whole["games"].as_u64() > part["both"]["games"].as_u64());
    // What every player knows.
    let centipawns = |name: &str| class(name)["centipawns"].as_f64().unwrap();
    assert!(centipawns("exchange") > centipawns("exchange-v-pawn"));
    assert!(centipawns("exchange-v-pawn") > centipawns("rook-v-minor-two-pawns"));
    assert!(centipawns("bishop-pair") > 0.0);
    assert!(centipawns("rook-v-two-minors") < 0.0);
    let csv = bench.ok(&["show", "classes", "--table", &table, "--csv"]);
    assert_eq!(csv.lines().count(), rows.len() + 1);
    let text = bench.ok(&["show", "classes", "--table", &table]);
    assert!(text.contains("queen v three minors"), "{text}");
}
