//! Which captures are tried early (MO-03, MO-04; J. Swafford, Prophet, 2021): promotions, captures
//! of something worth at least the piece that takes, and captures whose exchange loses nothing. The
//! exchange is only looked at if the first two say no.
//!
//! Reading: a promotion is one to a queen, and promotions to less come last of all; the source makes
//! no difference (`MO_AllPromotions`).

use rules::{Move, Position, Role};

use crate::search::see::Exchange;

/// Whether a capture or promotion is good; promotions to less than a queen only if all are.
pub(super) fn is_good(
    position: &Position,
    mv: Move,
    exchange: &Exchange,
    all_promotions: bool,
    may_lose: i32,
) -> bool {
    if let Some(role) = mv.promoted() {
        return all_promotions || role == Role::Queen;
    }
    let taken = position.captured(mv).map_or(0, |role| exchange.of(role));
    may_lose >= 0 && taken >= exchange.of(position.moved(mv))
        || exchange.see_ge(position, mv, -may_lose)
}

/// The value of a bad capture or promotion, for ordering them.
pub(super) fn worth(position: &Position, mv: Move, exchange: &Exchange) -> i32 {
    match mv.promoted() {
        Some(role) => LEAST + role as i32,
        None => exchange.see(position, mv),
    }
}

/// Below every exchange.
const LEAST: i32 = -1_000_000;

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;
    use crate::game::Game;

    /// Judges a move of a position, with knight and bishop alike or not.
    fn judged(fen: &str, mv: &str, minors_equal: bool) -> Result<(), i32> {
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        let (position, mv) = (game.position(), game.find(mv).unwrap());
        let exchange = Exchange::new(minors_equal);
        if is_good(&position, mv, &exchange, false, 0) {
            return Ok(());
        }
        Err(worth(&position, mv, &exchange))
    }

    /// MO-03: with all promotions good, one to a rook that is taken at once is.
    #[test]
    fn all_promotions_may_be_good() {
        let fen = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        let game = Game::from_fen(fen, CastlingMode::Standard).unwrap();
        let exchange = Exchange::new(true);
        for name in ["a7a8q", "a7a8r", "a7a8n", "a7b8b"] {
            let mv = game.find(name).unwrap();
            assert!(is_good(&game.position(), mv, &exchange, true, 0), "{name}");
            assert_eq!(
                is_good(&game.position(), mv, &exchange, false, 0),
                name == "a7a8q",
                "{name}"
            );
        }
    }

    #[test]
    fn captures_are_good_or_bad() {
        // Queen takes a defended pawn, and an undefended one.
        assert_eq!(judged("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6", true), Err(-800));
        assert_eq!(judged("4k3/8/3p4/8/8/8/8/3QK3 w - - 0 1", "d1d6", true), Ok(()));
        // Pawn takes knight, knight takes knight.
        assert_eq!(judged("4k3/4p3/3n4/4P3/8/8/8/4K3 w - - 0 1", "e5d6", true), Ok(()));
        assert_eq!(judged("4k3/4p3/3n4/8/4N3/8/8/4K3 w - - 0 1", "e4d6", true), Ok(()));
        // En passant is pawn takes pawn.
        assert_eq!(judged("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", true), Ok(()));
        // Bishop takes a knight that a pawn defends.
        let minors = "4k3/4p3/3n4/8/5B2/8/8/4K3 w - - 0 1";
        assert_eq!(judged(minors, "f4d6", true), Ok(()));
        assert_eq!(judged(minors, "f4d6", false), Err(-20));
        // Promotions.
        assert_eq!(judged("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", true), Ok(()));
        assert!(judged("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", true).is_err());
    }
}
