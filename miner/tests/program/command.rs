//! The program through its real command line.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::bench::Bench;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_toy_games_give_exactly_the_contracts_numbers() {
    let bench = Bench::new();
    let toy = fixture("toy.pgn");
    let toy = toy.to_str().unwrap();
    for (arguments, expected) in [
        (&["imbalance", "--stable-plies", "1"][..], "toy-imbalance.csv"),
        (&["imbalance"], "toy-imbalance-stable-2.csv"),
        (&["imbalance", "--stable-plies", "2"], "toy-imbalance-stable-2.csv"),
        (
            &["imbalance", "--stable-plies", "1", "--include-setup"],
            "toy-imbalance-include-setup.csv",
        ),
        (&["pst", "--phase", "all"], "toy-pst.csv"),
        (&["opening"], "toy-opening.csv"),
    ] {
        let outs = [toy, "--min-elo", "3100", "--out", "t.bin", "--csv", "t.csv"];
        bench.json(&[arguments, &outs].concat());
        let csv = fs::read_to_string(bench.path("t.csv")).unwrap();
        assert_eq!(csv, fs::read_to_string(fixture(expected)).unwrap(), "{arguments:?}");
    }
}

#[test]
fn the_summary_accounts_for_every_game() {
    let bench = Bench::new();
    let toy = fixture("toy.pgn");
    let toy = toy.to_str().unwrap();
    let options = ["--min-elo", "3100", "--include-setup", "--stable-plies", "1", "--out", "t"];
    let summary = bench.json(&[&["imbalance", toy][..], &options].concat());
    assert_eq!(summary["games_read"], 7);
    assert_eq!(summary["games_used"], 4);
    assert_eq!(summary["rejected"], serde_json::json!({"elo": 1, "no_elo": 1, "result": 1}));
    assert_eq!(summary["positions"], 37);
    assert_eq!(summary["out_of_caps_positions"], 3);
    assert_eq!(summary["cells_in_use"], 10);
    assert_eq!(summary["bytes"], fs::metadata(bench.path("t")).unwrap().len());
}

#[test]
fn packed_inputs_pipes_and_any_order_give_the_same_counts() {
    let bench = Bench::new();
    let plain = fs::read(fixture("toy.pgn")).unwrap();
    let zst = zstd::encode_all(&plain[..], 3).unwrap();
    // Two frames, as parallel packers write them.
    let half = plain.len() / 2;
    let frames = [&plain[..half], &plain[half..]].map(|part| zstd::encode_all(part, 3).unwrap());
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gz, &plain).unwrap();
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    std::io::Write::write_all(&mut bz2, &plain).unwrap();
    fs::write(bench.path("plain.pgn"), &plain).unwrap();
    // Content decides, not the name.
    fs::write(bench.path("zst.txt"), zst).unwrap();
    fs::write(bench.path("frames.pgn.zst"), frames.concat()).unwrap();
    fs::write(bench.path("gz.pgn"), gz.finish().unwrap()).unwrap();
    fs::write(bench.path("bz2.pgn.gz"), bz2.finish().unwrap()).unwrap();
    let csv = |input: &str| {
        bench.json(&["imbalance", input, "--out", "t.bin", "--csv", "t.csv"]);
        fs::read_to_string(bench.path("t.csv")).unwrap()
    };
    let expected = csv("plain.pgn");
    for packed in ["zst.txt", "frames.pgn.zst", "gz.pgn", "bz2.pgn.gz"] {
        assert_eq!(csv(packed), expected, "{packed}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_miner"))
        .args(["imbalance", "-", "--out", "t.bin", "--csv", "t.csv"])
        .current_dir(bench.path(""))
        .stdin(fs::File::open(bench.path("frames.pgn.zst")).unwrap())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(bench.path("t.csv")).unwrap(), expected);

    bench.json(&["imbalance", "plain.pgn", "gz.pgn", "--out", "ab.bin", "--threads", "1"]);
    bench.json(&["imbalance", "gz.pgn", "plain.pgn", "--out", "ba.bin", "--threads", "2"]);
    assert_eq!(fs::read(bench.path("ab.bin")).unwrap(), fs::read(bench.path("ba.bin")).unwrap());
}

#[test]
fn folders_are_searched() {
    let bench = Bench::new();
    fs::create_dir_all(bench.path("games/deep")).unwrap();
    fs::copy(fixture("toy.pgn"), bench.path("games/a.PGN")).unwrap();
    fs::copy(fixture("toy.pgn"), bench.path("games/deep/b.pgn")).unwrap();
    fs::write(bench.path("games/notes.txt"), "no games").unwrap();
    let summary = bench.json(&["imbalance", "games", "--out", "t.bin"]);
    assert_eq!(summary["games_read"], 14);
}

