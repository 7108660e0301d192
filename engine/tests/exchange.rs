//! Exchanges: the swap algorithm against a search that plays the captures on a board.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use engine::{bench, game::Game, search::see::Exchange};
use rules::{Board, Color, Move, Position, Role, Square, squares};
use shakmaty::CastlingMode;

/// Positions that moves are taken from; each leads to as many as there are legal moves.
const POSITIONS: usize = 10_000;

/// What the side to take on a square wins at best, if each takes with its least valuable piece.
fn best_capture(exchange: &Exchange, board: &Board, on: Square, us: Color) -> i32 {
    let attackers = board.attackers(on, board.occupied) & board.side(us);
    let taker = squares::each(attackers).min_by_key(|&from| (board.role(from), from.index()));
    let Some(from) = taker else { return 0 };
    let taken = board.role(on).unwrap();
    let role = board.role(from).unwrap();
    let mut after = board.clone();
    let code = after.codes[from.index()];
    after.take(after.codes[on.index()], on);
    after.take(code, from);
    after.put(code, on);
    let defenders = after.attackers(on, after.occupied) & after.side(!us);
    if role == Role::King && defenders != 0 {
        return 0;
    }
    (exchange.of(taken) - best_capture(exchange, &after, on, !us)).max(0)
}

/// What a move wins, played on the board.
fn played(exchange: &Exchange, position: &Position, mv: Move) -> i32 {
    if mv.is_castling() {
        return 0;
    }
    let after = position.played(mv);
    exchange.gain(position, mv) - best_capture(exchange, after.board(), mv.to(), after.turn())
}

/// Positions of random games, the same at each run.
fn positions() -> impl Iterator<Item = Position> {
    let starts: Vec<Position> = bench::positions().map(|game| game.position()).collect();
    let mut random = 88_172_645_463_325_252_u64;
    let mut position = starts[0].clone();
    let mut plies = 0;
    std::iter::from_fn(move || {
        let moves = position.legal_moves();
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        plies += 1;
        position = if moves.is_empty() || plies % 60 == 0 {
            starts[random as usize % starts.len()].clone()
        } else {
            position.played(moves[random as usize % moves.len()])
        };
        Some(position.clone())
    })
}

#[test]
fn exchanges_equal_a_search_on_the_board() {
    let mut moves = 0;
    for (i, position) in positions().take(POSITIONS).enumerate() {
        let exchange = Exchange::new(i % 2 == 0);
        for mv in position.legal_moves() {
            moves += 1;
            let value = exchange.see(&position, mv);
            assert_eq!(value, played(&exchange, &position, mv), "{mv:?} in {position:?}");
            for threshold in [value - 1, value, value + 1, 0, -100, 100] {
                let reaches = exchange.see_ge(&position, mv, threshold);
                assert_eq!(reaches, value >= threshold, "{mv:?} {threshold} in {position:?}");
            }
        }
    }
    assert!(moves > 20 * POSITIONS, "{moves}");
}

#[test]
fn known_exchanges() {
    let exchange = Exchange::new(true);
    for (fen, mv, value) in [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -200),
        ("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6", 100),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 800),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100),
        ("r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 0),
    ] {
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        let mv = game.find(mv).unwrap();
        assert_eq!(exchange.see(&game.position(), mv), value, "{fen}");
    }
}
