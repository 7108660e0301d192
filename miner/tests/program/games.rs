//! `miner games`: which games come out, in which order, and that other programs read the same in them.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use parquet::{
    file::reader::{FileReader, SerializedFileReader},
    record::{Row, RowAccessor},
};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Chess, EnPassantMode, fen::Fen, uci::UciMove};
use std::{fmt::Write as _, fs::File, ops::ControlFlow};

use crate::bench::{Bench, toy};

/// Games with what PGN allows: comments, variations, NAGs, marks, several lines, CR LF, castling with zeros.
const WILD: &str = "\
[Event \"a \\\"b\\\"\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n[WhiteElo \"2500\"]\n\
[BlackElo \"2400\"]\n\n1. e4 {best (by test)} e5 $1 2. Nf3 (2. f4 exf4 (2... d5)) 2... Nc6!?\n\
3. Bb5 a6 4. 0-0 ; castles\nNge7 5. Nc3 d6 6. Re1 Bd7 7. Nd5 1-0\n\n\
[Event \"c\"]\r\n[White \"Cid\"]\r\n[Black \"Dan\"]\r\n[Result \"0-1\"]\r\n\r\n\
1. f3 e5 2. g4 Qh4# 0-1\r\n\r\n\
[Event \"d\"]\n[White \"Eve\"]\n[Black \"Fay\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n\
[FEN \"7k/P7/8/1N6/8/8/8/1N1NK3 b - - 0 30\"]\n\n30... Kg7 31. N5c3 Kf7 32. Nd5 Kg7 33. Nd1c3 \
Kf7 34. a8=R Kg7 1/2-1/2\n\n\
[Event \"e\"]\n[White \"Gus\"]\n[Black \"Ann\"]\n[Result \"*\"]\n\n1. e4 *\n\n";

#[test]
fn what_passes_keeps_its_bytes_and_its_place() {
    let bench = Bench::new();
    let (first, _) = WILD.split_at(WILD.find("[Event \"c\"]").unwrap());
    bench.write("wild.pgn", WILD);
    let (sound, _) = WILD.split_at(WILD.find("[Event \"e\"]").unwrap());
    bench.ok(&["games", "wild.pgn", "--include-setup", "--out", "all.pgn"]);
    assert_eq!(bench.text("all.pgn"), sound);
    bench.ok(&["games", "wild.pgn", "--min-elo", "2400", "--out", "strong.pgn"]);
    assert_eq!(bench.text("strong.pgn"), first);
    // Between two games is a blank line, whatever a file ends with.
    bench.write("bare.pgn", "1. d4 d5 1/2-1/2");
    bench.write("again.pgn", "1. d4 d5 1/2-1/2");
    bench.ok(&["games", "bare.pgn", "wild.pgn", "again.pgn", "--out", "three.pgn"]);
    let text = bench.text("three.pgn");
    assert!(text.starts_with("1. d4 d5 1/2-1/2\n\n[Event"), "{text}");
    assert!(text.ends_with("# 0-1\r\n\r\n1. d4 d5 1/2-1/2\n\n"), "{text}");
}

#[test]
fn standard_output_holds_games_and_nothing_else() {
    let bench = Bench::new();
    bench.ok(&["games", toy().to_str().unwrap(), "--out", "file.pgn"]);
    let output = bench.miner(&["games", toy().to_str().unwrap()]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), bench.text("file.pgn"));
    let summary = String::from_utf8(output.stderr).unwrap();
    assert!(summary.contains("games read") && summary.contains("standard output"), "{summary}");
    let output = bench.miner(&["games", toy().to_str().unwrap(), "-o", "-"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), bench.text("file.pgn"));
    assert!(!bench.path("-").exists());
    let said = bench.fails(&["games", toy().to_str().unwrap(), "-o", "-", "--split", "eco"]);
    assert_eq!(said, "miner: --split writes files: name one with --out");
    // Endings tell in either case.
    for name in ["t.uci", "t.UCI"] {
        bench.ok(&["games", toy().to_str().unwrap(), "-o", name]);
    }
    assert_eq!(bench.text("t.uci"), bench.text("t.UCI"));
    for name in ["t.pgn.zst", "t.csv"] {
        let refused = bench.fails(&["games", toy().to_str().unwrap(), "-o", name]);
        assert!(refused.contains("--format"), "{refused}");
    }
}

