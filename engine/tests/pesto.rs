//! PeSTO's piece squares as a baseline: they can be played in this engine in the place of everything
//! that it mined and fitted, and then it evaluates as PeSTO does.
//!
//! `PESTO_DIR="$PWD/folder" cargo test -p engine --features lab --test pesto` keeps them as `folder/weights.bin`, for matches:
//! `lab match --a TablesDir=mine --b TablesDir=folder ...` (docs/evaluation.md).

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{env, fs, path::Path};

use engine::{
    Engine, bench,
    eval::features::BLOCKS,
    options::{EvalOptions, Options},
};
use rules::{Color, Role, Square};
use tables::{FittedWeights, Provenance, Table, WeightBlock, phase_weight};

/// What is no linear weight, or an option in centipawns, and not PeSTO's.
const OFF: [(&str, &str); 9] = [
    ("MIT", "off"),
    ("Endings", "false"),
    ("Drawish", "false"),
    ("FiftyScale", "false"),
    ("BishopVKnight", "0"),
    ("RookPin8_A", "0"),
    ("RookPin8_B", "0"),
    ("RookPin8_C", "0"),
    ("KingDanger", "0"),
];

/// `(mg, eg)` of each role on each square, a1 first, piece values included.
fn published() -> [[(i16, i16); 64]; 6] {
    let text = include_str!("data/pesto.txt");
    let mut words =
        text.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace);
    let mut squares = [[(0, 0); 64]; 6];
    for row in &mut squares {
        words.next().unwrap();
        let mut number = || words.next().unwrap().parse::<i16>().unwrap();
        let (mg, eg) = (number(), number());
        // The eighth rank comes first.
        for place in 0..64 {
            row[place ^ 56].0 = mg + number();
        }
        for place in 0..64 {
            row[place ^ 56].1 = eg + number();
        }
    }
    assert_eq!(words.next(), None);
    squares
}

/// The file that makes the engine's piece squares these and every other weight nought.
fn weights(squares: &[[(i16, i16); 64]; 6]) -> FittedWeights {
    let options = EvalOptions::default();
    let own = [
        options.pawn_value(),
        options.knight_value(),
        options.bishop_value(),
        options.rook_value(),
        options.queen_value(),
        0,
    ];
    let less = |(mg, eg): (i16, i16), own: i32| (mg - own as i16, eg - own as i16);
    let blocks = BLOCKS.iter().map(|block| {
        let weights = match block.name {
            "PIECE_SQUARE" => (squares.iter().zip(own))
                .flat_map(|(row, own)| row.map(|value| less(value, own)))
                .collect(),
            _ => vec![(0, 0); block.defaults.len()],
        };
        WeightBlock { name: block.name.to_owned(), weights }
    });
    let provenance = Provenance { program: "PeSTO".to_owned(), ..Provenance::default() };
    FittedWeights::new(blocks.collect(), provenance)
}

#[test]
fn the_baseline_is_played_as_it_was_published() {
    let squares = published();
    let folder = tempfile::tempdir().unwrap();
    let kept = env::var("PESTO_DIR").ok();
    let folder = kept.as_deref().map_or(folder.path(), Path::new);
    fs::create_dir_all(folder).unwrap();
    weights(&squares).save(&folder.join("weights.bin")).unwrap();

    let mut engine = Engine::new(Options::default()).unwrap();
    engine.set("TablesDir", folder.to_str().unwrap()).unwrap();
    for (name, value) in OFF {
        engine.set(name, value).unwrap();
    }
    for game in bench::positions() {
        let position = engine.position(&game);
        let (mut mg, mut eg, mut phase) = (0, 0, 0);
        for square in Square::all() {
            let Some(piece) = position.board().get(square) else { continue };
            let value = squares[piece.role as usize][square.relative_to(piece.color).index()];
            let sign = if piece.color == Color::White { 1 } else { -1 };
            mg += sign * i32::from(value.0);
            eg += sign * i32::from(value.1);
            phase += i32::from(phase_weight(piece.role));
        }
        let phase = phase.min(24);
        let white = (mg * phase + eg * (24 - phase)) / 24;
        let mover = if position.turn() == Color::White { white } else { -white };
        assert_eq!(engine.evaluator().evaluate(&position).get(), mover);
    }
}

#[test]
fn the_published_tables_are_whole() {
    let squares = published();
    // Corners of the board and the middle of it, as anybody can compare them.
    let of = |role: Role, name: &str| {
        let square = name.parse::<Square>().unwrap();
        squares[role as usize][square.index()]
    };
    assert_eq!(of(Role::Pawn, "a7"), (82 + 98, 94 + 178));
    assert_eq!(of(Role::Knight, "a8"), (337 - 167, 281 - 58));
    assert_eq!(of(Role::Rook, "h1"), (477 - 26, 512 - 20));
    assert_eq!(of(Role::King, "g1"), (24, -24));
    assert_eq!(of(Role::Queen, "e4"), (1025 - 2, 936 + 31));
}
