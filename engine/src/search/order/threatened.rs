//! Squares that a side attacks, for a history that tells moves apart by whether they leave or enter one, as
//! engines of the 2020s have it: a piece that is attacked has another reason to move than one that is not.

use rules::{Board, Color, Role, Squares, attacks, squares};

/// The squares that the pieces and pawns of a side attack.
#[inline(always)]
pub(super) fn squares(board: &Board, side: Color) -> Squares {
    let occupied = board.occupied;
    let [bishops, rooks, queens] =
        [Role::Bishop, Role::Rook, Role::Queen].map(|role| board.of(side, role));
    let mut found = attacks::pawns(side, board.of(side, Role::Pawn));
    // Written out, as a jump by the role is hard to foresee.
    for from in squares::each(board.of(side, Role::Knight)) {
        found |= attacks::knight(from);
    }
    for from in squares::each(bishops | queens) {
        found |= attacks::bishop(from, occupied);
    }
    for from in squares::each(rooks | queens) {
        found |= attacks::rook(from, occupied);
    }
    for from in squares::each(board.of(side, Role::King)) {
        found |= attacks::king(from);
    }
    found
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};

    use super::*;

    /// The library counts the attackers of each square.
    #[test]
    fn as_the_library_counts_them() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let game = crate::game::Game::from_fen(fen, CastlingMode::Standard).unwrap();
            let theirs: Chess =
                fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            let board = theirs.board();
            for (side, color) in
                [(Color::White, shakmaty::Color::White), (Color::Black, shakmaty::Color::Black)]
            {
                let expected = shakmaty::Square::ALL
                    .into_iter()
                    .filter(|&square| board.attacks_to(square, color, board.occupied()).any())
                    .fold(0, |sum, square| sum | 1_u64 << u32::from(square));
                assert_eq!(squares(game.position().board(), side), expected, "{fen} {side:?}");
            }
        }
    }
}
