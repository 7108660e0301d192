//! Known draws score as draws, and their won cousins as wins, in both colours.
//!
//! The truth of each position is that of Syzygy's tables (three and four men) and of a retrograde
//! analysis (rook and pawn against rook).

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{fs, path::Path, sync::atomic::AtomicBool};

use engine::{
    Engine,
    eval::{
        Evaluator,
        endings::{kqkp, krpkr},
    },
    game::Game,
    options::Options,
    position::Position,
    search::{Limits, SearchInfo, Silent},
};
use rules::Color;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position as _, Setup, fen::Fen};

/// The most that a draw may score, in centipawns.
const DRAWISH: i32 = 20;
/// What a win scores at least.
const WON: i32 = 100;

struct Suite {
    drawn: &'static [&'static str],
    won: &'static [&'static str],
}

const KBPK: Suite = Suite {
    drawn: &[
        "7k/8/8/7P/8/5K2/6B1/8 w - - 0 1",
        "k7/8/8/8/P1K5/B7/8/8 w - - 0 1",
        "7k/3B4/7P/8/8/8/6K1/8 w - - 0 1",
        "1k6/6B1/8/PK6/8/8/8/8 w - - 0 1",
        "8/1k6/8/8/P1K5/4B3/8/8 w - - 0 1",
        "6k1/8/8/7P/4K3/8/4B3/8 w - - 0 1",
        "8/7k/8/7P/8/8/B6K/8 w - - 0 1",
        "8/1k6/8/P1B5/8/8/2K5/8 w - - 0 1",
        "8/6k1/2B5/7P/8/8/8/2K5 w - - 0 1",
        "k7/2K5/P2B4/8/8/8/8/8 w - - 0 1",
        "8/3k4/8/8/P7/2B5/4K3/8 w - - 0 1",
        "6k1/8/7P/7B/3K4/8/8/8 w - - 0 1",
        "6k1/1K1B4/8/7P/8/8/8/8 w - - 0 1",
        "8/6k1/8/7P/4B3/6K1/8/8 b - - 0 1",
    ],
    won: &[
        "8/k7/P2K4/8/6B1/8/8/8 w - - 0 1",
        "3B4/7k/5K1P/8/8/8/8/8 w - - 0 1",
        "4B3/k7/8/8/8/P1K5/8/8 w - - 0 1",
        "8/1k6/8/P7/8/2K4B/8/8 w - - 0 1",
        "8/k7/4B3/8/P7/8/1K6/8 w - - 0 1",
        "k7/3B3K/8/8/8/P7/8/8 w - - 0 1",
        "k7/8/8/P7/8/8/2K5/1B6 w - - 0 1",
        "1k6/3K1B2/8/P7/8/8/8/8 w - - 0 1",
        "6K1/k7/B7/8/8/P7/8/8 w - - 0 1",
        "1k1K4/8/8/5B2/8/P7/8/8 w - - 0 1",
        "8/8/3K4/1k6/5B2/P7/8/8 w - - 0 1",
        "8/1k4K1/8/P7/2B5/8/8/8 w - - 0 1",
    ],
};

