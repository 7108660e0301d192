//! Shards: parts of a run, whose tables merge to the table of the whole.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod bench;
mod common;

use std::{
    io::{Cursor, Write},
    path::{Path, PathBuf},
};

use bench::{Bench, toy};
use common::{How, mine_files, mine_inputs};
use miner::{read::inputs::Input, shard};
use proptest::prelude::*;
use tables::{AnyTable, Counters};

/// What PGN, broken PGN and traps for cuts are made of.
const PIECES: [&str; 32] = [
    "\n[Event \"e { f",
    "[Event \"a\"]\n",
    "\n[Event \"b\"]\n",
    "[Event \"c } {\"]\n",
    "[Site \"x\"]\n",
    "[Result \"1-0\"]\n",
    "[Result \"0-1\"]\n",
    "[White \"{\"]\n",
    "\u{feff}",
    "\n\u{feff}[Event \"a\"]\n",
    "\n\u{1a}[Event \"a\"]\n",
    "\n",
    "\r\n",
    "\u{c}\n",
    "1. e4 ",
    "1. d4 d5 2. c4 ",
    "2. Nf3 Nc6\n",
    "1... c5 ",
    "1-0\n",
    "1/2-1/2 ",
    "0-1\n\n",
    "*\n",
    "{",
    "}",
    "{\n[Event \"inside\"]\n}",
    "{ [Event \"inside\"] }\n",
    "(1. d4 {x} (1. c4))",
    "; { [Event \"x\"]\n",
    "  %",
    "\n% {\n",
    "[",
    "nonsense ",
];

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(0..PIECES.len(), 0..60)
        .prop_map(|pieces| pieces.into_iter().map(|piece| PIECES[piece]).collect())
}

/// How an input lies on the disk.
#[derive(Clone, Copy, Debug)]
enum Form {
    Plain,
    Frame,
    /// Frames of this number of bytes of text.
    Frames(usize),
    /// Two members of this text each.
    Zip,
    Utf16,
}

impl Form {
    fn any() -> impl Strategy<Value = Self> {
        prop_oneof![
            3 => Just(Self::Plain),
            1 => Just(Self::Frame),
            3 => (1..200_usize).prop_map(Self::Frames),
            1 => Just(Self::Zip),
            1 => Just(Self::Utf16),
        ]
    }

