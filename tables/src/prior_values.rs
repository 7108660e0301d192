//! Move priors as numbers, as the engine begins its histories with them.

use rules::{Role, Square};

use crate::{Arrival, Before, Phase, PriorCell, PriorCounts, PriorsTable};

/// A cell is believed as if this many more moves had been expected in it, and played as often as usual.
const FIRMNESS: f64 = 8.0;

const SQUARES: usize = Square::COUNT;
const ARRIVALS: usize = 6 * SQUARES;
const ORIGINS: usize = SQUARES * SQUARES;

/// How much more often than by chance moves are played, in hundredths of a natural logarithm.
///
/// Squares are those that the side that moves sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriorValues {
    /// By origin and destination; then by which move before, what moved then, and what moves now.
    values: Box<[i16]>,
}

impl PriorValues {
    const COUNT: usize = ORIGINS + Before::ALL.len() * ARRIVALS * ARRIVALS;

    /// The values of a table's counts.
    #[must_use]
    pub fn of(table: &PriorsTable) -> Self {
        let mut values = Vec::with_capacity(Self::COUNT);
        for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
            let mut counts = PriorCounts::default();
            for role in Role::ALL {
                let arrival = Arrival { role, to };
                counts.merge(table.get(PriorCell::Origin { phase: Phase::All, from, arrival }));
            }
            values.push(hundredths(counts.log_ratio(1.0, FIRMNESS)));
        }
        for before in Before::ALL {
            let after = |moved, arrival| table.get(PriorCell::After { before, moved, arrival });
            let usual: Vec<f64> = Arrival::all()
                .map(|arrival| {
                    let mut counts = PriorCounts::default();
                    Arrival::all().for_each(|moved| counts.merge(after(moved, arrival)));
                    counts.log_ratio(1.0, FIRMNESS)
                })
                .collect();
            for moved in Arrival::all() {
                values.extend(Arrival::all().zip(&usual).map(|(arrival, usual)| {
                    hundredths(after(moved, arrival).log_ratio(usual.exp(), FIRMNESS) - usual)
                }));
            }
        }
        Self { values: values.into() }
    }

    /// A move from one square to another, whatever moves.
    #[must_use]
    pub fn origin(&self, from: Square, to: Square) -> i16 {
        self.values[from.index() * SQUARES + to.index()]
    }

    /// How much more a piece moves to its square after a move than it does anyway.
    #[must_use]
    pub fn after(&self, before: Before, moved: Arrival, arrival: Arrival) -> i16 {
        let row = before as usize * ARRIVALS + moved.index();
        self.values[ORIGINS + row * ARRIVALS + arrival.index()]
    }

    /// The values, little-endian.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    /// The values of these bytes; `None` if they are of another size.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (values, rest) = bytes.as_chunks::<2>();
        let values: Box<[i16]> = values.iter().map(|value| i16::from_le_bytes(*value)).collect();
        (rest.is_empty() && values.len() == Self::COUNT).then_some(Self { values })
    }
}

fn hundredths(log: f64) -> i16 {
    (100.0 * log).round() as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().expect(name)
    }

    /// A knight to f3 is played in half of what is expected; after c6 always.
    fn table() -> PriorsTable {
        let mut table = PriorsTable::default();
        let arrival = Arrival { role: Role::Knight, to: square("f3") };
        let counts =
            |played, expected| PriorCounts { played, expected: expected * PriorCounts::ONE };
        let origin = PriorCell::Origin { phase: Phase::Opening, from: square("g1"), arrival };
        table.add(origin, counts(60_000, 120_000));
        for (to, played) in [("c6", 50_000), ("c5", 10_000)] {
            let moved = Arrival { role: Role::Pawn, to: square(to) };
            let cell = PriorCell::After { before: Before::Theirs, moved, arrival };
            table.add(cell, counts(played, 60_000));
        }
        table
    }

    #[test]
    fn values_are_logarithms() {
        let values = PriorValues::of(&table());
        assert_eq!(values.origin(square("g1"), square("f3")), -69);
        assert_eq!(values.origin(square("g1"), square("h3")), 0);
        let arrival = Arrival { role: Role::Knight, to: square("f3") };
        let after = |before, to| {
            values.after(before, Arrival { role: Role::Pawn, to: square(to) }, arrival)
        };
        // Of what is usual, 1/2: 5/3 and 1/3 as often.
        assert_eq!(after(Before::Theirs, "c6"), 51);
        assert_eq!(after(Before::Theirs, "c5"), -110);
        assert_eq!(after(Before::Theirs, "d5"), 0);
        assert_eq!(after(Before::Own, "c6"), 0);
    }

    #[test]
    fn bytes_hold_the_values() {
        let values = PriorValues::of(&table());
        let bytes = values.to_bytes();
        assert_eq!(PriorValues::from_bytes(&bytes), Some(values));
        assert_eq!(PriorValues::from_bytes(&bytes[2..]), None);
        assert_eq!(PriorValues::from_bytes(&[]), None);
    }
}
