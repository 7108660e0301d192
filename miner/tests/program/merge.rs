//! Merging and comparing tables through the command line.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use crate::bench::{Bench, toy};
use serde_json::Value;

/// The toy games, and other games whose first moves are the same.
fn two_databases() -> Bench {
    let bench = Bench::new();
    std::fs::copy(toy(), bench.path("a.pgn")).unwrap();
    let games: String = ["e4 e5 2. Nf3", "e4 d5 2. exd5 Qxd5", "d4 Nf6 2. c4"]
        .iter()
        .zip(["1-0", "1/2-1/2", "0-1"])
        .map(|(moves, result)| {
            format!("[Event \"b\"]\n[Result \"{result}\"]\n\n1. {moves} {result}\n\n")
        })
        .collect();
    bench.write("b.pgn", games);
    bench
}

const KINDS: [&[&str]; 3] = [&["imbalance"], &["pst", "--phase", "all"], &["opening"]];

#[test]
fn merging_is_mining_together() {
    let bench = two_databases();
    for kind in KINDS {
        for (inputs, out) in
            [(&["a.pgn"][..], "a.bin"), (&["b.pgn"], "b.bin"), (&["a.pgn", "b.pgn"], "ab.bin")]
        {
            bench.ok(&[kind, inputs, &["--out", out]].concat());
        }
        let summary = bench.json(&["merge", "--out", "sum.bin", "b.bin", "a.bin"]);
        assert_eq!(summary["merged"], 2);
        assert_eq!(summary["provenance"]["counters"]["games_read"], 10);
        assert_eq!(summary["repeated_inputs"], serde_json::json!([]));
        assert!(bench.bytes("sum.bin") == bench.bytes("ab.bin"), "{kind:?}");
    }
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let bench = two_databases();
    bench.ok(&["imbalance", "a.pgn", "--out", "i.bin"]);
    bench.ok(&["imbalance", "a.pgn", "--out", "i2.bin", "--stable-plies", "1"]);
    bench.ok(&["opening", "a.pgn", "--out", "o.bin"]);
    bench.ok(&["opening", "a.pgn", "--out", "pruned.bin", "--min-games", "2"]);
    bench.write("sum.bin", "old");
    bench.write("text.bin", "no table");
    assert_eq!(
        bench.fails(&["merge", "--out", "sum.bin", "i.bin", "i2.bin"]),
        "miner: `i.bin` and `i2.bin`: the tables cannot be merged: \
         option `stable-plies` is `2` in one and `1` in the other"
    );
    assert_eq!(
        bench.fails(&["merge", "--out", "sum.bin", "i.bin", "o.bin"]),
        "miner: `i.bin` and `o.bin`: this is a table of kind `opening` where `imbalance` is wanted"
    );
    let pruned = bench.fails(&["merge", "--out", "sum.bin", "pruned.bin", "pruned.bin"]);
    assert!(pruned.contains("fewer than 2 games were dropped"), "{pruned}");
    bench.ok(&["imbalance", "a.pgn", "--out", "first.bin", "--first", "2"]);
    assert_eq!(
        bench.fails(&["merge", "--out", "sum.bin", "first.bin", "first.bin"]),
        "miner: `first.bin` and `first.bin`: the tables cannot be merged: \
         mined with --first, fewer games would have been counted of all together"
    );
    assert_eq!(
        bench.fails(&["merge", "--out", "sum.bin", "i.bin", "text.bin"]),
        "miner: `text.bin`: this is not a table file of this program"
    );
    let missing = bench.fails(&["merge", "--out", "sum.bin", "missing.bin"]);
    assert!(missing.starts_with("miner: cannot read `missing.bin`: "), "{missing}");
    assert_eq!(bench.text("sum.bin"), "old");
    assert_eq!(bench.miner(&["merge", "--out", "sum.bin"]).status.code(), Some(2));
}

#[test]
fn the_same_games_twice_are_pointed_out() {
    let bench = two_databases();
    bench.ok(&["imbalance", "a.pgn", "--out", "i.bin"]);
    let text = bench.ok(&["merge", "--out", "sum.bin", "i.bin", "i.bin"]);
    assert!(text.contains("Beware: `a.pgn` is in several of the tables"), "{text}");
}

