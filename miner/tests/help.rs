//! Whatever can be asked for is in the help and in a test that runs the program; commands are in a document, options in
//! `OPTIONS.md` (`options.rs`).
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{collections::BTreeSet, fs, path::Path};

mod bench;
use bench::{Bench, toy};

/// The text of files of a folder whose names end so.
fn texts(folder: &str, ending: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_string_lossy().ends_with(ending) && path.is_file());
    paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// The first words of the lines of a help's list of commands.
fn commands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    names
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// The long options that a help lists.
fn options(help: &str) -> BTreeSet<String> {
    let words = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("-h, ").or(line.strip_prefix("-V, ")).unwrap_or(line);
        line.starts_with("--").then_some(line)
    });
    words
        .filter_map(|line| line.split([' ', '=', '[']).next())
        .filter(|option| !["--help", "--version"].contains(option))
        .map(str::to_owned)
        .collect()
}

#[test]
fn each_command_is_documented_and_each_option_tested() {
    let bench = Bench::new();
    let documents = texts("../docs", ".md") + &texts("..", "README.md");
    let tests = texts("tests", ".rs") + &texts("tests/program", ".rs");
    let mut paths: Vec<Vec<String>> = Vec::new();
    for command in commands(&bench.ok(&["--help"])) {
        let inner = commands(&bench.ok(&[&command, "--help"]));
        if inner.is_empty() {
            paths.push(vec![command]);
        } else {
            paths.extend(inner.into_iter().map(|name| vec![command.clone(), name]));
        }
    }
    assert!(paths.len() > 15, "{paths:?}");
    let mut missing = BTreeSet::new();
    for path in paths {
        let name = path.join(" ");
        if !documents.contains(&format!("miner {name}"))
            && !documents.contains(&format!("`{name}`"))
        {
            missing.insert(format!("{name}: no document"));
        }
        let quoted: Vec<String> = path.iter().map(|word| format!("\"{word}\"")).collect();
        let is_tested = tests.contains(&quoted.join(", ")) || tests.contains(&format!("\"{name}"));
        if !is_tested {
            missing.insert(format!("{name}: no test"));
        }
        let arguments: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
        for option in options(&bench.ok(&arguments)) {
            if ![" ", "=", "\""].iter().any(|end| tests.contains(&format!("{option}{end}"))) {
                missing.insert(format!("{option}: no test"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn formats_in_and_out_are_in_the_help() {
    let bench = Bench::new();
    let help = bench.ok(&["--help"]);
    for format in ["plain", "zst", "gz", "bz2", "xz", "lz4", "7z", "zip", "standard input"] {
        assert!(help.contains(format), "{format}");
    }
    let export = bench.ok(&["export", "--help"]);
    for format in ["csv", "json", "parquet", "mat", "pst-text", "c-header", "polyglot", "epd"] {
        assert!(export.contains(format), "{format}");
    }
}

#[test]
fn the_bench_names_its_stages() {
    let bench = Bench::new();
    let games = toy();
    let said = bench.ok(&[
        "bench",
        games.to_str().unwrap(),
        "--rounds",
        "1",
        "--threads",
        "1",
        "--only",
        "pgn-reader",
    ]);
    assert!(said.contains("pgn-reader"), "{said}");
}
