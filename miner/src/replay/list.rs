//! A list that is appended to without branches.

/// A list of known greatest length; keeps its memory from one use to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct List<T> {
    /// What is behind `len` means nothing.
    items: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> List<T> {
    /// Empties the list and makes room for so many items.
    pub(super) fn start(&mut self, most: usize) {
        self.len = 0;
        if self.items.len() <= most {
            self.items.resize(most + 1, T::default());
        }
    }

    /// Appends an item on a condition: it is written in any case, and kept if the condition holds.
    #[inline(always)]
    pub(super) fn push_if(&mut self, keep: bool, item: T) {
        self.items[self.len] = item;
        self.len += usize::from(keep);
    }

    /// Keeps the first items only.
    pub(super) const fn cut(&mut self, len: usize) {
        if len < self.len {
            self.len = len;
        }
    }

    /// The last item.
    pub(super) fn last(&self) -> Option<T> {
        self.as_slice().last().copied()
    }

    /// How many items there are.
    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// What was appended.
    pub(super) fn as_slice(&self) -> &[T] {
        &self.items[..self.len]
    }
}
