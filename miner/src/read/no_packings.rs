//! In the place of `packings` in a miner that is built without the feature `archives`: says so.

use std::{
    io::{self, BufRead, Read},
    path::Path,
};

use super::archive::Files;
use crate::left_out::left_out;

type Text = Box<dyn Read + Send>;

pub(super) fn bzip2(_: impl BufRead) -> io::Result<Text> {
    Err(left_out("bz2"))
}

pub(super) fn lz4(_: impl BufRead) -> io::Result<Text> {
    Err(left_out("lz4"))
}

pub(super) fn xz(_: impl BufRead) -> io::Result<Text> {
    Err(left_out("xz"))
}

pub(super) fn unpack_zip(_: &Path, _: &mut Files<'_>) -> io::Result<()> {
    Err(left_out("zip"))
}

pub(super) fn unpack_7z(_: &Path, _: &mut Files<'_>) -> io::Result<()> {
    Err(left_out("7z"))
}
