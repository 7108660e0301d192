//! The check extension (EXT-01, EXT-02; J. Swafford, Prophet, 2020): a check is answered before the
//! search ends.

use rules::Move;

use super::Searcher;
use crate::{options::CheckExtension, position::Position};

impl Searcher<'_> {
    /// One ply more after a check, or only after one that captures.
    pub(super) fn check_extension(&mut self, mv: Move, child: &Position) -> i32 {
        let is_wanted = match self.options().check_extension {
            CheckExtension::Off => false,
            CheckExtension::All => child.in_check(),
            CheckExtension::Captures => child.in_check() && mv.is_capture(),
        };
        self.counters.ext_check += u64::from(is_wanted);
        i32::from(is_wanted)
    }
}
