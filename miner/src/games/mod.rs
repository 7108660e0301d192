//! Games that pass the filters, written out again in the order of the inputs.
//!
//! Each thread writes the games of its block into memory, as text in one of the [`Form`](text::Form)s or as
//! [`rows`] of columns. Tallies come to the file in their turn (`turns`), so that the bytes do not depend on
//! threads.

pub mod files;
mod move_pages;
pub mod pgn;
pub mod rows;
mod san;
pub mod split;
pub mod stream;
pub mod text;
mod turns;
pub mod uci;

use anyhow::Result;

use self::files::Ready;
use crate::collect::Collector;

/// Writes games.
pub trait GamesCollector: Collector + Send {
    /// The files, which [`finish_all`](files::finish_all) puts in their places.
    ///
    /// # Errors
    /// With the first error of writing. What was there before is then as it was.
    fn finish(self: Box<Self>) -> Result<Vec<Ready>>;
}
