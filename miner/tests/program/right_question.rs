//! What is answered is what was asked: of the right table, whole, and each game once.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::os::unix::fs::symlink;

use crate::bench::{Bench, toy};

#[test]
fn a_table_of_another_phase_does_not_answer() {
    let bench = Bench::new();
    let toy = toy();
    let toy = toy.to_str().unwrap();
    bench.ok(&["pst", toy, "--phase", "endgame", "--out", "e.bin"]);
    let ask = ["show", "pst", "king", "--table", "e.bin", "--phase"];
    assert_eq!(
        bench.fails(&[&ask[..], &["opening"]].concat()),
        "miner: `e.bin` counts the phase endgame, not opening"
    );
    assert_eq!(bench.json(&[&ask[..], &["endgame"]].concat())["phase"], "endgame");
    // Without a phase the table says which.
    assert_eq!(bench.json(&ask[..5])["phase"], "endgame");
}

#[test]
fn a_table_of_some_shards_is_not_taken_for_whole() {
    let bench = Bench::new();
    std::fs::copy(toy(), bench.path("g.pgn")).unwrap();
    for (kind, out) in [
        (&["imbalance"][..], "i.bin"),
        (&["pst", "--phase", "all"], "p.bin"),
        (&["opening"], "o.bin"),
    ] {
        bench.ok(&[kind, &["g.pgn", "--shard", "1/2", "--out", out]].concat());
    }
    for command in [
        "show imbalance KvK --table i.bin",
        "show histogram --table i.bin",
        "show classes --table i.bin",
        "show tiers i.bin",
        "show pst king --table p.bin",
        "show opening --table o.bin",
        "export i.bin --out t.csv",
        "export p.bin --out t.json",
        "export o.bin --out t.parquet",
        "book o.bin --out b.epd",
        "diff i.bin i.bin",
        "validate i.bin g.pgn",
    ] {
        let sentence = bench.fails(&command.split(' ').collect::<Vec<_>>());
        let says = "holds only shards 1 of 2 of g.pgn; missing: 2. Complete it with `miner merge`";
        assert!(sentence.ends_with(says), "{command}: {sentence}");
    }
}

/// What a run says beside its summary, and how many games it read.
fn read(bench: &Bench, inputs: &[&str]) -> (String, u64) {
    let output = bench.miner(&[&["imbalance", "--out", "t.bin", "--json"], inputs].concat());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    (said, summary["games_read"].as_u64().unwrap())
}

#[test]
fn each_file_is_read_once() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("folder")).unwrap();
    for name in ["g.pgn", "folder/a.pgn"] {
        std::fs::copy(toy(), bench.path(name)).unwrap();
    }
    symlink("a.pgn", bench.path("folder/b.pgn")).unwrap();
    let packed = zstd::encode_all(&bench.bytes("g.pgn")[..], 1).unwrap();
    bench.write("folder/a.pgn.zst", &packed);
    bench.write("g.pgn.zst", &packed);
    bench.write("other.pgn.zst", &packed);
    for (inputs, says) in [
        (&["g.pgn", "g.pgn"][..], "miner: `g.pgn` is named twice, and read once\n"),
        (
            &["g.pgn", "./g.pgn"],
            "miner: `./g.pgn` is the same file as `g.pgn`, and is not read again\n",
        ),
        (
            &["folder"],
            "miner: `folder/b.pgn` is the same file as `folder/a.pgn`, and is not read again\n\
             miner: `folder/a.pgn.zst` is left out: `folder/a.pgn` lies beside it; rename one if it holds other games\n",
        ),
        (
            &["g.pgn.zst", "g.pgn"],
            "miner: `g.pgn.zst` is left out: `g.pgn` lies beside it; rename one if it holds other games\n",
        ),
        (&["other.pgn.zst"], ""),
    ] {
        assert_eq!(read(&bench, inputs), (says.to_owned(), 7), "{inputs:?}");
    }
    // Copies are files of their own, and are counted, but not without a word.
    let (said, games) = read(&bench, &["g.pgn", "folder/a.pgn"]);
    assert_eq!(said, "miner: `a.pgn` and `g.pgn` hold the same bytes: their games count twice\n");
    assert_eq!(games, 14);
}

#[test]
fn bench_reads_the_same_text_packed_or_not() {
    let bench = Bench::new();
    let text = std::fs::read(toy()).unwrap().repeat(200);
    bench.write("g.pgn", &text);
    bench.write("g.zst", zstd::encode_all(&text[..], 1).unwrap());
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gz, &text).unwrap();
    bench.write("g.gz", gz.finish().unwrap());
    // The row that read packed bytes as if they were games was many times faster than on the plain file.
    let speed = |file: &str| -> f64 {
        let rows = bench.ok(&["bench", file, "--rounds", "3", "--only", "the same, from file"]);
        let head = format!("{} bytes, 1400 games, ", text.len());
        assert!(rows.starts_with(&head), "{file}: {rows}");
        let row = rows.lines().find(|line| line.starts_with("the same, from file")).unwrap();
        row[32..].split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    let plain = speed("g.pgn");
    for file in ["g.zst", "g.gz"] {
        let packed = speed(file);
        assert!(packed < 3.0 * plain, "{file}: {packed} MB/s, plain {plain}");
    }
}
