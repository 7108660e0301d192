//! Piece-square tables (PST).

use std::{fmt, str::FromStr};

use rules::{Color, Outcome, Piece, Role, Square};

use crate::{
    Column, Kind, OutcomeCounts, Provenance, Row, Rows, RowsMut, SquareMetric, Table, TableError,
    Value,
};

/// The phase weight of the start position and the most that counts.
pub const MAX_PHASE_WEIGHT: u8 = 24;
/// A position of at most this phase weight is an endgame.
pub const ENDGAME_WEIGHT: u8 = 8;
/// Positions with fewer plies played than this are the opening, unless they are endgames.
pub const OPENING_PLIES: usize = 20;

/// What one piece of `role` adds to the phase weight of a position: N 1, B 1, R 2, Q 4.
///
/// The weight of a position is the sum over both sides, at most [`MAX_PHASE_WEIGHT`].
#[must_use]
pub const fn phase_weight(role: Role) -> u8 {
    match role {
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
        Role::Pawn | Role::King => 0,
    }
}

/// A phase of the game. Opening, middlegame and endgame partition all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// Fewer than 20 plies played, and no endgame.
    Opening,
    /// 20 plies or more played, and no endgame.
    Middlegame,
    /// Phase weight at most 8.
    Endgame,
    /// Every position.
    All,
}

impl Phase {
    /// The three phases that partition all positions.
    pub const PARTITION: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];
    const NAMES: [(Self, &'static str); 4] = [
        (Self::Opening, "opening"),
        (Self::Middlegame, "middlegame"),
        (Self::Endgame, "endgame"),
        (Self::All, "all"),
    ];

    /// The phase of a position of `weight` (the plain sum, uncapped or not) after `plies`.
    #[must_use]
    pub const fn of(weight: u8, plies: usize) -> Self {
        if weight <= ENDGAME_WEIGHT {
            Self::Endgame
        } else if plies < OPENING_PLIES {
            Self::Opening
        } else {
            Self::Middlegame
        }
    }

    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Phase {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::NAMES.iter().find(|(_, n)| *n == name).map(|(phase, _)| *phase).ok_or_else(|| {
            let names = Self::NAMES.map(|(_, name)| name).join(", ");
            format!("`{name}` is no phase; there are {names}")
        })
    }
}

/// Outcomes by (piece, square) over the positions of one phase, from the piece owner's point of
/// view. A position counts once for each piece on its board.
///
/// In a file, the rows begin with the phase, then `(place, wins, draws, losses)` where place is
/// 64 · piece + square, with counts only, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PstTable {
    provenance: Provenance,
    phase: Phase,
    counts: Box<[[OutcomeCounts; Square::COUNT]; Piece::COUNT]>,
}

impl PstTable {
    /// A table of a phase, without games.
    #[must_use]
    pub fn new(phase: Phase, provenance: Provenance) -> Self {
        let counts = Box::new([[OutcomeCounts::ZERO; Square::COUNT]; Piece::COUNT]);
        Self { provenance, phase, counts }
    }

    /// Replaces the provenance.
    #[must_use]
    pub fn with_provenance(self, provenance: Provenance) -> Self {
        Self { provenance, ..self }
    }

    /// Which positions were counted.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Counts `positions` more with `piece` on `square` in games that ended in `outcome`, given as
    /// White sees it.
    pub fn add(&mut self, piece: Piece, square: Square, outcome: Outcome, positions: u64) {
        self.counts[piece.index()][square.index()].add(outcome.seen_by(piece.color), positions);
    }

    /// The outcomes of positions with `piece` on `square`, as its owner saw them.
    #[must_use]
    pub fn get(&self, piece: Piece, square: Square) -> OutcomeCounts {
        self.counts[piece.index()][square.index()]
    }

    /// White's and Black's counts of a role together, Black's board turned over.
    #[must_use]
    pub fn folded(&self, role: Role, square: Square) -> OutcomeCounts {
        let mut counts = OutcomeCounts::ZERO;
        for color in Color::ALL {
            counts.merge(self.get(Piece { color, role }, square.relative_to(color)));
        }
        counts
    }

    /// Centipawns for each square of `role`, from its owner's side of the board (a1 = 0), colours
    /// folded; see [`SquareMetric::centipawns`].
    #[must_use]
    pub fn centipawns(
        &self,
        role: Role,
        metric: SquareMetric,
        weight: f64,
    ) -> [f64; Square::COUNT] {
        metric.centipawns(|square| self.folded(role, square), weight)
    }

    /// The squares with counts: pieces in the order `PNBRQKpnbrqk`, squares a1, b1, ... h8.
    pub fn iter(&self) -> impl Iterator<Item = (Piece, Square, OutcomeCounts)> {
        (0..Piece::COUNT)
            .flat_map(|index| Square::all().map(move |square| (Piece::from_index(index), square)))
            .map(|(piece, square)| (piece, square, self.get(piece, square)))
            .filter(|(_, _, counts)| counts.games() > 0)
    }

    /// How many (piece, square) pairs have counts.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.iter().count()
    }
}

impl Table for PstTable {
    const KIND: Kind = Kind::Pst;

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    fn merge(&mut self, other: &Self) -> Result<(), TableError> {
        if self.phase != other.phase {
            return Err(TableError::Unmergeable(format!(
                "one counts the phase {} and the other {}",
                self.phase, other.phase
            )));
        }
        self.provenance.merge(&other.provenance)?;
        for (count, &more) in
            self.counts.as_flattened_mut().iter_mut().zip(other.counts.as_flattened())
        {
            count.merge(more);
        }
        Ok(())
    }

    fn put_rows(&self, rows: &mut RowsMut) {
        rows.put(&(self.phase as u8));
        rows.put(&(self.entries() as u64));
        for (piece, square, counts) in self.iter() {
            let place = (Square::COUNT * piece.index() + square.index()) as u16;
            rows.put(&(place, counts.wins, counts.draws, counts.losses));
        }
    }

    fn take_rows(provenance: Provenance, rows: &mut Rows<'_>) -> Result<Self, TableError> {
        let phase: u8 = rows.take()?;
        let &(phase, _) = Phase::NAMES
            .get(usize::from(phase))
            .ok_or(TableError::Invalid("its phase is unknown"))?;
        let mut table = Self::new(phase, provenance);
        let mut next = 0;
        for _ in 0..rows.take_count(4)? {
            let (place, wins, draws, losses): (u16, u64, u64, u64) = rows.take()?;
            let place = usize::from(place);
            let slot = table
                .counts
                .as_flattened_mut()
                .get_mut(place)
                .filter(|_| place >= next)
                .ok_or(TableError::Invalid("a piece or square is out of order"))?;
            *slot = OutcomeCounts::checked(wins, draws, losses)?;
            next = place + 1;
        }
        Ok(table)
    }

    fn columns(&self) -> Vec<Column> {
        Column::with_outcomes(&["piece", "square"].map(Column::texts), "count")
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        self.iter().map(|(piece, square, counts)| {
            Row::with_outcomes([Value::text(piece.letter()), Value::text(square)], counts)
        })
    }
}
