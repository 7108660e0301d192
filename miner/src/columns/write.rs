//! Writing files of typed columns, packed with snappy.
//!
//! Rows are written in groups. A group is packed by whichever thread has it ([`Schema::pack`]), and joins the file
//! in its turn ([`Writer::add`]).

use std::{io::Write, sync::Arc};

use anyhow::Result;
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

use super::{Lists, PackedPage, Texts};

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
    /// As [`i32s`](Self::i32s).
    pub fn i64s(&mut self, numbers: &[i64]) -> Result<()> {
        self.put::<Int64Type>(numbers, None)
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
