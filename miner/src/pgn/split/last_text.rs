//! The last text before a place, which decides whether a game without tags may begin there.

use memchr::{memchr, memchr2};

/// The last stretch of text outside of comments. What was passed over is looked at only when it is asked for.
pub(super) struct LastText<'a> {
    bytes: &'a [u8],
    /// What has not been looked at: whole comments, and text without `;` and `%` lines.
    from: usize,
    until: usize,
    /// What was found before.
    found: Option<&'a [u8]>,
}

impl<'a> LastText<'a> {
    /// Nothing yet, from a place on.
    pub(super) const fn new(bytes: &'a [u8], from: usize) -> Self {
        Self { bytes, from, until: from, found: None }
    }

    /// Passes over what lies between two places.
    pub(super) fn pass_over(&mut self, from: usize, until: usize) {
        if from != self.until {
            // Something lies between that is no text.
            self.last();
            self.from = from;
        }
        self.until = until;
    }

    /// Whether there is any.
    pub(super) fn is_any(&mut self) -> bool {
        if self.found.is_none() {
            self.found = self.stretches().next();
            if self.found.is_none() {
                self.from = self.until;
            }
        }
        self.found.is_some()
    }

    /// The last one.
    pub(super) fn last(&mut self) -> Option<&'a [u8]> {
        self.found = self.stretches().last().or(self.found);
        self.from = self.until;
        self.found
    }

    /// The stretches of text that have not been looked at: from a line's start or a comment's end to a line's
    /// end or a comment's start.
    fn stretches(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let mut rest = &self.bytes[self.from..self.until];
        std::iter::from_fn(move || {
            while !rest.is_empty() {
                let end = memchr2(b'\n', b'{', rest).unwrap_or(rest.len());
                let (stretch, behind) = rest.split_at(end);
                let skipped = match behind.first() {
                    Some(b'{') => memchr(b'}', behind).map_or(behind.len(), |close| close + 1),
                    Some(_) => 1,
                    None => 0,
                };
                rest = &behind[skipped..];
                let stretch = stretch.trim_ascii();
                if !stretch.is_empty() {
                    return Some(stretch);
                }
            }
            None
        })
    }
}
