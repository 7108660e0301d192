//! Every export is read back, through the command line.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{collections::HashMap, process::Command};

use crate::bench::{Bench, project_table, toy};
use miner::{
    ask::{
        averages, cells,
        figures::{Figures, field},
    },
    export::{mat, pst_text},
};
use parquet::{
    file::reader::{FileReader, SerializedFileReader},
    record::Field,
};
use rules::{Role, Square};
use shakmaty::{Chess, fen::Epd, san::San};
use tables::{ImbalanceTable, OpeningTable, PstTable, SquareMetric, Table};

/// Columns of a CSV file that are part of the contract, and the ones behind them.
fn split(csv: &str, contract: usize) -> (String, Vec<Vec<String>>) {
    let mut more = Vec::new();
    let mut before = String::new();
    for line in csv.lines() {
        let fields: Vec<_> = line.split(',').map(str::to_owned).collect();
        before += &fields[..contract].join(",");
        before.push('\n');
        more.push(fields[contract..].to_vec());
    }
    (before, more)
}

#[test]
fn csv_is_the_contract_with_more_behind_it() {
    let bench = Bench::with_toy_tables();
    // White's move loses, and its evaluation is below 0.
    let losing =
        "[Event \"a\"]\n[Result \"0-1\"]\n\n1. f3 { [%eval -0.80] } e5 { [%eval -0.75] } 0-1\n";
    bench.write("a.pgn", losing);
    bench.ok(&["opening", "a.pgn", "--averages", "--out", "a.bin"]);
    for (table, contract) in [("i", 14), ("p", 6), ("o", 6), ("a", 12)] {
        bench.ok(&["export", &format!("{table}.bin"), "--out", "t.csv"]);
        let mut plain = Vec::new();
        tables::AnyTable::load(&bench.path(&format!("{table}.bin")))
            .unwrap()
            .write_csv(&mut plain)
            .unwrap();
        let (before, more) = split(&bench.text("t.csv"), contract);
        assert_eq!(String::from_utf8(plain).unwrap(), before, "{table}");
        let mut lines = before.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let contract_names = lines.next().unwrap();
        let wins = contract_names.iter().position(|name| *name == "wins").unwrap();
        assert!(more[0].iter().all(|name| !contract_names.contains(&&**name)), "{table}");
        let further = match table {
            "i" => &cells::SHRUNKEN[..],
            "a" => &averages::AVERAGES,
            _ => &[],
        };
        let names: Vec<&str> = Figures::NAMES.iter().chain(further).copied().collect();
        assert_eq!(more[0], names);
        for (row, counts) in more[1..].iter().zip(lines) {
            let [won, drawn, lost] = [0, 1, 2].map(|i| counts[wins + i].parse::<f64>().unwrap());
            let score: f64 = row[0].parse().unwrap();
            assert!((score - (won + drawn / 2.0) / (won + drawn + lost)).abs() < 1e-6, "{row:?}");
            let numbers: Vec<f64> = row.iter().filter_map(|field| field.parse().ok()).collect();
            if table == "p" {
                assert_eq!((numbers.len(), &row[1]), (2, &String::new()));
            } else {
                assert!(numbers[1] <= numbers[0] && numbers[0] <= numbers[2], "{row:?}");
            }
        }
        // To standard output: the same bytes and no summary.
        let streamed =
            bench.ok(&["export", &format!("{table}.bin"), "--format", "csv", "--out", "-"]);
        assert_eq!(streamed, bench.text("t.csv"));
    }
}

