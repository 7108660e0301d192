//! `miner book`: every form has the exits that a walk by shakmaty finds, and what is said of them is recounted.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use crate::bench::{Bench, project_table};
use miner::ask::explore;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Epd, san::San};
use tables::{OpeningTable, OutcomeCounts, Table};

/// The most plies of the exits that are asked for.
const MOST: usize = 7;

fn table() -> OpeningTable {
    OpeningTable::load(&project_table("opening.bin")).unwrap()
}

/// A bench with the project's opening table.
fn bench() -> Bench {
    let bench = Bench::new();
    std::fs::copy(project_table("opening.bin"), bench.path("o.bin")).unwrap();
    bench
}

fn epd(position: &Chess) -> String {
    Epd::from_position(position, EnPassantMode::Legal).to_string()
}

/// The legal moves of the table in a position, with their games and where they lead.
fn moves(table: &OpeningTable, position: &Chess) -> Vec<(u64, Chess)> {
    let moves = table.moves(explore::key(position)).iter();
    moves
        .map(|entry| {
            let mut after = position.clone();
            after.play_unchecked(explore::legal(position, entry.mv).unwrap());
            (entry.counts.games(), after)
        })
        .collect()
}

/// What the games of a position came to, as White sees it.
fn counts(table: &OpeningTable, position: &Chess) -> OutcomeCounts {
    let mut counts = OutcomeCounts::ZERO;
    table.moves(explore::key(position)).iter().for_each(|entry| counts.merge(entry.counts));
    position.turn().fold_wb(counts, counts.swapped())
}

/// The table's positions by their plies, each at the fewest.
fn levels(table: &OpeningTable) -> Vec<BTreeMap<String, Chess>> {
    let (mut seen, mut levels) = (BTreeSet::new(), Vec::new());
    let mut level = BTreeMap::from([(epd(&Chess::default()), Chess::default())]);
    for _ in 0..=MOST {
        level.retain(|epd, position| {
            !table.moves(explore::key(position)).is_empty() && seen.insert(epd.clone())
        });
        let after = level.values().flat_map(|position| moves(table, position));
        let next = after.map(|(_, position)| (epd(&position), position)).collect();
        levels.push(std::mem::replace(&mut level, next));
    }
    levels
}

/// The positions of a book, of its EPD.
fn exits(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split(" c0 ").next().unwrap().to_owned()).collect()
}

#[test]
fn epd_has_the_positions_that_keep_the_bounds() {
    let (bench, table) = (bench(), table());
    let levels = levels(&table);
    let share = |count: u64, counts: OutcomeCounts| count as f64 / counts.games() as f64;
    // Counts, share of draws, score: White's.
    type Keeps = fn(OutcomeCounts, f64, f64) -> bool;
    let cases: [(&str, Keeps); 5] = [
        ("", |_, _, _| true),
        ("--min-games 300", |counts, _, _| counts.games() >= 300),
        ("--draws 0.4..0.5", |_, draws, _| (0.4..=0.5).contains(&draws)),
        ("--score 0.6..1", |_, _, score| score >= 0.6),
        ("--score 0.55..0.7 --either-side", |counts, _, score| {
            (0.55..=0.7).contains(&score.max(counts.swapped().score().unwrap()))
        }),
    ];
    for (options, keeps) in cases {
        let mut command = vec!["book", "o.bin", "--plies", "5..7", "--out", "b.epd"];
        command.extend(options.split_whitespace());
        let summary = bench.json(&command);
        let wanted: BTreeSet<String> = levels[5..]
            .iter()
            .flatten()
            .filter(|(_, position)| {
                let counts = counts(&table, position);
                let score = counts.score().unwrap();
                keeps(counts, share(counts.draws, counts), score)
            })
            .map(|(epd, _)| epd.clone())
            .collect();
        let found = exits(&bench.text("b.epd"));
        // Two ways into a position are one line, and no position is lost.
        assert_eq!(found.len(), found.iter().collect::<BTreeSet<_>>().len(), "{options}");
        let lost: Vec<_> = wanted.iter().filter(|epd| !found.contains(epd)).collect();
        assert!(lost.is_empty(), "{options}: {lost:?}");
        // Others are those that only dropped moves lead to.
        let more = found.iter().filter(|epd| !wanted.contains(*epd)).count();
        assert!(20 * more <= found.len(), "{options}: {more} more of {}", found.len());
        assert_eq!(summary["exits"], found.len(), "{options}");
        let left_out = summary["left_out"].as_object().unwrap().values();
        let left_out: u64 = left_out.map(|positions| positions.as_u64().unwrap()).sum();
        let doubles = summary["doubles"].as_u64().unwrap();
        assert_eq!(summary["candidates"], found.len() as u64 + left_out + doubles, "{options}");
        assert!(summary["transposed"].as_u64().unwrap() > 0 || options.contains("score"));
    }
}

