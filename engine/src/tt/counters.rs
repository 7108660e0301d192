//! A searcher's counters of the transposition table (TT-01).
//!
//! Plain numbers that each searcher owns: nothing is shared, so counting costs an increment.

use super::{Bound, Entry, Stored};

/// Probes, hits, replaced strangers, and cut-offs by the type of bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TableCounters {
    probes: u64,
    hits: u64,
    stores: u64,
    collisions: u64,
    cuts: [u64; 3],
}

impl TableCounters {
    /// Counts a probe.
    pub(crate) fn probed(&mut self, found: Option<&Entry>) {
        self.probes += 1;
        self.hits += u64::from(found.is_some());
    }

    /// Counts a store; a collision is one that drove another position out.
    pub(crate) fn stored(&mut self, stored: Stored) {
        self.stores += u64::from(stored != Stored::Refused);
        self.collisions += u64::from(stored == Stored::Replaced);
    }

    /// Counts a node that an entry settled.
    pub(crate) fn cut(&mut self, bound: Bound) {
        self.cuts[bound as usize - 1] += 1;
    }

    /// Adds another searcher's.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.probes += other.probes;
        self.hits += other.hits;
        self.stores += other.stores;
        self.collisions += other.collisions;
        for (sum, more) in self.cuts.iter_mut().zip(other.cuts) {
            *sum += more;
        }
    }

    /// All of them by name.
    pub(crate) fn pairs(&self) -> [(&'static str, u64); 7] {
        let cut = |bound: Bound| self.cuts[bound as usize - 1];
        [
            ("tt_probes", self.probes),
            ("tt_hits", self.hits),
            ("tt_stores", self.stores),
            ("tt_collisions", self.collisions),
            ("tt_cut_exact", cut(Bound::Exact)),
            ("tt_cut_lower", cut(Bound::Lower)),
            ("tt_cut_upper", cut(Bound::Upper)),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_sums() {
        let mut one = TableCounters::default();
        one.probed(None);
        one.stored(Stored::Replaced);
        one.stored(Stored::Refused);
        one.cut(Bound::Lower);
        let mut two = one;
        two.merge(&one);
        let numbers = |counters: &TableCounters| counters.pairs().map(|(_, number)| number);
        assert_eq!(numbers(&one), [1, 0, 1, 1, 0, 1, 0]);
        assert_eq!(numbers(&two), numbers(&one).map(|number| 2 * number));
    }
}
