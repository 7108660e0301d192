//! Rook and pawn against rook: the two defences of the books, with the stronger side to move.
//!
//! | defence | pawn | defending king | other king | defending rook |
//! |---|---|---|---|---|
//! | third rank (A. Philidor, 1777) | on the fifth or before | where it promotes, or beside | on the fifth or before | on the defender's third rank |
//! | checks from behind, once the pawn has gone on | on the sixth | where it promotes | on the fifth or before, or not at the pawn | on the pawn's first rank |
//!
//! The conditions are narrower than in the books, so that no win is among them: by retrograde
//! analysis of all positions with pawns on the files a to d, none of the 425,208 that they fit is won.
//! What is left out are exchanges of rooks and discovered checks, and with them draws of which the search
//! still thinks some 50 centipawns (`4k3/R7/6r1/8/8/5P2/5K2/8 w`: 48 at depth 20). With the defender to move, one ply of
//! search is asked instead.

use rules::{Board, Color, Role, Square, attacks, squares};

use crate::{eval::passed::distance, position::Position};

/// The pawn's fourth rank, counted from 0; the others accordingly.
const FOURTH: u8 = 3;
const FIFTH: u8 = 4;
const SIXTH: u8 = 5;
const LAST: u8 = 7;

/// Whether the position is drawn for certain; false does not mean that it is won.
#[must_use]
pub fn is_drawn(position: &Position, strong: Color) -> bool {
    let board = position.board();
    let [rook, pawn] = [Role::Rook, Role::Pawn].map(|role| board.of(strong, role));
    let defender = board.of(!strong, Role::Rook);
    let men = board.occupied.count_ones();
    if position.turn() != strong || men != 5 || rook == 0 || pawn == 0 || defender == 0 {
        return false;
    }
    let [rook, pawn, defender] = [rook, pawn, defender].map(squares::first);
    let men = Men {
        kings: [board.king(strong), board.king(!strong)],
        pawn,
        rooks: [rook, defender],
        goal: squares::first(squares::file(pawn) & squares::relative_rank(strong, LAST)),
        strong,
    };
    !men.hangs(board) && (men.third_rank() || men.checks_from_behind())
}

/// The men of such an ending, those of the stronger side first.
#[derive(Clone, Copy, Debug)]
struct Men {
    kings: [Square; 2],
    pawn: Square,
    rooks: [Square; 2],
    /// Where the pawn promotes.
    goal: Square,
    strong: Color,
}

impl Men {
    /// A rank as the stronger side counts them, from 0.
    fn rank(&self, square: Square) -> u8 {
        square.relative_to(self.strong).rank()
    }

    /// Whether the defending rook can be taken, if perhaps at a price.
    fn hangs(&self, board: &Board) -> bool {
        let [rook, defender] = self.rooks;
        let attacked = attacks::rook(rook, board.occupied)
            | attacks::pawn(self.strong, self.pawn)
            | attacks::king(self.kings[0]);
        squares::contains(attacked, defender)
    }

    fn third_rank(&self) -> bool {
        let [king, other] = self.kings;
        let [rook, defender] = self.rooks;
        let holds = match self.rank(self.pawn) {
            // The pawn may not come nearer with check.
            FIFTH => self.rank(other) == LAST,
            FOURTH => true,
            // An exchange of rooks might win.
            rank => rank < FOURTH && other == self.goal,
        };
        let discovers = rook.file() == other.file() && king.file() == other.file();
        holds
            && distance(other, self.goal) <= 1
            && self.rank(king) <= FIFTH
            && self.rank(defender) == SIXTH
            && defender.file() != other.file()
            && !discovers
    }

    fn checks_from_behind(&self) -> bool {
        let [king, other] = self.kings;
        self.rank(self.pawn) == SIXTH
            && other == self.goal
            && self.rank(self.rooks[1]) == 0
            && (self.rank(king) <= FIFTH || distance(king, self.pawn) > 1)
    }
}