#[test]
fn the_model_lies_between_the_games_and_the_position_before() {
    let bench = bench();
    let lines = |games: &str| {
        let book = ["book", "o.bin", "--plies", "1", "--out", "b.epd", "--model-games", games];
        bench.ok(&book);
        bench.text("b.epd")
    };
    let number = |line: &str, name: &str| -> f64 {
        let at = line.find(name).unwrap() + name.len();
        line[at..].split([' ', '"']).next().unwrap().parse().unwrap()
    };
    let start = counts(&table(), &Chess::default());
    let before = start.draws as f64 / start.games() as f64;
    for games in [0.0, 20.0, 1e6] {
        for line in lines(&format!("{games}")).lines() {
            let (draws, all) = (number(line, "draws="), number(line, "games="));
            let wanted = (draws + games * before) / (all + games);
            assert!((number(line, "model_draws=") - wanted).abs() < 6e-5, "{line}");
        }
    }
    // A window of the model's draws takes other positions than one of the games' draws.
    let windows = ["--draws", "--model-draws"].map(|option| {
        bench.ok(&["book", "o.bin", "--plies", "6", "--out", "b.epd", option, "0.3..0.4"]);
        let lines = bench.text("b.epd");
        if option == "--model-draws" {
            assert!(lines.lines().all(|line| (0.3..=0.4).contains(&number(line, "model_draws="))));
        }
        exits(&lines)
    });
    assert_ne!(windows[0], windows[1]);
}

#[test]
fn pgn_has_a_line_to_each_exit() {
    let bench = bench();
    let options = ["--plies", "4..7", "--min-games", "100"];
    for out in ["b.epd", "b.pgn"] {
        bench.ok(&[&["book", "o.bin", "--out", out], &options[..]].concat());
    }
    let text = bench.text("b.pgn");
    let lines = text.lines().filter(|line| line.ends_with('*') && !line.starts_with('['));
    let ends: Vec<String> = lines
        .map(|line| {
            let mut position = Chess::default();
            for word in line.split(' ').filter(|word| !word.ends_with('.') && *word != "*") {
                let san: San = word.trim_end_matches(['+', '#']).parse().unwrap();
                position.play_unchecked(san.to_move(&position).unwrap());
            }
            epd(&position)
        })
        .collect();
    assert_eq!(ends, exits(&bench.text("b.epd")));
    let some = |text: &str| assert!(text.lines().count() > 100, "{text}");
    some(&bench.text("b.epd"));
}

#[test]
fn every_line_of_a_polyglot_book_ends_at_an_exit() {
    let (bench, table) = (bench(), table());
    let options = ["--plies", "6", "--min-games", "150", "--draws", "0.3..0.7"];
    for out in ["b.epd", "b.bin"] {
        bench.ok(&[&["book", "o.bin", "--out", out], &options[..]].concat());
    }
    let mut book: BTreeMap<u64, Vec<(u16, u16)>> = BTreeMap::new();
    for entry in bench.bytes("b.bin").as_chunks::<16>().0 {
        let number = |at: usize| u16::from_be_bytes([entry[at], entry[at + 1]]);
        let key = u64::from_be_bytes(entry[..8].try_into().unwrap());
        book.entry(key).or_default().push((number(8), number(10)));
    }
    let mut level = BTreeMap::from([(epd(&Chess::default()), Chess::default())]);
    for _ in 0..6 {
        let mut next = BTreeMap::new();
        for position in level.values() {
            let entries = &book[&explore::key(position)];
            assert!(entries.is_sorted_by_key(|(_, weight)| u16::MAX - weight));
            for (mv, _) in entries {
                let square = |bits: u16| shakmaty::Square::new(u32::from(bits & 63));
                let legal = position.legal_moves().into_iter().find(|legal| {
                    legal.from() == Some(square(mv >> 6)) && legal.to() == square(*mv)
                });
                let mut after = position.clone();
                after.play_unchecked(legal.unwrap());
                next.insert(epd(&after), after);
            }
        }
        level = next;
    }
    let ends: BTreeSet<String> = level.into_keys().collect();
    let found: BTreeSet<String> = exits(&bench.text("b.epd")).into_iter().collect();
    let lost = found.difference(&ends).count();
    assert!(ends.is_subset(&found) && 20 * lost < found.len(), "{lost} of {}", found.len());
    assert!(
        table.moves(explore::key(&Chess::default())).len() >= book.values().next().unwrap().len()
    );
}