/// A file of each kind of table, and the rows of its CSV by name.
fn csv_of_every_kind(bench: &Bench) -> Vec<(&'static str, Vec<HashMap<String, String>>)> {
    bench.write(
        "a.pgn",
        "[Event \"a\"]\n[Result \"0-1\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2600\"]\n\n1. f3 {-0.80/9 1s} e5 {+0.75/9 1s} 0-1\n",
    );
    let commands: [(&str, &[&str]); 8] = [
        ("i.bin", &["imbalance", "a.pgn"]),
        ("r.bin", &["imbalance", "a.pgn", "--rating-correction"]),
        ("p.bin", &["pst", "a.pgn", "--phase", "all"]),
        ("kings/king-squares.bin", &["pst", "a.pgn", "--phase", "all", "--king-buckets"]),
        ("o.bin", &["opening", "a.pgn"]),
        ("a.bin", &["opening", "a.pgn", "--averages"]),
        ("w.bin", &["wdl", "a.pgn"]),
        ("m.bin", &["priors", "a.pgn"]),
    ];
    commands
        .into_iter()
        .map(|(table, command)| {
            let out = table.split('/').next().unwrap();
            bench.ok(&[command, &["--out", out]].concat());
            bench.ok(&["export", table, "--out", "t.csv"]);
            let csv = bench.text("t.csv");
            let mut lines = csv.lines().map(|line| line.split(',').map(str::to_owned));
            let names: Vec<_> = lines.next().unwrap().collect();
            let rows: Vec<HashMap<_, _>> =
                lines.map(|line| names.iter().cloned().zip(line).collect()).collect();
            assert!(!rows.is_empty(), "{table}");
            (table, rows)
        })
        .collect()
}

#[test]
fn json_has_the_rows_of_the_csv_and_where_they_come_from() {
    let bench = Bench::new();
    for (table, expected) in csv_of_every_kind(&bench) {
        bench.ok(&["export", table, "--out", "t.json"]);
        let json: serde_json::Value = serde_json::from_str(&bench.text("t.json")).unwrap();
        let kind = tables::AnyTable::load(&bench.path(table)).unwrap().kind().to_string();
        assert_eq!(json["kind"], kind);
        assert_eq!(json["provenance"]["inputs"][0]["name"], "a.pgn");
        assert_eq!(json["provenance"]["counters"]["games_read"], 1);
        let rows = json["rows"].as_array().unwrap();
        assert_eq!(rows.len(), expected.len(), "{table}");
        for (row, expected) in rows.iter().zip(expected) {
            for (name, text) in &expected {
                let found = match &row[name] {
                    serde_json::Value::Null => String::new(),
                    serde_json::Value::String(text) => text.clone(),
                    number if number.is_f64() => field(name, number.as_f64()),
                    number => number.to_string(),
                };
                assert_eq!(found, *text, "{name} in {row}");
            }
            let more = usize::from(kind == "imbalance");
            let named = expected.iter().filter(|(_, text)| !text.is_empty()).count();
            let there = row.as_object().unwrap().values().filter(|value| !value.is_null()).count();
            assert_eq!(there, named + more, "{row}");
        }
    }
}

#[test]
fn parquet_has_the_rows_of_the_csv_in_typed_columns() {
    let bench = Bench::new();
    for (table, expected) in csv_of_every_kind(&bench) {
        bench.ok(&["export", table, "--out", "t.parquet"]);
        let file = std::fs::File::open(bench.path("t.parquet")).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let metadata = reader.metadata().file_metadata();
        let pairs = metadata.key_value_metadata().unwrap();
        let provenance = pairs.iter().find(|pair| pair.key == "prospector.provenance").unwrap();
        assert!(provenance.value.as_ref().unwrap().contains("a.pgn"));
        let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        assert_eq!(rows.len(), expected.len(), "{table}");
        for (row, expected) in rows.iter().zip(expected) {
            assert_eq!(row.len(), expected.len());
            for (name, value) in row.get_column_iter() {
                let found = match value {
                    Field::Null => String::new(),
                    Field::Str(text) => text.clone(),
                    Field::ULong(key) => format!("{key:016x}"),
                    Field::Long(number) => number.to_string(),
                    Field::Byte(number) => number.to_string(),
                    Field::UByte(number) => number.to_string(),
                    Field::Short(number) => number.to_string(),
                    Field::Double(figure) => field(name, Some(*figure)),
                    other => panic!("{name} is {other}"),
                };
                assert_eq!(found, expected[name], "{name} of {table}");
            }
        }
        let first = bench.bytes("t.parquet");
        bench.ok(&["export", table, "--out", "t.parquet"]);
        assert!(bench.bytes("t.parquet") == first, "the same table gives the same bytes");
    }
}

