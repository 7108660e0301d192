//! Laws of positions and evaluation: incremental equals from scratch, colours are alike.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use engine::{Engine, eval::Evaluator, game::Game, options::Options, position::Position};
use proptest::prelude::*;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position as _, Setup};

/// Where random games begin: promotions, castling, en passant and promoted pieces are near.
const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "4k3/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
    "4k3/QQ6/8/3N4/3n4/q7/8/4K3 b - - 0 1",
];

fn evaluators() -> [Evaluator; 3] {
    ["off", "crude", "safe"].map(|mode| {
        let mut options = Options::default();
        options.set("MIT", mode).unwrap();
        Evaluator::new(&options.eval)
    })
}

fn assert_same(position: &Position, evaluator: &Evaluator) {
    let chess = chess(position);
    let fresh = Position::new((&chess).into(), evaluator.psqt());
    assert_eq!(position.key(), fresh.key());
    assert_eq!(position.cell(), fresh.cell());
    assert_eq!(position.phase(), fresh.phase());
    assert_eq!(position.psqt(), fresh.psqt());
    assert_eq!(position.in_check(), fresh.in_check());
    let key: shakmaty::zobrist::Zobrist64 = chess.zobrist_hash(EnPassantMode::PseudoLegal);
    assert_eq!(position.key(), key.0);
}

fn chess(position: &Position) -> Chess {
    position.rules().to_shakmaty(CastlingMode::Standard).unwrap()
}

fn flipped(chess: &Chess) -> Chess {
    let mut setup: Setup = chess.to_setup(EnPassantMode::Always);
    setup.mirror();
    setup.position(CastlingMode::Standard).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games(start in 0..STARTS.len(), choices in prop::collection::vec(any::<u16>(), 120)) {
        let evaluators = evaluators();
        let [plain, ..] = &evaluators;
        let game = Game::from_fen(STARTS[start], CastlingMode::Standard).unwrap();
        let mut position = Position::new(game.position(), plain.psqt());
        for choice in choices {
            let moves = position.rules().legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[usize::from(choice) % moves.len()], plain.psqt());
            assert_same(&position, plain);
            if let Some(passed) = position.pass() {
                assert_same(&passed, plain);
                assert_eq!(passed.turn(), !position.turn());
            }
            let mirror = flipped(&chess(&position));
            for evaluator in &evaluators {
                let here = evaluator.evaluate(&position);
                let there = evaluator.evaluate(&Position::new((&mirror).into(), evaluator.psqt()));
                assert_eq!(here, there, "{position:?}");
            }
        }
    }
}

#[test]
fn the_start_is_the_last_cell_whoever_moves() {
    let engine = Engine::new(Options::default()).unwrap();
    let mut game = Game::default();
    assert_eq!(engine.position(&game).cell().map(|cell| cell.index()), Some(236_195));
    game.play("g1f3").unwrap();
    assert_eq!(engine.position(&game).cell().map(|cell| cell.index()), Some(236_195));
}

#[test]
fn a_flipped_position_has_its_own_cell() {
    let engine = Engine::new(Options::default()).unwrap();
    let cell = |fen: &str| {
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        engine.position(&game).cell().map(|cell| cell.index())
    };
    assert_eq!(cell("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), Some(2));
    assert_eq!(cell("3qk3/8/8/8/8/8/8/4K3 w - - 0 1"), Some(1));
    assert_eq!(cell("3qk3/8/8/8/8/8/8/QQ2K3 w - - 0 1"), None, "two queens are beyond the caps");
}

#[test]
fn the_breakdown_adds_up() {
    let engine = Engine::new(Options::default()).unwrap();
    for fen in STARTS {
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        let explained = engine.explain(&game);
        let net = explained.terms.iter().map(engine::eval::breakdown::TermValue::net);
        let sum = net.reduce(|sum, term| sum + term).unwrap();
        let corrections: i32 = explained.corrections.iter().map(|(_, change)| change).sum();
        let total = sum.taper(explained.phase) + corrections;
        assert_eq!(total, explained.white_score, "{fen}: {explained:?}");
        let stm = explained.white_score * if game.chess().turn() == Color::White { 1 } else { -1 };
        assert_eq!(engine.evaluator().evaluate(&engine.position(&game)).get(), stm);
    }
}