/// Where games come to that choose like the table's: at an exit, outside, elsewhere.
fn come_to(
    table: &OpeningTable,
    position: &Chess,
    plies: usize,
    exits: &BTreeSet<String>,
) -> [f64; 3] {
    let moves = moves(table, position);
    if moves.is_empty() {
        return [0.0, 1.0, 0.0];
    }
    if exits.contains(&epd(position)) {
        return [1.0, 0.0, 0.0];
    }
    if plies == 0 {
        return [0.0, 0.0, 1.0];
    }
    let all: u64 = moves.iter().map(|(games, _)| games).sum();
    let mut sum = [0.0; 3];
    for (games, after) in moves {
        let parts = come_to(table, &after, plies - 1, exits);
        parts.iter().zip(&mut sum).for_each(|(part, sum)| *sum += part * games as f64 / all as f64);
    }
    sum
}

#[test]
fn coverage_is_that_of_all_lines() {
    let (bench, table) = (bench(), table());
    let summary =
        bench.json(&["book", "o.bin", "--plies", "3..4", "--min-games", "800", "--out", "b.epd"]);
    let exits = exits(&bench.text("b.epd")).into_iter().collect();
    let wanted = come_to(&table, &Chess::default(), 4, &exits);
    for (name, wanted) in ["at_exit", "outside", "elsewhere"].into_iter().zip(wanted) {
        let found = summary["coverage"][name].as_f64().unwrap();
        assert!((found - wanted).abs() < 1e-9, "{name}: {found}, not {wanted}");
    }
    assert!(wanted[0] > 0.3 && wanted[2] > 0.01, "{wanted:?}");
    let text = bench.ok(&["book", "o.bin", "--plies", "4", "--min-games", "800", "--out", "b.epd"]);
    assert!(text.contains("double positions: none") && text.contains("coverage: "), "{text}");
}

#[test]
fn transpositions_are_one_exit() {
    let bench = Bench::new();
    let game = |moves: &str, result: &str| {
        format!("[Event \"x\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n")
    };
    bench
        .write("g.pgn", game("1. d4 Nf6 2. c4 e6", "1-0") + &game("1. c4 Nf6 2. d4 g6", "1/2-1/2"));
    bench.ok(&["opening", "g.pgn", "--out", "o.bin"]);
    let summary = bench.json(&["book", "o.bin", "--plies", "3", "--out", "b.epd", "--top", "5"]);
    assert_eq!((&summary["exits"], &summary["transposed"]), (&1.into(), &1.into()), "{summary}");
    assert_eq!(summary["coverage"]["at_exit"], 1.0);
    // Bounds may be as wide as one likes.
    let wide = ["book", "o.bin", "--plies", "3..18446744073709551615", "--out", "w.epd"];
    assert_eq!(bench.json(&wide)["by_plies"], serde_json::json!([[3, 1]]));
    let line = bench.text("b.epd");
    assert!(line.contains("games=2 wins=0 draws=1 losses=1 ply=3"), "{line}");
    let position: Chess =
        exits(&line)[0].parse::<Epd>().unwrap().into_position(CastlingMode::Standard).unwrap();
    assert_eq!(position.turn(), shakmaty::Color::Black);
    // Both ways are in the Polyglot book: two first moves, an answer to each, a move to the exit from each.
    bench.ok(&["book", "o.bin", "--plies", "3", "--out", "b", "--format", "polyglot"]);
    assert_eq!(bench.bytes("b").len(), 6 * 16);
}

#[test]
fn what_makes_no_book_changes_nothing() {
    let bench = Bench::with_toy_tables();
    bench.write("old.epd", "old");
    for (command, says) in [
        ("book o.bin --out old.epd --min-games 1000", "--min-games left out the most"),
        ("book o.bin --out old.epd --plies 900", "0 positions of the table are 900 plies"),
        (
            "book i.bin --out old.epd",
            "this is a table of kind `imbalance` where `opening` is wanted",
        ),
        ("book o.bin --out old.txt", "`old.txt` does not say which form"),
        ("book o.bin --out o.bin", "`o.bin` is an input and will not be overwritten"),
    ] {
        let sentence = bench.fails(&command.split(' ').collect::<Vec<_>>());
        assert!(sentence.contains(says), "{command}: {sentence}");
        assert_eq!(bench.text("old.epd"), "old");
    }
    for wrong in [["--draws", "0.6..0.4"], ["--score", "40..60"], ["--plies", "9..3"]] {
        let command = [&["book", "o.bin", "--out", "b.epd"], &wrong[..]].concat();
        assert_eq!(bench.miner(&command).status.code(), Some(2), "{wrong:?}");
    }
}

