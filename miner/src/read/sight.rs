//! What is seen of a text around a place in it.

/// The text around a place.
#[derive(Debug, Default)]
pub(crate) struct Sight {
    /// The text: unpacked, in UTF-8.
    pub(crate) bytes: Vec<u8>,
    /// The place, in these bytes.
    pub(crate) place: usize,
    /// Nothing comes before the bytes.
    pub(crate) from_start: bool,
    /// Nothing comes behind them.
    pub(crate) to_end: bool,
}