#[test]
fn mat_files_come_back_the_same() {
    let bench = Bench::with_toy_tables();
    std::fs::copy(project_table("imbalance.bin"), bench.path("real.bin")).unwrap();
    for table in ["i.bin", "real.bin"] {
        bench.ok(&["export", table, "--format", "mat", "--out", "mat"]);
        for name in mat::NAMES {
            assert_eq!(bench.bytes(&format!("mat/{name}")).len(), 944_784);
        }
        let summary = bench.json(&["import-mat", "mat", "--out", "back.bin"]);
        assert_eq!(
            (&summary["inexact_cells"], &summary["odd_empty_cells"]),
            (&0.into(), &0.into())
        );
        bench.ok(&["export", "back.bin", "--format", "mat", "--out", "again"]);
        for name in mat::NAMES {
            let [first, second] = ["mat", "again"].map(|dir| bench.bytes(&format!("{dir}/{name}")));
            assert!(first == second, "{table}: {name}");
        }
        let [before, after] =
            [table, "back.bin"].map(|t| ImbalanceTable::load(&bench.path(t)).unwrap());
        for ((cell, before), (other, after)) in before.iter().zip(after.iter()) {
            assert_eq!((cell, before.games()), (other, after.games()));
            let off = before.score().unwrap() - after.score().unwrap();
            assert!(off.abs() < 0.01, "{cell:?}: {before:?} {after:?}");
        }
    }
    // Toy cells by hand: the start position is the last cell, three of six games for White.
    bench.ok(&["export", "i.bin", "--format", "mat", "--out", "mat"]);
    let [pos, perc] = mat::NAMES.map(|name| bench.bytes(&format!("mat/{name}")));
    let at = |bytes: &[u8], cell: usize| {
        i32::from_le_bytes(bytes[4 * cell..4 * cell + 4].try_into().unwrap())
    };
    let start = ImbalanceTable::load(&bench.path("i.bin")).unwrap();
    let start = start.iter().last().unwrap().1;
    assert_eq!(at(&pos, 236_195), i32::try_from(start.games()).unwrap());
    assert_eq!(at(&perc, 236_195), i32::from(tables::percent(start).unwrap()));
    assert_eq!((at(&pos, 1), at(&perc, 1)), (0, 50));
    let merge = bench.fails(&["merge", "--out", "sum.bin", "i.bin", "back.bin"]);
    assert!(merge.contains("the tables cannot be merged"), "{merge}");
}

#[test]
fn files_that_are_no_mat_are_refused() {
    let bench = Bench::new();
    let import = ["import-mat", ".", "--out", "t.bin"];
    let missing = bench.fails(&import);
    assert!(missing.starts_with("miner: cannot read `./pos.mat`: "), "{missing}");
    bench.write("pos.mat", vec![0; 944_783]);
    bench.write("perc.mat", vec![0; 944_784]);
    assert_eq!(
        bench.fails(&import),
        "miner: `./pos.mat` has 944783 bytes, and a mat file has 944784"
    );
    let with = |cell: usize, value: i32| {
        let mut bytes = vec![0; 944_784];
        bytes[4 * cell..4 * cell + 4].copy_from_slice(&value.to_le_bytes());
        bytes
    };
    bench.write("pos.mat", with(7, -1));
    assert_eq!(bench.fails(&import), "miner: pos.mat: cell 7 has -1 games");
    bench.write("pos.mat", with(7, 3));
    bench.write("perc.mat", with(7, 101));
    assert_eq!(bench.fails(&import), "miner: perc.mat: cell 7 has a score of 101 percent");
    assert!(!bench.path("t.bin").exists());
    // 3 games cannot score 40 %, and empty cells should say 50.
    bench.write("perc.mat", with(7, 40));
    let summary = bench.json(&import);
    assert_eq!(summary["inexact_cells"], 1);
    assert_eq!(summary["odd_empty_cells"], 236_195);
}

/// The numbers between a line and the line that ends the array.
fn numbers(text: &str, after: &str, end: &str) -> Vec<i16> {
    let start = text.find(after).unwrap() + after.len();
    let body = &text[start..start + text[start..].find(end).unwrap()];
    body.lines()
        .filter(|line| !line.trim_start().starts_with("/*") && !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split([',', ' ', '{', '}', '[', ']']))
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().unwrap())
        .collect()
}

