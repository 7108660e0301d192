//! Moves that lead back to an earlier position, found by the difference of two keys without generating any
//! (M. van Kervinck, 2013): it is the key of a piece on two squares and of the side to move.

use std::sync::LazyLock;

use rules::{Board, Color, Role, Square, attacks, zobrist};

/// As many slots as the moves fit into.
const SLOTS: usize = 8192;

/// A difference of keys, and the squares between which a piece makes it.
type Slot = (u64, [Square; 2]);

/// A cuckoo table (R. Pagh and F. Rodler, 2001): a difference is in one of two slots.
static MOVES: LazyLock<Box<[Option<Slot>]>> = LazyLock::new(fill);

fn slots(difference: u64) -> [usize; 2] {
    [difference as usize % SLOTS, (difference >> 16) as usize % SLOTS]
}

fn fill() -> Box<[Option<Slot>]> {
    let mut table = vec![None; SLOTS].into_boxed_slice();
    for color in Color::ALL {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            let code = rules::piece_code(rules::Piece { color, role });
            let key = |square| zobrist::piece(code, square);
            for from in Square::all() {
                for to in Square::all().filter(|to| to.index() > from.index()) {
                    if attacks::of(color, role, from, 0) >> to.index() & 1 != 0 {
                        let difference = key(from) ^ key(to) ^ zobrist::WHITE_TO_MOVE;
                        insert(&mut table, (difference, [from, to]));
                    }
                }
            }
        }
    }
    table
}

/// Puts a move into its first slot; what was there goes on to its other one, and so on.
fn insert(table: &mut [Option<Slot>], slot: Slot) {
    let mut moving = slot;
    let mut place = slots(moving.0)[0];
    while let Some(other) = table[place].replace(moving) {
        moving = other;
        let [first, second] = slots(moving.0);
        place = if place == first { second } else { first };
    }
}

/// Whether a difference of keys is a move that is possible on the board.
pub(super) fn is_move(board: &Board, difference: u64) -> bool {
    slots(difference).into_iter().filter_map(|slot| MOVES[slot]).any(|(key, [from, to])| {
        key == difference && attacks::between(from, to) & board.occupied == 0
    })
}
