//! The correction for the players' ratings, and shrunken figures, through the command line.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{collections::HashMap, fmt::Write};

use crate::bench::{Bench, project_table};

/// Start, then White has won a pawn, then a knight for it.
const MOVES: [&str; 3] = ["1. Nf3 Nf6", "1. e4 d5 2. exd5 Nf6", "1. e4 Nf6 2. e5 Nd5 3. c4 Nb6"];

/// (White's Elo, Black's Elo, result), some of them unknown.
fn games(seed: u32, count: u32) -> Vec<(String, String, &'static str, &'static str)> {
    let mut state = seed;
    let mut next = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    (0..count)
        .map(|_| {
            let mut elo =
                || if next(5) == 0 { "?".to_owned() } else { (2000 + next(800)).to_string() };
            let (white, black) = (elo(), elo());
            (white, black, ["1-0", "1/2-1/2", "0-1"][next(3) as usize], MOVES[next(3) as usize])
        })
        .collect()
}

fn pgn(games: &[(String, String, &str, &str)]) -> String {
    let mut text = String::new();
    for (number, (white, black, result, moves)) in games.iter().enumerate() {
        writeln!(
            text,
            "[Event \"{number}\"]\n[WhiteElo \"{white}\"]\n[BlackElo \"{black}\"]\n\
             [Result \"{result}\"]\n\n{moves} {result}\n"
        )
        .unwrap();
    }
    text
}

/// The rows of a CSV file by name.
fn rows(csv: &str) -> Vec<HashMap<String, String>> {
    let mut lines = csv.lines().map(|line| line.split(',').map(str::to_owned));
    let names: Vec<String> = lines.next().unwrap().collect();
    lines.map(|line| names.iter().cloned().zip(line).collect()).collect()
}

#[test]
fn expected_scores_are_summed_cell_by_cell() {
    let bench = Bench::new();
    let games = games(1, 300);
    bench.write("g.pgn", pgn(&games));
    bench.ok(&["imbalance", "g.pgn", "--rating-correction", "--out", "r.bin"]);
    bench.ok(&["imbalance", "g.pgn", "--out", "plain.bin"]);
    bench.ok(&["export", "r.bin", "--out", "r.csv"]);
    bench.ok(&["export", "plain.bin", "--out", "plain.csv"]);
    let (rated, plain) = (rows(&bench.text("r.csv")), rows(&bench.text("plain.csv")));
    assert_eq!(rated.len(), plain.len());
    for (rated, plain) in rated.iter().zip(&plain) {
        assert!(plain.iter().all(|(name, value)| rated[name] == *value), "{plain:?} {rated:?}");
        assert!(!plain.contains_key("rated_games"));
    }
    // The start position is in all games, the last row.
    let (mut count, mut score, mut expected, mut squares) = (0.0_f64, 0.0, 0.0, 0.0);
    for (white, black, result, _) in &games {
        let (Ok(white), Ok(black)) = (white.parse::<f64>(), black.parse::<f64>()) else { continue };
        let points = match *result {
            "1-0" => 1.0,
            "0-1" => 0.0,
            _ => 0.5,
        };
        let e = 1.0 / (1.0 + 10.0_f64.powf((black - white) / 400.0));
        count += 1.0;
        score += points;
        expected += e;
        squares += (points - e) * (points - e);
    }
    let start = rated.last().unwrap();
    let number = |name: &str| start[name].parse::<f64>().unwrap();
    assert!(count > 150.0 && count < 230.0);
    assert_eq!(number("rated_games"), count);
    let near = |name: &str, value: f64, by: f64| {
        assert!((number(name) - value).abs() < by, "{name} {} {value}", number(name));
    };
    near("rated_score", score / count, 1e-6);
    // Sums are in thousandths.
    near("expected_score", expected / count, 2e-4);
    let mean = (score - expected) / count;
    let error = ((squares - count * mean * mean) / (count * (count - 1.0))).sqrt();
    near("corrected_error", error, 1e-4);
    let odds = |share: f64| share / (1.0 - share);
    let e = number("expected_score");
    let s = (score + e) / (count + 1.0);
    near("corrected_centipawns", 400.0 * (odds(s) / odds(e)).log10(), 0.1);
    let corrected = odds(s) / odds(e);
    near("corrected_score", corrected / (1.0 + corrected), 1e-4);
}

