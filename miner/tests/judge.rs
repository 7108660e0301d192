//! Our replay and shakmaty's agree on every game.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use miner::pgn::split::Next;
use proptest::prelude::*;
use shakmaty::{CastlingMode, Chess, Move, Position, fen::Fen, san::SanPlus, uci::UciMove};

#[path = "../fuzz/src/judge.rs"]
#[expect(dead_code, unreachable_pub, reason = "a fuzz target, too")]
mod judge;
use judge::{Both, both_next, compare_games};
use miner::pgn::split::{Bare, next_game_bare};

/// Compares all games of a file. Says how many there are.
fn compare_file(both: &mut Both, path: &Path) -> usize {
    let mut text = fs::read(path).unwrap();
    if path.extension().is_some_and(|extension| extension == "zst") {
        text = zstd::decode_all(&text[..]).unwrap();
    }
    let (mut at, mut games) = (0, 0);
    let mut bare = Bare::default();
    while let Some(Next::Game(extent)) = both_next(&text, at) {
        let tags = &text[extent.start..extent.movetext];
        let fen = miner::pgn::tags::Tags::read::<false>(tags).fen;
        let movetext = &text[extent.movetext..extent.end];
        both.compare(fen, movetext);
        next_game_bare(&text, at, true, &mut bare).unwrap();
        if let Some(bare) = bare.text() {
            both.compare_bare(movetext, bare);
        }
        games += 1;
        at = extent.end;
    }
    games
}

/// Files below a folder whose names end like this.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.to_string_lossy().contains(".pgn") {
            found.push(path);
        }
    }
}

#[test]
fn on_the_sample() {
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/sample.pgn.zst");
    assert!(compare_file(&mut Both::default(), &sample) > 0);
}

/// Comments and variations between the moves of a made-up game, and traps: those that are plain have a bare text.
#[test]
fn without_comments() {
    let mut both = Both::default();
    for (text, expected) in [
        ("1. e4 {a}e5{b} 2. Nf3 {c\nd} Nc6 (2... d6 {e ) ; %}) 3. Bb5 $1 {f} a6 1-0\n", 1),
        ("1. e4 {a}\n}% e5\n", 0),
        ("1. e4 {\n}% e5\n", 1),
        ("1. e4 {a} ; e5 {\n e5\n", 0),
        ("1. e4 {a}\n% {\ne5\n", 0),
        ("1. e4 {a}\n % {\ne5}\n", 1),
        ("1. e4 {a}\n \n  e5 2. d5 {illegal}\n", 1),
        ("1. e4 {a\n[b} e5\n", 0),
        ("1. e4 {a}\n\r%\n1-0\n", 1),
        ("1. e4 d5 2. exd5 {a} e.p. {b} 2... e5 3. dxe6 {c} e.p.\n", 1),
        ("1. e4 e{x}5\n", 1),
        ("1. e4 $1{x}4 e5 $ {y} 2. Nf3\n", 1),
    ] {
        assert_eq!(compare_games(&mut both, text.as_bytes()), expected, "{text}");
        // Far from the start of a block, and over the ends of several.
        let long = format!("1. e4 e5 {{{}}} 2. {}", "x".repeat(150), &text[3..]);
        assert_eq!(compare_games(&mut both, long.as_bytes()), expected, "{long}");
    }
    let behind_a_tag = "[Event \"a\"]% {\n1. e4 0-1\n} e5 1-0\n";
    assert_eq!(compare_games(&mut both, behind_a_tag.as_bytes()), 0);
}

/// `PGN_FOLDER=folder cargo test --release -p miner --test judge -- --ignored`
#[test]
#[ignore = "takes minutes, and the folder of games that PGN_FOLDER names"]
fn on_all_games_of_a_folder() {
    let folder = std::env::var_os("PGN_FOLDER").expect("PGN_FOLDER names a folder of games");
    let mut paths = Vec::new();
    files(Path::new(&folder), &mut paths);
    let mut both = Both::default();
    let mut games = 0;
    for path in paths {
        games += compare_file(&mut both, &path);
    }
    assert!(games > 0, "no games in {}", Path::new(&folder).display());
    println!("{games} games");
}

/// Where games are full of what is rare: promotions, pins, double checks, disambiguation, castling,
/// en passant.
const STARTS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "k7/8/8/3pP3/8/8/8/K2R2Q1 w - d6 0 1",
    "4k3/1q1q1q2/8/1q1q4/8/1N3N1N/3N1N2/4K3 w - - 0 1",
    "8/PPP4k/8/R1R5/2R1R3/B7/1B1B1K2/8 w - - 0 1",
];

