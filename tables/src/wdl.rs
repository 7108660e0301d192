//! Outcomes by evaluation, material and move number (WDL).

use rules::Role;

use crate::{
    Column, Holds, Kind, OutcomeCounts, Provenance, Row, Rows, RowsMut, Table, TableError, Value,
    codec::Gaps,
};

/// What positions have in common that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WdlKey(u32);

impl WdlKey {
    const MOVE_BITS: u32 = 8;
    const EVAL_BITS: u32 = 11;
    /// Positions beyond this move are not counted.
    pub const MOST_MOVE: u16 = 200;
    /// Evaluations are cut off here, in centipawns.
    pub const MOST_EVAL: i16 = 1_000;
    /// What stands for a mate.
    pub const MATE: i16 = 1_001;
    const ZERO: i16 = 1 << (Self::EVAL_BITS - 1);
    const BITS: u32 = 8 + Self::MOVE_BITS + Self::EVAL_BITS;

    /// What a piece counts in the material: the textbook's worth in pawns.
    #[must_use]
    pub const fn value(role: Role) -> u8 {
        match role {
            Role::Pawn => 1,
            Role::Knight | Role::Bishop => 3,
            Role::Rook => 5,
            Role::Queen => 9,
            Role::King => 0,
        }
    }

    /// The key of a position: material of both sides by their pieces' [`value`](Self::value),
    /// number of the move, and evaluation in centipawns for the side to move, ±[`MATE`](Self::MATE) if it mates.
    /// `None` if one of them is out of bounds.
    #[must_use]
    pub const fn new(material: u8, number: u16, eval: i16) -> Option<Self> {
        let is_eval = eval > -Self::ZERO && eval < Self::ZERO;
        if number == 0 || number > Self::MOST_MOVE || !is_eval {
            return None;
        }
        let place = (material as u32) << Self::MOVE_BITS | number as u32;
        Some(Self(place << Self::EVAL_BITS | (eval + Self::ZERO) as u32))
    }

    /// The key of a [`bits`](Self::bits).
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits >> Self::BITS != 0 {
            return None;
        }
        let key = Self(bits);
        Self::new(key.material(), key.number(), key.eval())
    }

    /// The key in 27 bits: material, move number, evaluation, in the order of keys.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The material of both sides.
    #[must_use]
    pub const fn material(self) -> u8 {
        (self.0 >> (Self::MOVE_BITS + Self::EVAL_BITS)) as u8
    }

    /// The number of the move, from 1.
    #[must_use]
    pub const fn number(self) -> u16 {
        (self.0 >> Self::EVAL_BITS) as u16 & ((1 << Self::MOVE_BITS) - 1)
    }

    /// The evaluation in centipawns, for the side to move.
    #[must_use]
    pub const fn eval(self) -> i16 {
        (self.0 as i16 & (2 * Self::ZERO - 1)) - Self::ZERO
    }
}

/// Outcomes by evaluation, material and move number, from the point of view of the side to move; a position of a
/// game counts once.
///
/// The keys and their meaning are those of `scoreWDLstat` in official-stockfish/WDL_model, so that the counts are the
/// same. In a file, a row is `(gap, wins, draws, losses)`: keys with positions only, in their order, each as the
/// number of keys passed over since the row before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WdlTable {
    provenance: Provenance,
    entries: Vec<(WdlKey, OutcomeCounts)>,
}

impl WdlTable {
    /// A table of these counts, in any order; those of a key that comes twice are added.
    #[must_use]
    pub fn new(mut entries: Vec<(WdlKey, OutcomeCounts)>, provenance: Provenance) -> Self {
        entries.retain(|(_, counts)| counts.games() > 0);
        entries.sort_unstable_by_key(|(key, _)| *key);
        entries.dedup_by(|(key, more), (kept, counts)| {
            let is_same = key == kept;
            if is_same {
                counts.merge(*more);
            }
            is_same
        });
        Self { provenance, entries }
    }

    /// Replaces the provenance.
    #[must_use]
    pub fn with_provenance(self, provenance: Provenance) -> Self {
        Self { provenance, ..self }
    }

    /// The keys with positions, in their order, with the outcomes for the side to move.
    #[must_use]
    pub fn entries(&self) -> &[(WdlKey, OutcomeCounts)] {
        &self.entries
    }

    /// How many positions are counted.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.entries.iter().map(|(_, counts)| counts.games()).sum()
    }
}

impl Table for WdlTable {
    const KIND: Kind = Kind::Wdl;

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    fn merge(&mut self, other: &Self) -> Result<(), TableError> {
        self.provenance.merge(&other.provenance)?;
        let all = [&self.entries[..], &other.entries].concat();
        *self = Self::new(all, std::mem::take(&mut self.provenance));
        Ok(())
    }

    fn put_rows(&self, rows: &mut RowsMut) {
        rows.put(&(self.entries.len() as u64));
        let mut gaps = Gaps::default();
        for (key, counts) in &self.entries {
            let gap = gaps.before(key.bits());
            rows.put(&(gap, counts.wins, counts.draws, counts.losses));
        }
    }

    fn take_rows(provenance: Provenance, rows: &mut Rows<'_>) -> Result<Self, TableError> {
        let count = rows.take_count(4)?;
        let mut entries = Vec::with_capacity(count);
        let mut gaps = Gaps::default();
        for _ in 0..count {
            let (gap, wins, draws, losses): (u32, u64, u64, u64) = rows.take()?;
            let key = WdlKey::from_bits(gaps.behind(gap))
                .ok_or(TableError::Invalid("an evaluation, material or move is impossible"))?;
            entries.push((key, OutcomeCounts::checked(wins, draws, losses)?));
        }
        Ok(Self { provenance, entries })
    }

    fn columns(&self) -> Vec<Column> {
        let material = Column { name: "material", holds: Holds::Uint8 };
        let [number, eval] = ["move", "eval"].map(|name| Column { name, holds: Holds::Int16 });
        Column::with_outcomes(&[material, number, eval], "games")
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        self.entries.iter().map(|(key, counts)| {
            let place = [key.material().into(), key.number().into(), key.eval().into()];
            Row::with_outcomes(place.map(Value::Number), *counts)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_hold_what_they_are_made_of() {
        let mut bits = 0;
        for material in [0, 1, 78, 206, 255] {
            for number in [1, 2, 200] {
                for eval in [-1_001, -1_000, -5, 0, 5, 1_000, 1_001] {
                    let key = WdlKey::new(material, number, eval).expect("a key");
                    assert_eq!(
                        (key.material(), key.number(), key.eval()),
                        (material, number, eval)
                    );
                    assert_eq!(WdlKey::from_bits(key.bits()), Some(key));
                    assert!(key.bits() > bits, "keys are in order");
                    bits = key.bits();
                }
            }
        }
        for (number, eval) in [(0, 0), (201, 0), (1, 1_100), (1, i16::MIN), (1, i16::MAX)] {
            assert_eq!(WdlKey::new(0, number, eval), None);
        }
        assert_eq!(WdlKey::from_bits(u32::MAX), None);
        assert_eq!(WdlKey::from_bits(0), None);
    }
}
