//! Laws of the evaluation, and a position for every term.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{path::Path, sync::LazyLock};

use engine::{
    eval::{Evaluator, breakdown::TermValue, endings::kpk},
    game::Game,
    options::{Group, OptionKind, Options},
    position::Position,
    tapered::Tapered,
};
use proptest::prelude::*;
use rules::{Color, Role, Square};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, Setup};
use tables::{PstTable, SquareMetric, Table};

const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "4k3/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
    "1r3rk1/1b2bppp/p2p1n2/1p1Pp3/4P3/P1N1BN1P/1P3PP1/2RR2K1 w - - 0 1",
    "8/p4p1k/1b6/8/8/6N1/PP4P1/6K1 w - - 3 40",
];

fn evaluator(options: &[(&str, &str)]) -> Evaluator {
    let mut all = Options::default();
    for (name, value) in options {
        all.set(name, value).unwrap();
    }
    Evaluator::new(&all.eval)
}

fn position(fen: &str, evaluator: &Evaluator) -> Position {
    let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
    Position::new(game.position(), evaluator.psqt())
}

fn flipped(position: &Position, evaluator: &Evaluator) -> Position {
    let chess: Chess = position.rules().to_shakmaty(CastlingMode::Standard).unwrap();
    let mut setup: Setup = chess.to_setup(EnPassantMode::Always);
    setup.mirror();
    let mirror: Chess = setup.position(CastlingMode::Standard).unwrap();
    Position::new((&mirror).into(), evaluator.psqt())
}

/// A term as `eval` shows it: White's and Black's endgame value.
fn term(name: &str, fen: &str, options: &[(&str, &str)]) -> TermValue {
    let evaluator = evaluator(options);
    let explained = evaluator.explain(&position(fen, &evaluator));
    *explained.terms.iter().find(|term| term.name == name).unwrap()
}

/// Every mode, and every weight at nought.
fn settings() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for option in Options::declarations().filter(|option| option.group == Group::Evaluation) {
        let values: Vec<String> = match option.kind {
            OptionKind::Check => vec!["true".to_owned(), "false".to_owned()],
            OptionKind::Choice(words) => words.iter().map(|&word| word.to_owned()).collect(),
            OptionKind::Spin { min, .. } => vec![min.max(0).to_string()],
            OptionKind::Text | OptionKind::Button => Vec::new(),
        };
        // Its colours are not alike, which is what folding is for.
        let values = values.into_iter().filter(|v| option.name != "MIT_Fold" || v == "true");
        all.extend(values.map(|value| (option.name.to_owned(), value)));
    }
    assert!(all.len() > 60, "the options of the evaluation");
    all
}

