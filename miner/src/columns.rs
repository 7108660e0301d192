//! Files of typed columns: Apache Parquet. The only door to the library for it.
//!
//! Built without the feature `parquet`, all that opens or starts a file says so.

#[cfg(not(feature = "parquet"))]
mod left_out;
#[cfg(feature = "parquet")]
mod read;
#[cfg(feature = "parquet")]
mod write;

#[cfg(not(feature = "parquet"))]
pub use self::left_out::{Group, Packed, RowReader, Schema, Writer};
#[cfg(feature = "parquet")]
pub use self::{
    read::RowReader,
    write::{Group, Packed, Schema, Writer},
};

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Bytes, as a rule UTF-8.
    Text(Vec<u8>),
    /// A number.
    Number(i64),
    /// Days since 1970-01-01.
    Date(i32),
    /// Milliseconds since midnight.
    Time(i32),
}

/// Some rows: for each column that was chosen, the values of the rows, nothing where one is missing.
pub type Batch = Vec<Vec<Option<Value>>>;

/// Texts as a column without levels holds them, each behind its length in four bytes; packed as snappy packs them.
#[derive(Debug)]
pub struct PackedPage {
    /// The packed text, with the length before it that snappy asks for.
    pub bytes: Vec<u8>,
    /// How many texts there are.
    pub texts: usize,
    /// How many bytes they take when they are unpacked.
    pub unpacked: usize,
}

/// A column of lists of numbers, in the words of Parquet's schemas: lists may be missing, and numbers in them.
#[must_use]
pub fn list_column(name: &str) -> String {
    format!("OPTIONAL GROUP {name} (LIST) {{ REPEATED GROUP list {{ OPTIONAL INT32 element; }} }}")
}

/// Many texts, some of them missing, one behind the other.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    bytes: Vec<u8>,
    /// Of those that are there.
    ends: Vec<u32>,
    /// 1 for each that is there, 0 for each that is not.
    levels: Vec<i16>,
}

impl Texts {
    /// Adds a text, if it is there.
    pub fn push(&mut self, text: Option<&[u8]>) {
        if let Some(text) = text {
            self.bytes.extend_from_slice(text);
            self.ends.push(self.bytes.len() as u32);
        }
        self.levels.push(text.is_some().into());
    }

    /// Moves the first rows of another column behind these.
    pub fn take_from(&mut self, other: &mut Self, rows: usize) {
        let texts = other.levels[..rows].iter().filter(|level| **level == 1).count();
        let end = texts.checked_sub(1).map_or(0, |last| other.ends[last]);
        let base = self.bytes.len() as u32;
        self.bytes.extend(other.bytes.drain(..end as usize));
        self.ends.extend(other.ends.drain(..texts).map(|text_end| base + text_end));
        self.levels.extend(other.levels.drain(..rows));
        other.ends.iter_mut().for_each(|text_end| *text_end -= end);
    }
}

/// Many lists of numbers, some of them missing, one behind the other.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    /// Of those that are there.
    values: Vec<i32>,
    /// 3 for each number that is there, 2 for one that is not, 1 for an empty list, 0 for none.
    levels: Vec<i16>,
    /// 0 where a list starts, 1 where it goes on.
    repeats: Vec<i16>,
    /// Where in the levels each list ends.
    ends: Vec<u32>,
}

impl Lists {
    /// Adds a list.
    pub fn push(&mut self, numbers: impl Iterator<Item = Option<i32>>) {
        let start = self.levels.len();
        for number in numbers {
            self.values.extend(number);
            self.levels.push(2 + i16::from(number.is_some()));
        }
        if self.levels.len() == start {
            self.levels.push(1);
        }
        self.end();
    }

    /// Adds that there is no list.
    pub fn push_none(&mut self) {
        self.levels.push(0);
        self.end();
    }

    fn end(&mut self) {
        self.repeats.push(0);
        self.repeats.resize(self.levels.len(), 1);
        self.ends.push(self.levels.len() as u32);
    }

    /// Moves the first rows of another column behind these.
    pub fn take_from(&mut self, other: &mut Self, rows: usize) {
        let end = rows.checked_sub(1).map_or(0, |last| other.ends[last]);
        let base = self.levels.len() as u32;
        let levels = other.levels.drain(..end as usize);
        let there = levels.as_slice().iter().filter(|level| **level == 3).count();
        self.levels.extend(levels);
        self.values.extend(other.values.drain(..there));
        self.repeats.extend(other.repeats.drain(..end as usize));
        self.ends.extend(other.ends.drain(..rows).map(|list_end| base + list_end));
        other.ends.iter_mut().for_each(|list_end| *list_end -= end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_moved_in_any_parts() {
        let lists =
            [Some(vec![Some(1), None]), None, Some(vec![]), Some(vec![None, Some(2)]), None];
        let add = |to: &mut Lists, list: &Option<Vec<Option<i32>>>| match list {
            Some(list) => to.push(list.iter().copied()),
            None => to.push_none(),
        };
        for cut in 0..=lists.len() {
            let (mut whole, mut parts, mut from) = Default::default();
            for list in &lists {
                add(&mut whole, list);
                add(&mut from, list);
            }
            Lists::take_from(&mut parts, &mut from, cut);
            parts.take_from(&mut from, lists.len() - cut);
            assert_eq!(parts.values, [1, 2]);
            assert_eq!(parts.levels, [3, 2, 0, 1, 2, 3, 0]);
            assert_eq!(parts.repeats, [0, 1, 0, 0, 0, 1, 0]);
            assert_eq!(parts.ends, whole.ends);
            assert!(from.ends.is_empty() && from.levels.is_empty() && from.values.is_empty());
        }
    }

    #[test]
    fn texts_are_moved_in_any_parts() {
        let texts = [Some(&b"a"[..]), None, Some(b""), Some(b"bcd"), None, Some(b"e")];
        for cut in 0..=texts.len() {
            let (mut whole, mut parts, mut from) = Default::default();
            for &text in &texts {
                Texts::push(&mut whole, text);
                Texts::push(&mut from, text);
            }
            Texts::push(&mut parts, Some(b"x"));
            parts.take_from(&mut from, cut);
            parts.take_from(&mut from, texts.len() - cut);
            assert_eq!(&parts.bytes[1..], whole.bytes);
            assert_eq!(parts.levels[1..], whole.levels);
            assert!(
                parts.ends[1..].iter().eq(whole
                    .ends
                    .iter()
                    .map(|end| end + 1)
                    .collect::<Vec<_>>()
                    .iter())
            );
            assert!(from.ends.is_empty() && from.bytes.is_empty());
        }
    }
}
