//! Polyglot books that are exported have the table's moves.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::BTreeMap;

use crate::bench::Bench;
use miner::export::polyglot::BookEntry;
use shakmaty::{Chess, Position, san::San};
use tables::{OpeningTable, Table};

/// A book's entries.
fn book(bytes: &[u8]) -> Vec<BookEntry> {
    assert_eq!(bytes.len() % 16, 0);
    let entries: Vec<_> = bytes
        .chunks(16)
        .map(|entry| {
            assert_eq!(entry[12..], [0; 4]);
            BookEntry {
                key: u64::from_be_bytes(entry[..8].try_into().unwrap()),
                mv: u16::from_be_bytes(entry[8..10].try_into().unwrap()),
                weight: u16::from_be_bytes(entry[10..12].try_into().unwrap()),
            }
        })
        .collect();
    assert!(entries.is_sorted_by_key(|entry| (entry.key, u16::MAX - entry.weight)));
    entries
}

/// A Polyglot move in UCI's letters, castling as it stands in the book.
fn uci(mv: u16) -> String {
    let square = |bits: u16| {
        let (file, rank) = ((bits & 7) as u8, (bits >> 3 & 7) as u8);
        format!("{}{}", char::from(b'a' + file), char::from(b'1' + rank))
    };
    let promotion = ["", "n", "b", "r", "q"][usize::from(mv >> 12)];
    format!("{}{}{promotion}", square(mv >> 6), square(mv))
}

#[test]
fn polyglot_books_have_the_tables_moves() {
    let bench = Bench::with_toy_tables();
    bench.ok(&["export", "o.bin", "--format", "polyglot", "--out", "book.bin"]);
    let table = OpeningTable::load(&bench.path("o.bin")).unwrap();
    let entries = book(&bench.bytes("book.bin"));
    assert_eq!(entries.len(), table.entries().len());
    let found: BTreeMap<_, _> =
        entries.iter().map(|entry| ((entry.key, uci(entry.mv)), entry.weight)).collect();
    for entry in table.entries() {
        let mv = match entry.mv.to_string().as_str() {
            // The toy games castle, and no rook leaves e1 or e8.
            "e1g1" => "e1h1".to_owned(),
            "e8g8" => "e8h8".to_owned(),
            "e1c1" => "e1a1".to_owned(),
            "e8c8" => "e8a8".to_owned(),
            other => other.to_owned(),
        };
        let weight = found.get(&(entry.key, mv));
        assert_eq!(weight.copied().map(u64::from), Some(entry.counts.half_points()), "{entry:?}");
    }
    assert!(found.keys().any(|(_, mv)| mv == "e1h1"), "the toy games castle");
}

#[test]
fn a_rook_from_e1_to_g1_does_not_castle() {
    let bench = Bench::new();
    // White castles in one game; in the other the rook goes to e1 and, much later, to g1.
    let castle = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. Re1 O-O 6. Kh1 d6 7. Rg1 a6";
    bench.write("g.pgn", format!("[Event \"a\"]\n[Result \"1-0\"]\n\n{castle} 1-0\n"));
    bench.ok(&["opening", "g.pgn", "--out", "o.bin"]);
    bench.ok(&["export", "o.bin", "--out", "book.bin"]);
    let moves: Vec<_> = book(&bench.bytes("book.bin")).iter().map(|e| uci(e.mv)).collect();
    let count = |mv: &str| moves.iter().filter(|m| *m == mv).count();
    assert_eq!(
        (count("e1h1"), count("e1g1"), count("e8h8"), count("e8g8")),
        (1, 1, 1, 0),
        "{moves:?}"
    );

    // Cut off from the start position, the keys of what follows tell the two apart, and what
    // nothing follows is left out.
    let table = OpeningTable::load(&bench.path("o.bin")).unwrap();
    let start = miner::ask::explore::key(&Chess::default());
    let mut entries = table.entries().to_vec();
    entries.retain(|entry| entry.key != start);
    // Two plies more, so that no single legal move leads in.
    let mut position = Chess::default();
    for san in ["e4", "e5", "Nf3"] {
        let key = miner::ask::explore::key(&position);
        entries.retain(|entry| entry.key != key);
        let mv = san.parse::<San>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(mv);
    }
    let orphan = OpeningTable::new(entries.clone(), table.provenance().clone());
    orphan.save(&bench.path("orphan.bin")).unwrap();
    bench.ok(&["export", "orphan.bin", "--out", "book.bin"]);
    let moves: Vec<_> = book(&bench.bytes("book.bin")).iter().map(|e| uci(e.mv)).collect();
    assert_eq!(moves.len(), entries.len(), "everything is known: {moves:?}");
    let count = |mv: &str| moves.iter().filter(|m| *m == mv).count();
    assert_eq!((count("e1h1"), count("e1g1"), count("e8h8"), count("e8g8")), (1, 1, 1, 0));
    entries.retain(|entry| matches!(entry.mv.to_string().as_str(), "e1g1" | "e8g8" | "a7a6"));
    let alone = OpeningTable::new(entries, table.provenance().clone());
    alone.save(&bench.path("alone.bin")).unwrap();
    let summary = bench.json(&["export", "alone.bin", "--out", "book.bin"]);
    // Rg1 is followed by a6; nothing in the table follows the two castlings.
    assert_eq!(summary["rows"], 2, "{summary}");
    assert!(summary["notes"][0].as_str().unwrap().starts_with("2 moves left out: "), "{summary}");
}

#[test]
fn books_can_be_narrowed() {
    let bench = Bench::with_toy_tables();
    let table = OpeningTable::load(&bench.path("o.bin")).unwrap();
    let export = |options: &[&str]| {
        bench.ok(&[&["export", "o.bin", "--out", "book.bin"], options].concat());
        book(&bench.bytes("book.bin"))
    };
    let all = export(&[]);
    let [white, black] = ["--only-white", "--only-black"].map(|option| export(&[option]));
    assert_eq!(white.len() + black.len(), all.len());
    let start = miner::ask::explore::key(&Chess::default());
    assert!(white.iter().any(|entry| entry.key == start));
    assert!(!black.iter().any(|entry| entry.key == start));
    assert!(export(&["--uniform"]).iter().all(|entry| entry.weight == 1));
    let popular = export(&["--min-games", "2"]);
    let expected = table.entries().iter().filter(|entry| entry.counts.games() >= 2).count();
    assert_eq!(popular.len(), expected);
    let good = export(&["--min-score", "0.5"]);
    let expected = table.entries().iter().filter(|e| e.counts.score() >= Some(0.5)).count();
    assert_eq!(good.len(), expected);
    assert!(good.iter().all(|entry| entry.weight > 0));
}
