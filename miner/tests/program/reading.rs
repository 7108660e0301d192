//! Odd things that real files hold, as the user sees them.

use std::io::Write;

use crate::bench::Bench;
use serde_json::Value;

fn game(tags: &str, moves: &str) -> String {
    format!("[Event \"?\"]\n[Result \"1-0\"]\n{tags}\n{moves} 1-0\n\n")
}

/// What becomes of games with these tags and moves.
fn check(games: &[(&str, &str)]) -> Value {
    let bench = Bench::new();
    bench.write("g.pgn", games.iter().map(|(tags, moves)| game(tags, moves)).collect::<String>());
    bench.json(&["check", "g.pgn"])
}

#[test]
fn escaped_annotation_glyphs_are_passed_over() {
    let plain = check(&[("", "1. e4 e5 2. Nf3 Nc6")]);
    for moves in [
        r"1. e4 \$14 e5 \$1 2. Nf3 \$142 Nc6 \$10",
        r"1. e4\$14 e5\$1 2. Nf3\$2 Nc6\$3",
        r"1. e4 \! e5\!? 2. Nf3\?? Nc6 \?!",
        r"1. e4 ( 1. d4 \$2 d5\$4 ) e5 2. Nf3 Nc6\!",
    ] {
        let read = check(&[("", moves)]);
        for name in ["games_used", "positions", "rejected"] {
            assert_eq!(read[name], plain[name], "{moves}: {read}");
        }
    }
    for moves in [r"1. e4 \ e5", r"1. e4 \$ e5", r"1. e4 \x e5", r"1. e4\e5"] {
        assert_eq!(check(&[("", moves)])["rejected"]["movetext"], 1, "{moves}");
    }
}

#[test]
fn a_variant_without_a_name_is_none() {
    let names = ["", " ", "?", "-", "Standard"];
    let tags = names.map(|name| format!("[Variant \"{name}\"]\n"));
    let games: Vec<_> = tags.iter().map(|tag| (tag.as_str(), "1. e4")).collect();
    let read = check(&games);
    assert_eq!(read["games_used"], names.len() as u64, "{read}");
    assert_eq!(check(&[("[Variant \"Atomic\"]\n", "1. e4")])["rejected"]["variant"], 1);
}

#[test]
fn a_null_move_is_named() {
    for null in ["--", "Z0", "@@@@", "1...--"] {
        let read = check(&[("", &format!("1. e4 {null} 2. d4"))]);
        assert_eq!(read["rejected"]["movetext"], 1, "{null}");
        assert_eq!(read["bad_games"][0]["error"], format!("`{null}` is a null move"));
    }
    // In a variation it costs nothing.
    assert_eq!(check(&[("", "1. e4 ( 1. d4 -- 2. c4 ) e5")])["games_used"], 1);
}

#[test]
fn members_of_one_name_in_a_zip_are_all_read() {
    let bench = Bench::new();
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    // The writer refuses what other programs write: names of the same length, made equal below.
    for (name, moves) in
        [("1.pgn", "1. e4"), ("2.pgn", "1. d4"), ("x.pgn", "1. c4"), ("3.pgn", "1. Ke5")]
    {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(game("", moves).as_bytes()).unwrap();
    }
    let mut bytes = zip.finish().unwrap().into_inner();
    for name in [b"1.pgn", b"2.pgn", b"3.pgn"] {
        let places: Vec<_> = memchr::memmem::find_iter(&bytes, name).collect();
        assert_eq!(places.len(), 2);
        places.iter().for_each(|&at| bytes[at..at + 5].copy_from_slice(b"g.pgn"));
    }
    bench.write("g.zip", bytes);
    let read = bench.json(&["check", "g.zip"]);
    assert_eq!((&read["games_read"], &read["games_used"]), (&4.into(), &3.into()), "{read}");
    assert_eq!(read["bad_games"][0]["input"], "g.zip:g.pgn");
}

