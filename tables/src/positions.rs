//! Positions with the outcomes of their games: what an evaluation is fitted to.

use rules::Outcome;
use xxhash_rust::xxh3::Xxh3;

use crate::{
    Column, Kind, PackedPosition, Provenance, Row, Table, TableError, Value,
    codec::{Rows, RowsMut},
};

/// The positions of one game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GamePositions {
    /// Which of the provenance's inputs the game is from.
    pub source: u16,
    /// How it ended.
    pub outcome: Outcome,
    /// Its positions, in their bytes' order.
    pub positions: Vec<PackedPosition>,
}

impl GamePositions {
    /// A number that depends on the positions alone, for choosing games.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut hasher = Xxh3::new();
        self.positions.iter().for_each(|position| hasher.update(position.bytes()));
        hasher.digest()
    }
}

/// Positions, game by game. All *n* positions of a game are one observation together: a reader may weigh
/// each by 1/*n*.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Positions {
    provenance: Provenance,
    games: Vec<GamePositions>,
}

impl Positions {
    /// The positions of these games, which are sorted; games without any are left out.
    #[must_use]
    pub fn new(mut games: Vec<GamePositions>, provenance: Provenance) -> Self {
        games.retain(|game| !game.positions.is_empty());
        games.sort_unstable();
        Self { provenance, games }
    }

    /// The games, sorted by source, outcome and positions.
    #[must_use]
    pub fn games(&self) -> &[GamePositions] {
        &self.games
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.games.iter().map(|game| game.positions.len()).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }
}

impl Table for Positions {
    const KIND: Kind = Kind::Positions;

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    fn merge(&mut self, _: &Self) -> Result<(), TableError> {
        Err(TableError::Unmergeable("positions are no counts; name all inputs at once".to_owned()))
    }

    fn put_rows(&self, rows: &mut RowsMut) {
        rows.put(&(self.games.len() as u64));
        for GamePositions { source, outcome, positions } in &self.games {
            rows.put(&(*source, *outcome as u8, positions.len() as u64));
            for position in positions {
                rows.put(position.bytes());
            }
        }
    }

    fn take_rows(provenance: Provenance, rows: &mut Rows<'_>) -> Result<Self, TableError> {
        let count = rows.take_count(3)?;
        let mut games = Vec::with_capacity(count);
        for _ in 0..count {
            let (source, outcome): (u16, u8) = rows.take()?;
            let outcome = *Outcome::ALL
                .get(usize::from(outcome))
                .filter(|_| usize::from(source) < provenance.inputs.len())
                .ok_or(TableError::Invalid("a game's source or outcome is unknown"))?;
            let count = rows.take_count(PackedPosition::BYTES)?;
            let mut positions = Vec::with_capacity(count);
            for _ in 0..count {
                positions.push(PackedPosition::from_bytes(rows.take()?)?);
            }
            games.push(GamePositions { source, outcome, positions });
        }
        let is_in_order = games.is_sorted() && games.iter().all(|game| !game.positions.is_empty());
        if is_in_order {
            Ok(Self { provenance, games })
        } else {
            Err(TableError::Invalid("its games are out of order"))
        }
    }

    fn columns(&self) -> Vec<Column> {
        let [source, game] = ["source", "game"].map(Column::int64);
        vec![source, game, Column::texts("outcome"), Column::texts("position")]
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        (1..).zip(&self.games).flat_map(|(number, game)| {
            game.positions.iter().map(move |position| {
                let outcome = Value::text(game.outcome.pgn());
                let (source, number) = (Value::Number(game.source.into()), Value::count(number));
                Row::of(vec![source, number, outcome, Value::text(position)])
            })
        })
    }
}