/// Many games in no order that could be guessed.
fn many() -> String {
    (0..3_000).fold(String::new(), |mut text, number| {
        let elo = 2000 + number * 7919 % 1000;
        let moves = ["1. e4 c5 2. Nf3", "1. d4 Nf6 2. c4 e6", "1. c4 {long: [Event \"x\"]} e5"];
        write!(
            text,
            "[Event \"{number}\"]\n[Result \"1-0\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"{elo}\"]\n\n{} 1-0\n\n",
            moves[number % 3]
        )
        .unwrap();
        text
    })
}

#[test]
fn threads_and_packing_make_no_difference() {
    let bench = Bench::new();
    // Blocks are a megabyte or so: several of them.
    let text = many().repeat(8);
    bench.write("many.pgn", &text);
    for format in [&["--format", "pgn"][..], &["--clean"], &["--format", "uci"]] {
        let games = |threads: &str, out: &str| {
            let fixed = ["games", "many.pgn", "--min-elo", "2300", "--threads", threads, "-o", out];
            bench.ok(&[&fixed[..], format].concat());
            bench.bytes(out)
        };
        let one = games("1", "one");
        assert!(one.len() > 200_000);
        assert!(games("4", "four") == one, "{format:?}");
    }
    bench.ok(&["games", "many.pgn", "--first", "2000", "--threads", "3", "-o", "first.pgn"]);
    let first = bench.text("first.pgn");
    assert!(text.starts_with(&first) && first.matches("[Result").count() == 2_000);
}

/// The moves of games as SAN and as UCI, by pgn-reader and shakmaty.
#[derive(Default)]
struct Judge {
    position: Option<Chess>,
    san: Vec<String>,
    uci: Vec<String>,
}

impl Visitor for Judge {
    type Tags = Option<Fen>;
    type Movetext = (Chess, String, String);
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Fen>> {
        ControlFlow::Continue(None)
    }

    fn tag(&mut self, fen: &mut Option<Fen>, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            *fen = Some(Fen::from_ascii(value.as_bytes()).unwrap());
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, fen: Option<Fen>) -> ControlFlow<(), Self::Movetext> {
        let position = fen
            .map_or_else(Chess::default, |fen| fen.into_position(CastlingMode::Standard).unwrap());
        ControlFlow::Continue((position, String::new(), String::new()))
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, game: &mut Self::Movetext, san: SanPlus) -> ControlFlow<()> {
        let (position, sans, ucis) = game;
        let mv = san.san.to_move(position).unwrap();
        write!(ucis, "{} ", UciMove::from_move(mv, CastlingMode::Standard)).unwrap();
        write!(sans, "{} ", shakmaty::san::SanPlus::from_move_and_play_unchecked(position, mv))
            .unwrap();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (position, san, uci): Self::Movetext) {
        self.position = Some(position);
        self.san.push(san);
        self.uci.push(uci);
    }
}

fn judge(text: &str) -> Judge {
    let mut judge = Judge::default();
    let mut reader = Reader::new(text.as_bytes());
    while reader.read_game(&mut judge).unwrap().is_some() {}
    judge
}

/// The words of cleaned games' moves.
fn moves(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('['));
    let words = |line: &str| {
        let words = line
            .split(' ')
            .filter(|word| !word.ends_with('.') && !word.contains('-') || word.contains('O'));
        words.map(|word| format!("{word} ")).collect()
    };
    lines.map(words).collect()
}

#[test]
fn names_of_moves_are_those_of_shakmaty() {
    let bench = Bench::new();
    let sound = WILD.split_at(WILD.find("[Event \"e\"]").unwrap()).0;
    bench.write("wild.pgn", sound);
    let fixed = ["games", "wild.pgn", "--include-setup"];
    bench.ok(&[&fixed[..], &["--clean", "-o", "clean.pgn"]].concat());
    bench.ok(&[&fixed[..], &["-o", "moves.uci"]].concat());
    let judged = judge(sound);
    assert_eq!(judged.san.len(), 3);
    assert!(judged.san[2].contains("N5c3") && judged.san[2].contains("Nd1c3"), "{:?}", judged.san);
    assert_eq!(moves(&bench.text("clean.pgn")), judged.san);
    assert_eq!(judge(&bench.text("clean.pgn")).uci, judged.uci);
    let lines = bench.text("moves.uci");
    let results = ["1-0", "0-1", "1/2-1/2"];
    for ((line, uci), result) in lines.lines().zip(&judged.uci).zip(results) {
        assert!(line.ends_with(&format!("{uci}{result}")), "{line}");
    }
    assert!(lines.contains("\nfen 7k/P7/8/1N6/8/8/8/1N1NK3 b - - 0 30 moves h8g7 "), "{lines}");
    let last = judged.position.unwrap();
    assert_eq!(Fen::from_position(&last, EnPassantMode::Legal).as_setup().fullmoves.get(), 35);
}

