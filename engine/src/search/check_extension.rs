//! The check extension (EXT-01, EXT-02; J. Swafford, Prophet, 2020): a check is answered before the
//! search ends, from `CheckExt_MinDepth` on. Of checks that lose material most come to nothing, so that `sound` passes them by
//! (E. Bruno, M. Costalba, J. Kiiski, T. Romstad, Stockfish 3, 2013).

use rules::Move;

use super::Searcher;
use crate::{options::CheckExtension, position::Position};

impl Searcher<'_> {
    /// One ply for a move of a node of this depth that gives check, of the kind that `CheckExt` names.
    pub(super) fn check_extension(
        &mut self,
        position: &Position,
        mv: Move,
        child: &Position,
        depth: i32,
    ) -> i32 {
        if depth < self.options().check_extension_depth() {
            return 0;
        }
        let is_wanted = match self.options().check_extension() {
            CheckExtension::Off => false,
            CheckExtension::All => child.in_check(),
            CheckExtension::Captures => child.in_check() && mv.is_capture(),
            CheckExtension::Sound => {
                child.in_check() && self.exchange.see_ge(position.rules(), mv, 0)
            }
        };
        self.counters.ext_check += u64::from(is_wanted);
        i32::from(is_wanted)
    }
}
