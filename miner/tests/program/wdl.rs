//! Evaluations: what is counted, and what comes of it.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{fs, path::Path, process::Command, rc::Rc};

use miner::{
    collect::wdl,
    export::wdl_code::{self, Code, Language},
};
use statistics::wdl::{Fitting, Selection, Unfitted, WdlModel, fit};
use tables::{OutcomeCounts, Provenance, Table, WdlKey, WdlTable};

use crate::bench::Bench;
use crate::common::{How, mine_text};

fn how(bin_width: u16, engine: Option<&str>) -> How {
    let engine = engine.map(|engine| engine.parse().unwrap());
    How { settings: vec![Rc::new(wdl::Settings { bin_width, engine })], ..How::default() }
}

fn mine(text: &str, how: &How) -> WdlTable {
    WdlTable::from_bytes(&mine_text(text.as_bytes(), how).tables[0]).unwrap()
}

/// Material, move, evaluation, and wins, draws, losses.
fn rows(table: &WdlTable) -> Vec<(u8, u16, i16, [u64; 3])> {
    let row = |&(key, counts): &(WdlKey, OutcomeCounts)| {
        let OutcomeCounts { wins, draws, losses } = counts;
        (key.material(), key.number(), key.eval(), [wins, draws, losses])
    };
    table.entries().iter().map(row).collect()
}

const TAGS: &str = "[Event \"x\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n";

#[test]
fn a_search_counts_where_it_began_for_its_mover() {
    let text = format!(
        "{TAGS}1. e4 {{book}} d5 {{-0.58/9 1s}} 2. exd5 {{+0.57/12}} Qxd5 {{/0 0s}} \
         3. Nc3 {{+M9/20}} Qa5 {{-M8/20, resigns}} 1-0\n"
    );
    let expected = [
        (76, 3, -1_001, [0, 0, 1]),
        (76, 3, 1_001, [1, 0, 0]),
        (78, 1, -60, [0, 0, 1]),
        (78, 2, 55, [1, 0, 0]),
    ];
    assert_eq!(rows(&mine(&text, &how(5, None))), expected);
}

#[test]
fn an_eval_counts_behind_the_move_for_who_moves_next() {
    let text = format!(
        "{TAGS}1. e4 {{[%eval 0.31]}} d5 {{[%eval 0.58]}} 2. exd5 {{[%eval -0.02]}} Qxd5 {{[%eval #3]}} 1-0\n"
    );
    let expected = [
        (76, 3, 1_001, [1, 0, 0]),
        (77, 2, 0, [0, 0, 1]),
        (78, 1, -30, [0, 0, 1]),
        (78, 2, 60, [1, 0, 0]),
    ];
    assert_eq!(rows(&mine(&text, &how(5, None))), expected);
}

#[test]
fn only_the_wanted_engine_counts() {
    let text = format!("{TAGS}1. e4 {{+0.20/9}} e5 {{-0.10/9}} 2. Nf3 {{[%eval 0.10]}} 1-0\n");
    assert_eq!(rows(&mine(&text, &how(5, Some("^Bob$")))), [(78, 1, -10, [0, 0, 1])]);
    assert_eq!(rows(&mine(&text, &how(5, Some("Cid")))), []);
    assert_eq!(rows(&mine(&text, &how(20, None))).len(), 3);
}

/// Games with evaluations that differ from game to game.
fn games(many: usize) -> String {
    let results = ["1-0", "0-1", "1/2-1/2"];
    let game = |number: usize| {
        let result = results[number % 3];
        let eval = number as f64 / 100.0 - 2.0;
        format!(
            "[Event \"{number}\"]\n[Result \"{result}\"]\n\n1. e4 {{{eval:+.2}/9}} d5 {{{:+.2}/8}} 2. exd5 \
             {{[%eval {eval:.2}]}} Qxd5 {result}\n\n",
            -eval
        )
    };
    (0..many).map(game).collect()
}

#[test]
fn threads_and_blocks_make_no_difference_and_parts_add_up() {
    let text = games(400);
    let whole = mine_text(text.as_bytes(), &how(5, None));
    let blocks = How { threads: 3, block_bytes: 700, ..how(5, None) };
    assert_eq!(mine_text(text.as_bytes(), &blocks), whole);
    let cut = text[text.len() / 2..].find("[Event").unwrap() + text.len() / 2;
    let mut sum = mine(&text[..cut], &how(5, None)).with_provenance(Provenance::default());
    let rest = mine(&text[cut..], &how(5, None)).with_provenance(Provenance::default());
    sum.merge(&rest).unwrap();
    assert_eq!(rows(&sum), rows(&WdlTable::from_bytes(&whole.tables[0]).unwrap()));
    assert_eq!(sum.positions(), 1_200);
}

