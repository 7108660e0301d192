//! `miner positions --format`: other programs' readers read what is written, each with its own idea of whose score and
//! whose result it is.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{fs, io::BufReader, os::unix::fs::PermissionsExt, path::Path};

use bulletformat::{BulletFormat, ChessBoard, DataLoader, chess::MarlinFormat};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, fen::Fen, uci::UciMove};
use viriformat::{
    chess::board::Board,
    dataformat::{Filter, Game},
};

use crate::bench::Bench;

/// What texel-tuner looks for in a line, and White's points.
const MARKERS: [(&str, f32); 6] =
    [("1.0", 1.0), ("0.5", 0.5), ("0.0", 0.0), ("1-0", 1.0), ("1/2-1/2", 0.5), ("0-1", 0.0)];

/// The rule of texel-tuner (`get_fen_wdl`): a line has one marker; with two or none it gives up.
fn texel_tuner(line: &str) -> f32 {
    let found: Vec<_> = MARKERS.iter().filter(|(marker, _)| line.contains(marker)).collect();
    assert_eq!(found.len(), 1, "{line}: {found:?}");
    found[0].1
}

/// A bench with the sample's first games under names that read as results.
fn bench() -> Bench {
    let bench = Bench::new();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/sample.pgn.zst");
    let text = zstd::decode_all(fs::File::open(sample).unwrap()).unwrap();
    let text = String::from_utf8(text).unwrap();
    let games: Vec<&str> = text.split("\n\n[Event ").collect();
    bench.write(JANUARY, format!("{}\n\n", games[..60].join("\n\n[Event ")));
    bench.write(VERSION, format!("[Event {}\n\n", games[60..120].join("\n\n[Event ")));
    // It takes the length of the FEN for the mover's score, so that each side has its own.
    let engine = "#!/bin/sh\nwhile read -r line; do case $line in\n\
        uci) echo 'option name Hash type spin default 16 min 1 max 9'; echo uciok;;\n\
        isready) echo readyok;;\n\
        position*) fen=${line#position fen };;\n\
        go*) echo 'info depth 1 score cp 9999 upperbound'; echo \"info depth 2 score cp ${#fen} nodes 9\"\n\
             echo 'info string score cp 7'; echo bestmove a1a1;;\n\
        quit) exit;;\nesac; done\n";
    bench.write("engine", engine);
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(bench.path("engine"), executable).unwrap();
    bench
}

const JANUARY: &str = "2021-01.pgn";
const VERSION: &str = "v1.0-0.5_1-0.pgn";

/// Writes the positions of both files in this format, scored, and gives the file's bytes.
fn scored(bench: &Bench, format: &str) -> Vec<u8> {
    collect(bench, &format!("--format {format} --engine ./engine --score-nodes 5"))
}

fn collect(bench: &Bench, arguments: &str) -> Vec<u8> {
    let mut words = vec!["positions", JANUARY, VERSION, "--per-game", "8", "--out", "out"];
    words.extend(arguments.split(' '));
    bench.ok(&words);
    bench.bytes("out")
}

fn lines(bytes: Vec<u8>) -> Vec<String> {
    String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
}

