//! No command writes over what it reads, whatever name the file goes by.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{fs, os::unix::fs::symlink};

use crate::bench::{Bench, toy};

/// `g.pgn` with the toy games and other names of the same file; tables; a recipe that reads what it writes.
fn bench() -> Bench {
    let bench = Bench::with_toy_tables();
    fs::copy(toy(), bench.path("g.pgn")).unwrap();
    fs::hard_link(bench.path("g.pgn"), bench.path("hard.pgn")).unwrap();
    symlink("g.pgn", bench.path("soft.pgn")).unwrap();
    fs::create_dir(bench.path("folder")).unwrap();
    fs::hard_link(bench.path("g.pgn"), bench.path("folder/h.pgn")).unwrap();
    fs::copy(bench.path("i.bin"), bench.path("j.bin")).unwrap();
    bench.write("elo.csv", "Ann,2400\n");
    let recipe = |out: &str| {
        format!("inputs = [\"g.pgn\"]\n[[table]]\nkind = \"imbalance\"\nout = \"{out}\"\n")
    };
    bench.write("input.toml", recipe("g.pgn"));
    bench.write("itself.toml", recipe("itself.toml"));
    bench.write(
        "twice.toml",
        recipe("t.bin") + "[[table]]\nkind = \"opening\"\nout = \"./t.bin\"\n",
    );
    bench
}

/// Everything that lies there, by name.
fn files(bench: &Bench) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(bench.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| (path.display().to_string(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn nothing_that_is_read_is_written() {
    let bench = bench();
    let before = files(&bench);
    for command in [
        "check g.pgn --errors-to g.pgn",
        "check hard.pgn --errors-to g.pgn",
        "check g.pgn --errors-to soft.pgn",
        "check folder --errors-to g.pgn",
        "check g.pgn --player-elo elo.csv --errors-to elo.csv",
        "imbalance g.pgn --out g.pgn",
        "imbalance g.pgn --out t.bin --csv hard.pgn",
        "imbalance g.pgn --out t.bin --errors-to g.pgn",
        "imbalance g.pgn --out t.bin --player-elo elo.csv --csv elo.csv",
        "opening folder --out soft.pgn",
        "all g.pgn --shard 1/2 --out new --errors-to g.pgn",
        "positions g.pgn --out g.pgn",
        "positions g.pgn --out p.pos --epd soft.pgn",
        "positions g.pgn --out p.pos --errors-to hard.pgn",
        "games g.pgn --out hard.pgn",
        "recipe input.toml",
        "recipe itself.toml",
        "recipe input.toml i.bin --errors-to input.toml",
        "validate i.bin g.pgn --errors-to i.bin",
        "validate i.bin g.pgn --earlier j.bin --errors-to j.bin",
        "validate i.bin g.pgn --errors-to g.pgn",
        "merge i.bin j.bin --out i.bin",
        "export i.bin --out i.bin --format csv",
        "report i.bin --validation elo.csv -o elo.csv",
        "report i.bin -o i.bin",
        "book o.bin --out o.bin",
    ] {
        let sentence = bench.fails(&command.split(' ').collect::<Vec<_>>());
        assert!(sentence.contains("choose another file"), "{command}: {sentence}");
        assert!(files(&bench) == before, "{command}: something was changed");
    }
}

#[test]
fn standard_input_is_a_file_too() {
    let bench = bench();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_miner"))
        .args(["check", "-", "--errors-to", "hard.pgn"])
        .current_dir(bench.path(""))
        .stdin(fs::File::open(bench.path("g.pgn")).unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(bench.bytes("g.pgn"), fs::read(toy()).unwrap());
}

#[test]
fn two_outputs_are_two_files() {
    let bench = bench();
    for command in [
        "imbalance g.pgn --out t.bin --csv t.bin",
        "imbalance g.pgn --out t.bin --errors-to ./t.bin",
        "positions g.pgn --out i.bin --epd i.bin",
        "imbalance g.pgn --out new/t.bin --csv new/t.bin",
        "imbalance g.pgn --out new/t.bin --csv new/./t.bin",
        "positions g.pgn --out far/new/x.txt --epd ./far/new/x.txt",
        "recipe twice.toml",
    ] {
        let sentence = bench.fails(&command.split(' ').collect::<Vec<_>>());
        assert!(sentence.contains("written twice"), "{command}: {sentence}");
    }
    // A device takes what comes.
    bench.ok(&["imbalance", "g.pgn", "--out", "/dev/null", "--csv", "/dev/null"]);
}

#[test]
fn merge_writes_only_where_out_says() {
    let bench = bench();
    let before = files(&bench);
    assert_eq!(bench.miner(&["merge", "i.bin", "j.bin"]).status.code(), Some(2));
    assert!(files(&bench) == before);
}