#[test]
fn tags_are_chosen() {
    let bench = Bench::new();
    bench.write("wild.pgn", WILD);
    bench.ok(&[
        "games",
        "wild.pgn",
        "--clean",
        "--tags",
        "seven,WhiteElo",
        "--result",
        "1-0",
        "-o",
        "one.pgn",
    ]);
    assert_eq!(
        bench.text("one.pgn"),
        "[Event \"a \\\"b\\\"\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\
         [Result \"1-0\"]\n[WhiteElo \"2500\"]\n\n\
         1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nge7 5. Nc3 d6 6. Re1 Bd7 7. Nd5 1-0\n\n"
    );
}

#[test]
fn a_set_up_position_stays_with_its_game() {
    let bench = Bench::new();
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
    bench.write(
        "odds.pgn",
        format!("[Event \"odds\"]\n[Result \"1-0\"]\n[FEN \"{fen}\"]\n\n1. e4 e5 2. Nf3 1-0\n"),
    );
    let command = "games odds.pgn --include-setup --clean -o o.pgn --tags";
    for tags in ["Event", "Event,FEN"] {
        bench.ok(&command.split(' ').chain([tags]).collect::<Vec<_>>());
        let text = bench.text("o.pgn");
        assert!(text.contains("[SetUp \"1\"]\n"), "{text}");
        assert_eq!(text.matches(&format!("[FEN \"{fen}\"]\n")).count(), 1, "{text}");
    }
}

#[test]
fn cleaned_games_make_the_same_tables() {
    let bench = Bench::new();
    bench.ok(&["games", toy().to_str().unwrap(), "--clean", "--include-setup", "-o", "clean.pgn"]);
    for (input, csv) in [(toy(), "toy.csv"), (bench.path("clean.pgn"), "clean.csv")] {
        let input = input.to_str().unwrap();
        bench.ok(&["imbalance", input, "--include-setup", "--csv", csv, "--out", "t.bin"]);
    }
    assert_eq!(bench.text("toy.csv"), bench.text("clean.csv"));
}

#[test]
fn an_input_is_no_output_and_old_games_stay_until_new_ones_are_there() {
    let bench = Bench::new();
    bench.write("wild.pgn", WILD);
    let sentence = bench.fails(&["games", "wild.pgn", "-o", "wild.pgn"]);
    assert!(sentence.contains("not be overwritten"), "{sentence}");
    assert_eq!(bench.text("wild.pgn"), WILD);
    bench.write("old.pgn", "old");
    bench.write("bad.pgn", "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e5 1-0\n");
    bench.fails(&["games", "wild.pgn", "bad.pgn", "--strict", "-o", "old.pgn"]);
    assert_eq!(bench.text("old.pgn"), "old");
}

fn parquet(bench: &Bench, name: &str) -> SerializedFileReader<File> {
    SerializedFileReader::new(File::open(bench.path(name)).unwrap()).unwrap()
}

fn rows(bench: &Bench, name: &str) -> Vec<Row> {
    parquet(bench, name).get_row_iter(None).unwrap().map(Result::unwrap).collect()
}

/// A row by the names of its columns.
fn fields(row: &Row) -> Vec<String> {
    row.get_column_iter().map(|(name, field)| format!("{name}={field}")).collect()
}