#[test]
fn failures_say_what_is_wrong_and_leave_the_old_table() {
    let bench = Bench::new();
    let toy = fixture("toy.pgn");
    let toy = toy.to_str().unwrap();
    bench.json(&["imbalance", toy, "--out", "t.bin"]);
    let before = fs::read(bench.path("t.bin")).unwrap();

    let missing = bench.miner(&["imbalance", "missing.pgn", "--out", "t.bin"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stderr).starts_with("miner: cannot read `missing.pgn`: "));

    let no_folder = bench.miner(&["imbalance", toy, "--out", "t.bin/such/t.bin"]);
    assert_eq!(no_folder.status.code(), Some(1));
    assert!(text(&no_folder.stderr).starts_with("miner: cannot write `t.bin/such/t.bin`: "));

    let usage = bench.miner(&["imbalance", toy, "--min-elo", "many"]);
    assert_eq!(usage.status.code(), Some(2));
    assert_eq!(fs::read(bench.path("t.bin")).unwrap(), before);
}

#[test]
fn a_truncated_archive_is_named_and_the_rest_is_mined() {
    let bench = Bench::new();
    // Hard to pack, so that half of the bytes hold games.
    let games: String = (0..30_000_u32)
        .map(|i| {
            let noise = i.wrapping_mul(2_654_435_761);
            format!("[Event \"{noise:x}\"]\n[Result \"1-0\"]\n\n1. e4 {{{noise:o}}} e5 1-0\n\n")
        })
        .collect();
    let packed = zstd::encode_all(games.as_bytes(), 1).unwrap();
    fs::write(bench.path("cut.pgn.zst"), &packed[..packed.len() / 2]).unwrap();
    fs::copy(fixture("toy.pgn"), bench.path("toy.pgn")).unwrap();
    let output = bench.miner(&["imbalance", "cut.pgn.zst", "toy.pgn", "--out", "t.bin", "--json"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["unread_inputs"][0]["input"], "cut.pgn.zst");
    let read = summary["unread_inputs"][0]["games_read"].as_u64().unwrap();
    assert!((1..30_000).contains(&read), "{read}");
    // The toy games, and the one that breaks off.
    assert_eq!(summary["games_read"].as_u64().unwrap(), read + 7 + 1);
}

#[test]
fn bad_games_are_named_with_their_place() {
    let bench = Bench::new();
    let games = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n\
                 [Event \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5\n2. Ke3 1-0\n";
    fs::write(bench.path("g.pgn"), games).unwrap();
    let summary = bench.json(&["opening", "g.pgn", "--out", "t.bin"]);
    let bad = &summary["bad_games"][0];
    assert_eq!((&bad["game"], &bad["line"]), (&2.into(), &10.into()), "{bad}");
    assert_eq!(bad["error"], "`Ke3` fits no legal move");
    let offset = usize::try_from(bad["offset"].as_u64().unwrap()).unwrap();
    assert!(games[offset..].starts_with("Ke3"));
}

#[test]
fn archives_with_several_files() {
    use std::io::Write;
    let bench = Bench::new();
    let plain = fs::read(fixture("toy.pgn")).unwrap();
    let members = [("one.pgn", &plain[..]), ("read.me", b"no games"), ("deep/two.PGN", &plain)];
    let mut zip = zip::ZipWriter::new(fs::File::create(bench.path("games.zip")).unwrap());
    for (name, bytes) in members {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
    let mut seven = sevenz_rust2::ArchiveWriter::create(bench.path("games.7z")).unwrap();
    for (name, bytes) in members {
        let entry = sevenz_rust2::ArchiveEntry::new_file(name);
        seven.push_archive_entry(entry, Some(bytes)).unwrap();
    }
    seven.finish().unwrap();
    let mut xz = lzma_rust2::XzWriter::new(Vec::new(), lzma_rust2::XzOptions::default()).unwrap();
    xz.write_all(&plain).unwrap();
    fs::write(bench.path("games.pgn.xz"), xz.finish().unwrap()).unwrap();
    let mut lz4 = lz4_flex::frame::FrameEncoder::new(Vec::new());
    lz4.write_all(&plain).unwrap();
    fs::write(bench.path("games.pgn.lz4"), lz4.finish().unwrap()).unwrap();
    for (name, games) in [("zip", 14), ("7z", 14), ("pgn.xz", 7), ("pgn.lz4", 7)] {
        let name = format!("games.{name}");
        let summary = bench.json(&["imbalance", &name, "--out", "t.bin"]);
        assert_eq!(summary["games_read"], games, "{name}");
    }
    // Two archives, and one of the two that are the same text by their names.
    assert_eq!(bench.json(&["imbalance", ".", "--out", "t.bin"])["games_read"], 35);

    // Cut short, or without games, or from a pipe: one sentence each.
    let whole = fs::read(bench.path("games.7z")).unwrap();
    fs::write(bench.path("cut.7z"), &whole[..whole.len() / 2]).unwrap();
    let mut zip = zip::ZipWriter::new(fs::File::create(bench.path("none.zip")).unwrap());
    zip.start_file("read.me", zip::write::SimpleFileOptions::default()).unwrap();
    zip.finish().unwrap();
    for bad in ["cut.7z", "none.zip"] {
        let output = bench.miner(&["imbalance", bad, "--out", "t.bin"]);
        assert_eq!(output.status.code(), Some(1), "{bad}");
        let stderr = text(&output.stderr);
        assert!(stderr.starts_with(&format!("miner: cannot read `{bad}`: ")), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}

/// A place in an archive is one in a member; a game that is cut off at the end of one does not go on
/// in the next.
#[test]
fn places_in_archives_name_the_member() {
    let bench = Bench::new();
    let bad = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n\
               [Event \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5\n2. Ke3 1-0\n";
    let open = "[Event \"c\"]\n[Result \"1-0\"]\n\n1. e4 {never closed";
    let texts = [fs::read(fixture("toy.pgn")).unwrap(), bad.into(), open.into(), bad.into()];
    let names = ["good.pgn", "deep/bad.pgn", "open.pgn", "last.pgn"];
    let mut zip = zip::ZipWriter::new(fs::File::create(bench.path("g.zip")).unwrap());
    let mut seven = sevenz_rust2::ArchiveWriter::create(bench.path("g.7z")).unwrap();
    for (name, bytes) in names.into_iter().zip(&texts) {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut zip, bytes).unwrap();
        let entry = sevenz_rust2::ArchiveEntry::new_file(name);
        seven.push_archive_entry(entry, Some(&bytes[..])).unwrap();
    }
    zip.finish().unwrap();
    seven.finish().unwrap();
    for archive in ["g.zip", "g.7z"] {
        let summary = bench.json(&["check", archive]);
        assert_eq!(summary["games_read"], 7 + 2 + 1 + 2, "{summary}");
        let places: Vec<_> = summary["bad_games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|bad| {
                format!("{} {} {} {}", bad["input"], bad["game"], bad["line"], bad["offset"])
            })
            .collect();
        let place = |member, rest| format!("\"{archive}:{member}\" {rest}");
        let offset = bad.find("Ke3").unwrap();
        let expected = [
            place("deep/bad.pgn", format!("2 10 {offset}")),
            place("open.pgn", format!("1 4 {}", open.find('{').unwrap())),
            place("last.pgn", format!("2 10 {offset}")),
        ];
        assert_eq!(places, expected);
        let strict = bench.fails(&["imbalance", archive, "--strict", "--out", "t.bin"]);
        assert!(strict.contains(&format!("{archive}:deep/bad.pgn: game 2, line 10")), "{strict}");
    }
}

/// UTF-16 and old Mac text are read as what they mean, from files, pipes and archives.
#[test]
fn encodings_of_text() {
    use std::io::Write;
    let bench = Bench::new();
    let toy = fs::read_to_string(fixture("toy.pgn")).unwrap();
    let utf16 = |to_bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        ["\u{feff}", &toy].concat().encode_utf16().flat_map(to_bytes).collect()
    };
    let mut zip = zip::ZipWriter::new(fs::File::create(bench.path("texts.zip")).unwrap());
    for (name, bytes) in [
        ("le.pgn", utf16(u16::to_le_bytes)),
        ("be.pgn", utf16(u16::to_be_bytes)),
        ("cr.pgn", toy.replace('\n', "\r").into_bytes()),
        ("crlf.pgn", toy.replace('\n', "\r\n").into_bytes()),
    ] {
        bench.write(name, &bytes);
        bench.write(&format!("{name}.zst"), zstd::encode_all(&bytes[..], 1).unwrap());
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(&bytes).unwrap();
    }
    zip.finish().unwrap();
    bench.write("toy.pgn", &toy);
    let csv = |inputs: &[&str]| {
        bench.ok(&[&["imbalance", "--out", "t.bin", "--csv", "t.csv"], inputs].concat());
        bench.text("t.csv")
    };
    let once = csv(&["toy.pgn"]);
    for name in ["le.pgn", "be.pgn", "cr.pgn", "crlf.pgn"] {
        assert_eq!(csv(&[name]), once, "{name}");
        assert_eq!(csv(&[&format!("{name}.zst")]), once, "{name}.zst");
    }
    let copies = ["1.pgn", "2.pgn", "3.pgn", "4.pgn"];
    copies.iter().for_each(|name| bench.write(name, &toy));
    assert_eq!(csv(&["texts.zip"]), csv(&copies));
}
