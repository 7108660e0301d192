//! Weights of an evaluation that was fitted to outcomes.

use crate::{
    Column, Kind, Provenance, Row, SquareMetric, Table, TableError, Value,
    codec::{Rows, RowsMut},
    square_values,
};

/// Weights that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightBlock {
    /// Its name in the evaluation.
    pub name: String,
    /// Middlegame and endgame, in centipawns.
    pub weights: Vec<(i16, i16)>,
}

/// Weights by name, with what they were fitted to. The provenance's options say how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FittedWeights {
    provenance: Provenance,
    blocks: Vec<WeightBlock>,
}

impl FittedWeights {
    /// These weights.
    #[must_use]
    pub const fn new(blocks: Vec<WeightBlock>, provenance: Provenance) -> Self {
        Self { provenance, blocks }
    }

    /// The blocks, in the evaluation's order.
    #[must_use]
    pub fn blocks(&self) -> &[WeightBlock] {
        &self.blocks
    }

    /// How many weights there are; the piece squares that they were fitted around are none.
    #[must_use]
    pub fn len(&self) -> usize {
        let around = SquareMetric::ALL.map(square_values::fitted_around);
        let fitted = self.blocks.iter().filter(|block| !around.contains(&&*block.name));
        fitted.map(|block| block.weights.len()).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Table for FittedWeights {
    const KIND: Kind = Kind::Weights;

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    fn merge(&mut self, _: &Self) -> Result<(), TableError> {
        Err(TableError::Unmergeable("weights are no counts; fit them to all positions".to_owned()))
    }

    fn put_rows(&self, rows: &mut RowsMut) {
        rows.put(&(self.blocks.len() as u64));
        for WeightBlock { name, weights } in &self.blocks {
            rows.put(name);
            rows.put(&(weights.len() as u64));
            for weight in weights {
                rows.put(weight);
            }
        }
    }

    fn take_rows(provenance: Provenance, rows: &mut Rows<'_>) -> Result<Self, TableError> {
        let count = rows.take_count(2)?;
        let mut blocks = Vec::with_capacity(count);
        for _ in 0..count {
            let name: String = rows.take()?;
            if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
                return Err(TableError::Invalid("a block's name is impossible"));
            }
            let count = rows.take_count(2)?;
            let weights = (0..count).map(|_| rows.take()).collect::<Result<_, _>>()?;
            blocks.push(WeightBlock { name, weights });
        }
        Ok(Self { provenance, blocks })
    }

    fn columns(&self) -> Vec<Column> {
        let [index, mg, eg] = ["index", "mg", "eg"].map(Column::int64);
        vec![Column::texts("block"), index, mg, eg]
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        self.blocks.iter().flat_map(|WeightBlock { name, weights }| {
            (0..).zip(weights).map(move |(index, (mg, eg))| {
                let numbers = [index, i64::from(*mg), i64::from(*eg)].map(Value::Number);
                Row::of([Value::text(name)].into_iter().chain(numbers).collect())
            })
        })
    }
}
