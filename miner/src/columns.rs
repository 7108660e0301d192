//! Files of typed columns: Apache Parquet, packed with snappy. The only door to the library for it; [`read`] reads
//! them.
//!
//! Rows are written in groups. A group is packed by whichever thread has it ([`Schema::pack`]), and joins the file
//! in its turn ([`Writer::add`]).

pub mod read;

use std::{io::Write, sync::Arc};

use anyhow::{Context, Result};
use bytes::Bytes;
use parquet::{
    basic::{Compression, Encoding, EncodingMask, PageType},
    column::{
        page::{CompressedPage, Page, PageWriter},
        writer::ColumnCloseResult,
    },
    data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type},
    file::{
        metadata::{ColumnChunkMetaData, KeyValue, PageEncodingStats, RowGroupMetaData},
        properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr},
        writer::{
            SerializedFileWriter, SerializedPageWriter, SerializedRowGroupWriter, TrackedWrite,
        },
    },
    schema::{
        parser::parse_message_type,
        types::{ColumnDescPtr, TypePtr},
    },
};

/// The columns of a file, and what its metadata says.
#[derive(Clone, Debug)]
pub struct Schema {
    columns: TypePtr,
    properties: WriterPropertiesPtr,
}

impl Schema {
    /// Columns in the words of Parquet's schemas: `REQUIRED INT64 games (UINT_64);`.
    ///
    /// # Errors
    /// If they are not understood.
    pub fn new(columns: &str, metadata: Vec<(String, String)>) -> Result<Self> {
        let columns = Arc::new(parse_message_type(&format!("message table {{ {columns} }}"))?);
        let metadata = metadata.into_iter().map(|(key, value)| KeyValue::new(key, value)).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .set_key_value_metadata(Some(metadata))
            .build();
        Ok(Self { columns, properties: Arc::new(properties) })
    }

    /// Packs a group of rows, written column by column by `fill`.
    ///
    /// # Errors
    /// If what is written does not fit the columns.
    pub fn pack(&self, fill: impl FnOnce(&mut Group<'_>) -> Result<()>) -> Result<Packed> {
        let (columns, properties) = (Arc::clone(&self.columns), Arc::clone(&self.properties));
        let mut file = SerializedFileWriter::new(Vec::new(), columns, properties)?;
        let metadata = {
            let columns = file.schema_descr().columns().to_vec();
            let mut group = Group { group: file.next_row_group()?, columns, written: 0 };
            fill(&mut group)?;
            Arc::unwrap_or_clone(group.group.close()?)
        };
        Ok(Packed { bytes: Bytes::from(file.into_inner()?), metadata })
    }
}

/// A packed group of rows.
#[derive(Debug)]
pub struct Packed {
    bytes: Bytes,
    metadata: RowGroupMetaData,
}

/// A file in the making.
pub struct Writer<W: Write + Send> {
    file: SerializedFileWriter<W>,
}

impl<W: Write + Send> std::fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Writer").finish_non_exhaustive()
    }
}

impl<W: Write + Send> Writer<W> {
    /// A file without rows.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(to: W, schema: &Schema) -> Result<Self> {
        let (columns, properties) = (Arc::clone(&schema.columns), Arc::clone(&schema.properties));
        Ok(Self { file: SerializedFileWriter::new(to, columns, properties)? })
    }

    /// Adds a group of rows.
    ///
    /// # Errors
    /// If it cannot be written, or is of another schema.
    pub fn add(&mut self, Packed { bytes, metadata }: &Packed) -> Result<()> {
        let mut group = self.file.next_row_group()?;
        for column in metadata.columns() {
            let whole = ColumnCloseResult {
                bytes_written: column.compressed_size().cast_unsigned(),
                rows_written: metadata.num_rows().cast_unsigned(),
                metadata: column.clone(),
                bloom_filter: None,
                column_index: None,
                offset_index: None,
            };
            group.append_column(bytes, whole)?;
        }
        group.close()?;
        Ok(())
    }

    /// Ends the file and gives what it was written to.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<W> {
        Ok(self.file.into_inner()?)
    }
}

/// Rows that are being written, a column after the other, in the order of the schema.
pub struct Group<'a> {
    group: SerializedRowGroupWriter<'a, Vec<u8>>,
    columns: Vec<ColumnDescPtr>,
    /// How many columns there are so far.
    written: usize,
}

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

impl std::fmt::Debug for Group<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Group").finish_non_exhaustive()
    }
}

