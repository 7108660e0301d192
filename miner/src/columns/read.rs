//! Reading files of typed columns, some rows at a time.

use std::fs::File;

use anyhow::{Result, bail};
use parquet::{
    basic::{ConvertedType, Type},
    column::reader::{ColumnReader, ColumnReaderImpl},
    data_type::DataType,
    file::reader::{FileReader, SerializedFileReader},
    schema::types::ColumnDescriptor,
};

use super::{Batch, Value};

/// A file that is read.
pub struct RowReader {
    file: SerializedFileReader<File>,
    columns: Vec<Column>,
    /// The group that comes next.
    group: usize,
    /// Of the group that is being read.
    open: Vec<ColumnReader>,
    rows_left: usize,
}

#[derive(Clone, Copy, Debug)]
struct Column {
    index: usize,
    kind: Kind,
    is_optional: bool,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Text,
    Number,
    Date,
    Time,
}

impl std::fmt::Debug for RowReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RowReader").field("columns", &self.columns).finish_non_exhaustive()
    }
}

/// The most rows that are given at a time.
const BATCH: usize = 1 << 10;

impl RowReader {
    /// Opens a file and chooses, of its columns of one text, number, date or time of day a row, those that
    /// `choose` wants by their names; it is asked in their order.
    ///
    /// # Errors
    /// If it is no such file.
    pub fn open(file: File, mut choose: impl FnMut(&str) -> bool) -> Result<Self> {
        let file = SerializedFileReader::new(file)?;
        let mut columns = Vec::new();
        let schema = file.metadata().file_metadata().schema_descr_ptr();
        for (index, column) in schema.columns().iter().enumerate() {
            let is_flat = column.max_rep_level() == 0 && column.max_def_level() <= 1;
            let Some(kind) = Kind::of(column).filter(|_| is_flat) else { continue };
            if choose(column.name()) {
                columns.push(Column { index, kind, is_optional: column.max_def_level() == 1 });
            }
        }
        Ok(Self { file, columns, group: 0, open: Vec::new(), rows_left: 0 })
    }

    /// The next rows; nothing at the end.
    ///
    /// # Errors
    /// If they cannot be read, or are packed in a way that is not read.
    pub fn next_batch(&mut self) -> Result<Option<Batch>> {
        while self.rows_left == 0 {
            if self.group == self.file.num_row_groups() {
                return Ok(None);
            }
            let group = self.file.get_row_group(self.group)?;
            self.rows_left = usize::try_from(group.metadata().num_rows())?;
            let open = self.columns.iter().map(|column| group.get_column_reader(column.index));
            self.open = open.collect::<Result<_, _>>()?;
            self.group += 1;
        }
        let rows = self.rows_left.min(BATCH);
        self.rows_left -= rows;
        let columns = self.columns.iter().zip(&mut self.open);
        let batch = columns.map(|(&column, reader)| column.values(reader, rows));
        Ok(Some(batch.collect::<Result<_>>()?))
    }
}

impl Kind {
    fn of(column: &ColumnDescriptor) -> Option<Self> {
        match (column.physical_type(), column.converted_type()) {
            (Type::BYTE_ARRAY, _) => Some(Self::Text),
            (Type::INT32, ConvertedType::DATE) => Some(Self::Date),
            (Type::INT32, ConvertedType::TIME_MILLIS) => Some(Self::Time),
            (
                _,
                ConvertedType::TIME_MICROS
                | ConvertedType::TIMESTAMP_MILLIS
                | ConvertedType::TIMESTAMP_MICROS
                | ConvertedType::DECIMAL,
            ) => None,
            // Data frames turn numbers of which one is missing into floating ones.
            (Type::INT32 | Type::INT64 | Type::FLOAT | Type::DOUBLE, _) => Some(Self::Number),
            _ => None,
        }
    }
}

/// A whole number as such, `?` for what is none at all, all else as text.
fn floating(value: f64) -> Value {
    if value.is_nan() {
        Value::Text(b"?".to_vec())
    } else if value.fract() == 0.0 && value.abs() < 1e15 {
        Value::Number(value as i64)
    } else {
        Value::Text(value.to_string().into_bytes())
    }
}

impl Column {
    fn values(self, reader: &mut ColumnReader, rows: usize) -> Result<Vec<Option<Value>>> {
        let of_i32 = |value: i32| match self.kind {
            Kind::Date => Value::Date(value),
            Kind::Time => Value::Time(value),
            Kind::Text | Kind::Number => Value::Number(value.into()),
        };
        match reader {
            ColumnReader::Int32ColumnReader(reader) => self.read(reader, rows, |v| of_i32(*v)),
            ColumnReader::Int64ColumnReader(reader) => {
                self.read(reader, rows, |v| Value::Number(*v))
            }
            ColumnReader::FloatColumnReader(reader) => {
                self.read(reader, rows, |v| floating(f64::from(*v)))
            }
            ColumnReader::DoubleColumnReader(reader) => self.read(reader, rows, |v| floating(*v)),
            ColumnReader::ByteArrayColumnReader(reader) => {
                self.read(reader, rows, |v| Value::Text(v.data().to_vec()))
            }
            _ => bail!("a column is of another type than the file says"),
        }
    }

    fn read<T: DataType>(
        self,
        reader: &mut ColumnReaderImpl<T>,
        rows: usize,
        value: impl Fn(&T::T) -> Value,
    ) -> Result<Vec<Option<Value>>> {
        let (mut levels, mut values) = (Vec::new(), Vec::new());
        let mut read = 0;
        while read < rows {
            let levels = self.is_optional.then_some(&mut levels);
            let (records, ..) = reader.read_records(rows - read, levels, None, &mut values)?;
            if records == 0 {
                bail!("a column has fewer rows than the file says");
            }
            read += records;
        }
        if !self.is_optional {
            return Ok(values.iter().map(|v| Some(value(v))).collect());
        }
        let mut values = values.iter().map(value);
        let value = |level: &i16| if *level > 0 { values.next() } else { None };
        Ok(levels.iter().map(value).collect())
    }
}
