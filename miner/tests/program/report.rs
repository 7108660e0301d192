//! `miner report` through the real command line.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{collections::BTreeMap, fs, io::Read};

use crate::bench::{Bench, project_table, toy};
use base64::{Engine, engine::general_purpose::STANDARD};
use flate2::read::GzDecoder;
use miner::ask::{
    cells::{self, Cells, Views},
    figures::{Figures, tenths},
    material::name_of,
};
use serde_json::Value;
use tables::{Cell, ImbalanceTable, Table};

/// What a number that does not exist is written as.
const NONE: i64 = -32_768;

/// What a page carries for its program.
fn carried(html: &str, id: &str) -> Value {
    let start = format!("<script id=\"{id}\" type=\"application/json\">");
    let text = html.split_once(&start).unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str(text).unwrap()
}

fn unpacked(text: &Value) -> Vec<u8> {
    let gzip = STANDARD.decode(text.as_str().unwrap()).unwrap();
    let mut bytes = Vec::new();
    GzDecoder::new(&gzip[..]).read_to_end(&mut bytes).unwrap();
    bytes
}

/// Columns by name.
fn columns(packed: &Value) -> BTreeMap<String, Vec<i64>> {
    let bytes = unpacked(&packed["data"]);
    let rows = usize::try_from(packed["rows"].as_u64().unwrap()).unwrap();
    let mut rest = &bytes[..];
    let mut columns = BTreeMap::new();
    for column in packed["columns"].as_array().unwrap() {
        let (width, read): (usize, fn(&[u8]) -> i64) = match column["kind"].as_str().unwrap() {
            "i8" => (1, |b| i8::from_le_bytes(b.try_into().unwrap()).into()),
            "i16" => (2, |b| i16::from_le_bytes(b.try_into().unwrap()).into()),
            "i32" => (4, |b| i32::from_le_bytes(b.try_into().unwrap()).into()),
            "f64" => (8, |b| f64::from_le_bytes(b.try_into().unwrap()) as i64),
            other => panic!("{other}"),
        };
        let (here, behind) = rest.split_at(width * rows);
        rest = behind;
        let name = column["name"].as_str().unwrap().to_owned();
        columns.insert(name, here.chunks_exact(width).map(read).collect());
    }
    assert!(rest.is_empty());
    columns
}

fn toy_page(bench: &Bench, more: &[&str]) -> String {
    bench.ok(&[&["report", "i.bin", "p.bin", "o.bin", "--out", "r.html"], more].concat());
    bench.text("r.html")
}

/// A number of `show --json` as a page carries it: percent with one decimal, without the point.
fn as_tenths(value: &Value) -> i64 {
    value.as_f64().map_or(NONE, tenths)
}

fn as_whole(value: &Value) -> i64 {
    value.as_f64().map_or(NONE, |value| value.round() as i64)
}

#[test]
fn a_page_needs_nothing_outside_of_itself() {
    let bench = Bench::with_toy_tables();
    let page = toy_page(&bench, &[]);
    assert!(page.len() < 300_000, "{}", page.len());
    let others: Vec<_> = page
        .match_indices("://")
        .map(|(at, _)| &page[page.floor_char_boundary(at.saturating_sub(8))..at + 20])
        .filter(|address| !address.contains("http://www.w3.org/200"))
        .collect();
    assert!(others.is_empty(), "only the name space of SVG: {others:?}");
    for loading in [" src=", "@import", "url(", "fetch(", "import(", "XMLHttpRequest"] {
        assert!(!page.contains(loading), "{loading}");
    }
    assert!(page.contains("default-src 'none'"));
    assert!(!page.contains("{{") && !page.contains("{%"), "the template is filled in");
    // The same tables give the same page.
    assert_eq!(toy_page(&bench, &[]), page);
    let said = bench.json(&["report", "i.bin", "p.bin", "o.bin", "--out", "r.html"]);
    assert_eq!(said["bytes"], page.len());
    assert_eq!(said["tables"], 3);
    assert_eq!(said["left_out"], serde_json::json!([]));
    assert_eq!(bench.ok(&["report", "i.bin", "p.bin", "o.bin", "-o", "-"]), page);
}