    fn write(self, text: &str, folder: &Path, name: &str) -> PathBuf {
        let frame = |text: &[u8]| zstd::encode_all(text, 1).unwrap();
        let bytes = match self {
            Self::Plain => text.as_bytes().to_vec(),
            Self::Frame => frame(text.as_bytes()),
            Self::Frames(len) => text.as_bytes().chunks(len).flat_map(frame).collect(),
            Self::Zip => {
                let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
                for member in ["a.pgn", "b.pgn"] {
                    zip.start_file(member, zip::write::SimpleFileOptions::default()).unwrap();
                    zip.write_all(text.as_bytes()).unwrap();
                }
                zip.finish().unwrap().into_inner()
            }
            Self::Utf16 => {
                [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
            }
        };
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

fn tables(files: &[Vec<u8>]) -> Vec<AnyTable> {
    files.iter().map(|file| AnyTable::from_bytes(file).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// However a run is cut, every game and every count is in one of the parts.
    #[test]
    fn the_sum_of_the_parts_is_the_whole(
        inputs in prop::collection::vec((text(), Form::any()), 1..4),
        of in 1..=90_u32,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<PathBuf> = inputs
            .iter()
            .enumerate()
            .map(|(i, (text, form))| form.write(text, folder.path(), &format!("{i}.pgn")))
            .collect();
        let whole = mine_files(&paths, &How::default());
        // Named in another order on every second machine.
        let forward: Vec<Input> = paths.into_iter().map(Input::File).collect();
        let backward: Vec<Input> = forward.iter().rev().cloned().collect();
        let mut counters = Counters::default();
        let mut bad_games = Vec::new();
        let mut sums: Option<Vec<AnyTable>> = None;
        for index in 1..=of {
            let named = if index % 2 == 0 { &forward } else { &backward };
            let cut = shard::cut(named, format!("{index}/{of}").parse().unwrap()).unwrap();
            let part = mine_inputs(&cut.inputs, &How::default());
            counters.merge(&part.counters[0]);
            bad_games.extend(part.bad_games.into_iter().map(|(_, text)| text));
            let part = tables(&part.tables);
            match &mut sums {
                None => sums = Some(part),
                Some(sums) => {
                    for (sum, part) in sums.iter_mut().zip(&part) {
                        sum.merge(part).unwrap();
                    }
                }
            }
        }
        prop_assert_eq!(&counters, &whole.counters[0]);
        let texts: Vec<Vec<u8>> = whole.bad_games.into_iter().map(|(_, text)| text).collect();
        prop_assert_eq!(bad_games, texts);
        prop_assert!(sums.unwrap() == tables(&whole.tables));
    }
}

/// Writes `a.pgn`, plain; `b.pgn.zst`, one frame; `c.pgn.zst`, many.
fn three_databases() -> Bench {
    let bench = Bench::new();
    let toy = std::fs::read(toy()).unwrap();
    let games = |first: &str| {
        ["1-0", "0-1", "1/2-1/2", "*"]
            .map(|result| {
                format!("[Event \"x\"]\n[Result \"{result}\"]\n\n1. {first} {result}\n\n")
            })
            .concat()
    };
    bench.write("a.pgn", toy);
    bench.write("b.pgn.zst", zstd::encode_all(games("e4 c5").as_bytes(), 3).unwrap());
    let many: Vec<u8> = games("c4 { [Event")
        .as_bytes()
        .chunks(31)
        .flat_map(|chunk| zstd::encode_all(chunk, 3).unwrap())
        .collect();
    bench.write("c.pgn.zst", many);
    bench
}

const INPUTS: [&str; 3] = ["a.pgn", "b.pgn.zst", "c.pgn.zst"];

#[test]
fn merged_shards_are_the_file_of_the_whole_run() {
    let bench = three_databases();
    std::fs::create_dir(bench.path("whole")).unwrap();
    let priors = |folder: &str| format!("{folder}/priors.bin");
    bench.ok(&[&["all", "--king-buckets", "--out", "whole"], &INPUTS[..]].concat());
    bench.ok(&[&["priors", "--out", &priors("whole")], &INPUTS[..]].concat());
    for of in [1, 2, 3, 7, 40] {
        let folders: Vec<String> = (1..=of).map(|index| format!("{of}-{index}")).collect();
        for (index, folder) in (1..).zip(&folders) {
            std::fs::create_dir(bench.path(folder)).unwrap();
            let shard = format!("{index}/{of}");
            let options = ["all", "--king-buckets", "--out", folder, "--shard", &shard];
            bench.ok(&[&options, &INPUTS[..]].concat());
            let options = ["priors", "--out", &priors(folder), "--shard", &shard];
            bench.ok(&[&options, &INPUTS[..]].concat());
        }
        let squares = ["pst-opening", "pst-middlegame", "pst-endgame", "king-squares"];
        for table in [&["imbalance", "opening", "priors"], &squares[..]].concat() {
            let table = format!("{table}.bin");
            let parts: Vec<String> =
                folders.iter().rev().map(|folder| format!("{folder}/{table}")).collect();
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            let summary = bench.json(&[&["merge", "--out", "sum.bin"], &parts[..]].concat());
            assert_eq!(summary["is_whole"], true);
            assert!(
                bench.bytes("sum.bin") == bench.bytes(&format!("whole/{table}")),
                "{of} {table}"
            );
            if of == 7 {
                // As a tree, and beside other tables.
                bench.ok(&[&["merge", "--out", "left.bin"], &parts[..3]].concat());
                bench.ok(&[&["merge", "--out", "right.bin"], &parts[3..]].concat());
                bench.ok(&["merge", "--out", "sum.bin", "right.bin", "left.bin"]);
                assert!(bench.bytes("sum.bin") == bench.bytes(&format!("whole/{table}")));
                let whole = format!("whole/{table}");
                bench.ok(&["merge", "--out", "one.bin", "left.bin", &whole, "right.bin"]);
                bench.ok(&["merge", "--out", "two.bin", &whole, &whole]);
                assert!(bench.bytes("one.bin") == bench.bytes("two.bin"));
            }
        }
    }
}

#[test]
fn shards_that_are_missing_or_come_twice_are_told() {
    let bench = three_databases();
    for shard in ["1/4", "2/4", "4/4", "1/2"] {
        let out = format!("{}.bin", shard.replace('/', "-"));
        let text =
            bench.ok(&[&["imbalance", "--shard", shard, "--out", &out], &INPUTS[..]].concat());
        assert!(text.contains(&format!("This is shard {shard}.")), "{text}");
    }
    let text = bench.ok(&["merge", "--out", "sum.bin", "4-4.bin", "1-4.bin"]);
    let names = "a.pgn, b.pgn.zst, c.pgn.zst";
    assert!(text.contains(&format!("Shards 2 of 4 of {names}; missing: 2-3. ")), "{text}");
    assert_eq!(bench.json(&["merge", "--out", "sum.bin", "4-4.bin", "1-4.bin"])["is_whole"], false);
    assert_eq!(bench.bytes("sum.bin")[12], 3, "programs that know no shards refuse it");
    assert_eq!(
        bench.fails(&["merge", "--out", "again.bin", "sum.bin", "2-4.bin", "1-4.bin"]),
        "miner: `sum.bin` and `1-4.bin`: the tables cannot be merged: shard 1/4 is in both"
    );
    let text = bench.ok(&["merge", "--out", "two.bin", "1-2.bin", "1-4.bin"]);
    assert!(text.contains("missing: 2. ") && text.contains("missing: 2-4. "), "{text}");
    // A file that has become longer between the shards.
    bench.write("a.pgn", std::fs::read_to_string(toy()).unwrap().repeat(2));
    bench.ok(&[&["imbalance", "--shard", "3/4", "--out", "3-4.bin"], &INPUTS[..]].concat());
    let text = bench.ok(&["merge", "--out", "sum.bin", "1-4.bin", "2-4.bin", "3-4.bin", "4-4.bin"]);
    assert!(text.contains("The table is not whole"), "{text}");
}

#[test]
fn no_least_number_of_games_drops_as_little_as_one() {
    let bench = three_databases();
    for (shard, out) in [("1/2", "1.bin"), ("2/2", "2.bin")] {
        let options = ["opening", "--min-games", "0", "--shard", shard, "--out", out];
        bench.ok(&[&options, &INPUTS[..]].concat());
    }
    bench.ok(&["merge", "1.bin", "2.bin", "--out", "sum.bin"]);
    bench.ok(&[&["opening", "--min-games", "1", "--out", "whole.bin"], &INPUTS[..]].concat());
    assert!(bench.bytes("sum.bin") == bench.bytes("whole.bin"));
}

#[test]
fn what_cannot_be_done_in_shards_is_refused() {
    let bench = three_databases();
    bench.write("broken.pgn.zst", &bench.bytes("b.pgn.zst")[..60]);
    bench.write("t.bin", "old");
    let out = ["--out", "t.bin"];
    let broken = bench.fails(
        &[&["pst", "broken.pgn.zst", "--phase", "all", "--shard", "1/2"], &out[..]].concat(),
    );
    assert!(broken.starts_with("miner: cannot read `broken.pgn.zst`: "), "{broken}");
    let stdin = bench.fails(&[&["imbalance", "-", "--shard", "1/2"], &out[..]].concat());
    assert_eq!(stdin, "miner: `-` is not a regular file, and --shard reads no other");
    let pruned = ["opening", "a.pgn", "--min-games", "2", "--shard", "1/2"];
    assert_eq!(
        bench.fails(&[&pruned, &out[..]].concat()),
        "miner: --min-games drops moves that have more games in other shards"
    );
    for wrong in ["0/2", "3/2", "1", "1/0", "1/9999999", "a/b"] {
        let output = bench.miner(&[&["imbalance", "a.pgn", "--shard", wrong], &out[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
    for option in [&["--first", "3"][..], &["--no-duplicates"]] {
        let arguments = [&["imbalance", "a.pgn", "--shard", "1/2"], &out[..], option].concat();
        assert_eq!(bench.miner(&arguments).status.code(), Some(2), "{option:?}");
    }
    assert_eq!(bench.text("t.bin"), "old");
}

#[test]
fn a_bad_game_in_a_shard_names_the_place_that_it_counts_from() {
    let bench = Bench::new();
    let good = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n";
    bench.write("x.pgn", [&good.repeat(30), &good.replace("e4", "e5"), good].concat());
    let all = bench.json(&["imbalance", "x.pgn", "--out", "t.bin"]);
    let half = bench.json(&["imbalance", "x.pgn", "--out", "t.bin", "--shard", "2/2"]);
    let [all, half] = [all, half].map(|summary| summary["bad_games"][0].clone());
    let start = 16 * good.len() as u64;
    assert_eq!(half["input"], format!("x.pgn from byte {start} on"));
    assert_eq!(half["offset"].as_u64().unwrap() + start, all["offset"].as_u64().unwrap());
    assert_eq!(half["game"].as_u64().unwrap() + 16, all["game"].as_u64().unwrap());
    assert_eq!(half["line"].as_u64().unwrap() + 16 * 5, all["line"].as_u64().unwrap());
    assert_eq!(half["error"], all["error"]);
}