/// Games through five balances of material, in which better evaluations win more.
fn decided() -> String {
    let game = |number: u64| {
        let eval = (number % 81) as f64 / 10.0 - 4.0;
        let lot = (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64 / f64::from(1 << 24);
        let share = |eval: f64| 1.0 / (1.0 + ((1.2 - eval) / 0.6).exp());
        let result = match (lot < share(eval), lot > 1.0 - share(-eval)) {
            (true, _) => "1-0",
            (_, true) => "0-1",
            _ => "1/2-1/2",
        };
        let [white, black] = [eval, -eval].map(|eval| format!("{{{eval:+.2}/9 1s}}"));
        format!(
            "[Event \"{number}\"]\n[Result \"{result}\"]\n\n1. e4 {white} d5 {black} 2. exd5 {white} Qxd5 {black} \
             3. Nc3 {white} Qxg2 {black} 4. Bxg2 {white} h6 {black} {result}\n\n"
        )
    };
    (0..3_000).map(game).collect()
}

#[test]
fn a_fitted_model_expects_draws_by_the_mean_evaluation() {
    let bench = Bench::new();
    bench.write("w.pgn", decided());
    bench.ok(&["wdl", "w.pgn", "--out", "w.bin"]);
    let fitted = bench.json(&["show", "wdl", "--table", "w.bin"]);
    let cubic = |name: &str, x: f64| {
        let powers = fitted[name].as_array().unwrap().iter();
        powers.fold(0.0, |sum, factor| sum * x + factor.as_f64().unwrap())
    };
    // With all pieces there; the target is 58.
    let (a, b) = (cubic("as", 78.0 / 58.0), cubic("bs", 78.0 / 58.0));
    let draws = |eval: f64| {
        let win = |eval: f64| 1.0 / (1.0 + ((a - eval) / b).exp());
        1.0 - win(eval) - win(-eval)
    };
    // White's scores of the replies to 1. e4 are 20 and 60; those to 1. d4 have none.
    let game = |moves: &str| format!("[Event \"x\"]\n[Result \"1-0\"]\n\n{moves} 1-0\n\n");
    let games = [
        game("1. e4 {[%eval 0.10]} e5 {[%eval 0.20]} 2. Nf3 {[%eval -0.9]} Nc6"),
        game("1. e4 {[%eval 0.30]} c5 {[%eval 0.60]} 2. Nf3 {[%eval 3.0]} Nc6"),
        game("1. d4 d5 2. c4 e6"),
    ];
    bench.write("g.pgn", games.concat());
    bench.ok(&["opening", "g.pgn", "--averages", "--out", "o.bin"]);
    let book = |more: &[&str]| {
        let words = ["book", "o.bin", "--out", "b.epd", "--wdl-model", "w.bin", "--plies"];
        let summary = bench.json(&[&words[..], more].concat());
        let text = bench.text("b.epd");
        let number = |line: &str| {
            let share = line.split("model_draws=").nth(1).unwrap().split('"').next().unwrap();
            share.parse::<f64>().unwrap()
        };
        let mut shares: Vec<f64> = text.lines().map(number).collect();
        shares.sort_by(f64::total_cmp);
        (summary["left_out"]["wdl-model"].as_u64(), shares)
    };
    let check = |(left_out, shares): (Option<u64>, Vec<f64>), evals: &[f64]| {
        assert_eq!((left_out, shares.len()), (Some(1), evals.len()), "{shares:?}");
        for (share, eval) in shares.iter().zip(evals) {
            assert!((share - draws(*eval)).abs() < 6e-5, "{eval}: {share}, not {}", draws(*eval));
        }
    };
    check(book(&["1"]), &[40.0]);
    check(book(&["2"]), &[300.0, -90.0]);
    let middle = format!("{:.4}..1", draws(200.0));
    let (_, shares) = book(&["2", "--model-draws", &middle]);
    assert_eq!(shares.len(), 1);
    bench.ok(&["opening", "g.pgn", "--out", "plain.bin"]);
    let refused = bench.fails(&["book", "plain.bin", "-o", "b.epd", "--wdl-model", "w.bin"]);
    assert!(refused.contains("`plain.bin` has no evaluations"), "{refused}");
}
