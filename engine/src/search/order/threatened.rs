//! Squares that a side attacks, for a history that tells moves apart by whether they leave or enter one, as
//! engines of the 2020s have it: a piece that is attacked has another reason to move than one that is not.

use rules::{Board, Color, Role, Squares, attacks, squares};

/// The squares that the pieces and pawns of a side attack.
#[inline(always)]
pub(super) fn squares(board: &Board, side: Color) -> Squares {
    let [.., mut found] = by_lesser(board, side);
    for from in squares::each(board.of(side, Role::Queen)) {
        found |= attacks::queen(from, board.occupied);
    }
    found | attacks::king(board.king(side))
}

/// The squares that a side's pawns attack; those and the minor pieces; those and the rooks.
#[inline(always)]
pub(super) fn by_lesser(board: &Board, side: Color) -> [Squares; 3] {
    let pawns = attacks::pawns(side, board.of(side, Role::Pawn));
    // Written out, as a jump by the role is hard to foresee.
    let mut minors = pawns;
    for from in squares::each(board.of(side, Role::Knight)) {
        minors |= attacks::knight(from);
    }
    for from in squares::each(board.of(side, Role::Bishop)) {
        minors |= attacks::bishop(from, board.occupied);
    }
    let mut rooks = minors;
    for from in squares::each(board.of(side, Role::Rook)) {
        rooks |= attacks::rook(from, board.occupied);
    }
    [pawns, minors, rooks]
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
