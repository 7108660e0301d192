//! The draws as a few products of sets: a draw for certain is where each man stands in the set of its own.
//!
//! A product grows from a draw, a square at a time in a random order, as long as there is nothing in it that
//! somebody may win; the best of many is kept, and the next begins with a draw that is not covered yet.
//! Positions in which Black's rook hangs ([`Known::hangs`]) belong to no product and do not hinder its growth.

use engine::{eval::endings::krpkr::PRODUCTS, mixing::Random};
use rules::Squares;

use super::{
    rooks::Known,
    squares::{bit, each},
};

/// The products that the best is chosen of.
const TRIES: usize = 1000;

/// Sets for White's king, Black's king, White's rook, Black's rook.
type Product = [Squares; 4];

/// The engine's file: its number of products for each pawn, in the order of the squares, lowest bytes
/// first.
#[must_use]
pub fn bytes(solved: &[Known]) -> Vec<u8> {
    let products = |known| {
        let mut products = of(known, PRODUCTS, TRIES);
        products.resize(PRODUCTS, [0; 4]);
        products
    };
    solved.iter().flat_map(products).flatten().flat_map(Squares::to_le_bytes).collect()
}

/// At most so many products for a pawn, each the best of so many tries.
fn of(known: &Known, most: usize, tries: usize) -> Vec<Product> {
    let place = |white: usize, black: usize, own: usize| (white * 64 + black) * 64 + own;
    let all = || (0..64 * 64 * 64).map(|i| (i / 4096, i / 64 % 64, i % 64));
    let quiet = |(white, black, own)| !known.hangs(white, black, own);
    let open: Vec<Squares> = all().map(|p| known.open(p.0, p.1, p.2) & quiet(p)).collect();
    let mut left: Vec<Squares> = all().map(|p| known.drawn(p.0, p.1, p.2) & quiet(p)).collect();
    let mut random = Random(known.pawn() as u64);
    let mut found = Vec::new();
    while found.len() < most {
        let mut best = (0, [0; 4]);
        for _ in 0..tries {
            let Some(seed) = seed(&left, &mut random) else { break };
            let product = grow(&open, seed, &mut random);
            let gain = each(product[0])
                .flat_map(|white| each(product[1]).map(move |black| (white, black)))
                .flat_map(|(white, black)| {
                    each(product[2]).map(move |own| place(white, black, own))
                })
                .map(|at| u64::from((left[at] & product[3]).count_ones()))
                .sum();
            if gain > best.0 {
                best = (gain, product);
            }
        }
        let (gain, product) = best;
        if gain == 0 {
            break;
        }
        for white in each(product[0]) {
            for black in each(product[1]) {
                for own in each(product[2]) {
                    left[place(white, black, own)] &= !product[3];
                }
            }
        }
        found.push(product);
    }
    found
}

/// A draw that is left, at random.
fn seed(left: &[Squares], random: &mut Random) -> Option<[usize; 4]> {
    let start = random.below(left.len());
    let at = (start..left.len()).chain(0..start).find(|&at| left[at] != 0)?;
    let nth = random.below(left[at].count_ones() as usize);
    let rook = each(left[at]).nth(nth)?;
    Some([at / 4096, at / 64 % 64, at % 64, rook])
}

/// A product around a draw that no square can be added to.
fn grow(open: &[Squares], seed: [usize; 4], random: &mut Random) -> Product {
    let mut product = seed.map(bit);
    let mut order: Vec<usize> = (0..256).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
    for added in order {
        let (man, square) = (added / 64, added % 64);
        let mut wider = product;
        wider[man] = bit(square);
        let is_free = each(wider[0]).all(|white| {
            each(wider[1]).all(|black| {
                each(wider[2]).all(|own| open[(white * 64 + black) * 64 + own] & wider[3] == 0)
            })
        });
        if is_free {
            product[man] |= bit(square);
        }
    }
    product
}
