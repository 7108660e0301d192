//! What attacks what: computed once for a position and shared by all terms.

use rules::{Board, Color, Role, Square, Squares, attacks, squares};

use super::{minors, queen_exposed};
use crate::position::Position;

/// The attacks of both sides; arrays are by `Color as usize`, then by `Role as usize`.
#[derive(Debug)]
pub(super) struct Attacks {
    pub(super) kings: [Square; 2],
    /// The king's squares, its own, and those in front of them.
    pub(super) rings: [Squares; 2],
    /// By the pieces of a role. Sliders see through their own side's sliders of the same kind;
    /// pinned pieces attack along the pin only.
    pub(super) by: [[Squares; 6]; 2],
    /// By any piece.
    pub(super) all: [Squares; 2],
    /// By two pieces at least.
    pub(super) twice: [Squares; 2],
    /// Pieces of either side that stand alone between a side's king and a slider of the other side.
    pub(super) blockers: [Squares; 2],
    /// Those of them that are its own: they are pinned.
    pub(super) pinned: [Squares; 2],
    /// Squares that mobility counts: not attacked by pawns, no own king or blocked pawn there.
    pub(super) area: [Squares; 2],
    /// Pieces of each of [`Role::PIECES`] that attack the other king's ring.
    pub(super) ring_attackers: [[i32; 4]; 2],
    /// Attacks on the squares beside the other king, counted by piece.
    pub(super) ring_attacks: [i32; 2],
    /// Squares in the area, summed over the pieces.
    pub(super) mobility: [i32; 2],
    /// Bishops that look at the other king's ring through pieces, but not through pawns.
    pub(super) ring_rays: [i32; 2],
    /// Bishops on long diagonals, see `minors`.
    pub(super) long_diagonals: [i32; 2],
    /// Moves of a king to the other king, summed over the knights and over the queens.
    pub(super) knight_distances: [i32; 2],
    pub(super) queen_distances: [i32; 2],
    /// Exposed queens, see `queen_exposed`.
    pub(super) exposed_queens: [i32; 2],
    /// Both sides' pieces and pawns.
    pub(super) sides: [Squares; 2],
}

impl Attacks {
    /// Attacks of pawns and kings; those of the pieces come with `mobility`.
    #[inline(always)]
    pub(super) fn new(position: &Position) -> Self {
        let board = position.board();
        let mut this = Self {
            kings: Color::ALL.map(|color| board.king(color)),
            rings: [0; 2],
            by: [[0; 6]; 2],
            all: [0; 2],
            twice: [0; 2],
            blockers: [0; 2],
            pinned: [0; 2],
            area: [0; 2],
            ring_attackers: [[0; 4]; 2],
            ring_attacks: [0; 2],
            mobility: [0; 2],
            ring_rays: [0; 2],
            long_diagonals: [0; 2],
            knight_distances: [0; 2],
            queen_distances: [0; 2],
            exposed_queens: [0; 2],
            sides: Color::ALL.map(|color| board.side(color)),
        };
        // Written out, so that each colour has code of its own.
        this.pawns_and_king(position, Color::White);
        this.pawns_and_king(position, Color::Black);
        this.area[Color::White as usize] = this.mobility_area(board, Color::White);
        this.area[Color::Black as usize] = this.mobility_area(board, Color::Black);
        this
    }

    #[inline(always)]
    fn mobility_area(&self, board: &Board, us: Color) -> Squares {
        let pawns = board.of(us, Role::Pawn);
        let stuck = pawns & squares::forward(!us, board.occupied);
        let low = pawns & (squares::relative_rank(us, 1) | squares::relative_rank(us, 2));
        let bad = stuck | low | board.of(us, Role::King);
        !(bad | self.of(!us, Role::Pawn))
    }

    #[inline(always)]
    fn pawns_and_king(&mut self, position: &Position, us: Color) {
        let board = position.board();
        let side = us as usize;
        let ahead = squares::forward(us, board.of(us, Role::Pawn));
        let (east, west) = (squares::east(ahead), squares::west(ahead));
        let king = attacks::king(self.kings[side]);
        self.by[side][Role::Pawn as usize] = east | west;
        self.by[side][Role::King as usize] = king;
        self.all[side] = east | west | king;
        self.twice[side] = east & west | (east | west) & king;
        self.rings[side] = king | squares::of(self.kings[side]) | squares::forward(us, king);
        self.blockers[side] = board.blockers(self.kings[side], !us);
        self.pinned[side] = self.blockers[side] & self.sides[side];
    }

    /// Counts what terms ask of a piece by itself, in the one loop over the pieces: every further loop ends in
    /// a branch that the processor mispredicts.
    #[inline(always)]
    pub(super) fn look_at(&mut self, board: &Board, us: Color, role: Role, from: Square) {
        let (side, other) = (us as usize, !us as usize);
        let to_king = i32::from(from.king_distance(self.kings[other]));
        match role {
            Role::Knight => self.knight_distances[side] += to_king,
            Role::Bishop => {
                let rays = attacks::bishop(from, board.both(Role::Pawn));
                self.ring_rays[side] += i32::from(rays & self.rings[other] != 0);
                self.long_diagonals[side] += i32::from(minors::is_on_long_diagonal(rays));
            }
            Role::Queen => {
                self.queen_distances[side] += to_king;
                let is_exposed = queen_exposed::is_exposed(board, us, from);
                self.exposed_queens[side] += i32::from(is_exposed);
            }
            _ => {}
        }
    }

    /// The attacks of a side's pieces of a role.
    #[inline(always)]
    pub(super) const fn of(&self, color: Color, role: Role) -> Squares {
        self.by[color as usize][role as usize]
    }

    /// Squares of the other side's pieces that are not defended well: not by a pawn, and either
    /// attacked or not defended twice.
    #[inline(always)]
    pub(super) const fn weak_for(&self, them: Color) -> Squares {
        let us = them as usize ^ 1;
        let strong = self.of(them, Role::Pawn) | self.twice[them as usize] & !self.twice[us];
        self.all[us] & !strong
    }
}