/// Counts as the model itself would have them.
fn drawn_from(model: &WdlModel) -> WdlTable {
    let mut entries = Vec::new();
    for material in (17..=78).step_by(3) {
        for eval in (-400..=400).step_by(20) {
            let chances = model.chances(f64::from(eval), f64::from(material));
            let [wins, draws, losses] = chances.map(|chance| (1e6 * chance).round() as u64);
            let key = WdlKey::new(material as u8, 30, eval as i16).unwrap();
            entries.push((key, OutcomeCounts { wins, draws, losses }));
        }
    }
    WdlTable::new(entries, Provenance::default())
}

const MODEL: WdlModel =
    WdlModel { a: [-40.0, 70.0, -10.0, 140.0], b: [10.0, -20.0, 15.0, 40.0], target: 58 };

#[test]
fn a_model_is_found_again_in_its_own_counts() {
    let table = drawn_from(&MODEL);
    for fitting in [Fitting::Density, Fitting::Probability, Fitting::Score] {
        let fit = fit(&table, &Selection::default(), fitting).unwrap();
        for mom in [20.0, 40.0, 58.0, 78.0] {
            let (found, wanted) = (fit.model.parameters(mom), MODEL.parameters(mom));
            let close = |found: f64, wanted: f64| (found - wanted).abs() < 0.01 * wanted;
            assert!(
                close(found.0, wanted.0) && close(found.1, wanted.1),
                "{fitting:?} {mom}: {found:?}"
            );
        }
        assert!(fit.objective[1] <= fit.objective[0]);
    }
}

#[test]
fn without_enough_positions_there_is_no_model() {
    let fitted = |table: &WdlTable| fit(table, &Selection::default(), Fitting::default());
    assert_eq!(fitted(&WdlTable::default()).unwrap_err(), Unfitted::NoPositions);
    let all = drawn_from(&MODEL);
    let three = all.entries().iter().filter(|(key, _)| key.material() < 26);
    let three = WdlTable::new(three.copied().collect(), Provenance::default());
    assert_eq!(fitted(&three).unwrap_err(), Unfitted::TooFew(3));
}

/// The better a side's evaluation, the more seldom it wins.
#[test]
fn evaluations_that_mislead_have_no_model() {
    let sound = drawn_from(&MODEL);
    let turned = sound.entries().iter().map(|&(key, counts)| {
        (WdlKey::new(key.material(), key.number(), -key.eval()).unwrap(), counts)
    });
    let turned = WdlTable::new(turned.collect(), Provenance::default());
    let found = fit(&turned, &Selection::default(), Fitting::default());
    assert!(matches!(found, Err(Unfitted::Senseless(_) | Unfitted::Diverged)), "{found:?}");
}

#[test]
fn the_code_compiles_and_says_what_the_model_says() {
    let folder = tempfile::tempdir().unwrap();
    let selection = Selection::default();
    let code = Code { model: MODEL, selection: &selection, counted: "*/ made up" };
    let points =
        (0..=90).step_by(15).flat_map(|m| (-600..=600).step_by(75).map(move |eval| (eval, m)));
    let expected: String = points
        .map(|(eval, material): (i32, i32)| {
            let mom = f64::from(material.clamp(17, 78));
            let [win, draw, _] = whole(MODEL.chances(eval.into(), mom));
            let centipawns = (100.0 * f64::from(eval) / MODEL.parameters(mom).0).round();
            format!("{win} {draw} {centipawns}\n")
        })
        .collect();
    for (language, program, compiler, ending) in [
        (Language::Rust, RUST_MAIN, &["rustc", "--edition=2024", "-Dwarnings"][..], "rs"),
        (Language::C, C_MAIN, &["cc", "-std=c99", "-Wall", "-Wextra", "-Werror"], "c"),
        (Language::Cpp, CPP_MAIN, &["c++", "-std=c++17", "-Wall", "-Wextra", "-Werror"], "cpp"),
    ] {
        fs::write(folder.path().join("wdl.inc"), wdl_code::write(&code, language)).unwrap();
        let said = output_of(folder.path(), program, compiler, ending);
        // rustc built this test; of the others there may be none.
        if language == Language::Rust || said.is_some() {
            assert_eq!(said.as_ref(), Some(&expected), "{language:?}");
        }
    }
}

/// Chances in thousandths as engines round them.
fn whole([win, _, loss]: [f64; 3]) -> [i64; 3] {
    let [win, loss] = [win, loss].map(|chance| (0.5 + 1000.0 * chance) as i64);
    [win, 1_000 - win - loss, loss]
}

const RUST_MAIN: &str = "mod wdl { include!(\"wdl.inc\"); }\nfn main() { for m in (0..=90).step_by(15) { \
    for e in (-600..=600).step_by(75) { println!(\"{} {} {}\", wdl::win(e, m), wdl::draw(e, m), \
    wdl::centipawns(e, m)); } } }";
const C_MAIN: &str = "#include <stdio.h>\n#include \"wdl.inc\"\nint main(void) { for (int m = 0; m <= 90; m += 15) \
    for (int e = -600; e <= 600; e += 75) printf(\"%d %d %d\\n\", prospector_wdl_win(e, m), \
    prospector_wdl_draw(e, m), prospector_wdl_centipawns(e, m)); return 0; }";