const KQKP: Suite = Suite {
    drawn: &[
        "8/1K5Q/8/8/8/8/5p2/4k3 w - - 0 1",
        "3K4/8/8/8/8/8/6kp/1Q6 w - - 0 1",
        "8/8/8/8/5Q2/8/7p/1K4k1 w - - 0 1",
        "8/8/3K4/8/7Q/8/5p2/6k1 w - - 0 1",
        "8/K3Q3/8/8/8/8/p7/1k6 w - - 0 1",
        "8/8/8/8/4K3/3Q4/1kp5/8 w - - 0 1",
        "8/2K5/8/8/8/8/Q1p5/3k4 w - - 0 1",
        "5K2/8/8/8/8/8/4kp2/2Q5 w - - 0 1",
        "6Q1/6K1/8/8/8/8/2p5/3k4 w - - 0 1",
        "8/7K/Q7/8/8/8/2p5/3k4 w - - 0 1",
        "8/8/8/8/3K4/7Q/1kp5/8 w - - 0 1",
        "8/8/8/8/7K/8/2p4Q/3k4 w - - 0 1",
        "8/8/8/4Q3/8/5K2/2p5/1k6 b - - 0 1",
    ],
    won: &[
        "8/8/8/5Q2/8/K7/p7/k7 w - - 0 1",
        "8/8/8/8/3Q4/8/3K3p/7k w - - 0 1",
        "3K4/8/1Q6/8/8/k7/7p/8 w - - 0 1",
        "8/8/8/8/8/8/2p1K1Q1/1k6 w - - 0 1",
        "8/8/8/8/K7/4Q3/1kp5/8 w - - 0 1",
        "8/8/8/8/8/6Q1/p7/4K2k w - - 0 1",
        "8/8/Q7/8/8/6K1/7p/6k1 w - - 0 1",
        "8/6Q1/8/8/8/1K6/2p5/1k6 w - - 0 1",
        "6Q1/8/8/8/5K2/8/5p2/5k2 w - - 0 1",
        "8/8/8/5Q2/1K6/8/k6p/8 w - - 0 1",
        "8/8/8/8/2K1Q3/8/k6p/8 w - - 0 1",
        "3K4/8/8/2Q5/8/8/p7/k7 w - - 0 1",
    ],
};

const KRPKR: Suite = Suite {
    drawn: &[
        "4k3/8/r7/4P3/4K3/8/8/7R w - - 0 1",
        "8/7k/4r3/8/8/6PK/7R/8 w - - 0 1",
        "6k1/8/4r3/1R6/6P1/5K2/8/8 w - - 0 1",
        "8/6k1/2r5/8/6PK/3R4/8/8 w - - 0 1",
        "6k1/8/4r3/8/6K1/6RP/8/8 w - - 0 1",
        "2k5/8/5r2/8/2PR4/3K4/8/8 w - - 0 1",
        "8/4k3/1r6/6K1/5P2/8/8/3R4 w - - 0 1",
        "8/k7/r7/8/1P6/1K6/3R4/8 w - - 0 1",
        "8/2k5/6r1/1R6/8/1P6/1K6/8 w - - 0 1",
        "k7/8/2r5/8/KP4R1/8/8/8 w - - 0 1",
        "4k3/8/4P3/4K3/8/8/R7/5r2 w - - 0 1",
        "4k3/R7/6r1/8/8/5P2/5K2/8 w - - 0 1",
        "4k3/R7/6r1/8/4PK2/8/8/8 w - - 0 1",
        "3k4/R7/7r/8/3PK3/8/8/8 w - - 0 1",
        "4k3/7R/r7/4K3/4P3/8/8/8 w - - 0 1",
        "4k3/7R/1r6/3KP3/8/8/8/8 w - - 0 1",
        "4k3/7R/4P3/4K3/8/8/8/r7 w - - 0 1",
        "8/5k2/8/r7/5P2/6K1/8/4R3 w - - 0 1",
        "r5k1/7R/6P1/6K1/8/8/8/8 w - - 0 1",
        "8/8/8/3k4/r7/4PK2/8/4R3 w - - 0 1",
        "8/6k1/8/8/r6P/6K1/8/1R6 w - - 0 1",
        "6k1/R7/8/6KP/8/8/8/1r6 w - - 0 1",
        "1k6/7R/1P6/K7/8/8/8/2r5 w - - 0 1",
        "4k3/8/3R4/8/4PK2/8/8/4r3 w - - 0 1",
    ],
    won: &[
        "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
        "2K5/2P1k3/8/8/8/8/1r6/3R4 w - - 0 1",
        "2k5/8/8/1KP3R1/8/8/3r4/8 w - - 0 1",
        "2k5/8/4R3/KP6/8/r7/8/8 w - - 0 1",
        "7k/8/6PK/8/8/6r1/8/3R4 w - - 0 1",
        "3k4/8/3PK3/5R2/8/1r6/8/8 w - - 0 1",
        "4k3/8/3R2K1/5P2/8/8/1r6/8 w - - 0 1",
        "1k6/3K4/1rP5/2R5/8/8/8/8 w - - 0 1",
        "3k4/6R1/1KP5/8/8/8/7r/8 w - - 0 1",
        "5k2/8/4RK2/6Pr/8/8/8/8 w - - 0 1",
        "3k4/5K2/1R2P3/7r/8/8/8/8 w - - 0 1",
        "4k3/8/4PK1R/8/6r1/8/8/8 w - - 0 1",
    ],
};

