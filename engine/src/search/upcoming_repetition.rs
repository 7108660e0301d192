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

/// Whether a difference of keys is a move of `us` that nothing stands in the way of.
pub(super) fn is_move(board: &Board, us: Color, difference: u64) -> bool {
    slots(difference).into_iter().filter_map(|slot| MOVES[slot]).any(|(key, [a, b])| {
        key == difference
            && attacks::between(a, b) & board.occupied == 0
            && [a, b]
                .into_iter()
                .any(|square| board.get(square).is_some_and(|piece| piece.color == us))
    })
}

#[cfg(test)]
#[cfg(feature = "lab")]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::{game::Game, options::Options, position::Position, search::with_searcher};

    #[test]
    fn every_move_of_a_piece_has_its_slot() {
        let moves = |table: &[Option<Slot>]| table.iter().flatten().count();
        // Both sides' knights, bishops, rooks, queens and kings, there and back alike.
        assert_eq!(moves(&MOVES), 3668);
        assert!(MOVES.iter().enumerate().all(|(place, slot)| {
            slot.is_none_or(|(difference, _)| slots(difference).contains(&place))
        }));
    }

    /// Generating all moves and comparing the keys after them says the same.
    #[test]
    fn as_the_moves_themselves_say() {
        let mut options = Options::default();
        options.set("RepUpcoming", "true").unwrap();
        let mut found = 0;
        for seed in 1..=40_u64 {
            let mut random = seed * 88_172_645_463_325_252;
            let start = "4k3/8/2n5/8/8/5N2/8/R3K3 w - - 0 1";
            let mut game = Game::from_fen(start, CastlingMode::Standard).unwrap();
            for _ in 0..60 {
                with_searcher(&options, |searcher| {
                    searcher.path = game.path().clone();
                    let position = Position::new(game.position(), &searcher.psqt);
                    let repeats = position.rules().legal_moves().iter().any(|&mv| {
                        let mut after = game.path().clone();
                        let child = position.play(mv, &searcher.psqt);
                        after.push(child.key(), child.rules().halfmoves() > 0);
                        after.repetitions(100).in_search > 0
                    });
                    assert_eq!(searcher.can_repeat(&position, 100), repeats, "{position:?}");
                    found += u32::from(repeats);
                });
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let mv = moves[(random >> 20) as usize % moves.len()];
                game.play(&mv.uci(false).to_string()).unwrap();
            }
        }
        assert!(found > 50, "{found}");
    }
}