#[test]
fn rows_are_typed_and_hold_what_the_tags_say() {
    let bench = Bench::new();
    bench.write(
        "tags.pgn",
        b"[Event \"?\"]\n[White \"M\xfcller \\\"x\\\"\"]\n[Date \"1970.01.03\"]\n[WhiteElo \"2500\"]\n\
          [BlackElo \"-\"]\n[ECO \"C20\"]\n[Result \"1-0\"]\n[Board \"7\"]\n\n1. e4 e5 1-0\n\n\
          [Event \"b\"]\n[UTCDate \"1857.??.??\"]\n[Result \"0-1\"]\n\n0-1\n\n\
          [Event \"c\"]\n[Date \"1999.02.30\"]\n[Result \"0-1\"]\n\n0-1\n\n",
    );
    bench.ok(&["games", "tags.pgn", "--tags", "Board", "-o", "t.parquet"]);
    let rows = rows(&bench, "t.parquet");
    let first = fields(&rows[0]);
    for field in [
        "event=null",
        "white=\"M\u{fc}ller \"x\"\"",
        "date=1970-01-03",
        "year=1970",
        "white_elo=2500",
        "black_elo=null",
        "eco=\"C20\"",
        "fen=null",
        "result=\"1-0\"",
        "plies=2",
        "moves=\"e2e4 e7e5\"",
        "clocks=null",
        "evaluations=null",
        "Board=\"7\"",
    ] {
        assert!(first.iter().any(|other| other == field), "{field} of {first:?}");
    }
    let second = fields(&rows[1]);
    for field in ["event=\"b\"", "date=null", "year=1857", "plies=0", "moves=\"\"", "Board=null"] {
        assert!(second.iter().any(|other| other == field), "{field} of {second:?}");
    }
    let reader = parquet(&bench, "t.parquet");
    let pairs = reader.metadata().file_metadata().key_value_metadata().unwrap().clone();
    assert!(pairs.iter().any(|pair| pair.key == "prospector.options"), "{pairs:?}");
    for wrong in ["white", "a b", "Board,Board"] {
        bench.fails(&["games", "tags.pgn", "--tags", wrong, "-o", "t.parquet"]);
    }
}

