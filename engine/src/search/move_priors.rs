//! Mined move priors: where the histories begin.
//!
//! A history knows nothing when a game begins; what games know of moves is there from the first node. A quiet move
//! begins at how much more often than by chance it was played: by its origin and destination in the history, and
//! after the moves one and two plies before it in the continuation history, there as what these add. It is forgotten
//! as the histories learn, and costs nothing in a node.

use rules::{Color, Square};
use tables::{Arrival, Before, PriorValues};

use super::order::{ContinuationHistory, History, PieceTo};
use crate::options::{HistoryForm, SearchOptions};

/// Lets both histories begin at the priors, as far as the options ask for it.
pub(super) fn begin(
    quiet: &mut History,
    continuation: &mut ContinuationHistory,
    priors: &PriorValues,
    options: &SearchOptions,
) {
    // The other forms count cut-offs, of which there are none yet.
    if options.move_priors() > 0 && options.history_form() == HistoryForm::Gravity {
        for us in Color::ALL {
            for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to)))
            {
                let value = priors.origin(from.relative_to(us), to.relative_to(us));
                quiet.begin(us, (from, to), points(value, options.move_priors()));
            }
        }
    }
    if options.move_priors_after() > 0 {
        for (us, before) in Color::ALL.into_iter().flat_map(|us| Before::ALL.map(|of| (us, of))) {
            let them = if before == Before::Own { us } else { !us };
            for moved in Arrival::all() {
                for arrival in Arrival::all() {
                    let value = priors.after(before, moved.seen_by(us), arrival.seen_by(us));
                    continuation.begin(
                        piece_to(them, moved),
                        piece_to(us, arrival),
                        points(value, options.move_priors_after()),
                    );
                }
            }
        }
    }
}

fn points(hundredths: i16, scale: i32) -> i32 {
    i32::from(hundredths) * scale
}

fn piece_to(color: Color, Arrival { role, to }: Arrival) -> PieceTo {
    PieceTo::new(rules::Piece { color, role }, to)
}

#[cfg(test)]
mod tests {
    use rules::{Move, Piece, Role};
    use tables::{Phase, PriorCell, PriorCounts, PriorsTable};

    use super::{super::Histories, *};

    fn square(name: &str) -> Square {
        name.parse().expect(name)
    }

    fn knight(to: &str) -> Arrival {
        Arrival { role: Role::Knight, to: square(to) }
    }

    /// A knight goes from g1 to f3 thrice as often as by chance, and after a knight's move to c6 yet more often.
    fn priors() -> PriorValues {
        let mut table = PriorsTable::default();
        let counts =
            |played, expected| PriorCounts { played, expected: expected * PriorCounts::ONE };
        let arrival = knight("f3");
        let phase = Phase::Middlegame;
        table.add(PriorCell::Origin { phase, from: square("g1"), arrival }, counts(3_000, 1_000));
        for (before, to) in [(Before::Theirs, "c6"), (Before::Own, "c3")] {
            for (moved, played) in [(knight(to), 900), (knight("h6"), 100)] {
                table.add(PriorCell::After { before, moved, arrival }, counts(played, 500));
            }
        }
        PriorValues::of(&table)
    }

    #[test]
    fn both_sides_begin_at_the_priors_as_they_see_the_board() {
        let options = SearchOptions::default();
        let histories = Histories::new(Some(&priors()), &options);
        let of = |us, from, to| {
            histories.quiet.get(us, Move::plain(square(from), square(to), false), &options)
        };
        assert_eq!(of(Color::White, "g1", "f3"), 109 * options.move_priors());
        assert_eq!(of(Color::Black, "g8", "f6"), of(Color::White, "g1", "f3"));
        assert_eq!((of(Color::Black, "g1", "f3"), of(Color::White, "g1", "h3")), (0, 0));
        let piece = |color, to| PieceTo::new(Piece { color, role: Role::Knight }, square(to));
        let after = |before, now| histories.continuation.get(before, now);
        let (white, black) = (Color::White, Color::Black);
        let expected = 58 * options.move_priors_after();
        assert_eq!(after(piece(black, "c6"), piece(white, "f3")), expected);
        assert_eq!(after(piece(white, "c3"), piece(black, "f6")), expected, "Black's answer");
        assert_eq!(after(piece(white, "c3"), piece(white, "f3")), expected, "two plies before");
        assert_eq!(after(piece(black, "c6"), piece(black, "f6")), expected);
        assert!(after(piece(black, "h6"), piece(white, "f3")) < 0);
        assert_eq!(after(piece(black, "d6"), piece(white, "f3")), 0);
    }

    #[test]
    #[cfg(feature = "lab")]
    fn each_history_has_its_switch() {
        let default = SearchOptions::default();
        let begins = |options: &SearchOptions| {
            let histories = Histories::new(Some(&priors()), options);
            let mv = Move::plain(square("g1"), square("f3"), false);
            let before = piece_to(Color::Black, knight("c6"));
            let now = piece_to(Color::White, knight("f3"));
            let quiet = histories.quiet.counts(Color::White, mv).0;
            (quiet != 0, histories.continuation.get(before, now) != 0)
        };
        assert_eq!(begins(&default), (true, true));
        assert_eq!(begins(&SearchOptions { move_priors: 0, ..default.clone() }), (false, true));
        let without = SearchOptions { move_priors_after: 0, ..default.clone() };
        assert_eq!(begins(&without), (true, false));
        // Counts of cut-offs begin at none.
        let plain = SearchOptions { history_form: HistoryForm::Plain, ..default };
        assert_eq!(begins(&plain), (false, true));
    }
}
