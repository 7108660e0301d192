//! What belongs to the values of a key, made when a value first comes.

use std::sync::OnceLock;

/// A list that only grows, so that threads may hold on to what is in it.
#[derive(Debug)]
pub struct Apart<T> {
    first: OnceLock<Box<Node<T>>>,
}

#[derive(Debug)]
struct Node<T> {
    value: String,
    what: T,
    next: OnceLock<Box<Self>>,
}

impl<T> Default for Apart<T> {
    fn default() -> Self {
        Self { first: OnceLock::new() }
    }
}

impl<T> Apart<T> {
    /// What belongs to a value; whoever asks first makes it.
    pub fn get(&self, value: &str, make: impl Fn() -> T) -> &T {
        let mut slot = &self.first;
        loop {
            // Another thread may have been first here, with another value.
            let node = slot.get_or_init(|| {
                let (value, what) = (value.to_owned(), make());
                Box::new(Node { value, what, next: OnceLock::new() })
            });
            if node.value == value {
                return &node.what;
            }
            slot = &node.next;
        }
    }

    /// All of it, in any order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.first.get(), |node| node.next.get()).map(|node| &node.what)
    }

    /// All of it with the values, in their order.
    #[must_use]
    pub fn into_sorted(self) -> Vec<(String, T)> {
        let (mut all, mut next) = (Vec::new(), self.first.into_inner());
        while let Some(node) = next {
            let Node { value, what, next: behind } = *node;
            all.push((value, what));
            next = behind.into_inner();
        }
        all.sort_by(|(a, _), (b, _)| a.cmp(b));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_is_made_once_whoever_asks() {
        let apart = Apart::default();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for value in 0..100_usize {
                        assert_eq!(*apart.get(&value.to_string(), || value), value);
                    }
                });
            }
        });
        assert_eq!(apart.iter().count(), 100);
        let sorted = apart.into_sorted();
        assert!(
            sorted.is_sorted() && sorted.iter().all(|(value, what)| *value == what.to_string())
        );
    }
}