#[test]
fn balances_are_those_of_show() {
    let bench = Bench::with_toy_tables();
    let view = &carried(&toy_page(&bench, &[]), "data")["imbalance"][0];
    let pairs = columns(&view["pairs"]);
    let table = ImbalanceTable::load(&bench.path("i.bin")).unwrap();
    assert_eq!(view["cells_in_use"], table.cells_in_use());
    let mut seen = 0;
    let mut index = 0;
    for (row, gap) in pairs["gap"].iter().enumerate() {
        index += gap;
        let cell = Cell::new(u32::try_from(index).unwrap()).unwrap();
        assert!(cell <= cell.swapped());
        seen += usize::from(table.get(cell).games() > 0);
        seen += usize::from(cell != cell.swapped() && table.get(cell.swapped()).games() > 0);
        let answer =
            bench.json(&["show", "imbalance", &name_of(cell.material()), "--table", "i.bin"]);
        for (name, side) in [("own", "white"), ("both", "both")] {
            let expected = &answer[side];
            let found = |field: &str| pairs[&format!("{name}.{field}")][row];
            for field in ["wins", "draws", "losses"] {
                assert_eq!(found(field), expected[field].as_i64().unwrap(), "{name} {field}");
            }
            for field in ["score", "low", "high"] {
                assert_eq!(found(field), as_tenths(&expected[field]), "{name} {field}");
            }
            for field in ["centipawns", "centipawns_low", "centipawns_high"] {
                assert_eq!(found(field), as_whole(&expected[field]), "{name} {field}");
            }
            assert_eq!(found("shrunken.score"), as_tenths(&expected["shrunken_score"]));
            assert_eq!(found("shrunken.error"), as_tenths(&expected["shrunken_error"]));
            assert_eq!(found("shrunken.centipawns"), as_whole(&expected["shrunken_centipawns"]));
        }
        // The twin's view is that of the same side with the black pieces.
        assert_eq!(pairs["twin.wins"][row], answer["twin"]["losses"].as_i64().unwrap());
    }
    assert_eq!(seen, table.cells_in_use(), "every cell is in one pair");
    let histogram = bench.json(&["show", "histogram", "--table", "i.bin"]);
    assert_eq!(view["histograms"][0]["bins"], histogram["bins"]);
    assert_eq!(view["is_rated"], false);
}

/// The page's program turns figures round for the other side: 1000 less a score in tenths and its
/// rest, minus a number of centipawns. That must be what `show` prints for that side.
#[test]
fn figures_turned_round_are_those_of_the_other_side() {
    let bench = Bench::new();
    let path = project_table("imbalance.bin");
    bench.ok(&["report", path.to_str().unwrap(), "--out", "r.html"]);
    let view = &carried(&bench.text("r.html"), "data")["imbalance"][0];
    let pairs = columns(&view["pairs"]);
    let table = ImbalanceTable::load(&path).unwrap();
    let cells = Cells::new(&table);
    let (mut index, mut rests) = (0, 0);
    for (row, gap) in pairs["gap"].iter().enumerate() {
        index += gap;
        let cell = Cell::new(u32::try_from(index).unwrap()).unwrap();
        let twin = cell.swapped();
        let mut turned = |name: &str| {
            let rest = pairs[&format!("{name}.rest")][row];
            rests += rest.unsigned_abs();
            1000 - pairs[name][row] + rest
        };
        let folded = [cell, twin].map(|cell| cells::folded(&table, cell));
        for (name, counts) in [
            ("own", table.get(cell).swapped()),
            ("twin", table.get(twin)),
            ("both", if cell == twin { folded[0].swapped() } else { folded[1] }),
        ] {
            let figures = Figures::from(counts);
            let Some((score, (low, high))) = figures.score.zip(figures.interval) else { continue };
            assert_eq!(turned(&format!("{name}.score")), tenths(score), "{name} {counts:?}");
            assert_eq!(turned(&format!("{name}.high")), tenths(low), "{name} {counts:?}");
            assert_eq!(turned(&format!("{name}.low")), tenths(high), "{name} {counts:?}");
            let whole = figures.centipawns().unwrap().round() as i64;
            assert_eq!(-pairs[&format!("{name}.centipawns")][row], whole, "{name} {counts:?}");
        }
        if cell != twin {
            let shrunken = Views::new(&table, &cells, twin).shrunken;
            for (name, shrunken) in
                [("twin", shrunken[0]), ("own", shrunken[1]), ("both", shrunken[2])]
            {
                let score = turned(&format!("{name}.shrunken.score"));
                assert_eq!(score, tenths(shrunken.score), "{name} {index}");
                let whole = shrunken.centipawns().round() as i64;
                assert_eq!(
                    -pairs[&format!("{name}.shrunken.centipawns")][row],
                    whole,
                    "{name} {index}"
                );
            }
        }
    }
    assert!(rests > 0, "some shares lie between two tenths");
}