#[test]
fn pst_text_parses_back_to_the_tables_centipawns() {
    let bench = Bench::with_toy_tables();
    std::fs::copy(project_table("pst-endgame.bin"), bench.path("real.bin")).unwrap();
    for (table, first, shrink, metric) in [
        ("p.bin", "a8", 1000.0, SquareMetric::Score),
        ("p.bin", "a1", 1000.0, SquareMetric::Score),
        ("real.bin", "a8", 1000.0, SquareMetric::Occupancy),
        ("real.bin", "a1", 50.0, SquareMetric::Score),
    ] {
        let shrink_text = shrink.to_string();
        bench.ok(&[
            "export",
            table,
            "--out",
            "pst.txt",
            "--first",
            first,
            "--shrink",
            &shrink_text,
            "--metric",
            metric.name(),
        ]);
        let text = bench.text("pst.txt");
        assert!(text.contains(&format!("({first} first)")), "the header says the order");
        let loaded = PstTable::load(&bench.path(table)).unwrap();
        let mut expected = Vec::new();
        for black in [false, true] {
            for role in Role::ALL {
                let values = loaded.centipawns(role, metric, shrink);
                for place in 0..64_usize {
                    let square = if first == "a8" { place ^ 56 } else { place };
                    let own = if black { square ^ 56 } else { square };
                    assert!(Square::new(own as u8).is_some());
                    expected.push(values[own].round() as i16);
                }
            }
        }
        let c = &text[text.find(pst_text::C_SECTION).unwrap()..];
        assert_eq!(numbers(c, "[12][64] = {\n", "};"), expected);
        let rust = &text[text.find(pst_text::RUST_SECTION).unwrap()..];
        assert_eq!(numbers(rust, "; 12] = [\n", "];"), expected);
        let boards: Vec<i16> = text[..text.find(pst_text::C_SECTION).unwrap()]
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>())
            .filter(|words| words.len() == 8 && words[0].parse::<i16>().is_ok())
            .flatten()
            .map(|word| word.parse().unwrap())
            .collect();
        assert_eq!(boards, expected);
    }
}