#[test]
fn parts_of_an_input_are_not_the_same_games_twice() {
    let bench = Bench::new();
    let by = ["--by", "eco", "--out"];
    for event in ["a", "b"] {
        let games = ["A40", "B20"].map(|eco| {
            format!("[Event \"{event}\"]\n[ECO \"{eco}\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n")
        });
        let name = format!("{event}.pgn");
        bench.write(&name, games.concat());
        bench.ok(&[&["imbalance", &name], &by[..], &[event]].concat());
    }
    bench.ok(&[&["imbalance", "a.pgn", "b.pgn"], &by[..], &["ab"]].concat());
    let merge = |out: &str, tables: &[&str]| {
        let tables: Vec<String> =
            tables.iter().map(|table| table.replace('/', "/imbalance-") + ".bin").collect();
        let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
        bench.json(&[&["merge", "--out", out], &tables[..]].concat())["repeated_inputs"].take()
    };
    let none = serde_json::json!([]);
    assert_eq!(merge("together.bin", &["ab/A40", "ab/B20"]), none);
    for tables in [["a/A40", "a/B20", "b/A40", "b/B20"], ["b/B20", "a/A40", "a/B20", "b/A40"]] {
        assert_eq!(merge("sum.bin", &tables), none);
        assert!(bench.bytes("sum.bin") == bench.bytes("together.bin"), "{tables:?}");
    }
    for tables in [&["a/A40", "a/A40"][..], &["a/A40", "a/B20", "b/A40", "a/A40"]] {
        assert_eq!(merge("sum.bin", tables), serde_json::json!(["a.pgn"]), "{tables:?}");
    }
}

#[test]
fn folders_are_compared_to_the_end() {
    let bench = two_databases();
    for (inputs, out) in [(&["a.pgn"][..], "old"), (&["a.pgn", "b.pgn"], "new")] {
        bench.ok(&[&["all", "--out", out], inputs].concat());
        bench.ok(&[&["priors", "--out", &format!("{out}/priors.bin")], inputs].concat());
    }
    let output = bench.miner(&["diff", "old", "new", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "miner: `priors.bin`: move priors count moves, not outcomes: no scores to compare\n\
         miner: a pair of tables could not be compared\n"
    );
    let answers: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let told: Vec<_> =
        answers.iter().map(|answer| (answer["name"].as_str(), answer["phase"].as_str())).collect();
    assert_eq!(
        told,
        [
            (Some("imbalance.bin"), None),
            (Some("opening.bin"), None),
            (Some("pst-endgame.bin"), Some("endgame")),
            (Some("pst-middlegame.bin"), Some("middlegame")),
            (Some("pst-opening.bin"), Some("opening")),
        ]
    );
    let output = bench.miner(&["diff", "old", "new"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains("priors.bin") && text.contains("\npst-opening.bin\n"), "{text}");
    let text = bench.ok(&["diff", "old", "old"]);
    assert_eq!(text.matches("The tables are equal.").count(), 6, "{text}");
    let priors = bench.json(&["diff", "old/priors.bin", "old/priors.bin"]);
    assert_eq!((&priors["name"], &priors["equal"]), (&"priors.bin".into(), &true.into()));
    assert_eq!(priors["same"], priors["entries"][0]);
}

#[test]
fn diff_says_what_changed() {
    let bench = two_databases();
    for kind in KINDS {
        bench.ok(&[kind, &["a.pgn", "--out", "a.bin"]].concat());
        bench.ok(&[kind, &["a.pgn", "b.pgn", "--out", "ab.bin"]].concat());
        assert_eq!(bench.ok(&["diff", "a.bin", "a.bin"]), "The tables are equal.\n");
        let diff = bench.json(&["diff", "a.bin", "ab.bin"]);
        let number = |name: &str| diff[name].as_u64().unwrap();
        let [old, new] = [0, 1].map(|i| diff["entries"][i].as_u64().unwrap());
        assert_eq!(number("same") + number("changed") + number("vanished"), old, "{kind:?}");
        assert_eq!(number("same") + number("changed") + number("appeared"), new, "{kind:?}");
        assert_eq!(number("vanished"), 0);
        assert!(number("changed") > 0);
        let back = bench.json(&["diff", "ab.bin", "a.bin"]);
        assert_eq!(back["vanished"], diff["appeared"]);
        assert_eq!(diff["provenance"]["games read"]["new"], "10");
        let text = bench.ok(&["diff", "a.bin", "ab.bin", "--top", "1"]);
        assert!(text.contains("games read: 7 -> 10\n"), "{text}");
        assert!(text.contains("input b.pgn: none -> "), "{text}");
        assert!(text.contains("Largest changes of score"), "{text}");
    }
    bench.ok(&["pst", "a.pgn", "--phase", "opening", "--out", "p.bin"]);
    bench.ok(&["pst", "a.pgn", "--phase", "endgame", "--out", "e.bin"]);
    assert_eq!(
        bench.fails(&["diff", "p.bin", "e.bin"]),
        "miner: one table counts the phase opening and the other endgame"
    );
    assert_eq!(
        bench.fails(&["diff", "p.bin", "ab.bin"]),
        "miner: a table of kind `pst` and one of kind `opening`"
    );
}