static EVALUATORS: LazyLock<Vec<(String, Evaluator)>> = LazyLock::new(|| {
    settings()
        .into_iter()
        .map(|(name, value)| {
            let evaluator = evaluator(&[(&name, &value)]);
            (format!("{name} {value}"), evaluator)
        })
        .collect()
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn colours_are_alike_under_every_setting(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(any::<u16>(), 60),
    ) {
        let evaluators = EVALUATORS.iter();
        let plain = evaluator(&[]);
        let no_pawn_hash = evaluator(&[("PawnHash", "0"), ("EvalHash", "0")]);
        let no_hash = evaluator(&[("EvalHash", "0")]);
        let mut place = position(STARTS[start], &plain);
        for choice in choices {
            let moves = place.rules().legal_moves();
            if moves.is_empty() {
                break;
            }
            place = place.play(moves[usize::from(choice) % moves.len()], plain.psqt());
            let here = plain.assess(&place);
            assert_eq!(here, no_pawn_hash.assess(&place), "the tables change nothing");
            assert_eq!(here, no_hash.assess(&place), "the pawn hash table changes nothing");
            assert_eq!(here, no_hash.assess(&place), "a known pawn structure changes nothing");
            assert_eq!(here, plain.assess(&place), "a known evaluation changes nothing");
            if choice % 8 > 0 {
                continue;
            }
            let mirror = plain.assess(&flipped(&place, &plain));
            assert_eq!(here.side_terms.king_safety, [mirror.side_terms.king_safety[1], mirror.side_terms.king_safety[0]]);
            assert_eq!(here.side_terms.passed_pawns, [mirror.side_terms.passed_pawns[1], mirror.side_terms.passed_pawns[0]]);
            for (name, evaluator) in evaluators.clone() {
                let fresh = Position::new(place.rules().clone(), evaluator.psqt());
                let score = evaluator.evaluate(&fresh);
                let other = evaluator.evaluate(&flipped(&fresh, evaluator));
                assert_eq!(score, other, "{name}: {place:?}");
                let explained = evaluator.explain(&fresh);
                let sum = explained.terms.iter().map(TermValue::net).reduce(|a, b| a + b).unwrap();
                let corrections: i32 = explained.corrections.iter().map(|c| c.1).sum();
                let total = sum.taper(explained.phase) + corrections;
                assert_eq!(total, explained.white_score, "{name}: {place:?}");
                let sign = if place.turn() == Color::White { 1 } else { -1 };
                if !name.starts_with("LazyMargin") {
                    assert_eq!(score.get(), sign * total, "{name}: {place:?}");
                }
            }
        }
    }
}

/// The seed's exact numbers, EV-01 to EV-06.
#[test]
fn the_validation_matrix_in_the_seeds_numbers() {
    let seed = [("EV_Weights", "seed")];
    let net = |name, fen: &str| term(name, fen, &seed).net().mg();
    assert_eq!(net("Knight tropism", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1"), -14);
    let start = term("Knight tropism", STARTS[0], &seed);
    assert_eq!([start.white.mg(), start.black.mg()], [-28, -28]);
    assert_eq!(net("Rook open", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 25);
    let half = "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1";
    assert_eq!([net("Rook open", half), net("Rook half-open", half)], [0, 15]);
    let shut = "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1";
    assert_eq!([net("Rook open", shut), net("Rook half-open", shut)], [0, 0]);
    assert_eq!(net("Passed", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"), 20);
    assert_eq!(net("Passed", "4k3/3p4/8/8/4P3/8/8/4K3 w - - 0 1"), 0);
    let two = "4k3/8/8/8/4P3/4P3/8/4K3 w - - 0 1";
    assert_eq!(["Passed", "Isolated", "Doubled"].map(|name| net(name, two)), [40, -40, -20]);
    let one = "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1";
    assert_eq!(["Passed", "Isolated", "Doubled"].map(|name| net(name, one)), [20, -20, 0]);
    let majors = "6k1/R2R4/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(net("Majors on 7th", majors), 100);
    assert_eq!(net("Connected 7th", majors), 80);
    let both = [("EV_Weights", "seed"), ("Maj7_ConnectedBoth", "true")];
    assert_eq!(term("Connected 7th", majors, &both).net().mg(), 160);
    assert_eq!(net("Majors on 7th", "8/R2R2k1/8/8/8/8/8/4K3 b - - 0 1"), 0);
}

/// A position in which White has what the term counts, and one in which it does not.
const EXAMPLES: &[(&str, &str, &str, bool)] = &[
    ("Mobility", "4k2b/6p1/5p2/8/8/8/8/B3K3 w - - 0 1", "4k2b/8/8/8/8/8/8/B3K3 w - - 0 1", true),
    ("Candidates", "4k3/1p6/8/PP6/8/8/8/4K3 w - - 0 1", "4k3/pp6/8/PP6/8/8/8/4K3 w - - 0 1", true),
    ("Backward", "4k3/8/8/2p5/P7/1P6/8/4K3 w - - 0 1", "4k3/8/8/8/P7/1P6/8/4K3 w - - 0 1", false),
    ("Connected", "4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", "4k3/8/8/8/3P1P2/8/8/4K3 w - - 0 1", true),
    (
        "Rook blocked",
        "4k3/8/8/4p3/4P3/8/8/4RK2 w - - 0 1",
        "4k3/8/8/8/4P3/8/8/4RK2 w - - 0 1",
        false,
    ),
    ("Rook behind", "4k3/8/8/8/P7/8/8/R3K3 w - - 0 1", "4k3/8/8/8/P7/8/8/1R2K3 w - - 0 1", true),
    ("Rook behind", "R7/8/4k3/8/p7/8/8/4K3 w - - 0 1", "7R/8/4k3/8/p7/8/8/4K3 w - - 0 1", true),
    (
        "Outposts",
        "4k3/1p3p2/8/3N4/4P3/8/8/4K3 w - - 0 1",
        "4k3/2p2p2/8/3N4/4P3/8/8/4K3 w - - 0 1",
        true,
    ),
    ("Bishop pair", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1", true),
    ("Bad bishop", "4k3/8/8/8/8/4P3/8/2B1K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/2B1K3 w - - 0 1", false),
    (
        "Material pairs",
        "4k3/8/8/8/8/8/PPPP4/4KN2 w - - 0 1",
        "4k3/8/8/8/8/8/PPP5/4KN2 w - - 0 1",
        true,
    ),
    ("King and pawns", "8/8/8/6k1/8/8/P7/1K6 w - - 0 1", "8/8/8/6k1/8/8/P7/6K1 w - - 0 1", true),
    (
        "Queen exposed",
        "6k1/8/8/8/r2nQ3/8/8/4K3 w - - 0 1",
        "6k1/8/8/8/r3Q3/3n4/8/6K1 w - - 0 1",
        false,
    ),
    ("Long diagonal", "4k3/8/8/8/8/8/6B1/4K3 w - - 0 1", "4k3/8/8/8/8/5P2/6B1/4K3 w - - 0 1", true),
    (
        "Shielded minor",
        "4k3/8/8/8/4P3/4N3/8/4K3 w - - 0 1",
        "4k3/8/8/8/4PN2/8/8/4K3 w - - 0 1",
        true,
    ),
    (
        "Bishop v knight",
        "4k3/p6p/1n6/8/8/1B6/P6P/4K3 w - - 0 1",
        "4k3/p2p3p/1n6/8/8/1B6/P6P/4K3 w - - 0 1",
        true,
    ),
    ("Threats", "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/3r4/3P4/8/8/4K3 w - - 0 1", true),
    // A knight that the next move brings to where it attacks the queen; a rook behind an enemy pawn that runs.
    ("Threats", "4k3/3q4/8/8/8/5N2/8/4K3 w - - 0 1", "4k3/3q4/8/8/8/7N/8/4K3 w - - 0 1", true),
    ("Passed", "4k3/8/3P4/8/8/8/8/r3K3 w - - 0 1", "4k3/8/3P4/8/8/8/8/3rK3 w - - 0 1", true),
    (
        "Rook pins",
        "R2nk3/3ppp2/8/8/8/8/8/4K3 w - - 0 1",
        "3nk3/3ppp2/8/8/8/8/8/R3K3 w - - 0 1",
        true,
    ),
];

#[test]
fn every_term_fires_where_it_should() {
    for &(name, yes, no, good) in EXAMPLES {
        let value = |fen| {
            let net = term(name, fen, &[("FittedWeights", "false")]).net();
            net.mg() + net.eg()
        };
        let gain = value(yes) - value(no);
        assert!(if good { gain > 0 } else { gain < 0 }, "{name}: {} {}", value(yes), value(no));
    }
}

/// Endings are believed the more the more there is to win with, and nobody becomes the better side by it.
#[test]
fn what_is_winnable_is_believed() {
    let winnable = |fen| {
        let evaluator = evaluator(&[("FittedWeights", "false"), ("Drawish", "false")]);
        let explained = evaluator.explain(&position(fen, &evaluator));
        let place = explained.corrections.iter().position(|(name, _)| *name == "Winnable").unwrap();
        let before: i32 =
            explained.terms.iter().map(TermValue::net).fold(Tapered::ZERO, |a, b| a + b).eg();
        (before, explained.corrections[place].1)
    };
    let on_both = winnable("4k3/pp4pp/8/8/8/8/PPP3PP/4K3 w - - 0 1");
    let on_one = winnable("4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1");
    assert!(on_both.0 > 0 && on_one.0 > 0 && on_both.1 > on_one.1, "{on_both:?} {on_one:?}");
    let flipped = winnable("4k3/ppp3pp/8/8/8/8/PP4PP/4K3 b - - 0 1");
    assert_eq!((-flipped.0, -flipped.1), on_both);
    // The tempo's few centipawns are all that there is, and no more is lost.
    let level = winnable("r3k3/5ppp/8/8/8/8/5PPP/R3K3 w - - 0 1");
    assert!(level.0 > 0 && -level.0 <= level.1 && level.1 < 0, "{level:?}");
}

#[test]
fn the_seeds_small_stuff() {
    let pins = |fen| term("Rook pins", fen, &[]).net().mg();
    // Nothing helps the knight; the king may step off; two stand between.
    assert_eq!(pins("R2nk3/3ppp2/8/8/8/8/8/4K3 w - - 0 1"), 50);
    assert_eq!(pins("R2nk3/8/8/8/8/8/8/4K3 w - - 0 1"), 25);
    assert_eq!(pins("R1bnk3/3ppp2/8/8/8/8/8/4K3 w - - 0 1"), 12);
    // A pinned rook does not help itself; a knight or another rook that can step between does.
    assert_eq!(pins("R2rk3/3ppp2/8/8/8/8/8/R3K3 w - - 0 1"), 50);
    assert_eq!(pins("R2rk3/n2ppp2/8/8/4B3/8/8/4K3 w - - 0 1"), 25);
    assert_eq!(pins("R2rk3/3ppp2/8/8/8/8/1r6/R3K3 w - - 0 1"), 25);
    // A rook that hangs pins nothing: alone before another rook, before the pinned one, before a
    // bishop. One that can only be exchanged does, and the exchange is a relief.
    assert_eq!(pins("rR1n2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"), 0);
    assert_eq!(pins("R2rk3/3ppp2/8/8/8/8/8/4K3 w - - 0 1"), 0);
    assert_eq!(pins("1R1n2k1/2b2ppp/8/8/8/8/5PPP/1R4K1 b - - 0 1"), 0);
    assert_eq!(pins("rRbn2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"), 0);
    assert_eq!(pins("rR1n2k1/5ppp/8/8/8/8/5PPP/1R4K1 b - - 0 1"), 25);
    assert_eq!(pins("1R1n2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"), 50);
    assert_eq!(pins(STARTS[0]), 0);
    let blockade = |fen| term("Blockade", fen, &[("FittedWeights", "false")]).net().mg();
    assert!(blockade("4k3/8/8/3p4/3N4/8/8/4K3 w - - 0 1") > 0);
    assert_eq!(blockade("4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1"), 0);
    let pair = [("KnightPair_Good", "7"), ("KnightPair_Bad", "-5")];
    let knights = |fen| term("Knight pair", fen, &pair).net().mg();
    assert_eq!(knights("4k3/8/8/3NN3/8/8/8/4K3 w - - 0 1"), 7);
    assert_eq!(knights("4k3/8/8/3N4/5N2/8/8/4K3 w - - 0 1"), -5);
    assert_eq!(knights("4k3/8/8/3N4/8/8/8/N3K3 w - - 0 1"), 0);
    // Coverage counts in one of the two modes.
    let covered = "4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1";
    let rough = |mode| {
        let options = [("Outpost", mode), ("FittedWeights", "false")];
        term("Outposts", covered, &options).net().mg()
    };
    assert!(rough("covered") > rough("plain") && rough("plain") > 0);
    assert_eq!(rough("off"), 0);
}

/// SML-1: what the option says is what arrives, whatever the phase and however few the pawns.
#[test]
fn the_bishop_is_worth_what_is_said() {
    let score = |fen, centipawns: i32| {
        let evaluator = evaluator(&[("BishopVKnight", &centipawns.to_string())]);
        evaluator.evaluate(&position(fen, &evaluator)).get()
    };
    for (fen, expected) in [
        ("4k3/p6p/1n6/8/8/1B6/P6P/4K3 w - - 0 1", 25),
        ("4k3/p6p/1b6/8/8/1N6/P6P/4K3 w - - 0 1", -25),
        ("4k3/pp4pp/1n6/8/8/1B6/PP4PP/4K3 w - - 0 1", 25),
        // A pawn in the centre, or no pawns on a flank of one side.
        ("4k3/p2p3p/1n6/8/8/1B6/P6P/4K3 w - - 0 1", 0),
        ("4k3/p6p/1n6/8/8/1B6/PP6/4K3 w - - 0 1", 0),
        // Another piece, or bishops on both sides.
        ("r3k3/p6p/1n6/8/8/1B6/P6P/R3K3 w - - 0 1", 0),
        ("4k3/p6p/1b6/8/8/1B6/P6P/4K3 w - - 0 1", 0),
    ] {
        assert_eq!(score(fen, 25) - score(fen, 0), expected, "{fen}");
    }
}

/// SML-4: a pawn that is not passed is attacked from behind, too.
#[test]
fn rooks_attack_pawns_from_behind() {
    let behind = |fen, all| {
        let options = [("RookBehind_All", all), ("SML_Fitted", "false")];
        term("Rook behind", fen, &options).net().eg()
    };
    for (fen, passed, all) in [
        // A passed pawn; one that is not; one that stands behind another, which is not attacked.
        ("R7/8/4k3/8/p7/8/8/4K3 w - - 0 1", 10, 10),
        ("R7/8/4k3/8/p7/8/1P6/4K3 w - - 0 1", 0, 10),
        ("R7/n7/4k3/8/p7/8/1P6/4K3 w - - 0 1", 0, 0),
        // Before a pawn, not behind it.
        ("8/8/4k3/8/p7/8/1P6/R3K3 w - - 0 1", 0, 0),
    ] {
        assert_eq!((behind(fen, "false"), behind(fen, "true")), (passed, all), "{fen}");
    }
}

/// SML-3, SML-5: with the weights by hand the terms have their author's signs, and nothing else
/// changes.
#[test]
fn the_small_stuff_can_have_its_weights_by_hand() {
    let values = |fitted| {
        let options = [("SML_Fitted", fitted)];
        let evaluator = evaluator(&options);
        let fen = "3r2k1/5ppp/8/1p1p4/1P1N4/8/5PPP/1R4K1 w - - 0 1";
        evaluator.explain(&position(fen, &evaluator)).terms
    };
    let (fitted, by_hand) = (values("true"), values("false"));
    for (fitted, by_hand) in fitted.iter().zip(&by_hand) {
        let pair = |value: Tapered| (value.mg(), value.eg());
        let expected = match by_hand.name {
            "Blockade" => (6, 6),
            "Rook blocked" => (-8, -4),
            _ => pair(fitted.white),
        };
        assert_eq!(pair(by_hand.white), expected, "{}", by_hand.name);
    }
    assert!(fitted.iter().zip(&by_hand).any(|(a, b)| a.white.mg() != b.white.mg()));
}

/// INI-01: several things go for White, nothing for Black; the bonus is that of the count.
#[test]
fn initiative_is_worth_what_its_count_says() {
    let fen = "r5k1/5ppp/8/PP6/2B5/3B4/5PPP/3R2K1 w - - 0 1";
    let score = |on, percent| {
        let evaluator = evaluator(&[("Initiative", on), ("Initiative_Scale", percent)]);
        evaluator.evaluate(&position(fen, &evaluator)).get()
    };
    let switched_on = evaluator(&[("Initiative", "true")]);
    let counts = switched_on.explain(&position(fen, &switched_on)).initiative.unwrap();
    assert!(counts[0] >= 3 && counts[1] < 3, "{counts:?}");
    let bonus = [32, 64, 128, 192, 256][counts[0] - 3];
    assert_eq!(score("true", "100") - score("false", "100"), bonus, "{counts:?}");
    assert_eq!(score("true", "0"), score("false", "100"));
}

#[test]
fn kings_in_danger_and_running_pawns_are_told_to_the_search() {
    let evaluator = evaluator(&[]);
    let assess = |fen| evaluator.assess(&position(fen, &evaluator));
    let calm = assess("r4rk1/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R4RK1 w - - 0 1");
    let stormy = assess("r4rk1/ppp2p1p/2n2n2/6NQ/4B3/2N5/PPPq1PPP/R4RK1 w - - 0 1");
    // Black's king stands the same, but White is to move.
    assert!(calm.side_terms.king_safety[0] > calm.side_terms.king_safety[1], "{calm:?}");
    assert!(
        stormy.side_terms.king_safety[1] < calm.side_terms.king_safety[1] - 50,
        "{stormy:?} {calm:?}"
    );
    let racing = assess("4k3/8/3P4/8/8/7p/8/r3K2R w - - 0 1");
    assert!(
        racing.side_terms.passed_pawns[0] > 10 && racing.side_terms.passed_pawns[1] > 0,
        "{racing:?}"
    );
}

#[test]
fn drawn_material_is_drawn() {
    let evaluator = evaluator(&[]);
    let score = |fen| evaluator.evaluate(&position(fen, &evaluator)).get();
    for fen in [
        "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
        "k7/8/8/8/8/8/P7/2B1K3 w - - 0 1",
        "8/8/8/8/8/4k3/4P3/4K3 w - - 0 1",
        "8/8/8/4k3/8/8/8/1B2K3 w - - 0 1",
    ] {
        assert_eq!(score(fen), 0, "{fen}");
    }
    assert!(score("7k/8/8/8/8/8/P7/1B2K3 w - - 0 1") > 200, "the right bishop");
    assert!(score("4k3/8/8/8/8/8/8/R3K3 w - - 0 1") > 600);
    assert!(score("4k3/8/8/8/8/8/8/R3K3 b - - 0 1") < -600);
    // The corner of the bishop's colour.
    let right = score("7k/8/5K2/8/8/8/8/2BN4 w - - 0 1");
    let wrong = score("k7/8/2K5/8/8/8/8/2BN4 w - - 0 1");
    assert!(right > wrong, "{right} {wrong}");
    let with = score("4k3/5p2/8/8/8/3b4/4PP2/2B1K3 w - - 0 1").abs();
    let off = self::evaluator(&[("Drawish", "false")]);
    let without =
        off.evaluate(&position("4k3/5p2/8/8/8/3b4/4PP2/2B1K3 w - - 0 1", &off)).get().abs();
    assert!(with < without, "{with} {without}");
    let tired = score("4k3/8/8/3p4/8/8/8/R3K1N1 w - - 90 80");
    let fresh = score("4k3/8/8/3p4/8/8/8/R3K1N1 w - - 0 80");
    assert!(tired * 3 < fresh * 2, "{tired} {fresh}");
}

/// The numbers of won and drawn positions, known from many bitbases (e.g. M. Bleicher's): White to
/// move 124,960 won and 38,368 drawn, Black to move 97,604 lost and 70,420 drawn.
#[test]
fn king_and_pawn_against_king_is_known_exactly() {
    let evaluator = evaluator(&[]);
    let mut counts = [[0; 2]; 2];
    let square = |index: u8| shakmaty::Square::new(u32::from(index));
    for turn in [shakmaty::Color::White, shakmaty::Color::Black] {
        for (king, other) in (0..64).flat_map(|king| (0..64).map(move |other| (king, other))) {
            for pawn in 8..56 {
                if king == other || king == pawn || other == pawn {
                    continue;
                }
                let mut board = shakmaty::Board::empty();
                board.set_piece_at(square(king), shakmaty::Color::White.king());
                board.set_piece_at(square(other), shakmaty::Color::Black.king());
                board.set_piece_at(square(pawn), shakmaty::Color::White.pawn());
                let setup = Setup { board, turn, ..Setup::empty() };
                let Ok(chess) = setup.position::<Chess>(CastlingMode::Standard) else { continue };
                let position = Position::new((&chess).into(), evaluator.psqt());
                let wins = kpk::wins(&position, Color::White).unwrap();
                counts[usize::from(turn.is_black())][usize::from(!wins)] += 1;
            }
        }
    }
    assert_eq!(counts, [[124_960, 38_368], [97_604, 70_420]]);
}

/// The option that turns each term off.
const SWITCHES: &[(&str, &str)] = &[
    ("Mobility_Scale", "Mobility"),
    ("Passed", "Passed"),
    ("Candidate", "Candidates"),
    ("Isolated", "Isolated"),
    ("Doubled", "Doubled"),
    ("Backward", "Backward"),
    ("Connected", "Connected"),
    ("KingShelter", "King shelter"),
    ("PawnStorm", "Pawn storm"),
    ("KingDanger", "King danger"),
    ("KnightTropism", "Knight tropism"),
    ("QueenTropism", "Queen tropism"),
    ("RookOpen", "Rook open"),
    ("RookHalfOpen", "Rook half-open"),
    ("RookBlocked", "Rook blocked"),
    ("RookBehind", "Rook behind"),
    ("Major7", "Majors on 7th"),
    ("Major7Conn", "Connected 7th"),
    ("Outpost_Scale", "Outposts"),
    ("KnightBlockade", "Blockade"),
    ("BishopPair", "Bishop pair"),
    ("BadBishop", "Bad bishop"),
    ("ShieldedMinor", "Shielded minor"),
    ("Threats", "Threats"),
    ("Space", "Space"),
    ("Tempo", "Tempo"),
];

#[test]
fn a_weight_of_nought_is_the_evaluation_without_the_term() {
    let plain = evaluator(&[]);
    let examples = EXAMPLES.iter().map(|example| example.1).chain(STARTS);
    let positions: Vec<_> =
        examples.map(|fen| (fen, plain.explain(&position(fen, &plain)))).collect();
    for &(option, name) in SWITCHES {
        let without = evaluator(&[(option, "0")]);
        for (fen, before) in &positions {
            let after = without.explain(&position(fen, &without));
            for (old, new) in before.terms.iter().zip(&after.terms) {
                let wanted = if old.name == name { Default::default() } else { old.net() };
                assert_eq!(new.net(), wanted, "{option}=0: {}: {fen}", old.name);
            }
        }
    }
}

#[test]
fn mined_piece_squares_are_those_of_the_metric() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tables/pst-endgame.bin");
    let table = PstTable::load(&file).unwrap();
    for metric in SquareMetric::ALL {
        let evaluator = evaluator(&[("PST_Metric", metric.name()), ("FittedWeights", "false")]);
        let psqt = evaluator.psqt();
        for role in Role::ALL {
            let mined = table.centipawns(role, metric, 1000.0);
            for square in Square::all() {
                let beyond = psqt.value(Color::White, role, square).eg() - psqt.material(role).eg();
                let wanted = mined[square.index()].round().clamp(-200.0, 200.0) as i32;
                assert_eq!(beyond, wanted, "{metric}: {} on {square}", role.letter());
            }
        }
    }
}