#[test]
fn squares_are_those_of_show() {
    let bench = Bench::with_toy_tables();
    let view = &carried(&toy_page(&bench, &[]), "data")["squares"][0];
    assert_eq!(view["phase"], "all");
    let squares = columns(&view["squares"]);
    for (side, name) in ["white", "black", "both"].into_iter().enumerate() {
        for (role, letter) in ["p", "n", "b", "r", "q", "k"].into_iter().enumerate() {
            for value in ["centipawns", "score", "count"] {
                let arguments =
                    ["show", "pst", letter, "--side", name, "--value", value, "--table", "p.bin"];
                let answer = bench.json(&arguments)["squares"].clone();
                for square in 0..64 {
                    let row = 64 * (6 * side + role) + square;
                    let name = format!(
                        "{}{}",
                        ["a", "b", "c", "d", "e", "f", "g", "h"][square % 8],
                        square / 8 + 1
                    );
                    let expected = &answer[name];
                    let found = |field: &str| squares[field][row];
                    for count in ["wins", "draws", "losses"] {
                        assert_eq!(found(count), expected[count].as_i64().unwrap_or(0));
                    }
                    match value {
                        "centipawns" => {
                            assert_eq!(found("centipawns"), as_whole(&expected["value"]));
                        }
                        "score" => assert_eq!(found("score"), as_tenths(&expected["score"])),
                        _ => {}
                    }
                }
            }
        }
    }
}

#[test]
fn moves_are_those_of_show() {
    let bench = Bench::new();
    bench.ok(&["priors", toy().to_str().unwrap(), "--min-ply", "0", "--out", "m.bin"]);
    let said = bench.json(&["report", "m.bin", "--out", "r.html"]);
    let page = bench.text("r.html");
    let view = &carried(&page, "data")["moves"][0];
    let (moves, origins) = (columns(&view["moves"]), columns(&view["origins"]));
    assert_eq!(origins["played"].len(), 4 * 6 * 64);
    let (mut place, mut row, mut few) = (0, 0, 0);
    for (phase, name) in ["all", "opening", "middlegame", "endgame"].into_iter().enumerate() {
        for (role, letter) in ["p", "n", "b", "r", "q", "k"].into_iter().enumerate() {
            let asked = ["show", "priors", letter, "--phase", name, "--min-expected", "0"];
            let answer = bench.json(&[&asked[..], &["--top", "5000", "--table", "m.bin"]].concat());
            let known: BTreeMap<_, _> = answer["most"]
                .as_array()
                .unwrap()
                .iter()
                .map(|prior| (prior["move"].as_str().unwrap(), prior))
                .collect();
            let mut sums = [(0, 0.0); 64];
            for (name, prior) in &known {
                let (from, _) = name.split_once('-').unwrap();
                let from = &from.as_bytes()[from.len() - 2..];
                let sum = &mut sums[usize::from((from[0] - b'a') + 8 * (from[1] - b'1'))];
                sum.0 += prior["played"].as_i64().unwrap();
                sum.1 += prior["expected"].as_f64().unwrap();
            }
            for (square, (played, expected)) in sums.into_iter().enumerate() {
                let at = 64 * (6 * phase + role) + square;
                assert_eq!(origins["played"][at], played);
                assert_eq!(origins["expected"][at], expected.round() as i64);
                let times = played as f64 / expected;
                let found = if expected > 0.0 { (100.0 * times).round() as i64 } else { NONE };
                assert!((origins["times"][at] - found).abs() <= 1, "{at}: {times}");
            }
            let enough = known.values().filter(|prior| prior["expected"].as_f64() >= Some(1.0));
            few += known.len() - enough.clone().count();
            for _ in enough {
                place += moves["gap"][row];
                assert_eq!(place / 4096, (6 * phase + role) as i64);
                let square =
                    |at: i64| format!("{}{}", char::from(b'a' + (at & 7) as u8), (at >> 3 & 7) + 1);
                let sign = if role == 0 { String::new() } else { letter.to_uppercase() };
                let name = format!("{sign}{}-{}", square(place >> 6), square(place));
                let prior = known[&*name];
                let [expected, times] =
                    ["expected", "times"].map(|name| prior[name].as_f64().unwrap());
                assert_eq!(moves["played"][row], prior["played"].as_i64().unwrap(), "{name}");
                assert_eq!(moves["expected"][row], expected.round() as i64, "{name}");
                assert_eq!(moves["expected"][row] - moves["above"][row], expected as i64);
                assert_eq!(moves["times"][row].to_string(), printed(times), "{name}");
                let log = if times > 0.0 { printed(times.ln()) } else { NONE.to_string() };
                assert_eq!(moves["log"][row].to_string(), log, "{name}");
                row += 1;
            }
        }
    }
    assert_eq!(row, moves["gap"].len());
    assert!(few > 0 && row > 10, "{few} rare moves, {row} others");
    let left_out = &said["left_out"][0];
    assert_eq!(left_out["shown"], row);
    assert_eq!(left_out["all"], row + few);
    assert_eq!(left_out["min_expected"], 1);
    let text = bench.ok(&["report", "m.bin", "--out", "r.html"]);
    assert!(text.contains("moves by phase, those expected at least once by chance"), "{text}");
}

