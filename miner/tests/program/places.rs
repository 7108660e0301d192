//! Where tables go and come from when no place is named: the checkout or the folder that one stands in, never the
//! one that the program was built in.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::fs;

use crate::bench::{Bench, project_table, toy};

/// The bytes of the project's own tables.
fn own() -> Vec<Vec<u8>> {
    let names = ["imbalance", "opening", "pst-opening", "pst-middlegame", "pst-endgame"];
    names.map(|name| fs::read(project_table(&format!("{name}.bin"))).unwrap()).into()
}

#[test]
fn without_out_tables_go_to_the_current_folder() {
    let before = own();
    let bench = Bench::new();
    let toy = toy();
    let output = bench.miner(&["all", toy.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    assert!(own() == before, "the checkout's tables were written");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "miner: the tables go to `tables`; --out names another place\n");
    assert!(bench.path("tables/opening.bin").exists());
    let text = bench.ok(&["report"]);
    assert!(text.starts_with("5 tables, "), "{text}");
}

#[test]
fn in_a_checkout_they_go_to_it() {
    let bench = Bench::new();
    for name in ["tables", "miner", "engine"] {
        fs::create_dir_all(bench.path(name)).unwrap();
        bench.write(&format!("{name}/Cargo.toml"), "");
    }
    fs::create_dir(bench.path("deep")).unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_miner"))
        .args(["imbalance".as_ref(), toy().as_os_str()])
        .current_dir(bench.path("deep"))
        .output()
        .unwrap();
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]));
    assert!(bench.path("tables/imbalance.bin").exists());
}

#[test]
fn show_asks_no_table_that_nobody_meant() {
    let bench = Bench::with_toy_tables();
    assert_eq!(
        bench.fails(&["show", "imbalance", "KR v K"]),
        "miner: `tables/imbalance.bin` is not there: name the table with --table"
    );
    assert_eq!(bench.fails(&["report"]), "miner: there is no folder `tables`: name the tables");
    let inputs = bench.fails(&["check"]);
    assert!(inputs.starts_with("miner: name an input: "), "{inputs}");
    fs::create_dir(bench.path("tables")).unwrap();
    fs::copy(bench.path("i.bin"), bench.path("tables/imbalance.bin")).unwrap();
    let text = bench.ok(&["show", "imbalance", "KR v K"]);
    assert!(text.contains("`tables/imbalance.bin` answers: 5 games of toy.pgn; "), "{text}");
}

#[test]
fn show_says_which_table_answers_and_how_it_was_counted() {
    let bench = Bench::with_toy_tables();
    for (question, table) in [
        (&["imbalance", "KR v K"][..], "i.bin"),
        (&["classes"], "i.bin"),
        (&["histogram"], "i.bin"),
        (&["pst", "n"], "p.bin"),
        (&["opening"], "o.bin"),
        (&["opening", "a3"], "o.bin"),
    ] {
        let ask = [&["show"], question, &["--table", table]].concat();
        let text = bench.ok(&ask);
        let says = format!("`{table}` answers: 5 games of toy.pgn; ");
        assert!(text.contains(&says), "{question:?}: {text}");
        assert!(text.contains("min-elo 0"), "{question:?}: {text}");
        if question[0] == "classes" {
            let output = bench.miner(&[&ask[..], &["--json"]].concat());
            let beside = String::from_utf8(output.stderr).unwrap();
            assert!(beside.contains(&says), "{beside}");
        } else {
            let answer = bench.json(&ask);
            assert_eq!(answer["table"]["path"], table);
            assert_eq!(answer["table"]["counters"]["games_used"], 5);
        }
    }
}