#[test]
fn a_packed_file_that_breaks_off_gives_what_came_before() {
    let bench = Bench::new();
    let text = [game("", "1. e4"), game("", "1. d4")].concat();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).unwrap();
    gzip.flush().unwrap();
    bench.write("g.pgn.gz", gzip.get_ref());
    let mut zstd = zstd::encode_all(text.as_bytes(), 1).unwrap();
    zstd.extend(&zstd::encode_all(text.as_bytes(), 1).unwrap()[..10]);
    bench.write("g.pgn.zst", zstd);
    for name in ["g.pgn.gz", "g.pgn.zst"] {
        let output = bench.miner(&["check", name, "--json"]);
        assert_eq!(output.status.code(), Some(3), "{name}");
        let read: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(read["unread_inputs"][0]["input"], name);
        // The second game may have gone on.
        assert_eq!((&read["games_read"], &read["games_used"]), (&2.into(), &1.into()), "{read}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn only_a_packed_file_is_left_out_beside_its_text() {
    let bench = Bench::new();
    let text = game("", "1. e4");
    let zstd = zstd::encode_all(text.as_bytes(), 1).unwrap();
    for (names, games) in [
        (&["Games.pgn", "games.pgn"][..], 2),
        (&["games.PGN", "games.pgn"], 2),
        (&["Games.pgn", "games.pgn.zst"], 2),
        (&["Games.pgn.zst", "games.pgn.gz"], 2),
        (&["games.pgn", "games.PGN.ZST"], 1),
        (&["games.PGN", "games.pgn.zst"], 1),
        // Told by its name, it is packed otherwise.
        (&["games.pgn.ZST", "games.pgn.gz"], 1),
    ] {
        let folder = names.join(" ");
        std::fs::create_dir(bench.path(&folder)).unwrap();
        for name in names {
            let is_plain = name.to_ascii_lowercase().ends_with(".pgn");
            let content = if is_plain { text.as_bytes() } else { &zstd };
            bench.write(&format!("{folder}/{name}"), content);
        }
        assert_eq!(bench.json(&["check", &folder])["games_read"], games, "{folder}");
    }
}

#[test]
fn of_a_set_up_position_four_fields_are_asked_for() {
    let bench = Bench::new();
    let write = |fen: &str| {
        let tags = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
        bench.write("g.pgn", game(&tags, "1... Kd7 2. e4"));
        bench.json(&["check", "g.pgn", "--include-setup"])
    };
    let fields = "4k3/8/8/8/8/8/4P3/4K3 b - -";
    for (counters, moves) in [
        ("", "1... Kd7 2. e4 1-0"),
        (" 0 1", "1... Kd7 2. e4 1-0"),
        (" 5", "1... Kd7 2. e4 1-0"),
        (" - -", "1... Kd7 2. e4 1-0"),
        (" -1 1", "1... Kd7 2. e4 1-0"),
        (" 0.5 1", "1... Kd7 2. e4 1-0"),
        (" x 34", "34... Kd7 35. e4 1-0"),
        (" 12 34 5", "34... Kd7 35. e4 1-0"),
    ] {
        let read = write(&format!("{fields}{counters}"));
        assert_eq!(read["games_used"], 1, "{counters}: {read}");
        bench.ok(&["games", "g.pgn", "--include-setup", "--clean", "-o", "clean.pgn"]);
        let clean = bench.text("clean.pgn");
        assert!(clean.contains(&format!("\n{moves}\n")), "{counters}: {clean}");
    }
    for wrong in ["4k3/8/8/8/8/8/4P3/8 b - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 x - -", "- -", ""] {
        assert_eq!(write(wrong)["rejected"]["setup"], 1, "{wrong}");
    }
}

#[test]
fn what_is_wrong_with_an_archive_is_said_in_words() {
    let bench = Bench::new();
    let mut packed = std::io::Cursor::new(Vec::new());
    let mut writer = sevenz_rust2::ArchiveWriter::new(&mut packed).unwrap();
    let entry = sevenz_rust2::ArchiveEntry::new_file("g.pgn");
    writer.push_archive_entry(entry, Some(game("", "1. e4").repeat(50).as_bytes())).unwrap();
    writer.finish().unwrap();
    let packed = packed.into_inner();
    for at in (0..packed.len()).step_by(3) {
        for cut in [false, true] {
            let mut broken = packed.clone();
            broken[at] ^= 0xff;
            if cut {
                broken.truncate(at + 7);
            }
            bench.write("g.7z", broken);
            let output = bench.miner(&["check", "g.7z"]);
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8(said).unwrap();
            for debug in ["Error {", "kind:", "(\"", "Io(", "Mismatch", "Failed"] {
                assert!(!said.contains(debug), "{at}: {said}");
            }
        }
    }
}