/// Compiles a C program that includes a header, and gives what it prints. Nothing without `cc`.
#[expect(clippy::print_stdout, reason = "a skipped test should say so")]
fn run_c(bench: &Bench, program: &str) -> Option<String> {
    bench.write("main.c", program);
    let compiled = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "main.c", "-o", "main"])
        .current_dir(bench.path(""))
        .output();
    let Ok(compiled) = compiled else {
        println!("skipped: there is no cc");
        return None;
    };
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(bench.path("main")).output().unwrap();
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn c_headers_compile_and_say_the_same() {
    let bench = Bench::with_toy_tables();
    std::fs::copy(project_table("imbalance.bin"), bench.path("real.bin")).unwrap();
    let table = ImbalanceTable::load(&bench.path("real.bin")).unwrap();

    bench.ok(&["export", "real.bin", "--out", "t.h", "--min-games", "3"]);
    let program = "#include <stdio.h>\n#include \"t.h\"\nint main(void) {\n\
        printf(\"%d %d %d\\n\", (int)prospector_mit_cell(8, 8, 2, 2, 2, 2, 2, 2, 1, 1),\n\
            (int)prospector_mit_cell(0, 0, 3, 0, 0, 0, 0, 0, 0, 0), PROSPECTOR_MIT_USED);\n\
        for (int cell = 0; cell < PROSPECTOR_MIT_CELLS; cell++) {\n\
            int i = prospector_mit_find(cell);\n\
            if (i >= 0) printf(\"%d %u %d\\n\", cell, (unsigned)prospector_mit_games[i],\n\
                prospector_mit_score[i]);\n\
        }\n return 0;\n}\n";
    if let Some(printed) = run_c(&bench, program) {
        let used: Vec<_> = table.iter().filter(|(_, counts)| counts.games() >= 3).collect();
        let mut expected = format!("236195 -1 {}\n", used.len());
        for (cell, counts) in used {
            let score = (10_000.0 * counts.score().unwrap()).round();
            expected += &format!("{} {} {score}\n", cell.index(), counts.games());
        }
        assert!(printed == expected, "the list");
    }

    bench.ok(&["export", "real.bin", "--out", "t.h", "--dense"]);
    let program = "#include <stdio.h>\n#include \"t.h\"\nint main(void) {\n\
        long games = 0, sum = 0;\n\
        for (int cell = 0; cell < PROSPECTOR_MIT_CELLS; cell++) {\n\
            games += prospector_mit_games[cell] > 0; sum += prospector_mit_centipawns[cell];\n\
        }\n\
        printf(\"%ld %ld %d %d\\n\", games, sum, prospector_mit_games[236195],\n\
            prospector_mit_cell(0, 0, 0, 0, 0, 0, 0, 0, 0, 1));\n return 0;\n}\n";
    if let Some(printed) = run_c(&bench, program) {
        let sum: i64 = table
            .iter()
            .map(|(_, counts)| miner::ask::figures::Figures::from(counts).centipawns().unwrap())
            .map(|centipawns| centipawns.round() as i64)
            .sum();
        assert_eq!(printed, format!("{} {sum} 65535 1\n", table.cells_in_use()));
    }

    let predictor = statistics::Predictor::fit(&table);
    let shrunken = |cell| predictor.centipawns(cell).round() as i64;
    for (options, expected) in [
        (&["--shrunken"][..], table.iter().map(|(cell, _)| shrunken(cell)).sum::<i64>()),
        (&["--dense", "--shrunken"], tables::Cell::all().map(shrunken).sum()),
    ] {
        bench.ok(&[&["export", "real.bin", "--out", "t.h"], options].concat());
        let program = "#include <stdio.h>\n#include \"t.h\"\nint main(void) {\n\
            long sum = 0;\n\
            for (unsigned i = 0; i < sizeof prospector_mit_shrunken_centipawns / 2; i++)\n\
                sum += prospector_mit_shrunken_centipawns[i];\n\
            printf(\"%ld %d\\n\", sum, (int)prospector_mit_games[0]); return 0; }\n";
        if let Some(printed) = run_c(&bench, program) {
            assert_eq!(printed.split(' ').next(), Some(&expected.to_string()[..]), "{options:?}");
        }
    }

    // A table without games is a header too.
    let nobody = ["--player", "Nobody", "--allow-empty", "--out", "e.bin"];
    bench.ok(&[&["imbalance", toy().to_str().unwrap()], &nobody[..]].concat());
    bench.ok(&["export", "e.bin", "--out", "t.h"]);
    let program = "#include <stdio.h>\n#include \"t.h\"\nint main(void) {\n\
        printf(\"%d\\n\", (int)prospector_mit_find(236195) +\n\
            (int)prospector_mit_games[0] + (int)prospector_mit_score[0]); return 0; }\n";
    if let Some(printed) = run_c(&bench, program) {
        assert_eq!(printed, "-1\n");
    }

    bench.ok(&["export", "p.bin", "--out", "p.h", "--first", "a1"]);
    let program = "#include <stdio.h>\n#include \"p.h\"\nint main(void) {\n\
        for (int p = 0; p < 12; p++) for (int s = 0; s < 64; s++)\n\
            printf(\"%d \", prospector_pst_all[p][s]);\n return 0;\n}\n";
    if let Some(printed) = run_c(&bench, program) {
        let header = numbers(&bench.text("p.h"), "[12][64] = {\n", "};");
        let printed: Vec<i16> = printed.split(' ').filter_map(|word| word.parse().ok()).collect();
        assert_eq!(printed, header);
    }
}

