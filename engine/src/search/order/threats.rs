//! Squares that a side attacks: for histories that tell moves apart by whether they leave or enter one, as engines of
//! the 2020s have it, and for urgent moves. A piece that is attacked has another reason to move than one that is not.

use rules::{Board, Color, Move, Role, Squares, attacks, squares};

/// The squares that a side attacks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::search) struct Threats {
    /// By its pawns; by those and the minor pieces; by those and the rooks.
    pub(super) by_lesser: [Squares; 3],
    /// By all of its pieces.
    pub(super) all: Squares,
}

impl Threats {
    /// Those of one side.
    #[inline(always)]
    pub(super) fn of(board: &Board, side: Color) -> Self {
        let pawns = attacks::pawns(side, board.of(side, Role::Pawn));
        // Unrolled: a branch on the role is hard to predict.
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
        let mut all = rooks | attacks::king(board.king(side));
        for from in squares::each(board.of(side, Role::Queen)) {
            all |= attacks::queen(from, board.occupied);
        }
        Self { by_lesser: [pawns, minors, rooks], all }
    }

    /// Whether the side may take a piece of the other where a quiet move puts it, or behind the square that it leaves;
    /// if not, no exchange is lost.
    #[inline(always)]
    pub(in crate::search) fn reach(&self, mv: Move) -> bool {
        self.all & (squares::of(mv.from()) | squares::of(mv.to())) != 0
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{
        CastlingMode, Chess, Position as _,
        Role::{Bishop, King, Knight, Pawn, Queen, Rook},
        fen::Fen,
    };

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
                let by = |roles: &[shakmaty::Role]| {
                    let attackers = |square| board.attacks_to(square, color, board.occupied());
                    shakmaty::Square::ALL
                        .into_iter()
                        .filter(|&square| {
                            roles
                                .iter()
                                .any(|&role| (attackers(square) & board.by_role(role)).any())
                        })
                        .fold(0, |sum, square| sum | 1_u64 << u32::from(square))
                };
                let expected = Threats {
                    by_lesser: [
                        by(&[Pawn]),
                        by(&[Pawn, Knight, Bishop]),
                        by(&[Pawn, Knight, Bishop, Rook]),
                    ],
                    all: by(&[Pawn, Knight, Bishop, Rook, Queen, King]),
                };
                let found = Threats::of(game.position().board(), side);
                assert_eq!(found, expected, "{fen} {side:?}");
            }
        }
    }
}
