//! The doors of a miner that is built without Parquet: none opens.

use std::{convert::Infallible, fs::File, io::Write, marker::PhantomData};

use anyhow::Result;

use super::{Batch, Lists, PackedPage, Texts};
use crate::left_out::left_out;

/// The columns of a file, of which there is none.
#[derive(Clone, Debug)]
pub struct Schema(Infallible);

impl Schema {
    /// Says that there is no Parquet.
    ///
    /// # Errors
    /// Always.
    pub fn new(_: &str, _: Vec<(String, String)>) -> Result<Self> {
        Err(left_out("Parquet").into())
    }

    /// Has no columns to pack.
    ///
    /// # Errors
    /// Never: it cannot be called.
    pub fn pack(&self, _: impl FnOnce(&mut Group<'_>) -> Result<()>) -> Result<Packed> {
        match self.0 {}
    }
}

/// A packed group of rows, of which there is none.
#[derive(Debug)]
pub struct Packed(Infallible);

/// A file in the making, of which there is none.
#[derive(Debug)]
pub struct Writer<W>(Infallible, PhantomData<W>);

impl<W: Write + Send> Writer<W> {
    /// Has no schema to begin with.
    ///
    /// # Errors
    /// Never: it cannot be called. So it is for all that follow.
    pub fn new(_: W, schema: &Schema) -> Result<Self> {
        match schema.0 {}
    }

    /// As [`new`](Self::new).
    ///
    /// # Errors
    /// Never.
    pub fn add(&mut self, packed: &Packed) -> Result<()> {
        match packed.0 {}
    }

    /// As [`new`](Self::new).
    ///
    /// # Errors
    /// Never.
    pub fn finish(self) -> Result<W> {
        match self.0 {}
    }
}

/// Rows that are being written, of which there are none.
#[derive(Debug)]
pub struct Group<'a>(Infallible, PhantomData<&'a ()>);

macro_rules! columns {
    ($($name:ident($of:ty)),+) => {
        impl Group<'_> {
            $(
                /// Has no column to write.
                ///
                /// # Errors
                /// Never: it cannot be called.
                pub fn $name(&mut self, _: $of) -> Result<()> {
                    match self.0 {}
                }
            )+
        }
    };
}

columns!(
    i32s(&[i32]),
    some_i32s(&[Option<i32>]),
    i64s(&[i64]),
    keys(impl Iterator<Item = u64>),
    figures(&[Option<f64>]),
    column_of_texts(Texts),
    column_of_some_texts(Texts),
    column_of_lists(&Lists),
    column_of_packed_texts(impl Iterator<Item = PackedPage>)
);

/// A file that is read, of which there is none.
#[derive(Debug)]
pub struct RowReader(Infallible);

impl RowReader {
    /// Says that there is no Parquet.
    ///
    /// # Errors
    /// Always.
    pub fn open(_: File, _: impl FnMut(&str) -> bool) -> Result<Self> {
        Err(left_out("Parquet").into())
    }

    /// Has no rows.
    ///
    /// # Errors
    /// Never: it cannot be called.
    pub fn next_batch(&mut self) -> Result<Option<Batch>> {
        match self.0 {}
    }
}
