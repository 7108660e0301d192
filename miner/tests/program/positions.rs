//! `miner positions` against a recount by pgn-reader and shakmaty.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::Command,
};

use pgn_reader::{KnownOutcome, Outcome, RawTag, Reader, SanPlus, Skip, Visitor};
use serde_json::Value;
use shakmaty::{Chess, EnPassantMode, Position as _, fen::Epd};
use tables::{Positions, Table};
use tempfile::TempDir;

const MIN_PLY: usize = 14;

fn sample() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/sample.pgn.zst")
}

/// The sample's first games as plain text, in two files.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = zstd::decode_all(fs::File::open(sample()).unwrap()).unwrap();
    let text = String::from_utf8(text).unwrap();
    let games: Vec<&str> = text.split("\n\n[Event ").collect();
    for (name, part) in [("a.pgn", &games[..400]), ("b.pgn", &games[400..700])] {
        let text = part.join("\n\n[Event ");
        let start = if text.starts_with("[Event ") { "" } else { "[Event " };
        fs::write(folder.path().join(name), format!("{start}{text}\n\n")).unwrap();
    }
    folder
}

fn collect(folder: &TempDir, arguments: &str) -> (Value, Positions) {
    let output = Command::new(env!("CARGO_BIN_EXE_miner"))
        .args(["positions", "--json", "--out", "p.bin", "--allow-empty"])
        .args(arguments.split_whitespace())
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let positions = Positions::load(&folder.path().join("p.bin")).unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), positions)
}

/// The candidates of each game, as EPD, and its outcome.
#[derive(Default)]
struct Recount {
    games: Vec<(&'static str, BTreeSet<String>)>,
}

struct Moves {
    chess: Chess,
    ply: usize,
    found: BTreeSet<String>,
    outcome: Option<&'static str>,
}

impl Visitor for Recount {
    type Tags = bool;
    type Movetext = Moves;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), bool> {
        ControlFlow::Continue(false)
    }

    fn tag(&mut self, set_up: &mut bool, name: &[u8], _: RawTag<'_>) -> ControlFlow<()> {
        *set_up |= name == b"FEN";
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, set_up: bool) -> ControlFlow<(), Moves> {
        if set_up {
            return ControlFlow::Break(());
        }
        let (chess, found) = (Chess::default(), BTreeSet::new());
        ControlFlow::Continue(Moves { chess, ply: 0, found, outcome: None })
    }

    fn begin_variation(&mut self, _: &mut Moves) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, moves: &mut Moves, san: SanPlus) -> ControlFlow<()> {
        let mv = san.san.to_move(&moves.chess).unwrap();
        let mut after = moves.chess.clone();
        after.play_unchecked(mv);
        let is_noisy = moves.chess.is_check()
            || mv.is_capture()
            || mv.is_promotion()
            || after.is_check()
            || moves.ply < MIN_PLY;
        if !is_noisy {
            let epd = Epd::from_position(&moves.chess, EnPassantMode::PseudoLegal);
            moves.found.insert(epd.to_string());
        }
        moves.chess = after;
        moves.ply += 1;
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, moves: &mut Moves, outcome: Outcome) -> ControlFlow<()> {
        moves.outcome = match outcome {
            Outcome::Known(KnownOutcome::Draw) => Some("1/2-1/2"),
            Outcome::Known(KnownOutcome::Decisive { winner }) => Some(winner.fold_wb("1-0", "0-1")),
            Outcome::Unknown => None,
        };
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Moves) {
        if let Some(outcome) = moves.outcome
            && !moves.found.is_empty()
        {
            self.games.push((outcome, moves.found));
        }
    }
}

fn recount(path: &Path) -> Recount {
    let mut recount = Recount::default();
    let mut reader = Reader::new(fs::File::open(path).unwrap());
    while reader.read_game(&mut recount).unwrap().is_some() {}
    recount
}

fn texts(positions: &Positions) -> Vec<(&'static str, BTreeSet<String>)> {
    let text = |game: &tables::GamePositions| {
        let positions = game.positions.iter().map(ToString::to_string).collect();
        (game.outcome.pgn(), positions)
    };
    positions.games().iter().map(text).collect()
}

#[test]
fn shakmaty_finds_the_same_candidates() {
    let folder = folder();
    let (summary, found) = collect(&folder, "a.pgn b.pgn");
    let mut by_outcome: BTreeMap<&str, Vec<BTreeSet<String>>> = BTreeMap::new();
    let mut all = BTreeSet::new();
    let mut candidates = 0;
    for name in ["a.pgn", "b.pgn"] {
        for (outcome, positions) in recount(&folder.path().join(name)).games {
            candidates += positions.len();
            all.extend(positions.iter().cloned());
            by_outcome.entry(outcome).or_default().push(positions);
        }
    }
    assert!(all.len() > 20_000, "{}", all.len());
    let mut union = BTreeSet::new();
    for (outcome, positions) in texts(&found) {
        let is_of_a_game = by_outcome[outcome].iter().any(|game| positions.is_subset(game));
        assert!(is_of_a_game, "{outcome}: {positions:?}");
        for position in positions {
            assert!(union.insert(position), "each position once");
        }
    }
    assert_eq!(union, all);
    assert_eq!(summary["collected"].as_u64().unwrap() as usize, all.len());
    assert_eq!(summary["repeated"].as_u64().unwrap() as usize, candidates - all.len());
}

