//! Rook and pawn against rook: draws that retrograde analysis found (K. Thompson, 1986), with the stronger
//! side to move.
//!
//! `krpkr.bin` has 64 products for each square of the pawn on the files a to d: a set of squares for each
//! of the kings and rooks. A position whose men all stand in the sets of one product is drawn, as long as the
//! defending rook does not hang. `lab krpkr` makes the file, and counts again: of 76,724,763 draws the
//! products hold 38,978,977 (50.8 %), and no position that somebody wins. From others, A. Philidor's of 1777
//! among them, a short search finds a way into a product. With the defender to move, one ply of search is asked instead.

use rules::{Color, Role, Square, Squares, attacks, squares};

use crate::position::Position;

/// Products for each square of the pawn.
pub const PRODUCTS: usize = 64;
/// The squares of the pawn, files a to d, ranks 2 to 7.
pub const PAWNS: usize = 24;
const BYTES: usize = PAWNS * PRODUCTS * 4 * size_of::<Squares>();

static DRAWS: &[u8; BYTES] = include_bytes!("krpkr.bin");

/// The men of such an ending, as the stronger side sees them.
#[derive(Clone, Copy, Debug)]
pub struct Men {
    /// The kings, that of the stronger side first.
    pub kings: [Square; 2],
    /// The rooks, likewise.
    pub rooks: [Square; 2],
    /// The pawn.
    pub pawn: Square,
}

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
    let place = |square: Square| square.relative_to(strong);
    let men = Men {
        kings: [board.king(strong), board.king(!strong)].map(place),
        rooks: [rook, defender].map(|set| place(squares::first(set))),
        pawn: place(squares::first(pawn)),
    };
    men.are_in_a_product() && !men.hangs()
}

impl Men {
    /// Whether a product holds all of them.
    #[must_use]
    pub fn are_in_a_product(self) -> bool {
        let mirror = if self.pawn.file() > 3 { 7 } else { 0 };
        let place = |square: Square| square.index() ^ mirror;
        let pawn = place(self.pawn);
        let at = (pawn / 8).saturating_sub(1) * 4 + pawn % 8;
        let [[king, other], [rook, defender]] =
            [self.kings, self.rooks].map(|pair| pair.map(place));
        let (words, _) = DRAWS.as_chunks::<8>();
        let (products, _) = words.as_chunks::<4>();
        products.iter().skip(at * PRODUCTS).take(PRODUCTS).any(|product| {
            let has =
                |(set, square): (&[u8; 8], usize)| u64::from_le_bytes(*set) >> square & 1 != 0;
            product.iter().zip([king, other, rook, defender]).all(has)
        })
    }

    /// Whether the defending rook can be taken, if perhaps at a price, or could if king or pawn made
    /// way, or whether the rook could give check like that.
    #[must_use]
    pub fn hangs(self) -> bool {
        let ([king, other], [rook, defender]) = (self.kings, self.rooks);
        let own = squares::of(king) | squares::of(self.pawn);
        let men = own | squares::of(other) | squares::of(rook) | squares::of(defender);
        let screens = attacks::rook(rook, men) & own;
        let through = attacks::rook(rook, men & !screens);
        let attacked = through | attacks::king(king) | attacks::pawn(Color::White, self.pawn);
        squares::contains(attacked, defender) || squares::contains(through, other)
    }
}