#[test]
fn threads_and_parts_give_the_same_table() {
    let bench = Bench::new();
    let (a, b) = (games(2, 200), games(3, 170));
    bench.write("a.pgn", pgn(&a));
    bench.write("b.pgn", pgn(&b));
    let mine = |inputs: &[&str], threads: &str, out: &str| {
        let options = ["--rating-correction", "--threads", threads, "--out", out];
        bench.ok(&[&["imbalance"], inputs, &options].concat());
        bench.bytes(out)
    };
    let whole = mine(&["a.pgn", "b.pgn"], "1", "1.bin");
    assert!(whole == mine(&["b.pgn", "a.pgn"], "4", "4.bin"), "threads and order change nothing");
    mine(&["a.pgn"], "2", "a.bin");
    mine(&["b.pgn"], "2", "b.bin");
    bench.ok(&["merge", "--out", "sum.bin", "a.bin", "b.bin"]);
    assert!(whole == bench.bytes("sum.bin"), "merging is mining all");
    bench.ok(&["imbalance", "a.pgn", "--out", "plain.bin"]);
    let refused = bench.fails(&["merge", "--out", "no.bin", "b.bin", "plain.bin"]);
    assert!(refused.contains("cannot be merged"), "{refused}");
    // A recipe can ask for it too.
    bench.write(
        "r.toml",
        "inputs = [\"a.pgn\", \"b.pgn\"]\n[[table]]\nkind = \"imbalance\"\n\
         rating-correction = true\nout = \"recipe.bin\"\n",
    );
    bench.ok(&["recipe", "r.toml"]);
    assert!(whole == bench.bytes("recipe.bin"));
}

#[test]
fn show_tells_raw_shrunken_and_corrected_apart() {
    let bench = Bench::new();
    bench.write("g.pgn", pgn(&games(4, 400)));
    bench.ok(&["imbalance", "g.pgn", "--rating-correction", "--out", "r.bin"]);
    let material = "KQRRBBNNPPPPPPPP v KQRRBBNNPPPPPPP";
    let turned = "KQRRBBNNPPPPPPP v KQRRBBNNPPPPPPPP";
    let ask = |material: &str| bench.json(&["show", "imbalance", material, "--table", "r.bin"]);
    let (one, other) = (ask(material), ask(turned));
    let figure = |answer: &serde_json::Value, side: &str, name: &str| {
        answer[side][name].as_f64().unwrap_or_else(|| panic!("{side} {name} in {answer}"))
    };
    for name in ["shrunken_score", "corrected_score", "rated_score", "expected_score"] {
        let sum = figure(&one, "both", name) + figure(&other, "both", name);
        assert!((sum - 1.0).abs() < 1e-9, "{name}: {sum}");
    }
    assert_eq!(figure(&one, "white", "rated_games"), figure(&other, "twin", "rated_games"));
    assert!(
        (figure(&one, "white", "shrunken_score") - figure(&other, "twin", "shrunken_score")).abs()
            < 1e-12
    );
    // Random results: shrinking moves the score toward the others, never beyond.
    assert!(figure(&one, "white", "shrunken_error") < figure(&one, "white", "error"));
    let text = bench.ok(&["show", "imbalance", material, "--table", "r.bin"]);
    assert!(text.contains("shrunken toward like cells") && text.contains("corrected for ratings"));
    let plain = bench.ok(&[
        "show",
        "imbalance",
        material,
        "--table",
        project_table("imbalance.bin").to_str().unwrap(),
    ]);
    assert!(
        plain.contains("shrunken toward like cells") && !plain.contains("corrected"),
        "{plain}"
    );
}

#[test]
fn classes_say_how_many_games_their_counts_are_worth() {
    let bench = Bench::new();
    let table = project_table("imbalance.bin");
    let rows = bench.json(&["show", "classes", "--table", table.to_str().unwrap()]);
    for row in rows.as_array().unwrap() {
        let (games, worth) =
            (row["games"].as_f64().unwrap(), row["effective_games"].as_f64().unwrap());
        assert!(worth > 0.0 && worth < games, "{row}");
        let (low, high) = (row["low"].as_f64().unwrap(), row["high"].as_f64().unwrap());
        let error = row["error"].as_f64().unwrap();
        assert!((high - low - 3.92 * error).abs() < 0.2 * (high - low), "{row}");
    }
    let csv = bench.ok(&["show", "classes", "--table", table.to_str().unwrap(), "--csv"]);
    assert!(csv.starts_with(
        "class,cells,games,wins,draws,losses,score,low,high,centipawns,error,effective_games\n"
    ));
}
