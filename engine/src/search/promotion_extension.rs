//! The promotion extension (EXT-03; J. Swafford, Prophet, 2020, who gave it up).

use rules::Move;

use super::Searcher;

impl Searcher<'_> {
    /// One ply for a promotion, to any piece.
    pub(super) fn promotion_extension(&mut self, mv: Move) -> i32 {
        let is_wanted = self.options().promotion_extension() && mv.is_promotion();
        self.counters.ext_promo += u64::from(is_wanted);
        i32::from(is_wanted)
    }
}