#[test]
fn epd_lines_are_the_tables_positions() {
    let bench = Bench::with_toy_tables();
    bench.ok(&["export", "o.bin", "--out", "t.epd"]);
    let table = OpeningTable::load(&bench.path("o.bin")).unwrap();
    let mut rows = 0;
    let mut last = u64::MAX;
    for line in bench.text("t.epd").lines() {
        let (epd, operations) = line.split_once(" pm ").unwrap();
        let epd: Epd = epd.parse().unwrap();
        let position: Chess = epd.into_position(shakmaty::CastlingMode::Standard).unwrap();
        let moves = table.moves(miner::ask::explore::key(&position));
        rows += moves.len();
        let (san, comment) = operations.split_once(';').unwrap();
        let played = san.trim_end_matches(['+', '#']).parse::<San>().unwrap();
        let played = miner::ask::explore::opening_move(played.to_move(&position).unwrap()).unwrap();
        let most = moves.iter().map(|entry| entry.counts.games()).max();
        let entry = moves.iter().find(|entry| entry.mv == played).unwrap();
        assert_eq!(Some(entry.counts.games()), most, "{line}");
        let games: u64 = moves.iter().map(|entry| entry.counts.games()).sum();
        assert!(comment.starts_with(&format!(" c0 \"games={games} ")), "{line}");
        assert!(games <= last, "sorted by games");
        last = games;
    }
    assert_eq!(rows, table.entries().len(), "every position once");
    bench.ok(&["export", "o.bin", "--out", "t.epd", "--min-ply", "1", "--max-ply", "2"]);
    assert!(bench.text("t.epd").lines().all(|l| l.contains("ply=1\"") || l.contains("ply=2\"")));
    bench.ok(&["export", "o.bin", "--out", "t.epd", "--top", "1"]);
    assert_eq!(bench.text("t.epd").lines().count(), 1);
}

#[test]
fn exports_that_make_no_sense_are_refused_and_change_nothing() {
    let bench = Bench::with_toy_tables();
    bench.write("old.csv", "old");
    assert_eq!(
        bench.fails(&["export", "i.bin", "--format", "polyglot", "--out", "b.bin"]),
        "miner: polyglot cannot hold a table of kind `imbalance`"
    );
    assert_eq!(
        bench.fails(&["export", "o.bin", "--out", "b.xyz"]),
        "miner: `b.xyz` does not say which format; name one with --format"
    );
    assert_eq!(
        bench.fails(&["export", "i.bin", "--out", "old.csv", "--uniform"]),
        "miner: --uniform has no effect with csv of kind `imbalance`"
    );
    let before = bench.bytes("o.bin");
    assert_eq!(
        bench.fails(&["export", "o.bin", "--out", "./o.bin"]),
        "miner: `./o.bin` is the same file as the input `o.bin`: choose another file"
    );
    assert_eq!(bench.bytes("o.bin"), before);
    let folder = bench.fails(&["export", "i.bin", "--out", "o.bin/such/t.csv"]);
    assert!(folder.starts_with("miner: cannot write `o.bin/such/t.csv`: "), "{folder}");
    assert_eq!(
        bench.fails(&["export", "old.csv", "--out", "t.csv"]),
        "miner: `old.csv`: this is not a table file of this program"
    );
    for least in [&["--min-games", "1000000"][..], &["--min-ply", "10", "--max-ply", "5"]] {
        let format = if least.len() == 2 { "polyglot" } else { "epd" };
        let command =
            [&["export", "o.bin", "--format", format, "--out", "old.csv"], least].concat();
        assert_eq!(
            bench.fails(&command),
            "miner: no row of the table passes these options. Nothing was written"
        );
    }
    assert_eq!(bench.text("old.csv"), "old");
    let left: Vec<_> =
        std::fs::read_dir(bench.path("")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "nothing half-written is left: {left:?}");
    let usage = bench.miner(&["export", "o.bin", "--out", "b.bin", "--min-score", "2"]);
    assert_eq!(usage.status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn closed_pipes_and_full_disks() {
    let bench = Bench::with_toy_tables();
    std::fs::copy(project_table("opening.bin"), bench.path("real.bin")).unwrap();
    for format in ["csv", "json", "parquet", "polyglot", "epd"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_miner"))
            .args(["export", "real.bin", "--format", format, "--out", "-"])
            .current_dir(bench.path(""))
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        // Nobody reads.
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.as_str()), (Some(0), ""), "{format}");
        let full = bench.fails(&["export", "real.bin", "--format", format, "--out", "/dev/full"]);
        assert_eq!(
            full, "miner: cannot write `/dev/full`: No space left on device (os error 28)",
            "{format}"
        );
    }
}
