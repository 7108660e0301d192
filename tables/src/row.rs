//! The rows of a table as other programs see them: named columns with typed values, the same in CSV, JSON, Parquet and
//! Python. Each kind of table declares its own once ([`Table::columns`](crate::Table::columns)).

use std::fmt;

use crate::{MoveSums, OutcomeCounts};

/// A column: its name, and what its values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// What it is called in every form.
    pub name: &'static str,
    /// What its values are.
    pub holds: Holds,
}

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Keys of positions.
    Keys,
    /// Names of pieces, squares, moves; empty where a row has nothing to name.
    Texts,
    /// Numbers from -128 to 127.
    Int8,
    /// Numbers from 0 to 255.
    Uint8,
    /// Numbers from -32,768 to 32,767.
    Int16,
    /// Counts and sums.
    Int64,
}

impl Column {
    /// A column of keys.
    #[must_use]
    pub const fn keys(name: &'static str) -> Self {
        Self { name, holds: Holds::Keys }
    }

    /// A column of names.
    #[must_use]
    pub const fn texts(name: &'static str) -> Self {
        Self { name, holds: Holds::Texts }
    }

    /// A column of counts or sums.
    #[must_use]
    pub const fn int64(name: &'static str) -> Self {
        Self { name, holds: Holds::Int64 }
    }

    /// These columns, then those of outcomes: how many there are, under a name of the table's own, and how many of each.
    #[must_use]
    pub fn with_outcomes(place: &[Self], total: &'static str) -> Vec<Self> {
        let outcomes = [total, "wins", "draws", "losses"].map(Self::int64);
        [place, &outcomes].concat()
    }
}

/// What stands in a column of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// The key of a position; as text, sixteen hexadecimal digits.
    Key(u64),
    /// A name.
    Text(String),
    /// A number.
    Number(i64),
}

impl Value {
    /// The name of something.
    #[must_use]
    pub fn text(named: impl ToString) -> Self {
        Self::Text(named.to_string())
    }

    /// A count. Tables hold none that is beyond 63 bits.
    #[must_use]
    pub fn count(count: u64) -> Self {
        Self::Number(i64::try_from(count).unwrap_or(i64::MAX))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(key) => write!(f, "{key:016x}"),
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

/// A row: a value for each column, and the counts among them for those who reckon with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The values, in the order of the columns.
    pub values: Vec<Value>,
    /// The outcomes among them.
    pub outcomes: Option<OutcomeCounts>,
    /// The sums of an opening move among them.
    pub sums: Option<MoveSums>,
}

impl Row {
    /// A row without outcomes.
    #[must_use]
    pub const fn of(values: Vec<Value>) -> Self {
        Self { values, outcomes: None, sums: None }
    }

    /// A row with outcomes behind what says where it is.
    #[must_use]
    pub fn with_outcomes(place: impl IntoIterator<Item = Value>, outcomes: OutcomeCounts) -> Self {
        let OutcomeCounts { wins, draws, losses } = outcomes;
        let counts = [outcomes.games(), wins, draws, losses].map(Value::count);
        let values = place.into_iter().chain(counts).collect();
        Self { values, outcomes: Some(outcomes), sums: None }
    }
}

/// A column's values of many rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// Keys of positions.
    Keys(Vec<u64>),
    /// Names.
    Texts(Vec<String>),
    /// Numbers.
    Numbers(Vec<i64>),
}

impl Values {
    /// No values yet, of a column.
    #[must_use]
    pub const fn new(holds: Holds) -> Self {
        match holds {
            Holds::Keys => Self::Keys(Vec::new()),
            Holds::Texts => Self::Texts(Vec::new()),
            Holds::Int8 | Holds::Uint8 | Holds::Int16 | Holds::Int64 => Self::Numbers(Vec::new()),
        }
    }

    /// Adds a row's value.
    ///
    /// # Panics
    /// If the value is not of the column's kind.
    pub fn push(&mut self, value: Value) {
        match (self, value) {
            (Self::Keys(keys), Value::Key(key)) => keys.push(key),
            (Self::Texts(texts), Value::Text(text)) => texts.push(text),
            (Self::Numbers(numbers), Value::Number(number)) => numbers.push(number),
            (values, value) => panic!("invariant: {value:?} is of the kind of {values:?}"),
        }
    }
}