#[test]
fn groups_of_rows_depend_on_games_alone() {
    let bench = Bench::new();
    bench.write("many.pgn", many().repeat(24));
    let written = |threads: &str| {
        bench.ok(&["games", "many.pgn", "--threads", threads, "-o", "many.parquet"]);
        bench.bytes("many.parquet")
    };
    let one = written("1");
    assert!(written("4") == one);
    let groups: Vec<i64> = parquet(&bench, "many.parquet")
        .metadata()
        .row_groups()
        .iter()
        .map(|group| group.num_rows())
        .collect();
    assert_eq!(groups, [65_536, 72_000 - 65_536]);
    bench.ok(&["games", "many.pgn", "-o", "many.uci"]);
    let lines = bench.text("many.uci");
    let mut lines = lines.lines();
    for (number, row) in rows(&bench, "many.parquet").iter().enumerate() {
        assert_eq!(row.get_string(0).unwrap(), &(number % 3_000).to_string());
        let moves = row.get_string(18).unwrap();
        assert_eq!(lines.next(), Some(format!("{moves} 1-0").as_str()));
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn what_comments_say_of_each_ply_comes_as_lists() {
    let bench = Bench::new();
    bench.write(
        "a.pgn",
        "[Event \"1\"]\n[Result \"1-0\"]\n\n1. e4 {[%eval 0.25] [%clk 0:03:00.5]} e5 2. Qh5 \
         {[%eval #-2] [%emt 0:00:07]} Nc6 {+1.50/9 1.0s} 1-0\n\n\
         [Event \"2\"]\n[Result \"1-0\"]\n\n1-0\n\n\
         [Event \"3\"]\n[Result \"1-0\"]\n\n1. e4 {best by test} e5 {[%clk 0:00:01]} 1-0\n\n",
    );
    for how in [&["-o", "l.parquet"][..], &["--split", "year", "-o", "l.parquet"]] {
        bench.ok(&[&["games", "a.pgn"], how].concat());
        let name = if how.len() > 2 { "l-unknown.parquet" } else { "l.parquet" };
        let rows = rows(&bench, name);
        let lists: Vec<_> = rows.iter().map(|row| fields(row)[19..].to_vec()).collect();
        // White's view: the engine that has Black reports its own.
        assert_eq!(
            lists[0],
            [
                "clocks=[180500, null, null, null]",
                "evaluations=[25, null, -31998, -150]",
                "times=[null, null, 7000, 1000]",
                "depths=[null, null, null, 9]"
            ]
        );
        let empty = ["evaluations=null", "times=null", "depths=null"];
        assert_eq!(lists[1], [&["clocks=null"], &empty[..]].concat());
        assert_eq!(lists[2], [&["clocks=[null, 1000]"], &empty[..]].concat());
    }
    // Lists are no obstacle for reading the rows again.
    bench.ok(&["games", "l.parquet", "-o", "again.uci"]);
    assert_eq!(bench.text("again.uci"), "e2e4 e7e5 d1h5 b8c6 1-0\n1-0\ne2e4 e7e5 1-0\n");
}

/// Many games of several openings, days and strengths; some of them lack the tags.
fn varied() -> String {
    (0..2_400).fold(String::new(), |mut text, number| {
        let elo = 2000 + number * 7919 % 500;
        let (eco, day) = (["B20", "A40", "C5", "B20/12"][number % 4], number % 28 + 1);
        let moves = ["1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6", "1. d4 d5 2. c4 dxc4"];
        write!(
            text,
            "[Event \"{number}\"]\n[Date \"{}.0{}.{day:02}\"]\n[Result \"1-0\"]\n[ECO \"{eco}\"]\n",
            2001 + number % 3,
            number % 5 + 1
        )
        .unwrap();
        if number % 7 > 0 {
            let other = elo + number % 3 * 100;
            write!(text, "[WhiteElo \"{elo}\"]\n[BlackElo \"{other}\"]\n").unwrap();
        }
        write!(text, "\n{} 1-0\n\n", moves[number % 2]).unwrap();
        text
    })
}

/// The files of a folder by name.
fn folder(bench: &Bench, name: &str) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(bench.path(name)).unwrap();
    let mut files: Vec<_> = entries
        .map(|entry| {
            let entry = entry.unwrap();
            let name = entry.file_name().into_string().unwrap();
            (name, std::fs::read(entry.path()).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn split_games_are_all_games_in_their_files() {
    let bench = Bench::new();
    let text = varied().repeat(8);
    bench.write("varied.pgn", &text);
    let split = |key: &str, out: &str, threads: &str| {
        bench.ok(&["games", "varied.pgn", "--split", key, "--threads", threads, "-o", out]);
    };
    for key in ["count:5000", "eco", "month", "year", "elo:200", "elo-diff"] {
        split(key, "one/{}.pgn", "1");
        split(key, "four/{}.pgn", "4");
        let one = folder(&bench, "one");
        assert!(one == folder(&bench, "four"), "{key}");
        assert_eq!(one.iter().map(|(_, games)| games.len()).sum::<usize>(), text.len(), "{key}");
        std::fs::remove_dir_all(bench.path("one")).unwrap();
        std::fs::remove_dir_all(bench.path("four")).unwrap();
    }
    split("count:5000", "n/games.pgn", "3");
    let numbered = folder(&bench, "n");
    let names: Vec<_> = numbered.iter().map(|(name, _)| name.as_str()).collect();
    let wanted = ["games-0001.pgn", "games-0002.pgn", "games-0003.pgn", "games-0004.pgn"];
    assert_eq!(names, wanted);
    let joined: Vec<u8> = numbered.into_iter().flat_map(|(_, games)| games).collect();
    assert!(joined == text.as_bytes());
    // Each file is what its filter lets pass.
    split("elo:200", "e/{}.pgn", "2");
    split("eco", "e/{}.pgn", "2");
    split("month", "e/{}.pgn", "2");
    for (name, filter) in [
        ("2200", &["--min-average-elo", "2200", "--max-average-elo", "2399"][..]),
        ("B20", &["--eco", "B20"]),
        ("2002-03", &["--since", "2002.03.01", "--until", "2002.03.31"]),
    ] {
        bench.ok(&[&["games", "varied.pgn", "-o", "filtered.pgn"], filter].concat());
        assert!(bench.bytes("filtered.pgn") == bench.bytes(&format!("e/{name}.pgn")), "{name}");
    }
    assert!(bench.path("e/unknown.pgn").exists());
    split("count:7000", "p/{}.parquet", "3");
    split("eco", "p/{}.parquet", "3");
    for (name, games) in
        [("0001", 7000), ("0002", 7000), ("0003", 5200), ("B20", 9600), ("A40", 4800)]
    {
        let reader = parquet(&bench, &format!("p/{name}.parquet"));
        assert_eq!(reader.metadata().file_metadata().num_rows(), games, "{name}");
    }
}

#[test]
fn a_split_file_is_no_input() {
    let bench = Bench::new();
    bench.write("games-0001.pgn", WILD);
    let split = ["--split", "count:1", "-o", "games.pgn"];
    let said = bench.fails(&[&["games", "games-0001.pgn"], &split[..]].concat());
    assert!(said.contains("not be overwritten"), "{said}");
    assert_eq!(bench.text("games-0001.pgn"), WILD);
    for wrong in ["count:0", "count:x", "day"] {
        let output = bench.miner(&["games", "games-0001.pgn", "--split", wrong, "-o", "games.pgn"]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn tables_by_a_key_add_up_to_the_whole() {
    let bench = Bench::new();
    bench.write("varied.pgn", varied());
    bench.ok(&["all", "varied.pgn", "--out", "whole"]);
    for key in ["eco", "year", "elo-band:100", "elo-diff"] {
        let one = bench.json(&["all", "varied.pgn", "--by", key, "--threads", "3", "--out", "by"]);
        assert_eq!(one["games_used"], 2_400, "{key}");
        let files = folder(&bench, "by");
        for kind in ["imbalance", "opening", "pst-opening", "pst-middlegame", "pst-endgame"] {
            let mut merge = vec!["merge".to_owned()];
            let of_kind = files.iter().filter(|(name, _)| name.starts_with(&format!("{kind}-")));
            merge.extend(of_kind.map(|(name, _)| format!("by/{name}")));
            assert!(merge.len() > 3, "{key} {kind}: {merge:?}");
            merge.extend(["--out", "sum.bin"].map(str::to_owned));
            bench.ok(&merge.iter().map(String::as_str).collect::<Vec<_>>());
            bench.ok(&["export", "sum.bin", "--out", "sum.csv"]);
            bench.ok(&["export", &format!("whole/{kind}.bin"), "--out", "whole.csv"]);
            assert!(bench.bytes("sum.csv") == bench.bytes("whole.csv"), "{key} {kind}");
        }
        std::fs::remove_dir_all(bench.path("by")).unwrap();
    }
    // A value's table is that of the games of the value, and says so.
    bench.ok(&["imbalance", "varied.pgn", "--by", "eco", "--csv", "eco", "--out", "eco"]);
    bench.ok(&["imbalance", "varied.pgn", "--eco", "A40", "--csv", "a40.csv", "--out", "a40.bin"]);
    assert_eq!(bench.text("eco/imbalance-A40.csv"), bench.text("a40.csv"));
    let said = bench.fails(&["merge", "eco/imbalance-A40.bin", "a40.bin", "--out", "x.bin"]);
    assert!(said.contains("option `by` is `eco A40`"), "{said}");
    let shard = ["all", "varied.pgn", "--by", "eco", "--shard", "1/2", "--out", "s"];
    assert!(bench.fails(&shard).contains("--by makes"));
}

#[test]
fn rows_are_games_again() {
    let bench = Bench::new();
    bench.write("wild.pgn", WILD);
    bench.write("varied.pgn", varied());
    bench.ok(&["games", "wild.pgn", "varied.pgn", "--include-setup", "-o", "all.parquet"]);
    let filters =
        [&["--include-setup"][..], &["--min-elo", "2300"], &["--since", "2002", "--eco", "B"]];
    for filter in filters {
        let count = |inputs: &[&str], name: &str| {
            let out = [inputs, filter, &["--out", name]].concat();
            let summary = bench.json(&[&["all"], &out[..]].concat());
            let files = folder(&bench, name).into_iter();
            let csv = files.map(|(file, _)| {
                bench.ok(&["export", &format!("{name}/{file}"), "--out", "t.csv"]);
                bench.bytes("t.csv")
            });
            (summary["games_used"].clone(), summary["positions"].clone(), csv.collect::<Vec<_>>())
        };
        assert!(count(&["wild.pgn", "varied.pgn"], "pgn") == count(&["all.parquet"], "rows"));
    }
    // Another program's quotes, and moves that are promoted and castled.
    bench.ok(&["games", "all.parquet", "--include-setup", "--clean", "-o", "again.pgn"]);
    let sound = WILD.split_at(WILD.find("[Event \"e\"]").unwrap()).0;
    let again = bench.text("again.pgn");
    assert!(again.starts_with("[Event \"a \\\"b\\\"\"]\n"), "{}", &again[..200]);
    assert_eq!(judge(&again).san[..3], judge(sound).san);
    // A table is no file of games, and neither is half of one.
    let rows = bench.bytes("all.parquet");
    bench.write("half.parquet", &rows[..rows.len() / 2]);
    bench.ok(&["imbalance", "varied.pgn", "--out", "t.bin"]);
    bench.ok(&["export", "t.bin", "--out", "table.parquet"]);
    for (wrong, says) in
        [("half.parquet", "cannot be read"), ("table.parquet", "no column `moves`")]
    {
        let said = bench.fails(&["imbalance", wrong, "--out", "x.bin"]);
        assert!(said.contains(says), "{said}");
    }
}