/// The position with colours and ranks turned over.
fn flipped(fen: &str) -> String {
    let chess: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    let mut setup = chess.to_setup(EnPassantMode::Always);
    setup.mirror();
    Fen::from_position(&chess_of(setup), EnPassantMode::Legal).to_string()
}

fn chess_of(setup: Setup) -> Chess {
    Chess::from_setup(setup, CastlingMode::Standard).unwrap()
}

fn search(fen: &str, depth: i32) -> SearchInfo {
    search_with(Options::default(), fen, depth)
}

fn search_with(options: Options, fen: &str, depth: i32) -> SearchInfo {
    let mut engine = Engine::new(options).unwrap();
    let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
    let stop = AtomicBool::new(false);
    engine.search(&game, &Limits::depth(depth), &stop, &mut Silent).expect("a legal move")
}

/// Draws to depth 20, wins as deep as one need look.
fn holds(suite: &Suite) {
    let mut wrong = Vec::new();
    for fen in suite.drawn {
        for fen in [(*fen).to_owned(), flipped(fen)] {
            let score = search(&fen, 20).score.get();
            if score.abs() > DRAWISH {
                wrong.push(format!("drawn, {score}: {fen}"));
            }
        }
    }
    for fen in suite.won {
        for fen in [(*fen).to_owned(), flipped(fen)] {
            // All won positions are White's before they are turned over, with White to move.
            let score = search(&fen, 12).score.get();
            if score < WON {
                wrong.push(format!("won, {score}: {fen}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_wrong_bishop_draws() {
    holds(&KBPK);
    assert!(search(KBPK.drawn[0], 8).counters.draws_kbpk > 0);
}

#[test]
fn a_queen_draws_with_a_pawn_on_the_seventh() {
    holds(&KQKP);
    assert!(search(KQKP.drawn[0], 8).counters.draws_kqkp > 0);
}

#[test]
fn a_rook_holds_rook_and_pawn() {
    holds(&KRPKR);
    assert!(search(KRPKR.drawn[0], 8).counters.draws_krpkr > 0);
}

/// Rb7+ Ke6 and Rxg7 is stalemate. Where histories begin at the move priors the search reduces the king's move, which
/// gives up a rook, for thirty plies; from empty ones it finds it in fourteen.
#[test]
fn a_stalemate_that_hides_behind_an_unlikely_move_is_found_without_move_priors() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["imbalance.bin", "opening.bin", "weights.bin"] {
        let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tables").join(file);
        fs::copy(committed, folder.path().join(file)).unwrap();
    }
    for fen in ["1R6/3k2r1/8/4P3/4K3/8/8/8 w - - 0 1", "8/8/8/4k3/4p3/8/3K2R1/1r6 b - - 0 1"] {
        let mut options = Options::default();
        options.set("TablesDir", folder.path().to_str().unwrap()).unwrap();
        let score = search_with(options, fen, 20).score.get();
        assert!(score.abs() <= DRAWISH, "{score}: {fen}");
    }
}

fn board(pieces: &[(u32, shakmaty::Piece)], turn: shakmaty::Color) -> Option<Chess> {
    let mut board = shakmaty::Board::empty();
    for &(square, piece) in pieces {
        let square = shakmaty::Square::new(square);
        if board.piece_at(square).is_some() {
            return None;
        }
        board.set_piece_at(square, piece);
    }
    let setup = Setup { board, turn, ..Setup::empty() };
    setup.position(CastlingMode::Standard).ok()
}

/// The numbers of won and drawn positions, queen to move, are those of Syzygy's table KQvKP: with pawns
/// on a2 and h2 132,000 and 6,098 each, on c2 and f2 125,422 and 14,908.
#[test]
fn queen_against_pawn_on_the_seventh_is_known_exactly() {
    use shakmaty::Color::{Black, White};
    let evaluator = Evaluator::new(&Options::default().eval);
    let mut counts = [[0; 2]; 8];
    for (king, other) in (0..64).flat_map(|king| (0..64).map(move |other| (king, other))) {
        for (file, queen) in [0, 2, 5, 7].into_iter().flat_map(|f| (0..64).map(move |q| (f, q))) {
            let men = [
                (king, White.king()),
                (other, Black.king()),
                (file + 8, Black.pawn()),
                (queen, White.queen()),
            ];
            let Some(chess) = board(&men, White) else { continue };
            let position = Position::new((&chess).into(), evaluator.psqt());
            let wins = kqkp::wins(&position, Color::White).unwrap();
            counts[file as usize][usize::from(!wins)] += 1;
        }
    }
    for (file, count) in [(0, [132_000, 6_098]), (2, [125_422, 14_908])] {
        assert_eq!([counts[file], counts[7 - file]], [count; 2]);
    }
}

/// The rule of the corner by induction: whatever White does, Black's king stays at the corner or takes
/// what promotes there, or has no move.
#[test]
fn the_wrong_bishop_is_a_fortress() {
    use shakmaty::{
        Color::{Black, White},
        Role,
    };
    let in_corner = |chess: &Chess| {
        let king = chess.board().king_of(Black).unwrap();
        king.distance(shakmaty::Square::H8) <= 1
    };
    let promoted = |chess: &Chess| {
        chess.board().by_color(White).count() == 3 && chess.board().by_role(Role::Pawn).is_empty()
    };
    let mut seen = 0;
    for (king, bishop) in (0..64).flat_map(|king| (0..64).map(move |bishop| (king, bishop))) {
        // h8 is dark.
        if (bishop / 8 + bishop % 8) % 2 == 0 {
            continue;
        }
        for (other, pawn) in [54, 55, 62, 63].into_iter().flat_map(|o| (1..7).map(move |r| (o, r)))
        {
            let men = [
                (king, White.king()),
                (other, Black.king()),
                (8 * pawn + 7, White.pawn()),
                (bishop, White.bishop()),
            ];
            let Some(chess) = board(&men, White) else { continue };
            seen += 1;
            for mv in chess.legal_moves() {
                let after = chess.clone().play(mv).unwrap();
                let replies = after.legal_moves();
                let holds = replies.into_iter().any(|reply| {
                    let then = after.clone().play(reply).unwrap();
                    in_corner(&then) && !promoted(&then)
                });
                assert!(holds || after.is_stalemate(), "{:?} {mv:?}", after.board());
            }
        }
    }
    assert!(seen > 20_000, "{seen}");
}

#[test]
fn other_endings_are_left_alone() {
    let evaluator = Evaluator::new(&Options::default().eval);
    let position = |fen: &str| {
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        Position::new(game.position(), evaluator.psqt())
    };
    // The pawn to move, a pawn on another rank or file, a second pawn, no queen.
    for fen in [
        "8/1K5Q/8/8/8/8/5p2/4k3 b - - 0 1",
        "8/1K5Q/8/8/8/5p2/8/4k3 w - - 0 1",
        "8/1K5Q/8/8/8/8/4p3/4k3 w - - 0 1",
        "8/1K5Q/8/8/8/8/p4p2/4k3 w - - 0 1",
        "8/1K5R/8/8/8/8/5p2/4k3 w - - 0 1",
    ] {
        assert_eq!(kqkp::wins(&position(fen), Color::White), None, "{fen}");
    }
    for fen in KRPKR.won {
        assert!(!krpkr::is_drawn(&position(fen), Color::White), "{fen}");
    }
}