impl Group<'_> {
    fn put<T: DataType>(&mut self, values: &[T::T], levels: Option<&[i16]>) -> Result<()> {
        let column = self.group.next_column()?;
        let mut column =
            column.expect("invariant: the schema has a column for each that is written");
        column.typed::<T>().write_batch(values, levels, None)?;
        self.written += 1;
        Ok(column.close()?)
    }

    /// Numbers of at most 32 bits.
    ///
    /// # Errors
    /// If the schema has another column here; so for all of these.
    pub fn i32s(&mut self, values: &[i32]) -> Result<()> {
        self.put::<Int32Type>(values, None)
    }

    /// Numbers of at most 32 bits, some of them missing.
    ///
    /// # Errors
    /// As [`i32s`](Self::i32s).
    pub fn some_i32s(&mut self, values: &[Option<i32>]) -> Result<()> {
        let present: Vec<i32> = values.iter().copied().flatten().collect();
        self.put::<Int32Type>(&present, Some(&levels(values)))
    }

    /// Numbers that people subtract: signed, or readers wrap around or refuse.
    ///
    /// # Errors
    /// As [`i32s`](Self::i32s), and if a count does not fit into 63 bits.
    pub fn counts(&mut self, counts: impl Iterator<Item = u64>) -> Result<()> {
        let counts: Result<Vec<i64>, _> = counts.map(i64::try_from).collect();
        self.put::<Int64Type>(&counts.context("a count is beyond 63 bits")?, None)
    }

    /// Numbers that are names. Parquet stores unsigned numbers in the bits of signed ones.
    ///
    /// # Errors
    /// As [`i32s`](Self::i32s).
    pub fn keys(&mut self, keys: impl Iterator<Item = u64>) -> Result<()> {
        self.put::<Int64Type>(&keys.map(u64::cast_signed).collect::<Vec<_>>(), None)
    }

    /// Figures, some of them missing.
    ///
    /// # Errors
    /// As [`i32s`](Self::i32s).
    pub fn figures(&mut self, values: &[Option<f64>]) -> Result<()> {
        let present: Vec<f64> = values.iter().copied().flatten().collect();
        self.put::<DoubleType>(&present, Some(&levels(values)))
    }

    /// Short texts.
    ///
    /// # Errors
    /// As [`i32s`](Self::i32s).
    pub fn texts(&mut self, values: impl Iterator<Item = String>) -> Result<()> {
        let values: Vec<_> = values.map(|text| ByteArray::from(text.into_bytes())).collect();
        self.put::<ByteArrayType>(&values, None)
    }

    /// Texts that stand one behind the other, for a required column.
    ///
    /// # Errors
    /// As [`i32s`](Self::i32s).
    pub fn column_of_texts(&mut self, texts: Texts) -> Result<()> {
        let Texts { bytes, ends, .. } = texts;
        self.put::<ByteArrayType>(&cut(bytes, &ends), None)
    }

    /// Texts that stand one behind the other, some of them missing.
    ///
    /// # Errors
    /// As [`i32s`](Self::i32s).
    pub fn column_of_some_texts(&mut self, texts: Texts) -> Result<()> {
        let Texts { bytes, ends, levels } = texts;
        self.put::<ByteArrayType>(&cut(bytes, &ends), Some(&levels))
    }

    /// Lists of numbers, some of them missing.
    ///
    /// # Errors
    /// As [`i32s`](Self::i32s).
    pub fn column_of_lists(&mut self, lists: &Lists) -> Result<()> {
        let column = self.group.next_column()?;
        let mut column =
            column.expect("invariant: the schema has a column for each that is written");
        let Lists { values, levels, repeats, .. } = lists;
        column.typed::<Int32Type>().write_batch(values, Some(levels), Some(repeats))?;
        self.written += 1;
        Ok(column.close()?)
    }

    /// Texts that come packed, for a required column.
    ///
    /// # Errors
    /// As [`i32s`](Self::i32s).
    pub fn column_of_packed_texts(
        &mut self,
        pages: impl Iterator<Item = PackedPage>,
    ) -> Result<()> {
        let column = &self.columns[self.written];
        let mut chunk = TrackedWrite::new(Vec::new());
        let mut writer = SerializedPageWriter::new(&mut chunk);
        let (mut rows, mut packed_size, mut size, mut written) = (0, 0, 0, 0);
        for PackedPage { bytes, texts, unpacked } in pages {
            let page = Page::DataPage {
                buf: bytes.into(),
                num_values: texts.try_into()?,
                encoding: Encoding::PLAIN,
                def_level_encoding: Encoding::RLE,
                rep_level_encoding: Encoding::RLE,
                statistics: None,
            };
            let page = writer.write_page(CompressedPage::new(page, unpacked))?;
            rows += texts;
            packed_size += page.compressed_size;
            size += page.uncompressed_size;
            written += 1;
        }
        writer.close()?;
        let encodings = EncodingMask::new_from_encodings([Encoding::PLAIN, Encoding::RLE].iter());
        let pages = PageEncodingStats {
            page_type: PageType::DATA_PAGE,
            encoding: Encoding::PLAIN,
            count: written,
        };
        let metadata = ColumnChunkMetaData::builder(Arc::clone(column))
            .set_compression(Compression::SNAPPY)
            .set_encodings_mask(encodings)
            .set_page_encoding_stats(vec![pages])
            .set_total_compressed_size(packed_size.try_into()?)
            .set_total_uncompressed_size(size.try_into()?)
            .set_num_values(rows.try_into()?)
            .set_data_page_offset(0)
            .build()?;
        let whole = ColumnCloseResult {
            bytes_written: packed_size as u64,
            rows_written: rows as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        self.group.append_column(&Bytes::from(chunk.into_inner()?), whole)?;
        self.written += 1;
        Ok(())
    }
}

/// A column of lists of numbers, in the words of Parquet's schemas: lists may be missing, and numbers in them.
#[must_use]
pub fn list_column(name: &str) -> String {
    format!("OPTIONAL GROUP {name} (LIST) {{ REPEATED GROUP list {{ OPTIONAL INT32 element; }} }}")
}

fn levels<T>(values: &[Option<T>]) -> Vec<i16> {
    values.iter().map(|value| value.is_some().into()).collect()
}

/// Shares the memory: there may be millions.
fn cut(bytes: Vec<u8>, ends: &[u32]) -> Vec<ByteArray> {
    let whole = ByteArray::from(bytes);
    let mut start = 0;
    let texts = ends.iter().map(|&end| {
        let end = end as usize;
        let text = whole.slice(start, end - start);
        start = end;
        text
    });
    texts.collect()
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
