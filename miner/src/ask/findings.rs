//! What in tables goes against the common sense of chess.
//!
//! Thousands of cells, squares and moves are looked at for each finding, so one counts only if it is
//! `LEAST_ERRORS` standard errors from what one expects: chance alone gives that once in a million.

use rules::{Color, Role, Square};
use tables::{
    Cell, ImbalanceTable, Material, OpeningEntry, OutcomeCounts, PstTable, Table, WdlKey,
};

use super::{cells::folded, difference::Difference, figures::Figures};

/// So sure a finding must be.
const LEAST_ERRORS: f64 = 5.0;
/// Games that a balance or a move must have.
const LEAST_GAMES: u64 = 50;

/// The textbook's worth of a piece, in pawns, which the material of evaluations has too.
fn points(role: Role) -> i32 {
    WdlKey::value(role).into()
}

/// A side that is ahead by the textbook's count and behind in results.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    /// The balance; White is ahead.
    pub cell: Cell,
    /// By how many points.
    pub points: i32,
    /// Both colours' games, as the side that is ahead sees them.
    pub figures: Figures,
}

/// A move that most play where another scores more.
#[derive(Clone, Copy, Debug)]
pub struct Choice<P> {
    /// The position.
    pub position: P,
    /// The move most played.
    pub played: OpeningEntry,
    /// The move that scores more.
    pub better: OpeningEntry,
    /// By how much.
    pub difference: Difference,
}

/// A square that is worth more than its mirror image on the other wing.
#[derive(Clone, Copy, Debug)]
pub struct Mirror {
    /// The piece.
    pub role: Role,
    /// The better square, as White has it.
    pub square: Square,
    /// Its mirror image.
    pub image: Square,
    /// Both colours' positions on either.
    pub counts: [OutcomeCounts; 2],
    /// By how much, if no game is counted for more than one.
    pub difference: Difference,
}

/// The balance that is most surely against the textbook.
#[must_use]
pub fn ahead(table: &ImbalanceTable) -> Option<Ahead> {
    let mut cells: Vec<Cell> = table.iter().flat_map(|(cell, _)| [cell, cell.swapped()]).collect();
    cells.sort_unstable();
    cells.dedup();
    let found = cells.into_iter().filter_map(|cell| {
        let points = lead(cell.material());
        let figures = Figures::from(folded(table, cell));
        if points <= 0 || figures.counts.games() < LEAST_GAMES {
            return None;
        }
        let from_even = Difference::from_exact(0.5, &figures)?;
        (from_even.value < 0.0 && from_even.errors() >= LEAST_ERRORS)
            .then_some((from_even.errors(), Ahead { cell, points, figures }))
    });
    most(found)
}

/// How many points White is ahead.
fn lead(material: Material) -> i32 {
    let of = |color| -> i32 {
        Role::ALL.iter().map(|&role| points(role) * i32::from(material.count(color, role))).sum()
    };
    of(Color::White) - of(Color::Black)
}

/// The move most played that is most surely not the one that scores most, among positions with
/// their moves.
#[must_use]
pub fn choice<'a, P>(
    positions: impl Iterator<Item = (P, &'a [OpeningEntry])>,
) -> Option<Choice<P>> {
    let found = positions.filter_map(|(position, moves)| {
        let played = *moves.iter().max_by_key(|entry| (entry.counts.games(), entry.mv))?;
        let others = moves.iter().filter(|entry| entry.counts.games() >= LEAST_GAMES);
        let better = others.filter_map(|entry| {
            let difference = Difference::between(&played.counts.into(), &entry.counts.into())?;
            (difference.value > 0.0 && difference.errors() >= LEAST_ERRORS)
                .then_some((difference.sure(), (*entry, difference)))
        });
        let (better, difference) = most(better)?;
        Some((difference.sure(), Choice { position, played, better, difference }))
    });
    most(found)
}