fn chess(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

/// FEN, White's score and White's points of a line of text.
fn split(line: &str) -> (String, i16, f32) {
    let parts: Vec<&str> = line.split(" | ").collect();
    (parts[0].to_owned(), parts[1].parse().unwrap(), parts[2].parse().unwrap())
}

#[test]
fn a_tuner_finds_one_result_in_each_line() {
    let bench = bench();
    let texts = lines(scored(&bench, "text"));
    let (epd, with_id) = (lines(scored(&bench, "epd")), lines(scored(&bench, "epd-id")));
    let wdl = lines(collect(&bench, "--format wdl --epd beside.epd"));
    let beside = lines(bench.bytes("beside.epd"));
    assert_eq!(texts.len(), 8 * 120 - repeated(&texts));
    assert_eq!([epd.len(), with_id.len(), wdl.len(), beside.len()], [texts.len(); 4]);
    let mut outcomes = [0; 3];
    for (number, text) in texts.iter().enumerate() {
        let (fen, score, points) = split(text);
        let position = chess(&fen);
        assert_eq!(Fen::from_position(&position, EnPassantMode::PseudoLegal).to_string(), fen);
        outcomes[(2.0 * points) as usize] += 1;
        for line in [text, &epd[number], &with_id[number], &beside[number]] {
            assert_eq!(texel_tuner(line), points, "{line}");
        }
        // White's here, the mover's there.
        let length = fen.len() as i16;
        assert_eq!(score, position.turn().fold_wb(length, -length));
        let four: Vec<&str> = fen.split(' ').take(4).collect();
        let start = format!("{} c9 ", four.join(" "));
        assert!(
            epd[number].starts_with(&start) && epd[number].ends_with(&format!(" ce {length};"))
        );
        assert!(
            with_id[number].starts_with(&format!("{} id ", epd[number])),
            "{}",
            with_id[number]
        );
        let letter = ["b", "d", "w"][(2.0 * points) as usize];
        assert_eq!(wdl[number], format!("{fen};{letter}"));
    }
    assert!(outcomes.iter().all(|count| *count > 50), "{outcomes:?}");
    assert!(with_id.iter().any(|line| line.contains("id \"2021_01_pgn:")));
    assert!(with_id.iter().any(|line| line.contains("id \"v1_0_0_5_1_0_pgn:")));
}

/// How many of eight positions of 120 games are missing: games share some.
fn repeated(lines: &[String]) -> usize {
    let missing = 8 * 120 - lines.len();
    assert!(missing < 50, "{missing}");
    missing
}

#[test]
fn bullet_reads_the_text_and_its_own_form_alike() {
    let bench = bench();
    let texts = lines(scored(&bench, "text"));
    scored(&bench, "bulletformat");
    let mut boards: Vec<ChessBoard> = Vec::new();
    let loader = DataLoader::<ChessBoard>::new(bench.path("out"), 1).unwrap();
    assert_eq!(loader.len(), texts.len());
    loader.map_positions(|board| boards.push(*board));
    for (board, text) in boards.iter().zip(&texts) {
        assert_eq!(*board, text.parse().unwrap(), "{text}");
        // The mover's, always.
        let (fen, _, points) = split(text);
        let is_black = fen.contains(" b ");
        assert_eq!(board.score(), fen.len() as i16);
        assert_eq!(board.result(), if is_black { 1.0 - points } else { points });
    }
}

#[test]
fn viridithas_packs_the_same_bytes_and_bullet_unpacks_them() {
    let bench = bench();
    let texts = lines(scored(&bench, "text"));
    let packed = scored(&bench, "marlinformat");
    assert_eq!(packed.len(), 32 * texts.len());
    for (bytes, text) in packed.chunks(32).zip(&texts) {
        let (fen, score, points) = split(text);
        let mut board = Board::new();
        board.set_from_fen(&fen, false).unwrap();
        let theirs = board.to_marlinformat(score, (2.0 * points) as u8, 0).as_bytes();
        assert_eq!(bytes, theirs, "{fen}");
    }
    let mut boards = Vec::new();
    let loader = DataLoader::<MarlinFormat>::new(bench.path("out"), 1).unwrap();
    loader.map_positions(|board| boards.push(ChessBoard::from(*board)));
    assert_eq!(boards.len(), texts.len());
    let mut compared = 0;
    for (board, text) in boards.iter().zip(&texts) {
        // bulletformat 1.8 takes a rook that may castle for a bishop.
        if text.split(' ').nth(2) == Some("-") {
            assert_eq!(*board, text.parse().unwrap(), "{text}");
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}

/// The positions of UCI moves with the moves, and the result.
fn replay(line: &str) -> (Vec<(Chess, String)>, String) {
    let mut words: Vec<&str> = line.split(' ').collect();
    let result = words.pop().unwrap().to_owned();
    let mut position = Chess::default();
    let mut positions = Vec::new();
    for word in words {
        let mv = word.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        let castling = UciMove::from_move(mv, CastlingMode::Chess960).to_string();
        positions.push((position.clone(), castling));
        position.play_unchecked(mv);
    }
    (positions, result)
}

#[test]
fn viridithas_reads_whole_games() {
    let bench = bench();
    for min_ply in [0, 9, 150] {
        let packed = collect_games(&bench, &format!("--min-ply {min_ply}"));
        let games = lines(bench.ok(&["games", JANUARY, VERSION, "--format", "uci"]).into_bytes());
        assert_eq!(games.len(), 120);
        let mut reader = BufReader::new(&packed[..]);
        for line in &games {
            let (positions, result) = replay(line);
            let positions = &positions[min_ply.min(positions.len())..];
            if positions.is_empty() {
                continue;
            }
            // It checks each move in builds with debug assertions, as tests are.
            let game = Game::deserialise_from(&mut reader, Vec::new()).unwrap();
            let points = ["0-1", "1/2-1/2", "1-0"].iter().position(|one| *one == result).unwrap();
            assert_eq!(usize::from(game.initial_position.as_bytes()[30]), points);
            let moves: Vec<String> = game
                .moves()
                .map(|mv| {
                    let promotion = mv.promotion_type().and_then(|role| role.promo_char());
                    let squares = format!("{}{}", mv.from(), mv.to());
                    squares + &promotion.map_or_else(String::new, String::from)
                })
                .collect();
            let wanted: Vec<&str> = positions.iter().map(|(_, mv)| mv.as_str()).collect();
            assert_eq!(moves, wanted);
            let mut place = 0;
            let each = |packed: ChessBoard| {
                let fen = Fen::from_position(&positions[place].0, EnPassantMode::PseudoLegal);
                let text = format!("{fen} | 0 | {}", ["0.0", "0.5", "1.0"][points]);
                assert_eq!(packed, text.parse().unwrap(), "{text}");
                place += 1;
                Ok(())
            };
            game.splat_to_bulletformat(each, &Filter::UNRESTRICTED).unwrap();
            assert_eq!(place, positions.len());
        }
        assert_eq!(reader.buffer().len(), 0, "nothing is left");
    }
}

fn collect_games(bench: &Bench, arguments: &str) -> Vec<u8> {
    let mut words = vec!["positions", JANUARY, VERSION, "--out", "out.viri"];
    words.extend(arguments.split(' '));
    bench.ok(&words);
    bench.bytes("out.viri")
}

/// What the mover has more than the other side, in pawns.
fn material(position: &Chess) -> i32 {
    let side = |color| -> i32 {
        let counts = position.board().material_side(color);
        counts.into_iter().zip([1, 3, 3, 5, 9, 0]).map(|(n, value)| i32::from(n) * value).sum()
    };
    side(position.turn()) - side(!position.turn())
}

/// The mover's material after the best line of captures, without any pruning; `None` where that is too much work.
fn settled(position: &Chess, depth: u32, nodes: &mut u32) -> Option<i32> {
    *nodes += 1;
    if depth == 0 || *nodes > 20_000 {
        return None;
    }
    let mut best = material(position);
    for mv in position.legal_moves() {
        if mv.is_capture() || mv.is_promotion() {
            let mut after = position.clone();
            after.play_unchecked(mv);
            // Checks ask for all answers: leave such positions to the search.
            if after.is_check() {
                return None;
            }
            best = best.max(-settled(&after, depth - 1, nodes)?);
        }
    }
    Some(best)
}

#[test]
fn resolved_positions_have_nothing_to_win_by_taking() {
    let bench = bench();
    let resolved = lines(collect(&bench, "--resolve --format text"));
    let quiet = lines(collect(&bench, "--format text"));
    assert_ne!(resolved, quiet);
    let hanging = |lines: &[String]| {
        let (mut looked_at, mut hanging) = (0, 0);
        for line in lines {
            let position = chess(&split(line).0);
            assert!(!position.is_check() && !position.legal_moves().is_empty(), "{line}");
            let Some(best) = settled(&position, 12, &mut 0) else { continue };
            looked_at += 1;
            hanging += usize::from(best > material(&position));
        }
        // Half of them have a capture that gives check somewhere.
        assert!(3 * looked_at > lines.len(), "{looked_at}");
        hanging
    };
    assert_eq!(hanging(&resolved), 0);
    // A quiet move was played in these, but not because there was nothing to take.
    assert!(hanging(&quiet) > 0);
}

#[test]
fn threads_change_no_byte() {
    let bench = bench();
    for arguments in [
        "--format text --engine ./engine --score-nodes 3",
        "--resolve --format marlinformat",
        "--format epd-id",
    ] {
        let [one, four] =
            ["1", "4"].map(|threads| collect(&bench, &format!("{arguments} --threads {threads}")));
        assert!(one == four, "{arguments}");
    }
    let [one, four] =
        ["1", "4"].map(|n| collect_games(&bench, &format!("--min-ply 4 --threads {n}")));
    assert!(one == four);
}

#[test]
fn what_makes_no_sense_is_refused_and_broken_engines_are_named() {
    let bench = bench();
    bench.write("out.viri", "old");
    bench.write("deaf", "#!/bin/sh\necho uciok\nread -r line\nread -r line\necho readyok\n");
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(bench.path("deaf"), executable).unwrap();
    for (arguments, sentence) in [
        ("--out out.viri --resolve", "miner: --resolve has no effect with viriformat"),
        ("--out out.viri --per-game 3", "miner: --per-game has no effect with viriformat"),
        ("--out out.viri --epd x", "miner: --epd has no effect with viriformat"),
        (
            "--out out.viri --engine e --score-nodes 1",
            "miner: --engine has no effect with viriformat",
        ),
        ("--out p.csv --engine e --score-nodes 1", "miner: --engine has no effect with wdl"),
        (
            "--out p.txt --engine ./missing --score-nodes 1",
            "miner: cannot start the engine `./missing`: ",
        ),
    ] {
        let words: Vec<&str> =
            ["positions", JANUARY].into_iter().chain(arguments.split(' ')).collect();
        let said = bench.fails(&words);
        assert!(said.starts_with(sentence), "{said}");
    }
    // Games that are too short, or without the evaluations that are wanted, hold no position.
    bench.write("short.pgn", "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
    for more in ["--min-ply 14", "--min-ply 0 --comment-scores"] {
        let words = format!("positions short.pgn --out out.viri {more}");
        let said = bench.fails(&words.split(' ').collect::<Vec<_>>());
        assert!(said.starts_with("miner: no game has a wanted position"), "{said}");
    }
    assert_eq!(bench.text("out.viri"), "old");
    // It closes its ears, stays a while, and then says nothing more: writing to it fails, or reading from it.
    bench.write("gone", "#!/bin/sh\nread -r line\nexec <&-\necho uciok\nsleep 0.3\n");
    fs::set_permissions(bench.path("gone"), fs::Permissions::from_mode(0o755)).unwrap();
    for engine in ["deaf", "gone"] {
        let arguments = format!("--out p.txt --threads 1 --engine ./{engine} --score-nodes 1");
        let words: Vec<&str> =
            ["positions", JANUARY].into_iter().chain(arguments.split(' ')).collect();
        let said = bench.fails(&words);
        assert!(said.contains(&format!("the engine `./{engine}`")), "{said}");
    }
    assert!(!bench.path("p.txt").exists());
    assert_eq!(bench.text("out.viri"), "old");
}

/// A search judges the position before its move for the mover; `[%eval]` the one behind it, for White. So White's scores
/// are 31, 20, none, -10, mated, none, none, 40.
const REMARKED: &str = "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 {+0.31/18 0.52s} e5 {-0.20/17 0.5s} 2. Nf3 {book} \
                        Nc6 {+0.10/9 1s} 3. Bb5 {-M3/9 1s} a6 {x} 4. Ba4 {[%eval 0.4]} Nf6 1-0\n\n";

#[test]
fn comments_give_scores_from_each_ones_point_of_view() {
    let bench = Bench::new();
    bench.write("g.pgn", REMARKED);
    let write = |out: &str, more: &[&str]| {
        let words = ["positions", "g.pgn", "--comment-scores", "-o", out, "--min-ply"];
        bench.ok(&[&words[..], more].concat())
    };
    let said = write("p.txt", &["0"]);
    assert!(!said.contains("no scores"), "{said}");
    let mut scores: Vec<_> = bench
        .text("p.txt")
        .lines()
        .map(|line| (chess(&split(line).0).fullmoves().get(), line.contains(" b "), split(line).1))
        .collect();
    scores.sort_unstable();
    assert_eq!(
        scores,
        [(1, false, 31), (1, true, 20), (2, true, -10), (3, false, -31_998), (4, true, 40)]
    );
    write("p.epd", &["0"]);
    let mut movers: Vec<i16> = bench
        .text("p.epd")
        .lines()
        .map(|line| line.split(" ce ").nth(1).unwrap().trim_end_matches(';').parse().unwrap())
        .collect();
    movers.sort_unstable();
    assert_eq!(movers, [-31_998, -40, -20, 10, 31]);
    for (min_ply, wanted) in
        [("0", &[31, 20][..]), ("1", &[20]), ("2", &[-10, -31_998]), ("6", &[40])]
    {
        write("g.viri", &[min_ply]);
        let bytes = bench.bytes("g.viri");
        let game = Game::deserialise_from(&mut BufReader::new(&bytes[..]), Vec::new()).unwrap();
        let scores: Vec<i16> = game.moves.iter().map(|(_, score)| score.get()).collect();
        assert_eq!(scores, wanted, "{min_ply}");
    }
    let late = ["positions", "g.pgn", "--comment-scores", "-o", "g.viri", "--min-ply", "8"];
    let summary = bench.json(&[&late[..], &["--allow-empty"]].concat());
    assert_eq!(summary["games_with_positions"], 0);
}

#[test]
fn positions_are_chosen_by_what_comments_say() {
    let bench = Bench::new();
    bench.write(
        "g.pgn",
        "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 {+0.31/18 0.52s, tl=9s} e5 {-0.20/17 0.5s, tl=8s} \
         2. Nf3 {[%clk 0:00:07]} Nc6 {+0.10/9 1s} 3. Bb5 {-M3/9 1s} a6 {x [%clk 0:01:00]} \
         4. Ba4 {[%eval 0.4]} Nf6 1-0\n\n",
    );
    let moves = |more: &[&str]| {
        let words = ["positions", "g.pgn", "-o", "p.txt", "--min-ply", "0", "--allow-empty"];
        bench.ok(&[&words[..], more].concat());
        let text = bench.text("p.txt");
        // Twice the number of the move, and one more for Black.
        let place = |line: &str| {
            2 * chess(&split(line).0).fullmoves().get() + u32::from(line.contains(" b "))
        };
        let mut moves: Vec<_> = text.lines().map(place).collect();
        moves.sort_unstable();
        moves
    };
    // Scores, White's: 31, 20, none, -10, mated, none, none, 40.
    assert_eq!(moves(&[]), [2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(moves(&["--min-eval", "0.2"]), [2, 3, 9]);
    assert_eq!(moves(&["--max-eval", "0.2"]), [3, 5, 6]);
    assert_eq!(moves(&["--min-eval", "-0.1", "--max-eval=0.31"]), [2, 3, 5]);
    // Clocks: 9, 8, 7, none, none, 60, none, none.
    assert_eq!(moves(&["--min-clock", "8"]), [2, 3, 7]);
    assert_eq!(moves(&["--min-clock", "8", "--max-eval", "0.3"]), [3]);
    let refused = bench.fails(&["positions", "g.pgn", "-o", "g.viri", "--min-clock", "8"]);
    assert!(refused.contains("--min-clock has no effect with viriformat"), "{refused}");
    let refused = bench.fails(&["positions", "g.pgn", "-o", "p", "--min-eval=1", "--max-eval=0"]);
    assert!(refused.contains("the wrong way round"), "{refused}");
}

#[test]
fn without_scores_it_says_what_stands_in_their_place() {
    let bench = bench();
    let said = bench.ok(&["positions", JANUARY, "-o", "p.txt"]);
    assert!(said.contains("no scores: 0 stands in their place"), "{said}");
    assert!(said.contains("Next: bullet-utils converts them."), "{said}");
    let said = bench.ok(&["positions", JANUARY, "-o", "p.epd"]);
    assert!(!said.contains("no scores"), "{said}");
    let summary = bench.json(&["positions", JANUARY, "-o", "p.viri"]);
    assert_eq!(
        (summary["format"].as_str(), summary["games_with_positions"].as_u64()),
        (Some("viriformat"), Some(60))
    );
}

#[test]
fn the_result_is_what_the_evaluation_says_if_asked_for() {
    let bench = Bench::new();
    bench.write("g.pgn", REMARKED);
    let write = |out: &str, more: &[&str]| {
        let words =
            ["positions", "g.pgn", "-o", out, "--min-ply", "0", "--label", "eval", "--eval-win"];
        bench.ok(&[&words[..], more].concat());
        bench.bytes(out)
    };
    // By move and side; White's points, or those of the mover, as each form has it.
    let sorted = |rows: Vec<(String, String)>| {
        let mut rows: Vec<_> = rows
            .into_iter()
            .map(|(fen, label)| {
                let chess = chess(&fen);
                (chess.fullmoves().get(), chess.turn().is_black(), label)
            })
            .collect();
        rows.sort_unstable();
        rows.into_iter().map(|(.., label)| label).collect::<Vec<_>>()
    };
    let text = |bytes: Vec<u8>, cut: &str| {
        let cut = |line: String| {
            let (fen, rest) = line.split_once(cut).unwrap();
            (fen.to_owned(), rest.to_owned())
        };
        sorted(lines(bytes).into_iter().map(cut).collect())
    };
    assert_eq!(text(write("p.csv", &["31"]), ";"), ["w", "d", "d", "b", "w"]);
    assert_eq!(text(write("p.csv", &["20"]), ";"), ["w", "w", "d", "b", "w"]);
    // No score is written that was not asked for.
    let scoreless = ["0 | 1.0", "0 | 0.5", "0 | 0.5", "0 | 0.0", "0 | 1.0"];
    assert_eq!(text(write("p.txt", &["31"]), " | "), scoreless);
    let with_scores = ["31 | 1.0", "20 | 0.5", "-10 | 0.5", "-31998 | 0.0", "40 | 1.0"];
    assert_eq!(text(write("p.txt", &["31", "--comment-scores"]), " | "), with_scores);
    let mut epd: Vec<_> =
        lines(write("p.epd", &["31"])).iter().map(|line| texel_tuner(line)).collect();
    epd.sort_by(f32::total_cmp);
    assert_eq!(epd, [0.0, 0.5, 0.5, 1.0, 1.0]);
    // The mover's, in halves; Black moves in the second, third and last.
    let mut results = Vec::new();
    let mut add = |board: ChessBoard| {
        results.push((board.score(), (2.0 * board.result()) as u8));
    };
    write("p.bullet", &["31", "--comment-scores"]);
    let loader = DataLoader::<ChessBoard>::new(bench.path("p.bullet"), 1).unwrap();
    loader.map_positions(|board| add(*board));
    write("p.marlin", &["31", "--comment-scores"]);
    let loader = DataLoader::<MarlinFormat>::new(bench.path("p.marlin"), 1).unwrap();
    loader.map_positions(|board| add(ChessBoard::from(*board)));
    let wanted = [(-31_998, 0), (-40, 0), (-20, 1), (10, 1), (31, 2)];
    results[..5].sort_unstable();
    results[5..].sort_unstable();
    assert_eq!(results, [wanted, wanted].concat());
    for (out, form) in [("p.viri", "viriformat"), ("p.bin", "packed")] {
        let refused = bench.fails(&["positions", "g.pgn", "-o", out, "--label", "eval"]);
        assert!(refused.contains(&format!("--label has no effect with {form}")), "{refused}");
    }
}