/// A number with two decimals, without its point.
fn printed(number: f64) -> String {
    let text = format!("{number:.2}").replace('.', "");
    text.parse::<i64>().unwrap().to_string()
}

#[test]
fn openings_are_those_of_show() {
    let bench = Bench::with_toy_tables();
    let view = &carried(&toy_page(&bench, &[]), "data")["openings"][0];
    let (positions, moves) = (columns(&view["positions"]), columns(&view["moves"]));
    let notation = String::from_utf8(unpacked(&view["notation"])).unwrap();
    let notation: Vec<_> = notation.lines().collect();
    assert_eq!(notation.len(), moves["target"].len());
    let first = |position: usize| positions["moves"][..position].iter().sum::<i64>() as usize;
    // Along the most played moves, as far as they go.
    let (mut position, mut line) = (0, Vec::new());
    loop {
        let answer = bench.json(&["show", "opening", "--table", "o.bin", &line.join(" ")]);
        let games: i64 =
            ["wins", "draws", "losses"].iter().map(|name| positions[*name][position]).sum();
        assert_eq!(answer["games"], games, "{line:?}");
        let shown = answer["moves"].as_array().unwrap();
        assert_eq!(shown.len() as i64, positions["moves"][position], "{line:?}");
        for (offset, expected) in shown.iter().enumerate() {
            let row = first(position) + offset;
            assert_eq!(expected["san"], notation[row], "{line:?}");
            assert_eq!(moves["score"][row], as_tenths(&expected["score"]));
            assert_eq!(moves["low"][row], as_tenths(&expected["low"]));
            assert_eq!(moves["wins"][row], expected["wins"].as_i64().unwrap());
        }
        let row = first(position);
        line.push(notation[row]);
        match moves["target"][row] {
            -1 => break,
            next => position = usize::try_from(next).unwrap(),
        }
    }
    assert!(line.len() > 4, "{line:?}");
}

#[test]
fn averages_of_moves_are_on_the_page() {
    let bench = Bench::new();
    bench.write(
        "g.pgn",
        "[Result \"1/2-1/2\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2401\"]\n\n1. e4 {[%eval -0.3]} c5 1/2-1/2\n",
    );
    let moves = |more: &[&str]| {
        bench.ok(&[&["opening", "g.pgn", "--out", "o.bin"], more].concat());
        bench.ok(&["report", "o.bin", "--out", "r.html"]);
        columns(&carried(&bench.text("r.html"), "data")["openings"][0]["moves"])
    };
    assert!(!moves(&[]).contains_key("elo"));
    let moves = moves(&["--averages"]);
    assert_eq!(moves["elo"], [2500, 2401]);
    assert_eq!(moves["performance"], [2401, 2500]);
    assert_eq!(moves["evaluation"], [-30, i64::from(i16::MIN)]);
}