/// What may stand between moves and is no move.
const ASIDES: [&str; 14] = [
    " $1 ",
    "$14$7 ",
    " $3{ { } ",
    " { a comment } ",
    "{}",
    " { [%clk 0:03:00] } 1... ",
    " { [%eval -0.31] [%clk 0:02:59] } ",
    " {d=24, sd=57, pv=Nf3 Nb4 Bf1 d5 e5 c5 Ne2 Ba6 h4 h5 g3 Qd7 a3 Nc6, (x) $ 1. ; wv=0.42,} ",
    " (1. e4 e5) ",
    " (1. e4 {one) (} (1. d4 (1. c4) 1... d5) e5 $5) 2... ",
    "(e8(Q))",
    "; to the end {\n",
    "\n% too }\n",
    "!? ",
];

/// What must not stand there, or only sometimes.
const TRAPS: [&str; 12] = [
    "}",
    "{",
    "(",
    ")",
    " e.p. ",
    " ! ",
    "$",
    "$1",
    ";",
    "\n%",
    " 1-0 ",
    " {\n[Event \"inside\"]\n} ",
];

/// A text with one way to write each move.
fn write_game(start: &str, choices: &[(u16, u8)]) -> String {
    let fen: Fen = start.parse().unwrap();
    let mut position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
    let mut text = String::new();
    for (ply, &(choice, style)) in choices.iter().enumerate() {
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        // Rare moves come more often than chance would have it.
        if style & 64 != 0 {
            let is_rare = |mv: &Move| mv.is_promotion() || mv.is_en_passant() || mv.is_castle();
            if moves.iter().any(is_rare) {
                moves.retain(|mv| is_rare(mv));
            }
        }
        let mv = moves[usize::from(choice) % moves.len()];
        if ply % 2 == 0 {
            write!(text, "{}.{}", ply / 2 + 1, if style & 1 == 0 { " " } else { "" }).unwrap();
        }
        let san = SanPlus::from_move(position.clone(), mv).to_string();
        let word = match style >> 1 & 7 {
            0 => UciMove::from_standard(mv).to_string(),
            1 => san.replace(['x', '+', '#', '='], ""),
            2 => format!("{san}+!?"),
            3 if !mv.is_castle() => {
                let from = mv.from().unwrap();
                let letter = mv.role().upper_char();
                let promotion = mv.promotion().map(|role| format!("={}", role.upper_char()));
                format!("{letter}{from}-{}{}", mv.to(), promotion.unwrap_or_default())
            }
            _ => san,
        };
        text += &word;
        text += match style >> 4 & 3 {
            0 => "\n",
            1 => ASIDES[usize::from(choice) % ASIDES.len()],
            _ => " ",
        };
        position.play_unchecked(mv);
    }
    text + "1-0\n\n"
}

fn game() -> impl Strategy<Value = (&'static str, String)> {
    let choices = prop::collection::vec((any::<u16>(), any::<u8>()), 0..220);
    (0..STARTS.len(), choices)
        .prop_map(|(start, choices)| (STARTS[start], write_game(STARTS[start], &choices)))
}

/// Bytes that movetext is made of, so that mutations are seldom nonsense only.
const BYTES: &[u8] = b"abcdefgh12345678NBRQKOx+#=-!?. \n0{}();$%*/";

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn on_random_games((start, text) in game()) {
        let mut both = Both::default();
        prop_assert!(both.compare(Some(start.as_bytes()), text.as_bytes()), "{text}");
        compare_games(&mut both, text.as_bytes());
    }

    #[test]
    fn on_mutated_games(
        (start, text) in game(),
        changes in prop::collection::vec((any::<u16>(), 0..4_u8, 0..BYTES.len()), 1..6),
    ) {
        let mut bytes = text.into_bytes();
        for (place, what, byte) in changes {
            let place = usize::from(place) % bytes.len().max(1);
            match what {
                0 if place < bytes.len() => bytes[place] = BYTES[byte],
                1 if place < bytes.len() => drop(bytes.remove(place)),
                2 => {
                    let trap = TRAPS[byte % TRAPS.len()].bytes();
                    drop(bytes.splice(place..place, trap));
                }
                _ => bytes.insert(place, BYTES[byte]),
            }
        }
        Both::default().compare(Some(start.as_bytes()), &bytes);
        compare_games(&mut Both::default(), &bytes);
    }

    /// A game from another start is mostly illegal, but not at once.
    #[test]
    fn on_games_from_elsewhere((_, text) in game(), start in 0..STARTS.len()) {
        let mut both = Both::default();
        both.compare(Some(STARTS[start].as_bytes()), text.as_bytes());
        both.compare(None, text.as_bytes());
    }
}