#[test]
fn threads_and_the_order_of_inputs_change_no_byte() {
    let folder = folder();
    let bytes = |arguments: &str| collect(&folder, arguments).1.to_bytes();
    let one = bytes("a.pgn b.pgn --threads 1 --per-game 8");
    assert_eq!(bytes("b.pgn a.pgn --threads 4 --per-game 8"), one);
    assert_ne!(bytes("a.pgn b.pgn --per-game 7"), one);
}

#[test]
fn of_a_game_no_more_than_asked_for_and_as_many_as_there_are() {
    let folder = folder();
    let most = 5;
    let (_, found) = collect(&folder, &format!("a.pgn --per-game {most}"));
    let games = recount(&folder.path().join("a.pgn")).games;
    let wanted: usize = games.iter().map(|(_, positions)| positions.len().min(most)).sum();
    let repeated = wanted - found.len();
    assert!(found.games().iter().all(|game| (1..=most).contains(&game.positions.len())));
    assert!(repeated < wanted / 10, "{repeated} of {wanted}");
    assert_eq!(found.provenance().counters.games_used, 400);
}

#[test]
fn positions_of_enough_men_and_no_others() {
    let folder = folder();
    let men = |epd: &str| {
        let board = epd.split(' ').next().unwrap();
        board.chars().filter(char::is_ascii_alphabetic).count()
    };
    let games = recount(&folder.path().join("a.pgn")).games;
    let all: BTreeSet<String> = games.into_iter().flat_map(|(_, positions)| positions).collect();
    let wanted: BTreeSet<String> = all.iter().filter(|epd| men(epd) >= 20).cloned().collect();
    assert!(wanted.len() < all.len() - 1_000, "{} of {}", wanted.len(), all.len());
    let (_, found) = collect(&folder, "a.pgn --min-men 20");
    assert_eq!(
        texts(&found).into_iter().flat_map(|(_, positions)| positions).collect::<BTreeSet<_>>(),
        wanted
    );
    // Of a game as many as are wanted, chosen among these.
    let (_, found) = collect(&folder, "a.pgn --min-men 20 --per-game 1");
    assert!(texts(&found).into_iter().all(|(_, positions)| positions.is_subset(&wanted)));
    assert!(found.games().len() > 300, "{}", found.games().len());
    for (resolve, least) in [("", 32), ("--resolve", 18)] {
        let (_, found) = collect(&folder, &format!("a.pgn --min-men {least} {resolve}"));
        let least_found = texts(&found).iter().flat_map(|(_, of)| of).map(|epd| men(epd)).min();
        assert_eq!(least_found, Some(least), "{resolve}");
    }
}

#[test]
fn the_epd_says_the_same() {
    let folder = folder();
    let (_, found) = collect(&folder, "b.pgn --per-game 3 --epd p.epd");
    let text = fs::read_to_string(folder.path().join("p.epd")).unwrap();
    assert_eq!(text.lines().count(), found.len());
    let mut lines = text.lines();
    for (number, game) in found.games().iter().enumerate() {
        for position in &game.positions {
            let outcome = game.outcome.pgn();
            let id = format!("b_pgn:{}", number + 1);
            let wanted = format!("{position} c9 \"{outcome}\"; id \"{id}\";");
            assert_eq!(lines.next().unwrap(), wanted);
        }
    }
}

#[test]
fn filters_hold_and_what_cannot_be_written_is_said_first() {
    let folder = folder();
    let (summary, found) = collect(&folder, "a.pgn --min-elo 4000");
    assert_eq!(summary["games_used"], 0);
    assert!(found.is_empty());
    let counts = ["a.pgn --min-ply 0", "a.pgn", "a.pgn --min-ply 40"]
        .map(|arguments| collect(&folder, arguments).1.len());
    assert!(counts.is_sorted_by(|a, b| a > b), "{counts:?}");
    let output = Command::new(env!("CARGO_BIN_EXE_miner"))
        .args(["positions", "a.pgn", "--out", "a.pgn/p.bin"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let sentence = String::from_utf8(output.stderr).unwrap();
    assert!(sentence.starts_with("miner: cannot write `a.pgn/p.bin`"), "{sentence}");
}