#[test]
fn transpositions_come_together() {
    let bench = Bench::new();
    let game = |moves: &str| format!("[Result \"1-0\"]\n\n{moves} 1-0\n\n");
    let text = game("1. d4 Nf6 2. c4 e6 3. Nc3") + &game("1. c4 e6 2. d4 Nf6 3. Nc3");
    // A way back to the start position is a transposition as well.
    bench.write("g.pgn", text + &game("1. Nf3 Nf6 2. Ng1 Ng8 3. e4"));
    bench.ok(&["opening", "g.pgn", "--out", "o.bin"]);
    bench.ok(&["report", "o.bin", "--out", "r.html"]);
    let view = &carried(&bench.text("r.html"), "data")["openings"][0];
    let targets = &columns(&view["moves"])["target"];
    assert_eq!(targets.iter().filter(|target| **target == 0).count(), 1);
    let ways = |position: i64| targets.iter().filter(|target| **target == position).count();
    let positions = view["positions"]["rows"].as_i64().unwrap();
    assert_eq!((1..positions).filter(|position| ways(*position) == 2).count(), 1);
}

#[test]
fn names_are_text_and_nothing_else() {
    let bench = Bench::new();
    let evil = "<img src=x onerror=alert(1)>&amp;";
    let input = format!("{evil}'\".pgn");
    fs::copy(toy(), bench.path(&input)).unwrap();
    let table = format!("{evil}.bin");
    bench.ok(&["imbalance", &input, "--event", "<b>|Toy", "--out", &table]);
    let csv = format!(
        "option,id,wins,draws,losses,elo,error,los,llr,verdict,limit,games,date,commit,command\n\
         {evil},{evil},1,2,1,0.0,9.9,50.0,,{evil},{evil},4,{evil},{evil},\"{evil}\"\n"
    );
    bench.write("e.csv", csv);
    let title = "</title><script>alert(1)</script>";
    let arguments = ["report", &table, "--title", title, "--evidence", "e.csv", "--out", "r.html"];
    bench.ok(&arguments);
    let page = bench.text("r.html");
    for raw in ["<img", "<script>alert", "<b>|", "onerror=alert(1)>"] {
        assert!(!page.contains(raw), "{raw}");
    }
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;&amp;amp;"));
    assert_eq!(carried(&page, "data")["imbalance"][0]["name"], table);
}

#[test]
fn openings_have_names_of_a_list_and_of_the_games() {
    let bench = Bench::new();
    let evil = "<img src=x onerror=alert(1)>";
    let game = |eco: &str, opening: &str, moves: &str| {
        format!(
            "[Date \"1999.??.??\"]\n[White \"A\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2600\"]\n[Result \"1-0\"]\n[ECO \"{eco}\"]\n\
             [Opening \"{opening}\"]\n[Variation \"{moves}\"]\n\n{moves} 1-0\n\n"
        )
    };
    let mut text = game("B20", "Sicilian", "1. e4 c5 2. c3 d5").repeat(3);
    text += &game("B20", "Sicilian", "1. e4 c5 2. f4 d5").repeat(3);
    text += &game("C20", evil, "1. e4 e5 2. a3 a6").repeat(3);
    bench.write("g.pgn", text);
    bench.ok(&["opening", "g.pgn", "--min-elo", "2400", "--out", "o.bin"]);
    let arguments = ["report", "o.bin", "--games", "g.pgn", "--out", "r.html"];
    bench.ok(&arguments);
    let page = bench.text("r.html");
    assert!(!page.contains("<img"));
    assert!(page.contains("1999") && page.contains("2500 – 2599"), "year and mean Elo");
    let titles = |page: &str| {
        let view = &carried(page, "data")["openings"][0];
        String::from_utf8(unpacked(&view["titles"])).unwrap()
    };
    let found = titles(&page);
    let named: Vec<_> = found.lines().map(|line| line.split_once('\t').unwrap().1).collect();
    // After 1. e4 six of nine agree on the opening, none on a variation.
    assert_eq!(named[..2], ["B20\tSicilian", "B20\tSicilian"], "{found}");
    assert!(named.contains(&"B20\tSicilian: 1. e4 c5 2. c3 d5"), "{found}");
    assert!(named.contains(&&*format!("C20\t{evil}: 1. e4 e5 2. a3 a6")), "{found}");
    // A list goes before the tags, which fill its gaps.
    bench.write("l.tsv", "eco\tname\tpgn\nA00\tKing's Pawn\t1. e4\n");
    bench.ok(&[&arguments[..], &["--openings", "l.tsv"]].concat());
    let found = titles(&bench.text("r.html"));
    assert!(found.contains("\tA00\tKing's Pawn\n") && found.contains("B20\tSicilian: "), "{found}");
    for (list, expected) in [
        ("name,pgn\nx,1. e4\n", "miner: `bad.tsv` is no list of openings: its first line names no"),
        ("eco\tname\tpgn\n", "miner: `bad.tsv` names no opening"),
        (
            "eco\tname\tpgn\nA\tb\t1. e4\nA\tb\t1. e5\n",
            "miner: `bad.tsv`, line 3: `e5` is not legal",
        ),
        ("eco\tname\tpgn\nA\tb\t1. xyz\n", "miner: `bad.tsv`, line 2: `xyz` is no move"),
    ] {
        bench.write("bad.tsv", list);
        let sentence =
            bench.fails(&["report", "o.bin", "--openings", "bad.tsv", "--out", "r.html"]);
        assert!(sentence.starts_with(expected), "{sentence}");
    }
}

