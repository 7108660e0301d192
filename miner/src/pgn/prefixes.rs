//! What stands before the destinations of plain moves, found by one multiplication.

use rules::{Role, Square};

use super::san::{San, Token};

/// What stands before a destination, at most four bytes with the last one on top, and what it says
/// of a move to a1.
#[derive(Clone, Copy)]
pub(super) struct Prefix {
    pub(super) prefix: u32,
    pub(super) token: Token,
}

/// The prefix that stands where this one would, if it were known.
#[inline(always)]
pub(super) fn prefix_like(prefix: u32) -> Prefix {
    PREFIXES[prefix_slot(prefix) % PREFIXES.len()]
}

/// How many bits of the product make the slot.
const SLOT_BITS: u32 = 10;

/// The slot of a prefix. The factor was found by trying: with it, no two of the prefixes without
/// full origin meet.
const fn prefix_slot(prefix: u32) -> usize {
    (prefix.wrapping_mul(0x3820_92fb) >> (u32::BITS - SLOT_BITS)) as usize
}

/// Prefixes by their slot. Empty slots hold the empty prefix, which has slot 0 for its own.
static PREFIXES: [Prefix; 1 << SLOT_BITS] = prefixes();

const fn prefixes() -> [Prefix; 1 << SLOT_BITS] {
    const LETTERS: [(u8, Option<Role>); 6] = [
        (0, None),
        (b'N', Some(Role::Knight)),
        (b'B', Some(Role::Bishop)),
        (b'R', Some(Role::Rook)),
        (b'Q', Some(Role::Queen)),
        (b'K', Some(Role::King)),
    ];
    let to = Square::new(0).expect("invariant: a1");
    let none = San::Normal { role: None, from_file: None, from_rank: None, to, promotion: None };
    let mut table = [Prefix { prefix: 0, token: Token::new(none) }; 1 << SLOT_BITS];
    let mut i = 0;
    while i < LETTERS.len() {
        let (letter, role) = LETTERS[i];
        // No origin, a file, or a rank.
        let mut origin = 0;
        while origin <= 16 {
            let (text, from_file, from_rank) = match origin {
                0 => (0, None, None),
                1..=8 => (b'a' + origin - 1, Some(origin - 1), None),
                _ => (b'1' + origin - 9, None, Some(origin - 9)),
            };
            let token = Token::new(San::Normal { role, from_file, from_rank, to, promotion: None });
            if letter != 0 || origin <= 8 {
                insert(&mut table, [letter, text, 0], token);
                insert(&mut table, [letter, text, b'x'], token);
            }
            origin += 1;
        }
        i += 1;
    }
    // Full origins without a letter, where there is room.
    let mut from = 0;
    while from < 64 {
        let (file, rank) = (from % 8, from / 8);
        let (from_file, from_rank) = (Some(file), Some(rank));
        let san = San::Normal { role: None, from_file, from_rank, to, promotion: None };
        insert(&mut table, [b'a' + file, b'1' + rank, 0], Token::new(san));
        insert(&mut table, [b'a' + file, b'1' + rank, b'-'], Token::new(san));
        from += 1;
    }
    table
}

/// Inserts the prefix of these characters, zeros left out, unless its slot is taken.
const fn insert(table: &mut [Prefix; 1 << SLOT_BITS], text: [u8; 3], token: Token) {
    let mut prefix = 0;
    let mut i = 0;
    while i < text.len() {
        if text[i] != 0 {
            prefix = prefix >> 8 | (text[i] as u32) << 24;
        }
        i += 1;
    }
    let slot = prefix_slot(prefix);
    if slot != 0 && table[slot].prefix == 0 {
        table[slot] = Prefix { prefix, token };
    }
}