/// The two squares that differ most surely though they are mirror images. A game leaves a piece on a
/// square for many positions and has one result, so counts are worth at most as many as the games.
#[must_use]
pub fn mirror(table: &PstTable) -> Option<Mirror> {
    let games = table.provenance().counters.games_used;
    let pairs = Role::ALL.into_iter().flat_map(|role| Square::all().map(move |at| (role, at)));
    let found = pairs.filter_map(|(role, square)| {
        let image = Square::new(square.index() as u8 ^ 7)?;
        let counts = [square, image].map(|square| table.folded(role, square));
        if counts.iter().any(|counts| counts.games() < games.min(LEAST_GAMES * LEAST_GAMES)) {
            return None;
        }
        let [own, other] =
            counts.map(|counts| Figures::worth(counts, counts.games().min(games) as f64));
        let difference = Difference::between(&other, &own)?;
        (difference.value > 0.0 && difference.errors() >= LEAST_ERRORS)
            .then_some((difference.sure(), Mirror { role, square, image, counts, difference }))
    });
    most(found)
}

/// What goes with the greatest number; the first of equals.
fn most<T>(rated: impl Iterator<Item = (f64, T)>) -> Option<T> {
    rated.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, best)| best)
}

#[cfg(test)]
mod tests {
    use rules::{Outcome, Piece};
    use tables::{OpeningMove, Phase, Provenance};

    use super::*;
    use crate::ask::material;

    fn cell(text: &str) -> Cell {
        material::cell(material::parse(text).expect(text)).expect(text)
    }

    #[test]
    fn a_side_that_is_ahead_and_loses() {
        let mut table = ImbalanceTable::new(Provenance::default());
        // Ahead and winning; ahead and losing, but in few games; ahead and losing.
        table.add(cell("KQ v KR"), Outcome::WhiteWins, 900);
        table.add(cell("KB v KP"), Outcome::BlackWins, 40);
        table.add(cell("KN v KPP"), Outcome::BlackWins, 300);
        table.add(cell("KN v KPP"), Outcome::Draw, 500);
        assert_eq!(ahead(&table).map(|found| found.cell), Some(cell("KN v KPP")));
        // The same with colours swapped, and together.
        table.add(cell("KPP v KN"), Outcome::WhiteWins, 100);
        let found = ahead(&table).expect("a finding");
        assert_eq!((found.cell, found.points), (cell("KN v KPP"), 1));
        assert_eq!(found.figures.counts, OutcomeCounts { wins: 0, draws: 500, losses: 400 });
        assert!(ahead(&ImbalanceTable::new(Provenance::default())).is_none());
    }

    #[test]
    fn the_most_played_move_need_not_be_the_best() {
        let entry = |to: u8, wins, losses| OpeningEntry {
            key: 1,
            mv: OpeningMove::new(
                Square::new(0).expect("a1"),
                Square::new(to).expect("a square"),
                None,
            ),
            counts: OutcomeCounts { wins, draws: 0, losses },
        };
        let sure = [entry(8, 400, 600), entry(9, 300, 100), entry(10, 40, 0)];
        let doubtful = [entry(8, 500, 500), entry(9, 27, 26)];
        let found = choice([("doubtful", &doubtful[..]), ("sure", &sure[..])].into_iter());
        let found = found.expect("a finding");
        assert_eq!(found.position, "sure");
        assert_eq!((found.played, found.better), (sure[0], sure[1]));
        assert!(choice([("doubtful", &doubtful[..])].into_iter()).is_none());
    }

    #[test]
    fn one_wing_is_not_the_other() {
        let mut provenance = Provenance::default();
        provenance.counters.games_used = 5000;
        let mut table = PstTable::new(Phase::All, provenance);
        let square = |name: &str| name.parse::<Square>().expect("a square");
        for (color, name, outcome) in [
            (Color::White, "g1", Outcome::WhiteWins),
            (Color::White, "b1", Outcome::BlackWins),
            // Black's as White's, the board turned over.
            (Color::Black, "g8", Outcome::BlackWins),
        ] {
            table.add(Piece { color, role: Role::King }, square(name), outcome, 4000);
        }
        let found = mirror(&table).expect("a finding");
        assert_eq!(
            (found.role, found.square, found.image),
            (Role::King, square("g1"), square("b1"))
        );
        assert_eq!(found.counts.map(|counts| counts.games()), [8000, 4000]);
    }
}