#[test]
fn the_overview_says_which_games_and_how_they_were_counted() {
    let bench = Bench::with_toy_tables();
    let page = toy_page(&bench, &[]);
    let overview =
        page.split_once("id=\"overview\"").unwrap().1.split_once("</section>").unwrap().0;
    for part in
        ["toy.pgn", "Tables keep no years", "An opening move", "A square counts", "White scores"]
    {
        assert!(overview.contains(part), "{part}");
    }
    // No finding can be sure in so few games; in the committed tables there are three.
    assert!(!overview.contains("class=\"card finding\""));
    let folder = project_table("imbalance.bin");
    bench.ok(&["report", folder.parent().unwrap().to_str().unwrap(), "--out", "r.html"]);
    assert_eq!(bench.text("r.html").matches("class=\"card finding\"").count(), 3);
}

#[test]
fn two_tables_stand_side_by_side() {
    let bench = Bench::with_toy_tables();
    bench.ok(&["imbalance", toy().to_str().unwrap(), "--result", "1-0", "--out", "few.bin"]);
    let page = toy_page(&bench, &["--against", "few.bin"]);
    let rows = page.split_once("id=\"compare\"").unwrap().1.split_once("</section>").unwrap().0;
    assert!(rows.contains("<h3>few.bin → i.bin</h3>"), "the pair of one kind");
    assert!(rows.contains("Both have read the same file"));
    assert_eq!(rows.matches("<h3>").count(), 1, "what has no counterpart is not compared");
    let names: Vec<_> = carried(&page, "data")["imbalance"]
        .as_array()
        .unwrap()
        .iter()
        .map(|view| view["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["i.bin", "few.bin"], "balances of both can be looked up");
    let same = toy_page(&bench, &["--against", "i.bin"]);
    assert!(same.contains("Nothing that both have moved."));
}

#[test]
fn what_is_left_out_is_said() {
    let bench = Bench::with_toy_tables();
    let arguments = ["report", "i.bin", "o.bin", "--min-games", "2", "--min-cell-games", "3"];
    let said = bench.json(&[&arguments[..], &["--out", "r.html"]].concat());
    let left_out = said["left_out"].as_array().unwrap();
    assert_eq!(left_out.len(), 2);
    for (row, least) in left_out.iter().zip([3, 2]) {
        assert_eq!(row["min_games"], least);
        assert!(row["shown"].as_u64() < row["all"].as_u64(), "{row}");
    }
    let data = carried(&bench.text("r.html"), "data");
    let least = |columns: &BTreeMap<String, Vec<i64>>, names: [&str; 3]| {
        let [wins, draws, losses] = names.map(|name| &columns[name]);
        wins.iter().zip(draws).zip(losses).map(|((w, d), l)| w + d + l).min()
    };
    let pairs = columns(&data["imbalance"][0]["pairs"]);
    assert!(least(&pairs, ["both.wins", "both.draws", "both.losses"]) >= Some(3));
    let moves = columns(&data["openings"][0]["moves"]);
    assert!(least(&moves, ["wins", "draws", "losses"]) >= Some(2));
    let text = bench.ok(&[&arguments[..], &["--out", "r.html"]].concat());
    assert!(text.contains("those with at least 3 games"), "{text}");
}

#[test]
fn two_commands_lead_to_a_page() {
    let bench = Bench::new();
    let games = toy();
    bench.ok(&["all", games.to_str().unwrap(), "--out", "mine"]);
    // The engine's weights lie beside the project's tables.
    fs::copy(project_table("weights.bin"), bench.path("mine/weights.bin")).unwrap();
    let said = bench.ok(&["report", "mine"]);
    assert!(said.starts_with("5 tables, "), "{said}");
    let data = carried(&bench.text("report.html"), "data");
    let phases: Vec<_> =
        data["squares"].as_array().unwrap().iter().map(|view| view["phase"].clone()).collect();
    assert_eq!(phases, ["opening", "middlegame", "endgame"], "in the order of a game");
    // Tables of one name keep apart by their folders.
    bench.ok(&["report", "mine/imbalance.bin", "mine/../mine/imbalance.bin", "--out", "r.html"]);
    let data = carried(&bench.text("r.html"), "data");
    assert_eq!(data["imbalance"][0]["name"], "mine/imbalance.bin");
    assert_eq!(data["imbalance"][1]["name"], "mine/../mine/imbalance.bin");
}

#[test]
fn validations_and_matches_are_shown() {
    let bench = Bench::with_toy_tables();
    let games = toy();
    let verdict = bench.ok(&["validate", "i.bin", games.to_str().unwrap(), "--json"]);
    bench.write("v.json", verdict);
    bench.write(
        "e.json",
        r#"[{"option": "NMP", "wins": 3, "draws": 4, "losses": 1, "elo": 88.7, "error": 40.1,
            "los": 97.5, "llr": 1.25, "games": 8, "more": true}]"#,
    );
    let page = toy_page(&bench, &["--validation", "v.json", "--evidence", "e.json"]);
    let validation = &carried(&page, "validations")[0];
    assert_eq!((&validation["name"], &validation["table"]), (&"v.json".into(), &"i.bin".into()));
    assert_eq!(validation["inputs"][0], "toy.pgn");
    let bin = &validation["predictions"][0]["calibration"]["score"]["bins"][0];
    assert_eq!(bin["agrees"], Value::Null, "seven games say nothing");
    assert!(page.contains("+88.7") && page.contains("+1.25"));
}

