//! No move is spared its reduction for what grows.

use crate::{
    position::Position,
    search::{Searcher, node::Node},
};

impl Searcher<'_> {
    #[inline(always)]
    pub(in crate::search) const fn is_exempt_for_growth(
        &mut self,
        _: &Node<'_>,
        _: &Position,
    ) -> bool {
        false
    }
}
