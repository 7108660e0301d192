//! shakmaty is the judge: in random games from positions full of traps both know the same moves.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::{Checks, Move, MoveList, Position, Which};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

/// Promotions, castling, en passant with pins, checks of all kinds, and Chess960.
const STARTS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "4k3/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
    "4k3/QQ6/8/3N4/3n4/q7/8/4K3 b - - 0 1",
    "3k4/8/8/q1pP3K/8/8/8/8 w - c6 0 2",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1",
    "qr1k1r2/8/8/8/8/8/8/QR1K1R2 w FBfb - 0 1",
];

fn chess(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap()
}

fn ours(mv: shakmaty::Move) -> Move {
    mv.into()
}

fn generated(position: &Position, which: Which) -> BTreeSet<Move> {
    let mut moves = MoveList::new();
    position.generate(which, &mut moves);
    let set: BTreeSet<_> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "no move twice");
    set
}

fn agree(position: &Position, chess: &Chess) {
    assert_eq!(*position, Position::from(chess));
    assert_eq!(position.in_check(), chess.is_check());
    assert_eq!(position.is_insufficient_material(), chess.is_insufficient_material());
    let all = generated(position, Which::All);
    let judged: BTreeSet<_> = chess.legal_moves().into_iter().map(ours).collect();
    assert_eq!(all, judged, "{chess:?}");
    assert_eq!(position.has_legal_move(), !all.is_empty());
    let (noisy, quiet) = (generated(position, Which::Noisy), generated(position, Which::Quiet));
    assert!(noisy.iter().all(|mv| !mv.is_quiet()) && quiet.iter().all(|mv| mv.is_quiet()));
    assert_eq!(noisy.union(&quiet).copied().collect::<BTreeSet<_>>(), all);
    let (mut checks, mut list) = (MoveList::new(), MoveList::new());
    position.generate(Which::QuietChecks, &mut checks);
    position.generate(Which::Quiet, &mut list);
    list.retain(|&mut mv| position.gives_check(mv));
    assert_eq!(checks, list, "the same in the same order: {chess:?}");
    let known = Checks::of(position);
    for mv in chess.legal_moves() {
        let mut after = chess.clone();
        after.play_unchecked(mv);
        assert_eq!(position.gives_check(mv.into()), after.is_check(), "{mv:?} in {chess:?}");
        assert_eq!(known.contains(mv.into()), after.is_check(), "{mv:?} in {chess:?}");
        let text = ours(mv).uci(true).to_string();
        assert_eq!(text, mv.to_uci(CastlingMode::Chess960).to_string());
        let text = ours(mv).uci(false).to_string();
        assert_eq!(text, mv.to_uci(CastlingMode::Standard).to_string());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games(start in 0..STARTS.len(), choices in prop::collection::vec(any::<u16>(), 100)) {
        let mut chess = chess(STARTS[start]);
        let mut position = Position::from(&chess);
        for choice in choices {
            agree(&position, &chess);
            let moves = chess.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Captures empty the board, so that endings are reached: three of four are passed over.
            let quiet = moves.iter().copied().filter(|mv| !mv.is_capture()).collect::<Vec<_>>();
            let among = if choice % 4 == 0 || quiet.is_empty() { &moves[..] } else { &quiet[..] };
            let mv = among[usize::from(choice / 4) % among.len()];
            let mut counted = 0;
            position = position.after(mv.into(), |_, _, comes| counted += if comes { 1 } else { -1 });
            chess.play_unchecked(mv);
            prop_assert_eq!(counted, -i32::from(mv.is_capture()));
            if !position.in_check() {
                let passed = position.pass();
                prop_assert_eq!(passed.turn(), !position.turn());
                prop_assert_eq!(passed.board(), position.board());
            }
        }
    }

    #[test]
    fn any_bits_are_legal_if_they_are_generated(start in 0..STARTS.len(), choices in prop::collection::vec(any::<u16>(), 12)) {
        let mut position = Position::from(&chess(STARTS[start]));
        for choice in choices {
            let all = generated(&position, Which::All);
            for bits in 0..=u16::MAX {
                let mv = Move::from_bits(bits);
                prop_assert_eq!(position.is_legal(mv), all.contains(&mv), "{:?} {:04x}", mv, bits);
            }
            let Some(&mv) = all.iter().nth(usize::from(choice) % all.len().max(1)) else { break };
            position = position.played(mv);
        }
    }
}

#[test]
fn positions_come_back_from_shakmaty() {
    for fen in STARTS {
        let chess = chess(fen);
        let back = Position::from(&chess).to_shakmaty(CastlingMode::Chess960).unwrap();
        assert_eq!(back, chess, "{fen}");
    }
}