#[test]
fn what_cannot_be_shown_is_said_in_a_sentence_and_changes_nothing() {
    let bench = Bench::with_toy_tables();
    bench.write("r.html", "old");
    bench.write("bad.json", "{}");
    bench.write("bad.csv", "option,wins\nNMP,many\n");
    bench.write(
        "sum.csv",
        "option,wins,draws,losses,elo,error,los,llr,games\nNMP,1,1,1,0,9,50,0,4\n",
    );
    bench.write("short.bin", &bench.bytes("i.bin")[..40]);
    fs::create_dir(bench.path("empty")).unwrap();
    for (arguments, expected) in [
        (&["short.bin"][..], "miner: `short.bin`: "),
        (&["none.bin"], "miner: cannot read `none.bin`: "),
        (&["empty"], "miner: no table (*.bin) is in the folder `empty`"),
        (
            &["i.bin", "--validation", "bad.json"],
            "miner: `bad.json` is not what `miner validate --json` writes: ",
        ),
        (&["i.bin", "--evidence", "bad.csv"], "miner: `bad.csv` is no list of matches: "),
        (&["i.bin", "--evidence", "bad.json"], "miner: `bad.json` is no list of matches: "),
        (
            &["i.bin", "--evidence", "sum.csv"],
            "miner: `sum.csv`, NMP: wins, draws and losses do not add up to 4 games",
        ),
    ] {
        let sentence = bench.fails(&[&["report", "--out", "r.html"], arguments].concat());
        assert!(sentence.starts_with(expected), "{sentence}");
        assert_eq!(bench.text("r.html"), "old");
    }
    let sentence = bench.fails(&["report", "i.bin", "--out", "i.bin"]);
    assert_eq!(
        sentence,
        "miner: `i.bin` is an input and will not be overwritten: choose another file"
    );
}
