//! Work that threads share, in parts whose results keep their order.

use std::thread;

/// What `work` makes of each part of `each` items, a thread to a part, in the order of the parts.
///
/// # Errors
/// The first part's error, or one sentence if its thread died.
pub(super) fn by_threads<T: Sync, R: Send>(
    items: &[T],
    each: usize,
    work: impl Fn(&[T]) -> Result<R, String> + Sync,
) -> Result<Vec<R>, String> {
    let work = &work;
    thread::scope(|scope| {
        let workers: Vec<_> =
            items.chunks(each.max(1)).map(|part| scope.spawn(move || work(part))).collect();
        let join = |worker: thread::ScopedJoinHandle<'_, Result<R, String>>| {
            worker.join().map_err(|_| "a thread died".to_owned())?
        };
        workers.into_iter().map(join).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::by_threads;

    #[test]
    fn parts_keep_their_order_and_the_first_error_counts() {
        let items: Vec<u32> = (0..10).collect();
        let sums = by_threads(&items, 4, |part| Ok(part.iter().sum::<u32>()));
        assert_eq!(sums, Ok(vec![6, 22, 17]));
        let odd = by_threads(&items, 4, |part| match part {
            [4, ..] | [8, ..] => Err(format!("{part:?}")),
            _ => Ok(()),
        });
        assert_eq!(odd, Err("[4, 5, 6, 7]".to_owned()));
        assert_eq!(by_threads(&items[..0], 0, |_| Ok(())), Ok(Vec::new()));
    }
}