const CPP_MAIN: &str = "#include <cstdio>\n#include \"wdl.inc\"\nint main() { using namespace prospector::wdl; \
    for (int m = 0; m <= 90; m += 15) for (int e = -600; e <= 600; e += 75) \
    std::printf(\"%d %d %d\\n\", win(e, m), draw(e, m), centipawns(e, m)); }";

/// What a program prints; `None` without its compiler.
fn output_of(folder: &Path, program: &str, compiler: &[&str], ending: &str) -> Option<String> {
    let (source, built) = (folder.join(format!("main.{ending}")), folder.join(ending));
    fs::write(&source, program).unwrap();
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).current_dir(folder).arg(&source).arg("-o").arg(&built);
    let compiled = command.args((ending != "rs").then_some("-lm")).output().ok()?;
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let said = Command::new(built).output().unwrap();
    Some(String::from_utf8(said.stdout).unwrap())
}

/// Games through five balances of material, with outcomes that follow the evaluations.
fn decided(many: u64) -> String {
    let game = |number: u64| {
        let eval = (number % 81) as f64 / 10.0 - 4.0;
        let lot = (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64 / f64::from(1 << 24);
        let [win, draw, _] = MODEL.chances(100.0 * eval, 70.0);
        let result = if lot < win {
            "1-0"
        } else if lot < win + draw {
            "1/2-1/2"
        } else {
            "0-1"
        };
        let [white, black] = [eval, -eval].map(|eval| format!("{{{eval:+.2}/9 1s}}"));
        format!(
            "[Event \"{number}\"]\n[Result \"{result}\"]\n\n1. e4 {white} d5 {black} 2. exd5 {white} Qxd5 {black} \
             3. Nc3 {white} Qxg2 {black} 4. Bxg2 {white} h6 {black} {result}\n\n"
        )
    };
    (0..many).map(game).collect()
}

#[test]
fn the_command_line_mines_fits_and_writes() {
    let bench = Bench::new();
    bench.write("a.pgn", decided(3_000));
    // Nobody is named in these games.
    let nobody =
        bench.fails(&["wdl", "a.pgn", "--out", "wdl.bin", "--bin-width", "10", "--engine", ".*"]);
    assert!(nobody.contains("nothing in their comments counts"), "{nobody}");
    bench.ok(&["wdl", "a.pgn", "--out", "wdl.bin"]);
    let ask = |more: &[&str]| bench.ok(&[&["show", "wdl", "--table", "wdl.bin"], more].concat());
    let fitted = bench.json(&["show", "wdl", "--table", "wdl.bin"]);
    assert_eq!(fitted["points"].as_array().unwrap().len(), 5);
    assert!(ask(&[]).contains("p_a = (("));
    for (form, sign) in
        [("c", "lround"), ("cpp", "namespace"), ("rust", "pub fn"), ("svg", "</svg>")]
    {
        assert!(ask(&["--as", form]).contains(sign), "{form}");
    }
    let narrow = [
        "--mom-target",
        "60",
        "--move-min",
        "1",
        "--move-max",
        "4",
        "--material-min",
        "60",
        "--material-max",
        "78",
        "--eval-max",
        "390",
        "--win-min",
        "5",
        "--normalize-to-pawn-value",
        "200",
    ];
    for fitting in ["fitDensity", "optimizeProbability", "optimizeScore"] {
        let said = ask(&[&narrow[..], &["--model-fitting", fitting]].concat());
        assert!(said.contains("x / 60 + "), "{said}");
    }
    let data = "{\"momType\": \"move\", \"momMin\": 1, \"momMax\": 4, \"momTarget\": 2, \"as\": [0, 0, 0, 200]}";
    let (number, polynomial) = (["--normalize-to-pawn-value", "200"], ["--normalize-data", data]);
    assert_eq!(ask(&number), ask(&polynomial));
    let moves = bench.json(&["show", "wdl", "--table", "wdl.bin", "--mom-type", "move"]);
    assert_eq!(moves["mom_target"], 32);
    let sentence = bench.fails(&["show", "wdl", "--table", "wdl.bin", "--material-max", "10"]);
    assert_eq!(sentence, "miner: `wdl.bin`: no position lies within the bounds of the fit");
    bench.ok(&["report", "wdl.bin", "--out", "page.html"]);
    assert!(bench.text("page.html").contains("Outcomes at material 58"));
    for (format, file) in [("csv", "c"), ("json", "j"), ("parquet", "p"), ("wdl-model", "m")] {
        bench.ok(&["export", "wdl.bin", "--format", format, "--out", file]);
    }
    let counts: std::collections::BTreeMap<String, u64> =
        serde_json::from_slice(&bench.bytes("m")).unwrap();
    assert_eq!(counts.values().sum::<u64>(), 24_000);
    assert_eq!(bench.ok(&["diff", "wdl.bin", "wdl.bin"]), "The tables are equal.\n");
}
