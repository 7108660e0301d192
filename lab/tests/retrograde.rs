//! The engine's draws of rook and pawn against rook, judged by retrograde analysis, and that by the rules.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use lab::retrograde::{
    recount::{self, Count},
    rooks::{self, Known},
};
use shakmaty::{
    CastlingMode, Chess,
    Color::{Black, White},
    Position as _, Role, Setup, Square,
};

fn place(chess: &Chess, color: shakmaty::Color, role: Role) -> Option<usize> {
    chess.board().by_piece(role.of(color)).first().map(usize::from)
}

/// Whether White may win; `None` if it is another ending.
fn won(solved: &[Known], chess: &Chess) -> Option<bool> {
    let [pawn, own, other] = [(White, Role::Pawn), (White, Role::Rook), (Black, Role::Rook)]
        .map(|(color, role)| place(chess, color, role));
    let [white, black] = [White, Black].map(|color| place(chess, color, Role::King).unwrap());
    let known = solved.iter().find(|known| Some(known.pawn()) == pawn)?;
    Some(known.won(white, black, own?) >> other? & 1 != 0)
}

/// A draw of each eleven thousand positions: whatever White does, Black has an answer after which White does not win,
/// or after which it is another ending.
fn draws_stay_draws(solved: &[Known]) {
    let mut seen = 0;
    for index in (0..24 * 64_usize.pow(4)).step_by(11_003) {
        let known = &solved[index % 24];
        let [white, black, own, other] = [0, 1, 2, 3].map(|man| (index / 24) >> (6 * man) & 63);
        if known.drawn(white, black, own) >> other & 1 == 0 {
            continue;
        }
        let mut setup = Setup::empty();
        for (square, piece) in [
            (white, White.king()),
            (black, Black.king()),
            (own, White.rook()),
            (other, Black.rook()),
            (known.pawn(), White.pawn()),
        ] {
            setup.board.set_piece_at(Square::new(square as u32), piece);
        }
        let chess: Chess = setup.position(CastlingMode::Standard).unwrap();
        seen += 1;
        for mv in chess.legal_moves() {
            let after = chess.clone().play(mv).unwrap();
            let holds = after.legal_moves().into_iter().any(|reply| {
                let then = after.clone().play(reply).unwrap();
                !won(solved, &then).unwrap_or(false)
            });
            assert!(holds || after.is_stalemate() || mv.is_capture(), "{:?} {mv:?}", chess.board());
        }
    }
    assert!(seen > 5_000, "{seen}");
}

#[test]
#[ignore = "solves an ending: half a minute, 150 MB"]
fn the_engine_calls_no_win_a_draw() {
    let solved = rooks::solve();
    draws_stay_draws(&solved);
    let count = recount::of_engine(&solved);
    assert_eq!(
        count,
        Count { legal: 238_304_694, drawn: 76_724_763, called: 38_978_977, wrong: 0 }
    );
}
